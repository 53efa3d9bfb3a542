import { epochSeconds } from '../../pure/calendar/text.ts'
import { flagOf, searchText } from '../posts/posts.write.ts'
import { costKind } from '../../pure/text/costKind.ts'
import { happeningColumns, nothingHappens } from './events.happening.ts'
import type { UpdateEvent } from './events.params.ts'
import type { EventRow } from './events.row.ts'

/** The values of a new event for everything that was not sent. Wire: maps are off (`wire-events.md` 2.9). */
export const blankEvent = {
  excerpt: '',
  cost: '[]',
  cost_kind: 0,
  website: null,
  show_map: 0,
  show_map_link: 0,
  hide_from_listings: 0,
  sticky: 0,
  featured: 0,
  post_parent: null,
  sequence: 0,
  ...nothingHappens,
  series_id: null,
  series_key: null,
  series_changed: '[]',
} as const satisfies Partial<EventRow>

/** Flags that are stored as they are sent. */
const flags = ['show_map', 'show_map_link', 'hide_from_listings', 'sticky', 'featured'] as const

/** The columns of the event’s own table that were sent, as stored; `cleared` stands for a website that was cleared. */
export function ownColumns(sent: UpdateEvent, cleared: '' | null): Partial<EventRow> {
  const { excerpt, cost, website, post_parent } = sent
  return {
    ...Object.fromEntries(
      flags.flatMap((name) => (sent[name] === undefined ? [] : [[name, flagOf(sent[name])]])),
    ),
    ...(excerpt === undefined ? {} : { excerpt: excerpt ?? '' }),
    ...(cost === undefined ? {} : { cost: JSON.stringify(cost), cost_kind: costKind(cost) }),
    ...(website === undefined ? {} : { website: website ?? cleared }),
    ...(post_parent === undefined ? {} : { post_parent }),
    ...happeningColumns(sent),
  }
}

/** Subscribers to feeds must learn of changes to these: they raise the event’s `sequence` (RFC 5545, 3.8.7.4). */
export const decisive = [
  'starts_at',
  'ends_at',
  'timezone',
  'all_day',
  'status',
  'event_status',
  'attendance_mode',
] as const

/** When the event came into the trash, if it is there or about to be. */
export function trashedAt(
  stored: EventRow | undefined,
  status: EventRow['status'],
  { now }: { readonly now: Temporal.Instant },
): number | null {
  if (status !== 'trash') return null
  return stored?.status === 'trash' ? stored.trashed_at : epochSeconds(now)
}

/** The folded text in which searches look for an event. */
export function foldedOf(event: Pick<EventRow, 'title' | 'excerpt' | 'description'>): string {
  return searchText([event.title, event.excerpt, event.description])
}
