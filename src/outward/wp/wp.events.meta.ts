import { Type, type Static, type TSchema } from 'typebox'
import { utcText } from '../../pure/calendar/text.ts'
import type { UpdateEvent } from '../../records/events/events.params.ts'
import { costsOf } from '../../records/events/events.row.ts'
import type { ShownRow } from '../../records/rows/event.row.ts'
import { namesWhere, type NamesWith } from '../../fields/declare.ts'
import { eventFields } from '../../fields/events.fields.ts'
import type { Field } from '../../fields/field.ts'
import type { Stored } from '../../fields/fields.columns.ts'
import { paramOf } from '../../fields/fields.params.ts'
import { typeOf } from '../../fields/types.ts'
import { isObject } from '../../pure/params/lists.ts'
import { Fault, isEmpty, parameter, quote, readParameter } from '../../pure/params/parameter.ts'

/** The custom fields of the original that are declared to mean a field of events, of those that are told by code of their own. */
type Meant = NamesWith<
  typeof eventFields,
  { readonly wp: string; readonly byHand: true | 'stored' | 'shown' }
>
type CustomName = (typeof eventFields)['fields'][Meant]['wp']

/** The others, which are written here as well, and told where something happens to an event. */
const written = namesWhere(eventFields, ({ wp, byHand }) => wp && byHand === undefined).map((name) => {
  const field: Field = eventFields.fields[name]
  const { wp: key = name } = field
  const column = name as Stored<typeof eventFields> // None of them is by hand.
  const { schema, of } = typeOf(field).custom(field)
  return { column, key, field, schema, of, declared: paramOf(eventFields, name) }
})

const description =
  'The custom fields: of an event to which something happens its status and the reason. The others are written through the events namespace.'

const wall = Type.String({ examples: ['2031-03-11 18:00:00'] })
const ids = Type.Array(Type.Integer())

export const wpMetaRecord = Type.Object(
  {
    _EventStartDate: wall,
    _EventEndDate: wall,
    _EventStartDateUTC: wall,
    _EventEndDateUTC: wall,
    _EventTimezone: Type.String(),
    _EventAllDay: Type.Boolean(),
    _EventVenueID: ids,
    _EventOrganizerID: ids,
    _EventCost: Type.String({ description: 'As it was written.' }),
    _EventURL: Type.String(),
    ...Object.fromEntries(written.map(({ key, schema }) => [key, Type.Optional(schema)])),
  } satisfies Readonly<Record<CustomName | '_EventStartDateUTC' | '_EventEndDateUTC', TSchema>>,
  { description },
)

/** The custom fields of an event (D78); its status is among them where something happens to it. */
export function wpMeta({
  event,
  venues,
  organizers,
}: {
  readonly event: ShownRow
  readonly venues: readonly { readonly id: number }[]
  readonly organizers: readonly { readonly id: number }[]
}): Static<typeof wpMetaRecord> {
  return {
    _EventStartDate: event.start_wall,
    _EventEndDate: event.end_wall,
    _EventStartDateUTC: utcText(event.starts_at),
    _EventEndDateUTC: utcText(event.ends_at),
    _EventTimezone: event.timezone,
    _EventAllDay: event.all_day === 1,
    _EventVenueID: venues.map(({ id }) => id),
    _EventOrganizerID: organizers.map(({ id }) => id),
    _EventCost: costsOf(event).join(' – '),
    _EventURL: event.website ?? '',
    ...Object.fromEntries(
      written.filter((one) => isTold(one, event)).map(({ column, key, of }) => [key, of(event[column])]),
    ),
  }
}

/** Whether a field, or one that says more about it or that it is about, says more than in a new event. */
function isTold({ field, column }: (typeof written)[number], event: ShownRow): boolean {
  const about = field.of ?? column
  return written.some(
    (other) =>
      (other.field.of ?? other.column) === about &&
      typeOf(other.field).shown(event[other.column], other.field) !== undefined,
  )
}

/** The class by which lists of the original mark what happens to an event. */
export function wpStatusClasses({ event_status }: Pick<ShownRow, 'event_status'>): string[] {
  return event_status === 'scheduled' ? [] : [`tribe-events-status__list-event-${event_status}`]
}

/** The custom fields that are written; others are ignored, as everything that is not known. */
export const wpMetaParam = parameter(
  Type.Object(Object.fromEntries(written.map(({ key, declared }) => [key, declared])), { description }),
  (sent): Partial<UpdateEvent> => {
    if (isEmpty(sent)) return {}
    if (!isObject(sent)) throw new Fault(`must be an object of custom fields, not ${quote(sent)}`)
    return Object.fromEntries(
      written.flatMap(({ column, key, declared }) => {
        if (sent[key] === undefined) return []
        try {
          return [[column, readParameter(declared, sent[key])]]
        } catch (error) {
          throw error instanceof Fault ? new Fault(`has ${key}, which ${error.message}`) : error
        }
      }),
    )
  },
)
