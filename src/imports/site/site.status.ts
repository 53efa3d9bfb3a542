import type { ImportedEvent, Told } from '../imports.record.ts'
import type { ToldStatus } from './site.wp.ts'

/** What stands before the title of an event that does not take place as planned, until events have a status of their own (D59). */
const words: Readonly<Record<string, string>> = {
  canceled: 'Cancelled',
  cancelled: 'Cancelled',
  postponed: 'Postponed',
}

/** The event with what happened to it. */
export function withStatus(event: ImportedEvent, told: ToldStatus | undefined): ImportedEvent {
  const word = words[told?.status ?? '']
  if (!told || word === undefined) return event
  const said = event.fields['title']
  const title = typeof said === 'string' ? said : ''
  const reason: Told[] =
    told.reason === ''
      ? []
      : [{ field: 'event_status_reason', what: told.reason, why: 'events have none here' }]
  const hasWord = title.toLowerCase().startsWith(`${word.toLowerCase()}:`)
  return {
    ...event,
    fields: { ...event.fields, title: hasWord ? title : `${word}: ${title}` },
    assumed: [
      ...(event.assumed ?? []),
      {
        field: 'event_status',
        what: told.status,
        why: `“${word}: ” stands before the title, as events have no status here`,
      },
    ],
    lost: [...(event.lost ?? []), ...reason],
  }
}
