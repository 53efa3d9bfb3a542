import { happens, reasonField } from '../../../fields/happening.ts'
import type { EventStatus } from '../../../pure/params/words.ts'
import type { ImportedEvent, Told } from '../imports.record.ts'
import { textIn, type Wire } from './site.wire.ts'
import type { ToldStatus } from './site.posts.ts'

/** What happens to events, by the words of the original. */
const statuses: Readonly<Record<string, EventStatus>> = {
  scheduled: 'scheduled',
  canceled: 'canceled',
  cancelled: 'canceled',
  postponed: 'postponed',
  rescheduled: 'rescheduled',
  'moved-online': 'moved_online',
  moved_online: 'moved_online',
}

/** The event with what happens to it: undefined where the source says that it takes place as planned. */
export function withStatus(event: ImportedEvent, told: ToldStatus | undefined): ImportedEvent {
  const status = told ? statuses[told.status] : 'scheduled'
  const lost: Told[] =
    status === undefined
      ? [{ field: 'event_status', what: told?.status ?? '', why: 'there is no such status here' }]
      : []
  const said = happens(status ?? 'scheduled', told?.reason || null)
  return { ...event, fields: { ...event.fields, ...said }, lost: [...(event.lost ?? []), ...lost] }
}

/** What another Kalends says of it in the record itself. */
export function statusIn(wire: Wire): ToldStatus | undefined {
  const status = textIn(wire, 'event_status')
  return status === '' ? undefined : { status, reason: textIn(wire, reasonField) }
}
