import Type, { type Static } from 'typebox'
import type { UpdateEvent } from '../events/events.params.ts'
import type { ShownRow } from '../events/events.row.ts'
import { eventStatus, eventStatuses, eventStatusReason } from '../params/happening.ts'
import { isObject } from '../params/lists.ts'
import { Fault, isEmpty, parameter, quote, readParameter } from '../params/parameter.ts'

/** Custom fields of the original, with the parameters that read them; it has only these where something happens to an event. */
const fields = {
  _tribe_events_status: ['event_status', eventStatus],
  _tribe_events_status_reason: ['event_status_reason', eventStatusReason],
} as const

const description =
  'The custom fields: of an event to which something happens its status and the reason, else none.'

export const wpMetaRecord = Type.Union(
  [
    Type.Array(Type.Unknown(), { maxItems: 0 }),
    Type.Object({
      _tribe_events_status: Type.Enum([...eventStatuses]),
      _tribe_events_status_reason: Type.String(),
    }),
  ],
  { description },
)

/** The custom fields of an event. Wire: without any they are an empty list. */
export function wpMeta({
  event_status,
  event_status_reason,
}: Pick<ShownRow, 'event_status' | 'event_status_reason'>): Static<typeof wpMetaRecord> {
  if (event_status === 'scheduled' && event_status_reason === '') return []
  return { _tribe_events_status: event_status, _tribe_events_status_reason: event_status_reason }
}

/** The class by which lists of the original mark what happens to an event. */
export function wpStatusClasses({ event_status }: Pick<ShownRow, 'event_status'>): string[] {
  return event_status === 'scheduled' ? [] : [`tribe-events-status__list-event-${event_status}`]
}

/** The custom fields that are written; others are ignored, as everything that is not known. */
export const wpMetaParam = parameter(
  Type.Object(
    {
      _tribe_events_status: Type.Optional(eventStatus),
      _tribe_events_status_reason: Type.Optional(eventStatusReason),
    },
    { description },
  ),
  (sent): Pick<UpdateEvent, 'event_status' | 'event_status_reason'> => {
    if (isEmpty(sent)) return {}
    if (!isObject(sent)) throw new Fault(`must be an object of custom fields, not ${quote(sent)}`)
    return Object.fromEntries(
      Object.entries(fields).flatMap(([name, [own, declared]]) => {
        if (sent[name] === undefined) return []
        try {
          return [[own, readParameter(declared, sent[name])]]
        } catch (error) {
          throw error instanceof Fault ? new Fault(`has ${name}, which ${error.message}`) : error
        }
      }),
    )
  },
)
