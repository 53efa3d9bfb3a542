import { setImmediate } from 'node:timers/promises'
import type { Connection, Submittable } from 'pg'
import { type PostgresLease, type PostgresLimits, PostgresPool } from './postgres.pool.ts'
import type { Told } from './postgres.prepared.ts'
import { holds_ms } from './postgres.writers.ts'
import { DatabaseAway } from '../unavailable.ts'

/**
 * Tells the revision of a server, by which answers that are kept are told to hold. One question is on its way at a time, and
 * whoever asks meanwhile shares the next one: the more there are who ask, the less it costs each. While nobody writes, an answer holds
 * for a few milliseconds.
 */
export class PostgresRevision {
  readonly #pool: PostgresPool
  readonly #queue: number | undefined
  #looking: Promise<unknown> = Promise.resolve()
  #next: Promise<number> | undefined
  #seen: Seen = { number: Number.NaN, until_ms: -Infinity }

  /**
   * It has a connection of its own: on those of others it would wait for what takes longer. With the `queue` of all who write
   * (`postgres.writers.ts`) it knows of times in which nobody does.
   */
  constructor(url: string, limits: PostgresLimits, queue?: number) {
    this.#pool = new PostgresPool(url, { ...limits, connections: 1 })
    this.#queue = queue
  }

  /** The number as it is when it is asked for here, or after that: nothing is missing that anybody has been shown by then. */
  number(): number | Promise<number> {
    const left_ms = this.#left_ms()
    if (left_ms > early_ms) return this.#seen.number
    this.#next ??= this.#ask()
    if (left_ms <= 0) return this.#next
    // If it fails, whoever needs it asks again.
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
    // Who has been read from meanwhile asks with us: to wake the server takes longer than it takes to answer.
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
    return lease.put((told) => new Look(told, this.#queue))
  }
}

/** What is asked for so shortly before it holds no longer is looked up again, in milliseconds, so that nobody has to wait for it. */
const early_ms = holds_ms / 4

/** A revision, and the time of `performance.now` before which there is no other one. */
interface Seen {
  readonly number: number
  readonly until_ms: number
}

/** On which the statements have been prepared. */
const prepared = new WeakSet<Connection>()

/** One look at the number, in the words of the protocol: what the driver does for any statement takes twice as long. */
class Look implements Submittable {
  /** The driver puts one of its own in its place, which knows of time. */
  callback: Told<Seen>
  readonly #statements: readonly (readonly [name: string, text: string])[]
  readonly #values: unknown[] = []
  #since_ms = Number.NaN

  constructor(told: Told<Seen>, queue?: number) {
    this.callback = told
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
    for (const [name, text] of this.#statements) {
      if (!prepared.has(connection)) connection.parse({ name, text, types: [] }, true)
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
