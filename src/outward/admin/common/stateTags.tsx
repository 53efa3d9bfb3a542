import { dayText } from '../dates.ts'
import { Icon } from '../icons.tsx'
import type { EventRecord } from '../records.ts'
import { t } from '../texts.ts'
import { changing, origins } from './rowTags.ts'

/** What is to be said of an event: nothing of one that is public and takes place. */
export function State({ event }: { readonly event: EventRecord }) {
  const source = origins.value.get(event.id)
  return (
    <span class="tags">
      <StatusTag event={event} />
      <HappeningTag event={event} />
      {changing.value.has(event.id) && <span class="tag info">{t('changeWaiting')}</span>}
      {source !== undefined && (
        <span class="tag" dir="auto">
          {t('fromSource', { name: source })}
        </span>
      )}
    </span>
  )
}

/** Whether the event is public, unless it is. */
export function StatusTag({ event }: { readonly event: Pick<EventRecord, 'status' | 'date'> }) {
  switch (event.status) {
    case 'draft':
      return (
        <span class="tag">
          <Icon name="edit" />
          {t('draft')}
        </span>
      )
    case 'pending':
      return <span class="tag warn">{t('waitingOne')}</span>
    case 'future':
      return (
        <span class="tag info">
          <Icon name="clock" />
          {t('publicFrom', { date: dayText(event.date) })}
        </span>
      )
    case 'private':
      return <span class="tag">{t('private')}</span>
    default:
      return null
  }
}

function HappeningTag({ event }: { readonly event: EventRecord }) {
  switch (event.event_status) {
    case 'canceled':
      return <span class="tag off">{t('canceled')}</span>
    case 'postponed':
      return <span class="tag warn">{t('postponed')}</span>
    case 'rescheduled':
      return <span class="tag info">{t('rescheduled')}</span>
    case 'moved_online':
      return <span class="tag info">{t('movedOnline')}</span>
    default:
      return null
  }
}
