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
import type { Replicas } from './postgres.replicas.ts'
import { PostgresTransactions } from './postgres.transactions.ts'
import { type Turn, Turns } from '../turns.ts'
import { DatabaseAway, OutcomeUnknown } from '../unavailable.ts'

/** Kysely on connections that only read, each statement by itself; one whose connection is lost is tried on another. */
export function readingDialect(pool: PostgresPool, replicas?: Replicas): KyselyDialect {
  return dialectOf(() => new ReadingDriver(pool, replicas))
}

/**
 * Kysely for transactions, one after the other on one connection, in the turns that come with it. Each waits for its own, for
 * ever where no `patience_ms` is given; and where there is a `queue`, an advisory lock, in it for those of other processes.
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
 * The same transaction, whose statements need not wait for one another: those that are asked together are sent together, and
 * done in this order. One that fails takes all after it with it. (Kysely itself sends each when the one before is answered.)
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
  /** Whoever migrates holds a lock for the whole transaction already, as not every pooler keeps one for a session. */
  override async acquireMigrationLock(): Promise<void> {}

  override async releaseMigrationLock(): Promise<void> {}
}

class ReadingDriver implements Driver {
  readonly #pool: PostgresPool
  readonly #connection: DatabaseConnection

  constructor(pool: PostgresPool, replicas: Replicas | undefined) {
    this.#pool = pool
    this.#connection = new ReadingConnection(pool, replicas)
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

/** Stands for all connections of the pool: each statement takes one that is free, of a replica where that will do. */
class ReadingConnection implements DatabaseConnection {
  readonly #pool: PostgresPool
  readonly #replicas: Replicas | undefined

  constructor(pool: PostgresPool, replicas: Replicas | undefined) {
    this.#pool = pool
    this.#replicas = replicas
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const answered = await this.#replicas?.ask(({ pool }) => pool.once<Row>(query))
    if (answered) return answered
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
      // Nothing of this one was to be confirmed: it may be done again.
      throw error instanceof OutcomeUnknown ? new DatabaseAway({ cause: error }) : error
    })
  }

  /** Lets the transactions that wait have their turns first. */
  async destroy(): Promise<void> {
    await this.#turns.next()
    await this.#turns.settle()
    await this.#pool.close()
  }
}

/** The connection that writes in the hands of whoever’s turn it is. */
class Transacting implements DatabaseConnection {
  readonly turn: Turn
  readonly #transactions: PostgresTransactions

  constructor(transactions: PostgresTransactions, turn: Turn) {
    this.#transactions = transactions
    this.turn = turn
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    // Otherwise what comes after its end would be part of another transaction.
    if (this.turn.isOver) throw new Error('The transaction has ended.')
    return this.#transactions.run<Row>(query)
  }

  // oxlint-disable-next-line require-yield -- the interface asks for it, and nobody here does
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Nothing is streamed from PostgreSQL.')
  }
}
