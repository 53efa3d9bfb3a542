import { dayText, timeText } from '../dates.ts'
import { Icon } from '../icons.tsx'
import type { Columns } from '../kit/columns.tsx'
import { ownColumns } from '../own/columns.tsx'
import { type EventRecord, venuesOf } from '../records.ts'
import { to } from '../route.ts'
import { mayEdit } from '../session.ts'
import { categoryText, colourClass } from '../terms.ts'
import { plain, t } from '../texts.ts'
import { GuestsChip } from './guestsChip.tsx'
import { isUnderToday } from './groups.ts'
import { addressOf } from './query.ts'
import type { Shown } from './shown.ts'
import { State } from '../common/stateTags.tsx'
import { titleOf } from '../common/title.ts'
import { Under } from './under.tsx'

/** What the list shows of events. `onPlace` is called when a place is to be set, from the button that opens what asks for it. */
export function columnsOf(shown: Shown, onPlace: (event: EventRecord) => void): Columns<EventRecord> {
  return [
    {
      head: t('when'),
      class: 'c-time',
      cellClass: 'num',
      sort: sortBy(shown, 'when'),
      show: (event) => <When event={event} isBrief={isUnderToday(shown, event)} />,
    },
    {
      head: t('event'),
      isName: true,
      sort: sortBy(shown, 'title'),
      show: (event, point) => <What event={event} onMenu={point} />,
    },
    {
      head: t('place'),
      class: 'c-place',
      dir: 'auto',
      show: (event) => <Places event={event} onPlace={onPlace} />,
    },
    { head: t('category'), class: 'c-cat', show: (event) => <Category event={event} /> },
    ...ownColumns<EventRecord>('event'),
    { head: t('state'), class: 'c-state', show: (event) => <State event={event} /> },
  ]
}

/** Once upwards, then downwards. */
function sortBy(shown: Shown, by: 'when' | 'title') {
  const usual = shown.tab === 'past' ? '-when' : shown.tab === 'trash' ? undefined : 'when'
  const now = shown.order ?? usual
  const next = now === by ? (`-${by}` as const) : by
  const order = next === usual ? undefined : next
  return {
    href: to('events', addressOf({ ...shown, order, page: 1 })),
    is: now === by ? ('ascending' as const) : now === `-${by}` ? ('descending' as const) : undefined,
  }
}

function When({ event, isBrief }: { readonly event: EventRecord; readonly isBrief: boolean }) {
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
  return (
    <>
      <b>{isBrief ? timeText(start) : `${dayText(start)}, ${timeText(start)}`}</b> <br />
      {start !== end && <span class="dim">– {isOneDay ? timeText(end) : dayText(end)}</span>}
    </>
  )
}

function What({
  event,
  onMenu,
}: {
  readonly event: EventRecord
  readonly onMenu: (event: EventRecord) => void
}) {
  const title = titleOf(event)
  return (
    <>
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
        )}{' '}
        <GuestsChip event={event} />
      </p>
      <Under event={event} onMenu={onMenu} />
    </>
  )
}

function Places({
  event,
  onPlace,
}: {
  readonly event: EventRecord
  readonly onPlace: (event: EventRecord) => void
}) {
  const venues = venuesOf(event)
  const isMissing =
    venues.length === 0 && event.attendance_mode !== 'online' && event.status !== 'trash' && mayEdit(event)
  return (
    <>
      {venues.map(({ venue }) => plain(venue)).join(', ')}
      {isMissing && (
        <button class="text" type="button" popovertarget="sorting" onClick={() => onPlace(event)}>
          {t('addPlace')}
        </button>
      )}
    </>
  )
}

function Category({
  event: {
    categories: [category],
  },
}: {
  readonly event: EventRecord
}) {
  return (
    category && (
      <span class={`kind ${colourClass(category.id)}`} dir="auto">
        {categoryText(category)}
      </span>
    )
  )
}
