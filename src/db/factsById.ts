import { setImmediate } from 'node:timers/promises'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Moment } from './changes.ts'
import type { Dialect, Reader } from './dialect.ts'

/** How many ids are read at a time; requests are served in between. */
const readAtOnce = 10_000

/** Up to this largest id, or this many ids for each event, facts are kept by id. */
const dense = { ids: 2 ** 20, anEvent: 16 } as const

/** The reader, and the changes that it must see at least. */
export interface At {
  readonly db: Reader
  readonly dialect: Dialect
  readonly moment: Moment
}

/** What is kept of each event, in arrays by id, and how it is read. */
export interface KindOfFacts<Facts> {
  /** Those of no event, with room for ids less than the length. */
  empty(length: number): Facts
  /** Reads those of events for whose id the condition holds, and answers the function that stores them. */
  read(at: At, holds: (id: RawBuilder<unknown>) => RawBuilder<SqlBool>): Promise<(facts: Facts) => void>
  /** Stores that there is no such event. */
  forget(facts: Facts, id: number): void
}

interface Known<Facts> {
  /** Undefined where the largest id is too large for the number of events, so that none are kept. */
  readonly facts: Facts | undefined
  /** All ids that there is room for are less. */
  readonly end: number
  upTo: number
}

interface Outdated<Facts> {
  readonly known: Known<Facts>
  readonly ids: readonly number[]
}

/** Keeps facts of all events in memory: all are read once, and from then on those of events that have changed. */
export class FactsById<Facts> {
  readonly #kind: KindOfFacts<Facts>
  #known: Known<Facts> | undefined
  #reading: Promise<void> | undefined

  constructor(kind: KindOfFacts<Facts>) {
    this.#kind = kind
  }

  /** The facts as of the moment or later; undefined where none are kept. */
  async find(at: At): Promise<Facts | undefined> {
    for (;;) {
      const known = this.#known
      if (known && known.upTo >= at.moment.last) return known.facts
      const outdated = this.#outdated(at)
      if (outdated) await this.#catchUp(outdated, at)
      else await this.#readOnce(at)
    }
  }

  /** Likewise, but undefined also where all would have to be read: this begins it, for who asks later. */
  async findKept(at: At): Promise<Facts | undefined> {
    if (this.#outdated(at)) return this.find(at)
    const known = this.#known
    // Whether ids still have large gaps is found out when more changes have been missed than are known.
    if (known && !known.facts && at.moment.changedSince(known.upTo)) return undefined
    // Who asks next begins anew if it fails.
    this.#readOnce(at).catch(() => {})
    return undefined
  }

  /** What is known, and the events of which it is to be read again; undefined where that is all. */
  #outdated({ moment }: At): Outdated<Facts> | undefined {
    const known = this.#known
    const ids = known && moment.changedSince(known.upTo)
    return known && ids?.every((id) => id < known.end) ? { known, ids } : undefined
  }

  async #catchUp({ known, ids }: Outdated<Facts>, at: At): Promise<void> {
    const { upTo, facts } = known
    const put =
      ids.length > 0 ? await this.#kind.read(at, (id) => sql`${id} in (${sql.join(ids)})`) : undefined
    // Another caller may have read a newer state meanwhile.
    if (known.upTo !== upTo) return
    if (facts) {
      for (const id of ids) this.#kind.forget(facts, id)
      put?.(facts)
    }
    known.upTo = at.moment.last
  }

  async #readOnce(at: At): Promise<void> {
    await (this.#reading ??= this.#read(at).finally(() => (this.#reading = undefined)))
  }

  async #read(at: At): Promise<void> {
    const { rows } = await sql<{ largest: number | null; events: number }>`
      select max(id) as largest, count(*) as events from events`.execute(at.db)
    const { largest, events } = { largest: rows[0]?.largest ?? 0, events: rows[0]?.events ?? 0 }
    const isSparse = largest > dense.ids + dense.anEvent * events
    // With room for an eighth more, so that new events do not take reading all facts again.
    const end = isSparse ? 0 : Math.ceil((largest * 9) / 8) + readAtOnce
    const facts = isSparse ? undefined : this.#kind.empty(end)
    if (facts) await this.#readAll(facts, largest, at)
    this.#known = { facts, end, upTo: at.moment.last }
  }

  async #readAll(facts: Facts, largest: number, at: At): Promise<void> {
    for (let first = 0; first <= largest; first += readAtOnce) {
      const put = await this.#kind.read(at, (id) => sql`${id} between ${first} and ${first + readAtOnce - 1}`)
      put(facts)
      await setImmediate()
    }
  }
}
