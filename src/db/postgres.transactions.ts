import type { CompiledQuery, QueryResult } from 'kysely'
import { type PostgresLease, type PostgresPool, transactionFailed } from './postgres.pool.ts'
import type { Transactions } from './turns.ts'
import { DatabaseAway, OutcomeUnknown } from './unavailable.ts'

/** Transactions on PostgreSQL, one after the other: a connection is held from the beginning of each until its end. */
export class PostgresTransactions implements Transactions {
  readonly #pool: PostgresPool
  #lease: PostgresLease | undefined
  #hasSavepoint = false
  /** Whether a statement has failed since the savepoint: nothing after it is done, unless that was undone by itself. */
  #hasFailed = false

  constructor(pool: PostgresPool) {
    this.#pool = pool
  }

  async begin(): Promise<void> {
    const lease = await this.#pool.lease()
    try {
      await lease.say('begin')
    } catch (error) {
      lease.release(true)
      throw error
    }
    this.#lease = lease
  }

  /** Throws {@link OutcomeUnknown} when the connection is lost before the answer is there. */
  async commit(): Promise<void> {
    try {
      await this.#open.say('commit')
    } catch (error) {
      throw error instanceof DatabaseAway ? new OutcomeUnknown({ cause: error }) : error
    }
    this.#release()
  }

  /** A connection that is lost, or cannot do even that, is closed. */
  async rollback(): Promise<void> {
    if (this.lost()) return this.#release()
    const isSpoiled = await this.#open.say('rollback').then(
      () => false,
      () => true,
    )
    this.#release(isSpoiled)
  }

  lost(): Error | undefined {
    return this.#lease?.isBroken === false ? undefined : new DatabaseAway()
  }

  async savepoint(does: 'begin' | 'keep' | 'undo'): Promise<void> {
    if (does === 'keep') return this.#keep()
    const anew = this.#hasSavepoint ? 'release one; savepoint one' : 'savepoint one'
    await this.#open.say(does === 'begin' ? anew : 'rollback to one')
    this.#hasSavepoint = true
    this.#hasFailed = false
  }

  /** Costs no way to the server, unless a failure was overlooked: the next savepoint takes the place of the one before. */
  async #keep(): Promise<void> {
    if (!this.#hasFailed) return
    try {
      await this.#open.say('release one')
    } catch (error) {
      throw error instanceof DatabaseAway ? error : transactionFailed(error)
    }
    this.#hasSavepoint = false
  }

  /** Runs a statement of the transaction; where none has been begun, by itself. */
  async run<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#lease === undefined) return this.#pool.once<Row>(query)
    try {
      return await this.#lease.run<Row>(query)
    } catch (error) {
      this.#hasFailed = true
      throw error
    }
  }

  get #open(): PostgresLease {
    if (this.#lease === undefined) throw new Error('The transaction has ended.')
    return this.#lease
  }

  #release(isSpoiled = false): void {
    this.#lease?.release(isSpoiled)
    this.#lease = undefined
    this.#hasSavepoint = false
    this.#hasFailed = false
  }
}
