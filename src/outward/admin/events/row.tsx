import { reasonOf } from '../../../fields/happening.ts'
import { useSignal } from '@preact/signals'
import { dayText, timeText, wallNow } from '../dates.ts'
import { Icon } from '../icons.tsx'
import { Later } from '../lazyScreen.tsx'
import { MenuCell } from '../parts.tsx'
import { type EventRecord, venuesOf } from '../records.ts'
import { to } from '../route.ts'
import { mayEdit } from '../session.ts'
import { categoryText, colourClass } from '../terms.ts'
import { plain, t, tn } from '../texts.ts'
import { changing, origins } from './rowTags.ts'
import { titleOf } from './title.ts'

/** One event in the list. */
export function Row(props: {
  readonly event: EventRecord
  readonly isToday: boolean
  readonly isPicked: boolean
  readonly onPick: (isPicked: boolean) => void
  readonly onMenu: (event: EventRecord) => void
  readonly onPlace: (event: EventRecord) => void
}) {
  const { event, isToday, isPicked, onPick, onMenu, onPlace } = props
  const title = titleOf(event)
  const isOff = event.event_status === 'canceled' || event.event_status === 'postponed'
  const [category] = event.categories
  const venues = venuesOf(event)
  const isPlaceMissing =
    venues.length === 0 && event.attendance_mode !== 'online' && event.status !== 'trash' && mayEdit(event)
  return (
    <tr role="row" class={isOff ? 'is-off' : undefined} data-id={event.id}>
      <td class="pick-cell" role="cell">
        <label class="pick">
          <input
            type="checkbox"
            checked={isPicked}
            aria-label={t('selectOne', { title })}
            onChange={({ currentTarget }) => onPick(currentTarget.checked)}
          />
        </label>
      </td>
      <td class="c-time num" role="cell">
        <When event={event} isToday={isToday} />
      </td>
      <th scope="row" role="rowheader">
        <p class="what">
          {event.status !== 'trash' ? (
            <a href={to(`events/${event.id}`)} dir="auto">
              {title}
            </a>
          ) : (
            <span dir="auto">{title}</span>
          )}{' '}
          {event.featured && (
            <span class="tag">
              <Icon name="star" />
              {t('featured')}
            </span>
          )}
        </p>
        <Under event={event} onMenu={onMenu} />
      </th>
      <td role="cell" class="c-place" dir="auto">
        {venues.map(({ venue }) => plain(venue)).join(', ')}
        {isPlaceMissing && (
          <button class="text" type="button" popovertarget="sorting" onClick={() => onPlace(event)}>
            {t('addPlace')}
          </button>
        )}
      </td>
      <td role="cell" class="c-cat">
        {category && (
          <span class={`kind ${colourClass(category.id)}`} dir="auto">
            {categoryText(category)}
          </span>
        )}
      </td>
      <td role="cell" class="c-state">
        <State event={event} />
      </td>
      <MenuCell title={title} onOpen={() => onMenu(event)} />
    </tr>
  )
}

function When({ event, isToday }: { readonly event: EventRecord; readonly isToday: boolean }) {
  const { start_date: start, end_date: end, all_day: isAllDay } = event
  const isOneDay = start.slice(0, 10) === end.slice(0, 10)
  if (isAllDay) {
    return (
      <>
        <b>{dayText(start)}</b> <br />
        <span class="dim">{isOneDay ? t('allDay') : `– ${dayText(end)}`}</span>
      </>
    )
  }
  // What began earlier is under “today” too, and needs its day.
  const isBrief = isToday && start.slice(0, 10) === wallNow().slice(0, 10)
  return (
    <>
      <b>{isBrief ? timeText(start) : `${dayText(start)}, ${timeText(start)}`}</b> <br />
      {start !== end && <span class="dim">– {isOneDay ? timeText(end) : dayText(end)}</span>}
    </>
  )
}

function Under(props: { readonly event: EventRecord; readonly onMenu: (event: EventRecord) => void }) {
  const { event, onMenu } = props
  const isOpen = useSignal(false)
  const { series, organizer } = event
  const reason = reasonOf(event)
  const names = organizer.map(({ organizer: name }) => plain(name)).join(', ')
  return (
    <>
      {reason && (
        <div class="under">
          <span dir="auto">{reason}</span>
        </div>
      )}
      {series && (
        <div class="under">
          <span class="often">
            <Icon name="repeats" />
            <span dir="auto">{series.text || t('repeats')}</span>
          </span>
          {series.more ? (
            <details
              class="more"
              onToggle={({ currentTarget }) => {
                isOpen.value = currentTarget.open
              }}
            >
              <summary>
                {tn('moreDates', series.more)}
                <Icon name="down" />
              </summary>
              {isOpen.value && (
                <Later load={loadNextDates} with={{ event, series: series.id, more: series.more, onMenu }} />
              )}
            </details>
          ) : null}
        </div>
      )}
      {names !== '' && (
        <div class="under">
          <span dir="auto">{names}</span>
        </div>
      )}
    </>
  )
}

// The dates of a series are asked for, and shown, once somebody unfolds them.
const loadNextDates = () => import('./dates.tsx').then(({ NextDates }) => NextDates)

/** What is to be said of an event: nothing of one that is public and takes place. */
function State({ event }: { readonly event: EventRecord }) {
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
