import { setImmediate } from 'node:timers/promises'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Limits } from '../calendar/window.ts'
import type { Moment } from './changes.ts'
import type { Dialect, Reader } from './dialect.ts'
import { type Edge, isListed } from './listings/listings.days.ts'
import type { Narrow } from './found.ts'
import { KeptRows } from './keptRows.ts'
import { RowSet } from './rowSet.ts'

/** How many ids are read at a time; requests are served in between. */
const readAtOnce = 10_000

/** Up to this largest id, or this many ids for each event, spans are kept by id: in 16 MB, or 256 bytes an event. */
const dense = { ids: 2 ** 20, anEvent: 16 } as const

/** How many windows are remembered. */
const keptWindows = 8

/** The limits for the starts and ends of events. */
export type Within = Readonly<Record<Edge, Limits>>

/** The spans of events by id, without those that lists do not show to everybody. */
interface Known {
  readonly starts: Float64Array
  readonly ends: Float64Array
  /** Whether the largest id is too large for the number of events, so that no spans are kept. */
  readonly isSparse: boolean
  upTo: number
}

/** The reader, and the changes that it must see at least. */
interface At {
  readonly db: Reader
  readonly dialect: Dialect
  readonly moment: Moment
}

/**
 * Keeps when each event that lists show to everybody starts and ends, without protected ones: sixteen bytes an id. All are
 * read when they are first needed, and from then on those that have changed.
 */
export class Spans {
  /** The events within limits that were recently asked for more than once: above all, the window of today. */
  readonly #windows = new KeptRows(keptWindows)
  #asked: readonly string[] = []
  #known: Known | undefined
  #reading: Promise<void> | undefined

  /** Makes the filter for events within the limits, as of the moment or later; undefined where no spans are kept. */
  async narrow(limits: Within, at: At): Promise<Narrow | undefined> {
    const known = await this.#knownAt(at)
    if (known.isSparse) return undefined
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

  #isAskedAgain(name: string): boolean {
    const isAgain = this.#asked.includes(name)
    this.#asked = [name, ...this.#asked.filter((other) => other !== name)].slice(0, keptWindows)
    return isAgain
  }

  async #knownAt(at: At): Promise<Known> {
    for (;;) {
      const known = this.#known
      if (known && known.upTo >= at.moment.last) return known
      const changed = known && at.moment.changedSince(known.upTo)
      if (changed && changed.every((id) => id < known.starts.length)) await this.#catchUp(known, changed, at)
      else await (this.#reading ??= this.#read(at).finally(() => (this.#reading = undefined)))
    }
  }

  async #catchUp(known: Known, changed: readonly number[], at: At): Promise<void> {
    const { upTo } = known
    const put = await readSpans(at, sql`id in (${sql.join([...new Set(changed)])})`)
    // Another caller may have read a newer state meanwhile.
    if (known.upTo !== upTo) return
    for (const id of changed) known.starts[id] = NaN
    put(known)
    known.upTo = at.moment.last
  }

  async #read(at: At): Promise<void> {
    const { rows } = await sql<{ largest: number | null; events: number }>`
      select max(id) as largest, count(*) as events from events`.execute(at.db)
    const largest = rows[0]?.largest ?? 0
    const known = emptyFor(largest, rows[0]?.events ?? 0, at.moment)
    const end = known.isSparse ? 0 : largest + 1
    for (let first = 0; first < end; first += readAtOnce) {
      const put = await readSpans(at, sql`id between ${first} and ${first + readAtOnce - 1}`)
      put(known)
      await setImmediate()
    }
    this.#known = known
  }
}

function isWithin(limits: Within, { starts, ends }: Pick<Known, 'starts' | 'ends'>): (id: number) => boolean {
  const { from: startsFrom, until: startsUntil } = limits.starts_at
  const { from: endsFrom, until: endsUntil } = limits.ends_at
  return (id) => {
    // Where there is no span it is NaN, which is within no limits.
    const start = starts[id] ?? NaN
    const end = ends[id] ?? NaN
    return start >= startsFrom && start < startsUntil && end >= endsFrom && end < endsUntil
  }
}

/** With room for an eighth more, so that new events do not take reading all spans again. */
function emptyFor(largest: number, events: number, { last }: Moment): Known {
  const isSparse = largest > dense.ids + dense.anEvent * events
  const length = isSparse ? 0 : Math.ceil((largest * 9) / 8) + readAtOnce
  const [starts, ends] = [new Float64Array(length).fill(NaN), new Float64Array(length).fill(NaN)]
  return { starts, ends, isSparse, upTo: last }
}

/** Reads the spans of listed events, and answers the function that stores them. */
async function readSpans({ db, dialect }: At, chosen: RawBuilder<SqlBool>): Promise<(known: Known) => void> {
  const columns = ['id', 'starts_at', 'ends_at'] as const
  const { rows } = await sql<Record<(typeof columns)[number], string>>`
    select ${sql.join(columns.map((name) => sql`${dialect.numbersOf(sql.ref(name))} as ${sql.ref(name)}`))}
    from listings where ${chosen} and ${sql.raw(isListed('listings'))}`.execute(db)
  const protectedIds = await sql<{ id: number }>`
    select id from events where password_digest > '' and ${chosen}`.execute(db)
  const [ids = [], starts, ends] = columns.map((name) => JSON.parse(rows[0]?.[name] ?? '[]') as number[])
  return (known) => {
    for (const [index, id] of ids.entries()) {
      known.starts[id] = starts?.[index] ?? NaN
      known.ends[id] = ends?.[index] ?? NaN
    }
    for (const { id } of protectedIds.rows) known.starts[id] = NaN
  }
}
