import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect as KyselyDialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import type { PostgresLease, PostgresPool } from './postgres.pool.ts'
import type { Replicas } from './postgres.replicas.ts'
import { DatabaseAway, OutcomeUnknown } from './unavailable.ts'

/** Kysely on connections that only read, each statement by itself; one whose connection is lost is tried on another. */
export function readingDialect(pool: PostgresPool, replicas?: Replicas): KyselyDialect {
  return dialectOf(() => new ReadingDriver(pool, replicas))
}

/** Kysely on connections for transactions. */
export function writingDialect(pool: PostgresPool): KyselyDialect {
  return dialectOf(() => new WritingDriver(pool))
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
    const answered = await this.#replicas?.ask((pool) => once<Row>(pool, query))
    if (answered) return answered
    try {
      return await once(this.#pool, query)
    } catch (error) {
      // Reading twice changes nothing, and a server that has been restarted is there again.
      if (error instanceof DatabaseAway) return once(this.#pool, query)
      throw error
    }
  }

  // oxlint-disable-next-line require-yield -- the interface asks for it, and nobody here does
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Nothing is streamed from PostgreSQL.')
  }
}

async function once<Row>(pool: PostgresPool, query: CompiledQuery): Promise<QueryResult<Row>> {
  const lease = await pool.lease()
  try {
    return await lease.run<Row>(query)
  } finally {
    lease.release()
  }
}

class WritingDriver implements Driver {
  readonly #pool: PostgresPool

  constructor(pool: PostgresPool) {
    this.#pool = pool
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<WritingConnection> {
    return new WritingConnection(await this.#pool.lease())
  }

  async releaseConnection(connection: WritingConnection): Promise<void> {
    connection.release()
  }

  async beginTransaction(connection: WritingConnection): Promise<void> {
    await connection.say('begin')
  }

  /** Throws {@link OutcomeUnknown} when the connection is lost before the answer is there. */
  async commitTransaction(connection: WritingConnection): Promise<void> {
    try {
      await connection.say('commit')
    } catch (error) {
      throw error instanceof DatabaseAway ? new OutcomeUnknown({ cause: error }) : error
    }
  }

  /** Never throws: why it is rolled back is what matters, and a connection that cannot do even that is closed. */
  async rollbackTransaction(connection: WritingConnection): Promise<void> {
    await connection.say('rollback').catch(() => connection.spoil())
  }

  async destroy(): Promise<void> {
    await this.#pool.close()
  }
}

class WritingConnection implements DatabaseConnection {
  readonly #lease: PostgresLease
  #isSpoiled = false

  constructor(lease: PostgresLease) {
    this.#lease = lease
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return this.#lease.run<Row>(query)
  }

  // oxlint-disable-next-line require-yield -- the interface asks for it, and nobody here does
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Nothing is streamed from PostgreSQL.')
  }

  async say(statement: 'begin' | 'commit' | 'rollback'): Promise<void> {
    await this.#lease.say(statement)
  }

  spoil(): void {
    this.#isSpoiled = true
  }

  release(): void {
    this.#lease.release(this.#isSpoiled)
  }
}
