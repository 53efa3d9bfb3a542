import { setImmediate } from 'node:timers/promises'
import type { Connection, Submittable } from 'pg'
import { type PostgresLease, type PostgresLimits, PostgresPool } from './postgres.pool.ts'
import type { Told } from './postgres.prepared.ts'
import { holds_ms } from './postgres.writers.ts'
import { DatabaseAway } from '../unavailable.ts'

/**
 * Reads the revision of a server, which decides whether kept answers are valid. One query runs at a time, and all who ask
 * meanwhile share the next one: the more ask, the less each of them costs. While nobody writes, an answer holds for a few
 * milliseconds.
 */
export class PostgresRevision {
  readonly #pool: PostgresPool
  readonly #queue: number | undefined
  #looking: Promise<unknown> = Promise.resolve()
  #next: Promise<number> | undefined
  #seen: Seen = { number: Number.NaN, until_ms: -Infinity }

  /**
   * It has a connection of its own, as on others it would wait for longer queries. With the `queue` of all writers
   * (`postgres.writers.ts`) it knows when nobody writes.
   */
  constructor(url: string, limits: PostgresLimits, queue?: number) {
    this.#pool = new PostgresPool(url, { ...limits, connections: 1 })
    this.#queue = queue
  }

  /** The number at the time of the call or later: it includes everything that anybody has been shown by then. */
  number(): number | Promise<number> {
    const left_ms = this.#left_ms()
    if (left_ms > early_ms) return this.#seen.number
    this.#next ??= this.#ask()
    if (left_ms <= 0) return this.#next
    // If it fails, the next caller asks again.
    this.#next.catch(() => {})
    return this.#seen.number
  }

  async close(): Promise<void> {
    await this.#pool.close()
  }

  #left_ms(): number {
    return this.#seen.until_ms - performance.now()
  }

  async #ask(): Promise<number> {
    await this.#looking
    // Reads of this moment are sent first: waking the server takes longer than answering.
    await setImmediate()
    this.#next = undefined
    if (this.#left_ms() <= early_ms) {
      const look = this.#look()
      this.#looking = look.catch(() => {})
      this.#seen = await look
    }
    return this.#seen.number
  }

  async #look(): Promise<Seen> {
    try {
      return await this.#pool.lend((lease) => this.#lookOn(lease))
    } catch (error) {
      // Reading twice changes nothing, and a server that has been restarted is there again.
      if (error instanceof DatabaseAway) return this.#pool.lend((lease) => this.#lookOn(lease))
      throw error
    }
  }

  async #lookOn(lease: PostgresLease): Promise<Seen> {
    return lease.put((told) => new Look(told, { queue: this.#queue, isPrepared: lease.isDirect }))
  }
}

/** What is asked for so shortly before it holds no longer is looked up again, in milliseconds, so that nobody has to wait for it. */
const early_ms = holds_ms / 4

/** A revision, and the time of `performance.now` until which it holds. */
interface Seen {
  readonly number: number
  readonly until_ms: number
}

/** On which the statements have been prepared. */
const prepared = new WeakSet<Connection>()

/** One look at the number, by the protocol itself, which takes half as long as through the driver. */
class Look implements Submittable {
  /** The driver replaces it by one of its own with a timeout. */
  callback: Told<Seen>
  readonly #statements: readonly (readonly [name: string, text: string])[]
  readonly #values: unknown[] = []
  readonly #isPrepared: boolean
  #since_ms = Number.NaN

  /** What is not to be prepared is parsed anew each time. */
  constructor(told: Told<Seen>, { queue, isPrepared }: { queue: number | undefined; isPrepared: boolean }) {
    this.callback = told
    this.#isPrepared = isPrepared
    // First whether anybody is at their turn: what they have written would be committed at any moment. What is asked with it is given back at once.
    const isFree = `select pg_try_advisory_xact_lock_shared(${queue})`
    this.#statements = [
      ...(queue === undefined ? [] : ([['kalends_nobody_writes', isFree]] as const)),
      ['kalends_revision', 'select number from revision'],
    ]
  }

  submit(connection: Connection): void {
    this.#since_ms = performance.now()
    connection.stream.cork()
    for (const [of, text] of this.#statements) {
      const name = this.#isPrepared ? of : ''
      if (name === '' || !prepared.has(connection)) connection.parse({ name, text, types: [] }, true)
      connection.bind({ statement: name, values: [] }, true)
      connection.execute({}, true)
    }
    connection.sync()
    connection.stream.uncork()
  }

  handleDataRow({ fields }: { readonly fields: readonly unknown[] }): void {
    this.#values.push(fields[0])
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(connection: Connection): void {
    prepared.add(connection)
    const holds = this.#values.length > 1 && this.#values[0] === 't'
    this.callback(null, {
      number: Number(this.#values.at(-1)),
      until_ms: holds ? this.#since_ms + holds_ms : -Infinity,
    })
  }

  handleError(error: Error): void {
    this.callback(error)
  }
}
