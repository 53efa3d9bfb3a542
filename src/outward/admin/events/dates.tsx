import { useRead } from '../kit/read.ts'
import { dayText } from '../dates.ts'
import { Icon } from '../icons.tsx'
import type { EventRecord } from '../records.ts'
import { to } from '../route.ts'
import { numberText, t as tFrame } from '../texts.ts'
import { readNextDates } from './query.ts'
import { titleOf } from '../common/title.ts'
import { t } from './texts.ts'

/** The next dates of a series, each with what can be done with it, and the way to all of them. */
export function NextDates(props: {
  readonly event: EventRecord
  readonly series: number
  readonly more: number
  /** Opens the menu of the list for the date. */
  readonly onMenu: (event: EventRecord) => void
}) {
  const { event, series, more, onMenu } = props
  // A list that was read anew may have other dates below the same one.
  const { value: page, fault } = useRead((signal) => readNextDates(event, series, signal), [event])
  if (fault !== '') return <p role="alert">{fault}</p>
  if (!page) return <p role="status">{tFrame('loading')}</p>
  return (
    <ul class="next-dates">
      {page.events.map((date) => (
        <li key={date.id} class={classesOf(date)}>
          <DateLink date={date} />
          <button
            class="quiet square"
            type="button"
            popovertarget="row-menu"
            aria-label={tFrame('moreFor', { title: `${titleOf(date)}, ${dayText(date.start_date)}` })}
            onClick={() => onMenu(date)}
          >
            <Icon name="more" />
          </button>
        </li>
      ))}
      <li class="all">
        <a href={to('events', { series })}>{t('allDates', { count: numberText(more + 1) })}</a>
      </li>
    </ul>
  )
}

function DateLink({ date }: { readonly date: EventRecord }) {
  const day = dayText(date.start_date)
  const says = [
    date.event_status === 'canceled' && tFrame('canceled'),
    (date.series?.changed.length ?? 0) > 0 && t('changedByHand'),
  ].filter((one) => one !== false)
  const name = [day, ...says].join(', ')
  return (
    <a href={to(`events/${date.id}`)} aria-label={says.length > 0 ? name : undefined} title={says.join(', ')}>
      {day}
    </a>
  )
}

/** How a date looks that is not as its rule has it. */
function classesOf({ series, event_status }: EventRecord): string {
  return [
    'date',
    (series?.changed.length ?? 0) > 0 ? 'moved' : '',
    event_status === 'canceled' ? 'is-off' : '',
  ].join(' ')
}
