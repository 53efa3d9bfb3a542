import { Type, type TProperties } from 'typebox'
import { isNot, type Kind, moved, valuesOf } from '../../fields/declare.ts'
import { eventFields } from '../../fields/events.fields.ts'
import type { Field } from '../../fields/field.ts'
import { organizerFields } from '../../fields/organizers.fields.ts'
import { typeOf } from '../../fields/types.ts'
import { venueFields } from '../../fields/venues.fields.ts'
import { text, yes } from './mcp.fields.ts'
import { givenOwn } from './mcp.own.ts'

const number = Type.Integer({ minimum: 1 })
const name = Type.String({ minLength: 1, maxLength: 2000 })
const line = Type.Optional(Type.String({ maxLength: 2000 }))

/** The fields of a kind that assistants may say, each as it is given, or else as its type has it. */
function sayable(kind: Kind, given: TProperties): TProperties {
  const said = valuesOf(kind, (field: Field, name) => {
    if (isNot(field.param) || isNot(field.mcp)) return undefined
    return given[name] ?? Type.Optional(typeOf(field).tool(field))
  })
  return said as TProperties // What is undefined is left out.
}

const newVenue = Type.Object(
  moved(
    { ...sayable(venueFields, { venue: name, description: line }), fields: givenOwn },
    {
      zip: 'city',
      province: 'state',
      country: 'province',
      description: 'website',
    },
  ),
  { additionalProperties: false },
)
const newOrganizer = Type.Object(
  moved(
    { ...sayable(organizerFields, { organizer: name, description: line }), fields: givenOwn },
    {
      email: 'organizer',
      description: 'website',
    },
  ),
  { additionalProperties: false },
)

/** What is sent for venues and organizers: a name stands for a record that is called so. */
function linked(kind: 'venue' | 'organizer', sent: unknown): unknown {
  if (Array.isArray(sent)) return sent.map((one) => linked(kind, one))
  return typeof sent === 'string' && !/^\d+$/.test(sent) ? { [kind]: sent } : sent
}

/** The parameters as the interface takes them. */
export function asSent(given: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(given).map(([key, value]) => [
      key,
      key === 'venue' || key === 'organizer' ? linked(key, value) : value,
    ]),
  )
}

/** What is said of an event in words of its own; what is titles and times each tool has. */
const inWords = {
  description: Type.Optional(
    Type.String({ description: 'What it is about; HTML is cleaned.', maxLength: 100_000 }),
  ),
  timezone: text('The time zone, such as Europe/Berlin; by default that of the site.'),
  all_day: yes('Whether it lasts all day.'),
  venue: Type.Optional(
    Type.Union([number, name, newVenue], {
      description:
        'The venue: its ID, its name, or {"venue": name, "city": …}. Who is called so and has these fields already is taken, else a new one is made.',
    }),
  ),
  organizer: Type.Optional(
    Type.Union(
      [number, name, newOrganizer, Type.Array(Type.Union([number, name, newOrganizer]), { maxItems: 20 })],
      {
        description:
          'The organizer: its ID, its name, or {"organizer": name, …}, or a list of these. Who is called so is taken, else a new one is made.',
      },
    ),
  ),
  categories: Type.Optional(Type.Array(Type.String(), { description: 'Categories, by name, slug or ID.' })),
  tags: Type.Optional(Type.Array(Type.String(), { description: 'Tags, by name, slug or ID.' })),
  cost: text('What it costs, such as “12 €” or “Free”.'),
  website: text('The website of the event.'),
  online_url: text('Where it is attended online.'),
  attendance_mode: Type.Optional(Type.Enum(['in_person', 'online', 'mixed'])),
  status: Type.Optional(
    Type.Enum(['publish', 'draft', 'pending', 'private'], {
      description: 'By default it is published, or waits for approval where the right to publish is missing.',
    }),
  ),
}

const { title: _title, start_date: _start, end_date: _end, ...ofEvents } = sayable(eventFields, inWords)

/** What can be said of an event: further fields follow by their types. */
export const fields: typeof inWords = { ...inWords, ...ofEvents }

/** What is said of dates without times (D70). */
export const daysAlone = 'Without times of day, as 2031-05-01, it lasts all day.'

/** Which dates of a series are meant. */
export const scoped = {
  scope: Type.Optional(
    Type.Enum(['this', 'following', 'all'], {
      description:
        'Of an event that repeats: this date (the default), this and the following ones, or all to come.',
    }),
  ),
  dry_run: yes('Only tell what would change, and change nothing.'),
}

/** How an event repeats. */
export const recurrence = (says: string) =>
  Type.Optional(
    Type.Union(
      [Type.String({ maxLength: 20_000 }), Type.Array(Type.String({ maxLength: 20_000 }), { maxItems: 500 })],
      {
        description: `${says}, as iCalendar writes it: RRULE:FREQ=WEEKLY;BYDAY=TU, with lines of RDATE and EXDATE, as one text or a list.`,
      },
    ),
  )
