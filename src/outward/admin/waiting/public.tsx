import { dayText, longDay, timeText } from '../dates.ts'
import { useOwnNames } from '../fieldNames.ts'
import { ownText } from '../own/declared.ts'
import { Icon, type IconName } from '../icons.tsx'
import { type EventRecord, venuesOf } from '../records.ts'
import { categoryText, colourClass } from '../terms.ts'
import { plain, t as tFrame } from '../texts.ts'
import { newOnes, type QueueItem } from './queue.ts'
import { t } from './texts.ts'

/** An event as visitors will see it. */
export function AsPublic({ item }: { readonly item: QueueItem }) {
  const { event } = item
  useOwnNames(Object.keys(event.fields ?? {}).map((name) => `fields.${name}`))
  const [category] = event.categories
  const colour = category ? colourClass(category.id) : 'c-0'
  const { venues: newVenues } = newOnes(item)
  const picture = event.image === false ? undefined : event.image
  const small = picture?.sizes?.['medium']?.url ?? picture?.url
  return (
    <article class={`as-public ${colour}`} aria-label={t('asVisitors')}>
      <div>
        {category && (
          <span class={`kind ${colour}`} dir="auto">
            {categoryText(category)}
          </span>
        )}
        <h2 dir="auto">{plain(event.title)}</h2>
        <ul class="when-where">
          <Line icon="calendar" text={whenText(event)} />
          {event.series && <Line icon="repeats" text={event.series.text || tFrame('repeats')} />}
          {venuesOf(event).map((venue) => (
            <Line
              key={venue.id}
              icon="place"
              text={plain(venue.venue)}
              isNew={newVenues.includes(plain(venue.venue))}
              more={[venue.address, venue.city].flatMap((part) => (part ? [plain(part)] : [])).join(', ')}
            />
          ))}
          {event.cost !== '' && <Line icon="ticket" text={plain(event.cost)} />}
          {event.organizer.map(({ id, organizer }) => (
            <Line key={id} icon="group" text={plain(organizer)} />
          ))}
          {event.fields && <Line icon="more" text={ownText(event.fields)} />}
        </ul>
      </div>
      {small !== undefined && (
        <figure>
          <img src={small} width="480" height="270" alt="" decoding="async" />
        </figure>
      )}
      {event.description !== '' && (
        // The service has cleaned it as for its public pages; the policy of this page lets nothing of it run.
        <div class="body" dir="auto" dangerouslySetInnerHTML={{ __html: event.description }} />
      )}
    </article>
  )
}

function Line(props: {
  readonly icon: IconName
  readonly text: string
  readonly isNew?: boolean
  readonly more?: string
}) {
  const { icon, text, isNew = false, more = '' } = props
  if (text === '') return null
  return (
    <li>
      <Icon name={icon} />
      <span dir="auto">
        {isNew ? <mark class="is-new">{text}</mark> : <b>{text}</b>}
        {more !== '' && ` · ${more}`}
      </span>
    </li>
  )
}

/** “Monday 21 December 2026, 08:00 – 10:30”. */
function whenText({ start_date: start, end_date: end, all_day }: EventRecord): string {
  const isOneDay = start.slice(0, 10) === end.slice(0, 10)
  if (all_day) return isOneDay ? `${longDay(start)}, ${t('allDay')}` : `${longDay(start)} – ${longDay(end)}`
  const last = isOneDay ? timeText(end) : `${dayText(end)}, ${timeText(end)}`
  return `${longDay(start)}, ${timeText(start)}${start === end ? '' : ` – ${last}`}`
}
