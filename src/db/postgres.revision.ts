import { setImmediate } from 'node:timers/promises'
import type { Connection, Submittable } from 'pg'
import { type PostgresLease, type PostgresLimits, PostgresPool, type Told } from './postgres.pool.ts'
import { DatabaseAway } from './unavailable.ts'

/**
 * Tells the revision of a server, by which answers that are kept are told to hold. One question is on its way at a time, and
 * whoever asks meanwhile shares the next one: the more there are who ask, the less it costs each.
 */
export class PostgresRevision {
  readonly #pool: PostgresPool
  #asked: Promise<unknown> = Promise.resolve()
  #next: Promise<number> | undefined

  /** It has a connection of its own: on those of others it would wait for what takes longer. */
  constructor(url: string, limits: PostgresLimits) {
    this.#pool = new PostgresPool(url, { ...limits, connections: 1 })
  }

  /** The number as it is after it was asked for here: nothing is missing that had been acknowledged by then. */
  number(): Promise<number> {
    this.#next ??= this.#ask()
    return this.#next
  }

  async close(): Promise<void> {
    await this.#pool.close()
  }

  async #ask(): Promise<number> {
    await this.#asked
    // Who has been read from meanwhile asks with us: to wake the server takes longer than it takes to answer.
    await setImmediate()
    const told = this.#told()
    this.#asked = told.catch(() => {})
    this.#next = undefined
    return told
  }

  async #told(): Promise<number> {
    try {
      return await this.#pool.lend(revisionOn)
    } catch (error) {
      // Reading twice changes nothing, and a server that has been restarted is there again.
      if (error instanceof DatabaseAway) return this.#pool.lend(revisionOn)
      throw error
    }
  }
}

async function revisionOn(lease: PostgresLease): Promise<number> {
  return lease.put((told) => new Look(told))
}

const statement = 'kalends_revision'

/** On which the statement has been prepared. */
const prepared = new WeakSet<Connection>()

/** One look at the number, in the words of the protocol: what the driver does for any statement takes twice as long. */
class Look implements Submittable {
  /** The driver puts one of its own in its place, which knows of time. */
  callback: Told<number>
  #number = Number.NaN

  constructor(told: Told<number>) {
    this.callback = told
  }

  submit(connection: Connection): void {
    connection.stream.cork()
    if (!prepared.has(connection))
      connection.parse({ name: statement, text: 'select number from revision', types: [] }, true)
    connection.bind({ statement, values: [] }, true)
    connection.execute({}, true)
    connection.sync()
    connection.stream.uncork()
  }

  handleDataRow({ fields }: { readonly fields: readonly unknown[] }): void {
    this.#number = Number(fields[0])
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(connection: Connection): void {
    prepared.add(connection)
    this.callback(null, this.#number)
  }

  handleError(error: Error): void {
    this.callback(error)
  }
}
