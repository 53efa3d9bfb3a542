import { ask } from '../api.ts'
import { dayText, ever, timeText, wallNow } from '../dates.ts'
import { type EventPage, type EventRecord, type Status, venuesOf } from '../records.ts'
import { plain } from '../texts.ts'

/** What waits: an event that somebody sent for approval. What the public sends becomes another source of this. */
export interface QueueItem {
  readonly source: 'event'
  readonly event: EventRecord
  /** Who sent it; empty where that is not known. */
  readonly who: string
}

/** The most that is shown at once: more than anybody decides in one go. */
const most = 100

/** Asks for what waits, the oldest first. Throws what {@link ask} throws. */
export async function readQueue(signal?: AbortSignal): Promise<readonly QueueItem[]> {
  const { body } = await ask<EventPage>('events', {
    query: {
      status: 'pending',
      starts_after: ever,
      collapse: 'series',
      orderby: 'modified',
      order: 'asc',
      per_page: most,
      context: 'edit',
    },
    signal,
  })
  return body.events.map((event) => ({ source: 'event', event, who: event.author_name ?? '' }))
}

/** The number of an item, for its address. */
export function idOf({ event }: QueueItem): number {
  return event.id
}

/** How many dates an item has. */
export function datesOf({ event }: QueueItem): number {
  return event.series ? (event.series.more ?? 0) + 1 : 1
}

/** Makes it public, all dates of a series. Throws what {@link ask} throws. */
export async function approve({ event }: QueueItem): Promise<void> {
  await setStatus(event, 'publish')
}

/** Lets it wait again. Throws what {@link ask} throws. */
export async function takeBack({ event }: QueueItem): Promise<void> {
  await setStatus(event, 'pending')
}

async function setStatus({ id, series }: EventRecord, status: Status): Promise<void> {
  await ask(`events/${id}`, { method: 'POST', json: { status, ...(series ? { scope: 'all' } : {}) } })
}

/** Why something is not taken. */
export const reasons = ['duplicate', 'not_public', 'elsewhere', 'advertising', 'incomplete', 'other'] as const
export type Reason = (typeof reasons)[number]

interface Told {
  readonly mailed: boolean
}

/** Gives it back to its author as a draft, with a reason; answers whether a mail goes. Throws what {@link ask} throws. */
export async function reject({ event }: QueueItem, reason: Reason, message: string): Promise<boolean> {
  const { body } = await ask<Told>(`events/${event.id}/reject`, { method: 'POST', json: { reason, message } })
  return body.mailed
}

/** Asks its author something, by mail. Throws what {@link ask} throws. */
export async function question({ event }: QueueItem, message: string): Promise<boolean> {
  const { body } = await ask<Told>(`events/${event.id}/ask`, { method: 'POST', json: { message } })
  return body.mailed
}

/** An event that may be the same as one that waits; texts are plain. */
export interface Alike {
  readonly id: number
  readonly title: string
  readonly start_date: string
  readonly isAllDay: boolean
  readonly venues: readonly string[]
}

/** How many letters a word has at least that is searched for, and how many days around. */
const [shortest, around] = [4, 7]

/** Other events of those days with the same words in their titles. Throws what {@link ask} throws. */
export async function likeIt(
  { event }: QueueItem,
  addDays: (day: string, days: number) => string,
  signal: AbortSignal,
): Promise<readonly Alike[]> {
  const words = (plain(event.title).match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => word.length >= shortest)
  if (words.length === 0) return []
  const day = event.start_date.slice(0, 10)
  const { body } = await ask<EventPage>('events', {
    query: {
      search: words.join(' '),
      start_date: addDays(day, -around),
      end_date: addDays(day, around),
      status: ['publish', 'future', 'draft', 'pending'],
      per_page: 4,
    },
    signal,
  })
  const isOther = (other: EventRecord) =>
    other.id !== event.id && (event.series === undefined || other.series?.id !== event.series.id)
  return body.events
    .filter(isOther)
    .slice(0, 2)
    .map((other) => ({
      id: other.id,
      title: plain(other.title),
      start_date: other.start_date,
      isAllDay: other.all_day === true,
      venues: venuesOf(other).map(({ venue }) => plain(venue)),
    }))
}

function isNew({ status }: { readonly status: Status }): boolean {
  return status !== 'publish'
}

/** Places and organizers that nobody else sees yet. */
export function newOnes({ event }: QueueItem): { readonly venues: string[]; readonly organizers: string[] } {
  return {
    venues: venuesOf(event)
      .filter(isNew)
      .map(({ venue }) => plain(venue)),
    organizers: event.organizer.filter(isNew).map(({ organizer }) => plain(organizer)),
  }
}

/** When it was sent: the time today, else the day. */
export function sentText({ event: { modified } }: QueueItem): string {
  return modified.slice(0, 10) === wallNow().slice(0, 10) ? timeText(modified) : dayText(modified)
}
