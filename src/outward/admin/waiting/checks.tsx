import { useRead } from '../kit/read.ts'
import type { ComponentChildren } from 'preact'
import { addDays, dayText, timeText, wallNow } from '../dates.ts'
import { venuesOf } from '../records.ts'
import { to } from '../route.ts'
import { type Alike, likeIt, newOnes, type QueueItem } from './queue.ts'
import { t } from './texts.ts'

/** “Today”, “tomorrow”; undefined for days that are not so near. */
export function nearDay({ event }: QueueItem): string | undefined {
  const today = wallNow().slice(0, 10)
  const day = event.start_date.slice(0, 10)
  if (day === today) return t('today')
  return day === addDays(today, 1) ? t('tomorrow') : undefined
}

/** What is to be looked at before something is approved; `find` finds events that may be the same. */
export function Checks({
  item,
  find = (signal) => likeIt(item, addDays, signal),
}: {
  readonly item: QueueItem
  readonly find?: (signal: AbortSignal) => Promise<readonly Alike[]>
}) {
  const { event } = item
  // It is only a hint.
  const { value: alike = [] } = useRead(find, [event.id])
  const { venues, organizers } = newOnes(item)
  const soon = nearDay(item)
  const isPast = event.end_date < wallNow()
  const hasPlace = venuesOf(event).length > 0 || event.attendance_mode === 'online'
  const checks = [
    isPast && <Check key="past" kind="bad" what={t('isPast')} />,
    soon !== undefined && !isPast && <Check key="soon" kind="warn" what={t('soon', { day: soon })} />,
    ...venues.map((name) => (
      <Check key={`v ${name}`} kind="warn" what={t('newVenue', { name })} says={t('newVenueHint')} />
    )),
    ...organizers.map((name) => <Check key={`o ${name}`} kind="warn" what={t('newOrganizer', { name })} />),
    ...alike.map((other) => (
      <Check
        key={other.id}
        kind="warn"
        what={t('perhapsHere', { title: other.title })}
        says={[
          dayText(other.start_date),
          other.isAllDay ? t('allDay') : timeText(other.start_date),
          ...other.venues,
        ].join(' · ')}
      >
        <a class="button plain" href={to(`events/${other.id}`)} target="_blank" rel="noopener">
          {t('compare')}
        </a>
      </Check>
    )),
    !hasPlace && <Check key="place" kind="warn" what={t('noPlace')} says={t('noPlaceHint')} />,
    event.image === false && (
      <Check key="picture" kind="off" what={t('noPicture')} says={t('noPictureHint')} />
    ),
  ].filter((check) => check !== false)
  return (
    <ul class="items checks" aria-label={t('checks')}>
      {checks.length > 0 ? checks : <Check kind="" what={t('fine')} />}
    </ul>
  )
}

function Check(props: {
  readonly kind: '' | 'warn' | 'bad' | 'off'
  readonly what: string
  readonly says?: string
  readonly children?: ComponentChildren
}) {
  const { kind, what, says, children } = props
  return (
    <li>
      <span class={`lamp ${kind}`} />
      <div>
        <p class="what" dir="auto">
          {what}
        </p>
        {says !== undefined && (
          <p class="says" dir="auto">
            {says}
          </p>
        )}
      </div>
      {children && <div class="end">{children}</div>}
    </li>
  )
}
