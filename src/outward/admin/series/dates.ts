import { type Asked, ask } from '../api.ts'
import { untrashed } from '../common/statuses.ts'
import { ever, wallNow } from '../dates.ts'
import type { Scope } from '../common/deed.ts'
import type { EventPage, EventRecord } from '../records.ts'
import type { Dated } from './span.ts'

/** When something was, and when it will be. */
export interface Move {
  readonly from: Omit<Dated, 'id'>
  readonly to: Omit<Dated, 'id'>
}

/** Some dates of a series: how many there are, and the first of them. */
export interface Dates {
  readonly total: number
  readonly first: readonly (Dated & Pick<EventRecord, 'series'>)[]
}

/** The most dates that are named. */
export const mostNamed = 5

async function readDates(query: NonNullable<Asked['query']>): Promise<Dates> {
  const { body } = await ask<EventPage>('events', {
    query: { orderby: 'start_date', per_page: mostNamed, status: untrashed, ...query },
  })
  return { total: body.total, first: body.events }
}

/** The dates with some ids. Throws what {@link ask} throws. */
export async function datesWith(ids: readonly number[]): Promise<Dates> {
  if (ids.length === 0) return { total: 0, first: [] }
  // Later dates have higher ids, but for what was added: more than are named need not be asked for.
  const found = await readDates({ include: ids.slice(0, mostNamed) })
  return { ...found, total: ids.length }
}

/** The most dates that an answer has. */
const mostAsked = 100

/**
 * What was tried, without those among the changed ones that have all of the fields `names` by themselves: nothing of them changes. Throws
 * what {@link ask} throws.
 */
export async function reallyChanged<
  Tried extends { readonly changed: readonly number[]; readonly held?: readonly number[] },
>(tried: Tried, names: readonly string[]): Promise<Tried> {
  const { held = [] } = tried
  if (held.length === 0) return tried
  const { first } = await readDates({ include: held.slice(0, mostAsked), per_page: mostAsked })
  const idle = first.filter(({ series }) => names.every((name) => series?.changed.includes(name)))
  return { ...tried, changed: tried.changed.filter((one) => !idle.some(({ id }) => id === one)) }
}

/** The dates of a series that a change of some of them leaves as they are: over or begun, before those that are meant, or all others. */
export type Staying = Readonly<Partial<Record<'past' | 'before' | 'others', Dates>>>

/** Which dates of its series stay where an event is changed, with others or alone. Throws what {@link ask} throws. */
export async function stayingBy(
  { id, start_date, series }: Pick<EventRecord, 'id' | 'start_date' | 'series'>,
  scope: Scope,
): Promise<Staying> {
  const now = wallNow()
  const within = (query: NonNullable<Asked['query']>) =>
    readDates({ post_parent: series?.id, strict_dates: true, ...query })
  if (scope === 'this') {
    const { total } = await within({ starts_after: `${ever} 00:00:00`, per_page: 1 })
    return { others: { total: total - 1, first: [] } }
  }
  const [past, before] = await Promise.all([
    within({ starts_before: now, order: 'desc' }),
    scope === 'following' && start_date > now
      ? within({ starts_after: now, starts_before: start_date })
      : undefined,
  ])
  return { past: withFirst(past), ...(before && { before: without(before, id) }) }
}

/** Those named last to first stand as the clock has them. */
function withFirst({ total, first }: Dates): Dates {
  return { total, first: first.toReversed() }
}

function without({ total, first }: Dates, id: number): Dates {
  const others = first.filter((one) => one.id !== id)
  return { total: total - (first.length - others.length), first: others }
}

/** When a date is that is moved as another one was: its start by as much, and with the length that that one got. */
export function movedAs(one: Dated, { from, to }: Move): Omit<Dated, 'id'> {
  const start = instantOf(one.start_date) + instantOf(to.start_date) - instantOf(from.start_date)
  const end = start + instantOf(to.end_date) - instantOf(to.start_date)
  return { start_date: wallOf(start), end_date: wallOf(end), all_day: to.all_day }
}

// Clocks without zones.
function instantOf(wall: string): number {
  return Date.parse(`${wall.replace(' ', 'T')}Z`)
}

function wallOf(instant: number): string {
  return new Date(instant).toISOString().slice(0, 19).replace('T', ' ')
}
