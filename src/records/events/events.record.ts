import { ownValuesMember } from '../own/own.record.ts'
import { Type, type Static } from 'typebox'
import { byAnyName } from '../../pure/params/byAnyName.ts'
import { eventFields } from '../../fields/events.fields.ts'
import { membersOf } from '../../fields/fields.record.ts'
import { imageRecord } from '../media/media.record.ts'
import { distanceRecord, globalIdRecord, postRecord } from '../posts/posts.view.ts'
import { nestedTermRecord } from '../terms/terms.view.ts'
import { statuses } from '../../pure/params/words.ts'
import { organizerRecord } from '../organizers/organizers.view.ts'
import { registrationRecord } from '../registration/registration.record.ts'
import { venueRecord } from '../venues/venues.view.ts'

const text = (description: string) => Type.String({ description })
/** Wire: a flag is null in lists for those who lack the event's password (`wire-events.md` 4). */
const flag = (description: string) => Type.Union([Type.Boolean(), Type.Null()], { description })
const wall = (description: string) => Type.String({ description, examples: ['2031-03-11 18:00:00'] })

export const dateDetailsRecord = Type.Object({
  year: text('Four digits.'),
  month: text('Two digits.'),
  day: text('Two digits.'),
  hour: text('Two digits.'),
  minutes: text('Two digits.'),
  seconds: text('Two digits.'),
})

export const costDetailsRecord = Type.Object({
  currency_symbol: text('The currency as it was written, if it was the same everywhere.'),
  currency_code: text('The ISO 4217 code, if known.'),
  currency_position: text('“prefix” or “postfix”; empty without a symbol.'),
  values: Type.Array(Type.String(), { description: 'The amounts or words, lowest first.' }),
})

/** The event on the wire (`wire-events.md` 1), its members in order. */
export const eventRecord = Type.Object(
  membersOf(eventFields, {
    id: Type.Integer({ description: 'The ID of the event.' }),
    ...globalIdRecord,
    ...postRecord,
    rest_url: Type.String({ format: 'uri', description: 'The event in this service.' }),
    title: text('The title, rendered.'),
    description: text('The description, rendered.'),
    excerpt: text('The excerpt, rendered.'),
    slug: text('The slug; empty for a draft that has none yet.'),
    image: Type.Union([imageRecord, Type.Literal(false)], {
      description: 'The featured image; false for none.',
    }),
    all_day: flag('Whether the event lasts all day.'),
    start_date: wall('The start in the zone of the event.'),
    start_date_details: dateDetailsRecord,
    end_date: wall('The end in the zone of the event.'),
    end_date_details: dateDetailsRecord,
    utc_start_date: wall('The start in UTC.'),
    utc_start_date_details: dateDetailsRecord,
    utc_end_date: wall('The end in UTC.'),
    utc_end_date_details: dateDetailsRecord,
    timezone: text('The time zone as it was given.'),
    timezone_abbr: text('The abbreviation of the time zone at the start.'),
    cost: text('The cost, formatted.'),
    cost_details: costDetailsRecord,
    website: text('The website; the page of the event when none was ever given.'),
    categories: Type.Array(nestedTermRecord, { description: 'The categories, by name.' }),
    tags: Type.Array(nestedTermRecord, { description: 'The tags, by name.' }),
    venue: Type.Union([venueRecord, Type.Array(venueRecord)], {
      description: 'The venue; a list of several, an empty one for none.',
    }),
    organizer: Type.Array(organizerRecord, { description: 'The organizers, in the order given.' }),
    custom_fields: Type.Union(
      [
        Type.Array(Type.Unknown(), { maxItems: 0 }),
        byAnyName(Type.Object({ label: Type.String(), value: Type.String() })),
      ],
      {
        description:
          'What it says of the fields of its own, as the original has it; an empty list where that is nothing.',
      },
    ),
    previous_start_dates: Type.Optional(
      Type.Array(Type.String({ examples: ['2031-03-11 18:00:00'] }), {
        description: 'The starts before it was rescheduled, in the zone of the event, the first one first.',
      }),
    ),
    fields: ownValuesMember,
    series: Type.Optional(
      Type.Object(
        {
          id: Type.Integer({ description: 'The ID of the series.' }),
          key: text('The start that the series gives it, which moving it does not change.'),
          text: text('The recurrence in words; empty where there are none for it.'),
          changed: Type.Array(Type.String(), { description: 'The fields that were changed on it alone.' }),
          rest_url: Type.String({ format: 'uri', description: 'The series in this service.' }),
          more: Type.Optional(
            Type.Integer({ description: 'With collapse=series: how many further dates of it the list has.' }),
          ),
        },
        { description: 'The series whose date it is; absent for single events.' },
      ),
    ),
    json_ld: Type.Optional(
      byAnyName(Type.Unknown(), { description: 'schema.org data; in single reads only.' }),
    ),
    raw: Type.Optional(
      Type.Object(
        {
          title: text('The title.'),
          description: text('The description.'),
          excerpt: text('The excerpt.'),
        },
        {
          description:
            'The texts as they were written; in single reads with context=edit, for who may edit the event.',
        },
      ),
    ),
    review_note: Type.Optional(
      text(
        'A word to whoever reviews the event, as plain text; with context=edit, for who may edit the event, until that is decided.',
      ),
    ),
    author_name: Type.Optional(
      text('What its author is called; with context=edit, for who may edit the event.'),
    ),
    decision: Type.Optional(
      Type.Object(
        {
          is: Type.Union([Type.Literal('asked'), Type.Literal('rejected')], {
            description: 'Whether something was asked, or the event was given back.',
          }),
          reason: text('Why it was rejected, as it was chosen; empty for a question.'),
          message: text('What was said, as plain text; may be empty.'),
          by: text('What they are called who said it; empty where they are gone.'),
          date: wall('When, in the zone of the site.'),
        },
        {
          description:
            'What a reviewer last said of the event; with context=edit, for who may edit the event, until it is public.',
        },
      ),
    ),
    post_parent: Type.Optional(
      Type.Integer({
        description:
          'The ID of the event it belongs to, 0 for none; with context=edit, for who may edit the event.',
      }),
    ),
    uid: Type.Optional(
      text('What feeds call the event, for ever; with context=edit, for who may edit the event.'),
    ),
    status_before: Type.Optional(
      Type.Enum([...statuses], {
        description:
          'What it was before it came into the trash; with context=edit, for who may edit the event there.',
      }),
    ),
    ...distanceRecord,
    registration: Type.Optional(registrationRecord),
  }),
)

export type EventRecord = Static<typeof eventRecord>
