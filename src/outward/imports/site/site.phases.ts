import { nameOf } from '../imports.keys.ts'
import type { ImportRecord, SourceKey, Unreadable } from '../imports.record.ts'
import type { Listing } from './site.pages.ts'
import { readEvent, readOrganizer, readTerm, readVenue, type SiteFacts } from './site.record.ts'

/** What a record of a site was read as, with the images that come before it. */
export type Read = ImportRecord | Unreadable

export type SiteKind = 'category' | 'tag' | 'venue' | 'organizer' | 'event'

/** A list of the site, and how its records are read. */
export interface Phase extends Listing {
  /** By which it is found again when a run goes on. */
  readonly name: string
  readonly kind: SiteKind
}

/** How the records of a kind are read, and where each of them is found. */
export const kindsOfSite: Readonly<
  Record<SiteKind, { path: string; key: string; read: (value: unknown, facts: SiteFacts) => Read[] }>
> = {
  category: { path: '/categories', key: 'categories', read: (value) => [readTerm('category', value)] },
  tag: { path: '/tags', key: 'tags', read: (value) => [readTerm('tag', value)] },
  venue: { path: '/venues', key: 'venues', read: readVenue },
  organizer: { path: '/organizers', key: 'organizers', read: readOrganizer },
  event: { path: '/events', key: 'events', read: readEvent },
}

/** Events of all times: a list without dates has only those of the next two years (`wire-events.md` 5.2). */
const allTimes = { start_date: '1000-01-01 00:00:00', end_date: '9000-12-31 23:59:59' }

/**
 * The lists of a site, linked records before those that link to them. Each status is listed by itself: where none is asked for,
 * records of the same date have no order, so that pages overlap and some records are on none. Unused terms are only listed when
 * asked for.
 */
export function phasesOf({
  isAuthenticated,
  isKalends,
  beside,
}: {
  readonly isAuthenticated: boolean
  readonly isKalends: boolean
  readonly beside: string | undefined
}): readonly Phase[] {
  const statuses = isAuthenticated ? ['publish', 'future', 'draft', 'pending', 'private'] : ['publish']
  // Another Kalends shows its trash to those who may edit what is there, and says more of events to those who may edit them.
  const isToldAll = isAuthenticated && isKalends
  if (isToldAll) statuses.push('trash')
  const toEdit = isToldAll ? { context: 'edit' } : {}
  const terms = (['category', 'tag'] as const).map((kind): Phase => {
    const { path, key } = kindsOfSite[kind]
    return { name: kind, kind, path, key, isOptional: true, query: { hide_empty: '0' }, beside }
  })
  const posts = (['venue', 'organizer', 'event'] as const).flatMap((kind) =>
    statuses.map((status): Phase => {
      const { path, key } = kindsOfSite[kind]
      const query = { ...(kind === 'event' ? { ...allTimes, ...toEdit } : {}), status }
      return {
        name: `${kind} ${status}`,
        kind,
        path,
        key,
        isOptional: kind !== 'event' || status !== 'publish',
        query,
        beside,
      }
    }),
  )
  return [...terms, ...posts]
}

/** The records that a run has found, by name. */
export class Seen {
  readonly #names = new Set<string>()
  readonly #counts = new Map<string, number>()

  constructor(keys: readonly SourceKey[]) {
    for (const key of keys) this.add(key)
  }

  /** The largest id among those that were found. */
  largest = 0

  has(key: SourceKey): boolean {
    return this.#names.has(nameOf(key))
  }

  /** Ones that could not be read count as found, too. */
  add(record: Pick<Read, 'kind' | 'key'>): void {
    if (record.key === '' || this.has(record)) return
    this.#names.add(nameOf(record))
    if (/^\d{1,15}$/.test(record.key)) this.largest = Math.max(this.largest, Number(record.key))
    this.#counts.set(record.kind, this.count(record.kind) + 1)
  }

  count(kind: string): number {
    return this.#counts.get(kind) ?? 0
  }

  /** How many records there are, images too. */
  get size(): number {
    return this.#names.size
  }
}

/** Categories with each parent before its children. */
export function parentsFirst(all: readonly Read[]): Read[] {
  const byKey = new Map(all.map((record) => [record.key, record]))
  const placed = new Set<Read>()
  for (const record of all) {
    const line = new Set<Read>()
    let next: Read | undefined = record
    // A loop of categories ends where it began.
    while (next && !placed.has(next) && !line.has(next)) {
      line.add(next)
      next = 'parent' in next && typeof next.parent === 'string' ? byKey.get(next.parent) : undefined
    }
    for (const each of [...line].toReversed()) placed.add(each)
  }
  return [...placed]
}
