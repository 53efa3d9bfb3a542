import type { CompiledQuery, QueryResult } from 'kysely'
import {
  beginning,
  type BeginStatement,
  type PostgresLease,
  type PostgresPool,
  type TransactionStatement,
  transactionFailed,
} from './postgres.pool.ts'
import { beforeCommit } from './postgres.writers.ts'
import type { Transactions } from '../turns.ts'
import { DatabaseAway, OutcomeUnknown } from '../unavailable.ts'

/** Transactions on PostgreSQL, one after the other: a connection is held from the beginning of each until its end. */
export class PostgresTransactions implements Transactions {
  readonly joining_ms = 20
  /** Other processes would wait for it too. */
  readonly mayLinger = false
  readonly #pool: PostgresPool
  readonly #begin: BeginStatement
  #lease: PostgresLease | undefined
  /** When the transaction was known to have its turn, in milliseconds of `performance.now`. */
  #turn_ms = 0
  /** The savepoint of the running transaction: unused, or used by statements since it was made. */
  #savepoint: 'none' | 'fresh' | 'used' = 'none'
  /** Whether a statement has failed since the savepoint, so that all later ones fail, unless it was undone by itself. */
  #hasFailed = false

  /** With a `queue` they wait there for those of other processes, as row locks keep no order. */
  constructor(pool: PostgresPool, queue?: number) {
    this.#pool = pool
    this.#begin = beginning(pool.timeout_ms, queue)
  }

  /** Its first savepoint comes with it. */
  async begin(): Promise<void> {
    const lease = await this.#pool.lease()
    try {
      await lease.say(this.#begin)
    } catch (error) {
      lease.release(true)
      throw error
    }
    this.#lease = lease
    this.#turn_ms = performance.now()
    this.#savepoint = 'fresh'
  }

  /** Throws {@link OutcomeUnknown} when the connection is lost before the answer is there. */
  async commit(): Promise<void> {
    await beforeCommit(this.#turn_ms)
    try {
      await this.#open.say('commit')
    } catch (error) {
      throw error instanceof DatabaseAway ? new OutcomeUnknown({ cause: error }) : error
    }
    this.#release()
  }

  /** Rolls back; a connection that is lost, or fails to do so, is closed. */
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
    if (does === 'undo') await this.#open.say('rollback to one')
    else if (this.#savepoint === 'used') this.#mention('release one; savepoint one')
    else if (this.#savepoint === 'none') this.#mention('savepoint one')
    this.#savepoint = does === 'undo' ? 'fresh' : 'used'
    this.#hasFailed = false
  }

  /** Sends the statement without waiting: if it fails, so does everything after it. */
  #mention(statement: TransactionStatement): void {
    this.#open.say(statement).catch(() => {})
  }

  /** Keeps the savepoint without a round trip, unless a failure was overlooked: the next savepoint replaces it. */
  async #keep(): Promise<void> {
    if (!this.#hasFailed) return
    try {
      await this.#open.say('release one')
    } catch (error) {
      throw error instanceof DatabaseAway ? error : transactionFailed(error)
    }
    this.#savepoint = 'none'
  }

  /** Runs a statement of the transaction, or by itself if none has been begun. */
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
    this.#savepoint = 'none'
    this.#hasFailed = false
  }
}
