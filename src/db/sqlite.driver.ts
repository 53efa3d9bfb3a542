import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect as KyselyDialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'

/** How long a statement waits for another process's write before it fails, in milliseconds. */
const busy_timeout_ms = 10_000

/** Prepared statements kept a connection; the busiest few hundred texts cover every hot path. */
const statementCacheSize = 500

/** Opens a connection. `busy_timeout` comes first: switching to WAL itself may have to wait. */
export function openSqlite(path: string, use: 'read' | 'write'): DatabaseSync {
  const connection = new DatabaseSync(path)
  connection.exec(`PRAGMA busy_timeout = ${busy_timeout_ms}`)
  connection.exec('PRAGMA journal_mode = WAL')
  connection.exec('PRAGMA synchronous = FULL')
  connection.exec('PRAGMA foreign_keys = ON')
  if (use === 'read') connection.exec('PRAGMA query_only = ON')
  return connection
}

/** Kysely on one `node:sqlite` connection: statements are prepared once, transactions run one after the other. */
export function sqliteDialect(connection: DatabaseSync): KyselyDialect {
  return {
    createAdapter: () => new TransactionalDdlAdapter(),
    createDriver: () => new SqliteDriver(connection),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

/** SQLite's schema changes are transactional, so that a migration happens wholly or not at all. */
class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

class SqliteDriver implements Driver {
  readonly #connection: SqliteConnection
  #transactionDone: Promise<void> = Promise.resolve()
  #release: () => void = () => {}

  constructor(connection: DatabaseSync) {
    this.#connection = new SqliteConnection(connection)
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection
  }

  async releaseConnection(): Promise<void> {}

  /** Waits for its turn: the connection is shared, so only one transaction may be open on it. */
  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    const previous = this.#transactionDone
    const turn = Promise.withResolvers<void>()
    this.#transactionDone = turn.promise
    await previous
    this.#release = turn.resolve
    try {
      // IMMEDIATE: the write lock is taken before anything is read, so that nothing read can be stale.
      await connection.executeQuery(CompiledQuery.raw('BEGIN IMMEDIATE'))
    } catch (error) {
      turn.resolve()
      throw error
    }
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await this.#end(connection, 'COMMIT')
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await this.#end(connection, 'ROLLBACK')
  }

  async destroy(): Promise<void> {
    this.#connection.close()
  }

  async #end(connection: DatabaseConnection, statement: 'COMMIT' | 'ROLLBACK'): Promise<void> {
    const release = this.#release
    try {
      await connection.executeQuery(CompiledQuery.raw(statement))
    } finally {
      if (statement === 'ROLLBACK' || !this.#connection.inTransaction) release()
    }
  }
}

class SqliteConnection implements DatabaseConnection {
  readonly #connection: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()

  constructor(connection: DatabaseSync) {
    this.#connection = connection
  }

  get inTransaction(): boolean {
    return this.#connection.isTransaction
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const statement = this.#prepare(query.sql)
    const parameters = query.parameters as readonly SQLInputValue[]
    if (statement.columns().length > 0) {
      // Kysely types the rows by the query that was built; the driver only carries them.
      return { rows: statement.all(...parameters) as Row[] }
    }
    const { changes, lastInsertRowid } = statement.run(...parameters)
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
  }

  async *streamQuery<Row>(query: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    // A statement of its own: a cached one would be reset by the same query running meanwhile.
    const statement = this.#connection.prepare(query.sql)
    for (const row of statement.iterate(...(query.parameters as readonly SQLInputValue[]))) {
      yield { rows: [row as Row] }
    }
  }

  close(): void {
    this.#statements.clear()
    this.#connection.close()
  }

  #prepare(sql: string): StatementSync {
    const known = this.#statements.get(sql)
    if (known) {
      this.#statements.delete(sql)
      this.#statements.set(sql, known)
      return known
    }
    const statement = this.#connection.prepare(sql)
    this.#statements.set(sql, statement)
    if (this.#statements.size > statementCacheSize) {
      const [oldest] = this.#statements.keys()
      if (oldest !== undefined) this.#statements.delete(oldest)
    }
    return statement
  }
}
