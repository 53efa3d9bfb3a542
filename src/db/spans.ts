import { sql } from 'kysely'
import type { Limits } from '../calendar/window.ts'
import { type At, FactsById, type KindOfFacts } from './factsById.ts'
import type { Narrow } from './found.ts'
import { KeptRows } from './keptRows.ts'
import { type Edge, isListed } from './listings/listings.days.ts'
import { readNumbers } from './numbers.ts'
import { RowSet } from './rowSet.ts'

/** How many windows are remembered. */
const keptWindows = 8

/** The limits for the starts and ends of events. */
export type Within = Readonly<Record<Edge, Limits>>

/** The spans of events by id, NaN for those that lists do not show to everybody. */
export interface SpansById {
  readonly starts: Float64Array
  readonly ends: Float64Array
}

/**
 * Keeps when each event that lists show to everybody starts and ends, without protected ones: sixteen bytes an id. All are
 * read when they are first needed, and from then on those that have changed.
 */
export class Spans {
  /** The events within limits that were recently asked for more than once: above all, the window of today. */
  readonly #windows = new KeptRows(keptWindows)
  #asked: readonly string[] = []
  readonly #spans = new FactsById(spansById)

  /** Makes the filter for events within the limits, as of the moment or later; undefined where no spans are kept. */
  async narrow(limits: Within, at: At): Promise<Narrow | undefined> {
    const known = await this.#spans.find(at)
    if (!known) return undefined
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

const spansById: KindOfFacts<SpansById> = {
  empty: (length) => ({
    starts: new Float64Array(length).fill(NaN),
    ends: new Float64Array(length).fill(NaN),
  }),
  read: async ({ db, dialect }, holds) => {
    const chosen = holds(sql`id`)
    const [ids = [], starts, ends] = await readNumbers(
      { dialect, read: db },
      [sql.ref('id'), sql.ref('starts_at'), sql.ref('ends_at')],
      sql`listings where ${chosen} and ${sql.raw(isListed('listings'))}`,
    )
    const protectedIds = await sql<{ id: number }>`
      select id from events where password_digest > '' and ${chosen}`.execute(db)
    return (known) => {
      for (const [index, id] of ids.entries()) {
        known.starts[id] = starts?.[index] ?? NaN
        known.ends[id] = ends?.[index] ?? NaN
      }
      for (const { id } of protectedIds.rows) known.starts[id] = NaN
    }
  },
  forget: ({ starts }, id) => {
    starts[id] = NaN
  },
}
