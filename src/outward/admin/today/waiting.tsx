import { ask } from '../api.ts'
import { addDays, dayText, ever, timeText, wallNow } from '../dates.ts'
import { titleOf } from '../common/title.ts'
import { sinceText, wallAt } from '../moments.ts'
import { Face } from '../parts.tsx'
import { Chips } from '../proposals/chips.tsx'
import { nameOf, type Submission } from '../proposals/proposals.ask.ts'
import { t as tp } from '../proposals/texts.ts'
import { type EventPage, type EventRecord, venuesOf } from '../records.ts'
import { to } from '../route.ts'
import { apart, line, plain, tn as tnFrame } from '../texts.ts'
import { whenOf } from './parts.tsx'
import { t, tn } from './texts.ts'

/** How many of what waits is named. */
export const mostWaiting = 5

/** Events that wait for approval, the oldest first. Throws what {@link ask} throws. */
export async function readPending(perPage: number): Promise<EventPage> {
  const { body } = await ask<EventPage>('events', {
    query: {
      status: 'pending',
      starts_after: ever,
      collapse: 'series',
      orderby: 'modified',
      order: 'asc',
      per_page: perPage,
      context: 'edit',
    },
  })
  return body
}

/** What waits, the oldest first: events of those who may not publish, and proposals of the public. */
export function Waiting(props: {
  readonly events: EventPage | undefined
  readonly proposals: readonly Submission[] | undefined
}) {
  const { events, proposals } = props
  if (!events || !proposals) return <p role="status" />
  const lines = [...events.events.map(lineOfEvent), ...proposals.map(lineOfProposal)].toSorted((one, other) =>
    one.since.localeCompare(other.since),
  )
  if (lines.length === 0) return <p class="dim">{t('nothingWaits')}</p>
  return (
    <ul class="items">
      {lines.slice(0, mostWaiting).map(({ href, title, who, says, since, note, day, tags }) => (
        <li key={href}>
          <Face of={who} isNobody={who === ''} />
          <div>
            <p class="what">
              <a href={href} dir="auto">
                {title}
              </a>
            </p>
            <p class="says" dir="auto">
              {line(...says, who)} · <b>{sinceText(since)}</b>
            </p>
            {note !== '' && (
              <p class="says note" dir="auto">
                {note}
              </p>
            )}
          </div>
          <div class="end tags">
            {isSoon(day) && <span class="tag warn">{dayText(day)}</span>}
            {tags}
          </div>
        </li>
      ))}
    </ul>
  )
}

function lineOfEvent(event: EventRecord) {
  const dates = event.series ? (event.series.more ?? 0) + 1 : 1
  return {
    href: to(`waiting/${event.id}`),
    title: titleOf(event),
    who: event.author_name ?? '',
    says: [whenOf(event), ...venuesOf(event).map(({ venue }) => plain(venue))],
    since: event.modified,
    note: event.review_note ?? '',
    day: event.start_date.slice(0, 10),
    tags: dates > 1 && <span class="tag">{tnFrame('dates', dates)}</span>,
  }
}

function lineOfProposal(item: Submission) {
  const { id, kind, title, created, fields, changes, event, note } = item
  const start = typeof fields['start_date'] === 'string' ? fields['start_date'] : ''
  const when = start === '' ? '' : `${dayText(start)}, ${timeText(start)}`
  return {
    href: to(`proposals/${id}`),
    title,
    who: nameOf(item),
    says:
      kind === 'new'
        ? [when, placeIn(fields)]
        : [tp(kind === 'change' ? 'changeOf' : 'reportOf', { title: apart(plain(event?.title ?? title)) })],
    since: wallAt(created),
    note,
    day: start.slice(0, 10),
    tags: (
      <>
        {kind === 'change' && <span class="tag">{tn('changes', changes)}</span>}
        <Chips item={item} />
      </>
    ),
  }
}

/** The name of the place that is proposed, where it is a new one. */
function placeIn({ venue }: Submission['fields']): string {
  const [first] = Array.isArray(venue) ? (venue as readonly { readonly venue?: unknown }[]) : []
  return typeof first?.venue === 'string' ? plain(first.venue) : ''
}

/** Whether a day is so near that it presses. */
function isSoon(day: string): boolean {
  const today = wallNow().slice(0, 10)
  return day >= today && day <= addDays(today, 1)
}
