import { sql } from 'kysely'
import type { Limits } from '../calendar/window.ts'
import { statuses } from '../params/statuses.ts'
import { type At, FactsById, type KindOfFacts } from './factsById.ts'
import type { Narrow } from './found.ts'
import { KeptRows } from './keptRows.ts'
import { type Edge, isListed } from './listings/listings.days.ts'
import { unpublished } from './listings/listings.ts'
import { readNumbers } from './numbers.ts'
import { RowSet } from './rowSet.ts'
import type { EventsTable } from './tables.ts'

/** How many windows are remembered. */
const keptWindows = 8

/** The limits for the starts and ends of events. */
export type Within = Readonly<Record<Edge, Limits>>

/** An event that not every list shows to everybody, as it is not published, or has a password. */
export interface Restricted extends Readonly<Pick<EventsTable, Edge | 'status' | 'author_id'>> {
  readonly isProtected: boolean
}

/** Whether a list shows its reader such an event. */
export type Sees = (event: Restricted) => boolean

/** Which events a list shows: those of a window, and of restricted ones only what its reader sees, if any. */
export interface Shown {
  readonly within: Within
  readonly sees: Sees | undefined
}

/** The spans of events by id, NaN for those that not every list shows to everybody; and these by id. */
export interface SpansById {
  readonly starts: Float64Array
  readonly ends: Float64Array
  readonly restricted: Map<number, Restricted>
}

/**
 * Keeps when each event that lists show starts and ends: sixteen bytes an id, and a hundred for a restricted one. All are read
 * when they are first needed, and from then on those that have changed.
 */
export class Spans {
  /** The events within limits that were recently asked for more than once: above all, the window of today. */
  readonly #windows = new KeptRows(keptWindows)
  #asked: readonly string[] = []
  readonly #spans = new FactsById(spansById)

  /** Makes the filter for events that are shown, as of the moment or later; undefined where no spans are kept. */
  async narrow(shown: Shown, at: At): Promise<Narrow | undefined> {
    const known = await this.#spans.find(at)
    return known && this.#narrowBy(shown, known, at)
  }

  /** Likewise, but undefined also where all spans are yet to be read, which then begins. */
  async narrowKept(shown: Shown, at: At): Promise<Narrow | undefined> {
    const known = await this.findKept(at)
    return known && this.#narrowBy(shown, known, at)
  }

  async #narrowBy(shown: Shown, known: SpansById, at: At): Promise<Narrow> {
    const published = await this.#narrowPublished(shown.within, known, at)
    if (!shown.sees) return published
    return (events) => published(events).or(restrictedAmong(events, shown, known))
  }

  async #narrowPublished(limits: Within, known: SpansById, at: At): Promise<Narrow> {
    const isIn = isWithin(limits, known)
    const name = JSON.stringify(
      [limits.starts_at, limits.ends_at].flatMap(({ from, until }) => [from, until]),
    )
    if (!this.#isAskedAgain(name)) return (events) => events.filter(isIn)
    const all = await this.#windows.findOr(name, at.moment, {
      tell: async (ids) => ids.filter(isIn),
      find: async () => RowSet.where(known.starts.length, isIn),
    })
    return (events) => events.and(all)
  }

  /** The spans as of the moment or later; undefined where none are kept, or where all are yet to be read, which then begins. */
  async findKept(at: At): Promise<SpansById | undefined> {
    return this.#spans.findKept(at)
  }

  #isAskedAgain(name: string): boolean {
    const isAgain = this.#asked.includes(name)
    this.#asked = [name, ...this.#asked.filter((other) => other !== name)].slice(0, keptWindows)
    return isAgain
  }
}

/** Whether the event with an id is within the limits. */
export function isWithin(limits: Within, { starts, ends }: SpansById): (id: number) => boolean {
  const { from: startsFrom, until: startsUntil } = limits.starts_at
  const { from: endsFrom, until: endsUntil } = limits.ends_at
  return (id) => {
    // Where there is no span it is NaN, which is within no limits.
    const start = starts[id] ?? NaN
    const end = ends[id] ?? NaN
    return start >= startsFrom && start < startsUntil && end >= endsFrom && end < endsUntil
  }
}

/** Those of the events that are restricted and are shown nevertheless. */
function restrictedAmong(events: RowSet, shown: Shown, spans: SpansById): RowSet {
  const { restricted } = spans
  if (events.size > restricted.size) return events.and(RowSet.of([...restrictedIn(shown, spans)]))
  const isShown = isShownRestricted(shown)
  return events.filter((id) => {
    const event = restricted.get(id)
    return event !== undefined && isShown(event)
  })
}

/** The ids of all events that are restricted and are shown nevertheless. */
export function* restrictedIn(
  shown: Shown,
  { restricted }: Pick<SpansById, 'restricted'>,
): Generator<number, void, undefined> {
  if (!shown.sees) return
  const isShown = isShownRestricted(shown)
  for (const [id, event] of restricted) if (isShown(event)) yield id
}

function isShownRestricted({ within: { starts_at, ends_at }, sees }: Shown): Sees {
  return (event) =>
    event.starts_at >= starts_at.from &&
    event.starts_at < starts_at.until &&
    event.ends_at >= ends_at.from &&
    event.ends_at < ends_at.until &&
    sees?.(event) === true
}

const spansById: KindOfFacts<SpansById> = {
  empty: (length) => ({
    starts: new Float64Array(length).fill(NaN),
    ends: new Float64Array(length).fill(NaN),
    restricted: new Map(),
  }),
  read: async ({ db, dialect }, holds) => {
    const chosen = holds(sql`id`)
    const columns = sql`id, starts_at, ends_at, status, author_id`
    const [[ids = [], starts, ends], unpublishedRows, protectedRows] = await Promise.all([
      readNumbers(
        { dialect, read: db },
        [sql.ref('id'), sql.ref('starts_at'), sql.ref('ends_at')],
        sql`listings where ${chosen} and ${sql.raw(isListed('listings'))}`,
      ),
      sql<RestrictedRow>`
        select ${columns} from listings where ${chosen} and ${sql.raw(unpublished())}`.execute(db),
      sql<RestrictedRow>`
        select ${columns} from events
        where password_digest > '' and status <> 'trash' and hide_from_listings = 0 and ${chosen}`.execute(
        db,
      ),
    ])
    return (known) => {
      for (const [index, id] of ids.entries()) {
        known.starts[id] = starts?.[index] ?? NaN
        known.ends[id] = ends?.[index] ?? NaN
      }
      for (const row of unpublishedRows.rows) known.restricted.set(row.id, restrictedOf(row, false))
      for (const row of protectedRows.rows) {
        known.starts[row.id] = NaN
        known.restricted.set(row.id, restrictedOf(row, true))
      }
    }
  },
  forget: ({ starts, restricted }, id) => {
    starts[id] = NaN
    restricted.delete(id)
  },
}

type RestrictedRow = Omit<Restricted, 'isProtected'> & { readonly id: number }

function restrictedOf(row: RestrictedRow, isProtected: boolean): Restricted {
  const { starts_at, ends_at, author_id } = row
  // One text for all events rather than one for each.
  const status = statuses.find((known) => known === row.status) ?? row.status
  return { starts_at, ends_at, status, author_id, isProtected }
}
