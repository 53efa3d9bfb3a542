import process from 'node:process'
import type { CompiledQuery, QueryResult } from 'kysely'
import type { PostgresLease, PostgresPool } from './postgres.pool.ts'

/** How many statements are sent to one connection at most, as each waits for those before it. */
const mostAtOnce = 4

/** A statement that was asked for, and its promise. */
interface Asked {
  readonly query: CompiledQuery
  readonly answer: (result: Promise<QueryResult<unknown>> | QueryResult<unknown>) => void
}

/**
 * Sends reads of the same moment together, a few statements to a connection: waking the server, and being woken by it, takes
 * longer than most of them.
 */
export class Together {
  readonly #pool: PostgresPool
  #asked: Asked[] = []

  constructor(pool: PostgresPool) {
    this.#pool = pool
  }

  /** Runs a statement that only reads; together with others, it may be run twice. */
  async run<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { promise, resolve } = Promise.withResolvers<QueryResult<unknown>>()
    if (this.#asked.push({ query, answer: resolve }) === 1) process.nextTick(() => this.#send())
    // Kysely types the rows by the query that was built.
    return (await promise) as QueryResult<Row>
  }

  #send(): void {
    const all = this.#asked
    this.#asked = []
    for (let first = 0; first < all.length; first += mostAtOnce)
      void this.#sendSome(all.slice(first, first + mostAtOnce))
  }

  async #sendSome(some: readonly Asked[]): Promise<void> {
    if (some.length === 1) return this.#sendEach(some)
    try {
      await this.#pool.lend((lease) => this.#sendPrepared(some, lease))
    } catch (error) {
      for (const { answer } of some) answer(Promise.reject(error))
    }
  }

  /** Sends statements that are prepared on the connection as one, and the others one by one. */
  async #sendPrepared(some: readonly Asked[], lease: PostgresLease): Promise<void> {
    const prepared = some.flatMap((asked) => {
      const question = lease.questionOf(asked.query)
      return question ? [{ asked, question }] : []
    })
    this.#sendEach(some.filter((one) => !prepared.some(({ asked }) => asked === one)))
    if (prepared.length === 0) return
    const { answers, failure } = await lease.answer(prepared.map(({ question }) => question))
    for (const [index, rows] of answers.entries()) prepared[index]?.asked.answer({ rows })
    const [failed, ...unasked] = prepared.slice(answers.length).map(({ asked }) => asked)
    failed?.answer(Promise.reject(failure))
    this.#sendEach(unasked)
  }

  #sendEach(some: readonly Asked[]): void {
    for (const { query, answer } of some) answer(this.#pool.lend((lease) => lease.run(query)))
  }
}
