import { Type, type Static } from 'typebox'
import { byAnyName } from '../../pure/params/byAnyName.ts'
import { registrationStates } from '../../pure/params/guests.ts'

const id = Type.Integer({ description: 'The ID, for the filter of the list.' })
const name = Type.String({ description: 'The name, rendered.' })
const slug = Type.String({ description: 'The slug.' })
const count = Type.Integer({ minimum: 0, description: 'How many events the list has with this.' })

const date = (description: string) => Type.String({ format: 'date', description })
const period = (description: string) =>
  Type.Object({ from: date('The first day.'), to: date('The last day.') }, { description })
const flag = (description: string) =>
  Type.Optional(
    Type.Array(Type.Object({ value: Type.Boolean(), count }), { minItems: 2, maxItems: 2, description }),
  )

const ofTexts = Type.Array(
  Type.Object({
    value: Type.Union([Type.String(), Type.Boolean()], {
      description: 'The value, for the filter of the list.',
    }),
    label: Type.Optional(Type.String({ description: 'What it is called, in the language of the site.' })),
    count,
  }),
)
const bound = (description: string) =>
  Type.Union([Type.Number(), Type.String(), Type.Null()], { description })
const ofBounds = Type.Object({
  min: bound('The least number or the first day; null where no event says any.'),
  max: bound('The greatest number or the last day.'),
  count: Type.Integer({ minimum: 0, description: 'How many events say any.' }),
})

/** The counts by facet, each without the filter that belongs to it; facets that were not asked for are left out. */
export const eventFacetsRecord = Type.Object({
  total: Type.Integer({ minimum: 0, description: 'How many events the list has with all its filters.' }),
  categories: Type.Optional(
    Type.Array(
      Type.Object({
        id,
        name,
        slug,
        parent: Type.Integer({ description: 'The ID of the category above; 0 at the top.' }),
        count,
      }),
      {
        description:
          'Categories with any events, most first, then by name. As in the filter, an event counts for its categories and all above them, once for each.',
      },
    ),
  ),
  tags: Type.Optional(
    Type.Array(Type.Object({ id, name, slug, count }), {
      description: 'Tags with any events, most first, then by name.',
    }),
  ),
  venues: Type.Optional(
    Type.Array(Type.Object({ id, venue: name, slug, count }), {
      description: 'Venues with any events, most first, then by name; those that the reader may see.',
    }),
  ),
  organizers: Type.Optional(
    Type.Array(Type.Object({ id, organizer: name, slug, count }), {
      description: 'Organizers with any events, most first, then by name; those that the reader may see.',
    }),
  ),
  days: Type.Optional(
    Type.Array(Type.Object({ date: date('The day.'), count }), {
      description:
        'Days on which any events start, in the zone of the site; what the list has with both start_date and starts_before set to the day, instead of its own dates.',
    }),
  ),
  months: Type.Optional(
    Type.Array(
      Type.Object({ month: Type.String({ description: 'The month.', examples: ['2031-03'] }), count }),
      {
        description:
          'Months in which any events start, likewise: with start_date set to the first day and starts_before to the last.',
      },
    ),
  ),
  featured: flag('Featured events, and the others.'),
  ticketed: flag('Events with tickets, and the others.'),
  cost: Type.Optional(
    Type.Array(Type.Object({ value: Type.Enum(['free', 'paid', 'unknown']), count }), {
      minItems: 3,
      maxItems: 3,
      description:
        'Events by what they cost: paid when any amount is more than nothing, free when all are nothing. The tickets tell where the event says nothing. Unknown are words alone, and what is behind a password.',
    }),
  ),
  periods: Type.Optional(
    Type.Object(
      {
        days: Type.Optional(period('The days counted: whole months, at most 366 days.')),
        months: Type.Optional(period('The months counted: whole years, at most 120 months.')),
      },
      {
        description:
          'Where days and months are counted: around the dates of the list, or its default ones, from the first month or year of these to the last.',
      },
    ),
  ),
  rest_url: Type.String({ format: 'uri', description: 'These counts.' }),
  fields: Type.Optional(
    byAnyName(Type.Union([ofTexts, ofBounds]), {
      description:
        'The filters that this calendar has declared, by their names: choices by what they say, in their order; what is so or not, or not said; numbers and days by their bounds.',
    }),
  ),
  registration: Type.Optional(
    Type.Array(Type.Object({ value: Type.Enum([...registrationStates]), count }), {
      description:
        'Events for which people register, by how that stands. It is left out where there are none in the calendar.',
    }),
  ),
})

export type EventFacetsRecord = Static<typeof eventFacetsRecord>
