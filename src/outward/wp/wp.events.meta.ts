import Type, { type Static, type TSchema } from 'typebox'
import { utcText } from '../../pure/calendar/text.ts'
import type { UpdateEvent } from '../../records/events/events.params.ts'
import { costsOf, type ShownRow } from '../../records/events/events.row.ts'
import { namesWhere, type NamesWith } from '../../fields/declare.ts'
import { eventFields } from '../../fields/events.fields.ts'
import type { Field } from '../../fields/field.ts'
import { paramOf } from '../../fields/fields.params.ts'
import { eventStatuses } from '../../pure/params/words.ts'
import { isObject } from '../../pure/params/lists.ts'
import { Fault, isEmpty, parameter, quote, readParameter } from '../../pure/params/parameter.ts'

/** The custom fields of the original that are declared to mean a field of events: each of them is told. */
type Meant = NamesWith<typeof eventFields, { readonly wp: string }>
type CustomName = (typeof eventFields)['fields'][Meant]['wp']

/** Those that are written here, by the fields that read them: what needs no others for that. */
const written = namesWhere(eventFields, ({ wp, byHand }) => wp && byHand === undefined).map((name) => {
  const { wp = name }: Field = eventFields.fields[name]
  return { name, key: wp, declared: paramOf(eventFields, name) }
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
    _tribe_events_status: Type.Optional(Type.Enum([...eventStatuses])),
    _tribe_events_status_reason: Type.Optional(Type.String()),
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
  const { event_status, event_status_reason } = event
  const isAsAnnounced = event_status === 'scheduled' && event_status_reason === ''
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
    ...(isAsAnnounced
      ? {}
      : { _tribe_events_status: event_status, _tribe_events_status_reason: event_status_reason }),
  }
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
      written.flatMap(({ name, key, declared }) => {
        if (sent[key] === undefined) return []
        try {
          return [[name, readParameter(declared, sent[key])]]
        } catch (error) {
          throw error instanceof Fault ? new Fault(`has ${key}, which ${error.message}`) : error
        }
      }),
    )
  },
)
