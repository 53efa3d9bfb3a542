import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect as KyselyDialect,
  type Driver,
  DummyDriver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  Transaction,
} from 'kysely'
import type { PostgresPool } from './postgres.pool.ts'
import { PostgresTransactions } from './postgres.transactions.ts'
import { type Turn, Turns } from '../turns.ts'
import { DatabaseAway, OutcomeUnknown } from '../unavailable.ts'

/** Kysely on connections that only read single statements; one whose connection is lost is tried on another. */
export function readingDialect(pool: PostgresPool): KyselyDialect {
  return dialectOf(() => new ReadingDriver(pool))
}

/**
 * Kysely for transactions, one after the other on one connection, by the given turns. Each waits for its turn, for ever without
 * `patience_ms`; with a `queue`, an advisory lock, it also waits there for those of other processes.
 */
export function writingDialect(
  pool: PostgresPool,
  { patience_ms = 0, queue, isBusy }: { patience_ms?: number; queue?: number; isBusy?: () => boolean } = {},
): { dialect: KyselyDialect; turns: Turns } {
  const transactions = new PostgresTransactions(pool, queue)
  const turns = new Turns(transactions, undefined, isBusy)
  return { dialect: dialectOf(() => new WritingDriver(pool, { transactions, turns, patience_ms })), turns }
}

/**
 * The same transaction, with statements that need not wait for one another: those that are asked for together are sent together,
 * and done in this order. After one that fails, all later ones fail. (Kysely itself sends each after the answer to the one before.)
 */
export async function pipelined<Tables>(
  tx: Transaction<Tables>,
  dialect: KyselyDialect,
): Promise<Transaction<Tables>> {
  const executor = tx.getExecutor()
  const connection = await executor.provideConnection(async (its) => its)
  return new Transaction<Tables>({
    config: { dialect },
    dialect,
    driver: new DummyDriver(),
    executor: executor.withConnectionProvider({ provideConnection: (consumer) => consumer(connection) }),
  })
}

function dialectOf(createDriver: () => Driver): KyselyDialect {
  return {
    createAdapter: () => new Adapter(),
    createDriver,
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
}

class Adapter extends PostgresAdapter {
  /** Migrations have a lock for the whole transaction already, as not every pooler supports one for a session. */
  override async acquireMigrationLock(): Promise<void> {}

  override async releaseMigrationLock(): Promise<void> {}
}

class ReadingDriver implements Driver {
  readonly #pool: PostgresPool
  readonly #connection: DatabaseConnection

  constructor(pool: PostgresPool) {
    this.#pool = pool
    this.#connection = new ReadingConnection(pool)
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection
  }

  async releaseConnection(): Promise<void> {}

  async beginTransaction(): Promise<never> {
    throw new Error('Transactions are for writing.')
  }

  async commitTransaction(): Promise<void> {}

  async rollbackTransaction(): Promise<void> {}

  async destroy(): Promise<void> {
    await this.#pool.close()
  }
}

/** Represents all connections of the pool: each statement takes a free one. */
class ReadingConnection implements DatabaseConnection {
  readonly #pool: PostgresPool

  constructor(pool: PostgresPool) {
    this.#pool = pool
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    try {
      return await this.#pool.once(query)
    } catch (error) {
      // Reading twice changes nothing, and a server that has been restarted is there again.
      if (error instanceof DatabaseAway) return this.#pool.once(query)
      throw error
    }
  }

  // oxlint-disable-next-line require-yield -- the interface asks for it, and nobody here does
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Nothing is streamed from PostgreSQL.')
  }
}

class WritingDriver implements Driver {
  readonly #pool: PostgresPool
  readonly #patience_ms: number
  readonly #transactions: PostgresTransactions
  readonly #turns: Turns

  constructor(
    pool: PostgresPool,
    writing: { transactions: PostgresTransactions; turns: Turns; patience_ms: number },
  ) {
    this.#pool = pool
    this.#transactions = writing.transactions
    this.#turns = writing.turns
    this.#patience_ms = writing.patience_ms
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<Transacting> {
    return new Transacting(this.#transactions, await this.#turns.next(this.#patience_ms))
  }

  async releaseConnection({ turn }: Transacting): Promise<void> {
    await this.#turns.end(turn)
  }

  async beginTransaction(): Promise<void> {
    await this.#turns.begin()
  }

  /** Throws {@link OutcomeUnknown} when the connection is lost before the answer is there. */
  async commitTransaction({ turn }: Transacting): Promise<void> {
    await this.#turns.commit(turn)
  }

  async rollbackTransaction({ turn }: Transacting): Promise<void> {
    await this.#turns.rollback(turn).catch((error: unknown) => {
      // COMMIT was not sent for this one, so it can be repeated.
      throw error instanceof OutcomeUnknown ? new DatabaseAway({ cause: error }) : error
    })
  }

  /** Waiting transactions have their turns first. */
  async destroy(): Promise<void> {
    await this.#turns.next()
    await this.#turns.settle()
    await this.#pool.close()
  }
}

/** The connection that writes, while a transaction has its turn. */
class Transacting implements DatabaseConnection {
  readonly turn: Turn
  readonly #transactions: PostgresTransactions

  constructor(transactions: PostgresTransactions, turn: Turn) {
    this.#transactions = transactions
    this.turn = turn
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    // Otherwise statements after its end would be part of another transaction.
    if (this.turn.isOver) throw new Error('The transaction has ended.')
    return this.#transactions.run<Row>(query)
  }

  // oxlint-disable-next-line require-yield -- the interface asks for it, and nobody here does
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Nothing is streamed from PostgreSQL.')
  }
}
