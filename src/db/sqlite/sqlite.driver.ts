import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect as KyselyDialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { explained, isFailure } from './sqlite.failures.ts'
import { readLargeIds, type RowOf, shapeOf } from './sqlite.shape.ts'
import { type Transactions, type Turn, Turns } from '../turns.ts'
import { DatabaseBusy } from '../unavailable.ts'
import { fileCheck } from './sqlite.file.ts'

/** How long a statement, or the beginning of a transaction, waits for another process before it fails, in milliseconds. */
const busy_timeout_ms = 10_000
/** The longest pause between two attempts to begin a transaction, in milliseconds; transactions themselves take about one. */
const longestPause_ms = 10

/**
 * The memory in which a connection keeps pages of the file, and sorts, in KiB. The system also keeps the file, once for all
 * processes, and answers in microseconds: with half of 16 MB, reading takes no longer for any list, and the process takes 20 MB
 * less; with an eighth, searches of many words take half as long again.
 */
const cache_KiB = { read: 8 * 1024, write: 16 * 1024 } as const satisfies Record<Use, number>

/** The same for filling a calendar: room for the unique indexes of a million events, and for sorting the others. */
const fillingCache_KiB = 256 * 1024

/**
 * Where the undo data of savepoints is kept: in memory for small transactions, where a create takes a tenth less as it writes
 * less; in a file for others, as it may be as large as the database.
 */
const undoing = { small: 'MEMORY', others: 'FILE' } as const

/**
 * How long others may join before finished transactions are committed, in milliseconds. A commit takes as long as several
 * creates, which have pages of indexes in common: with 20, a create takes a twentieth more.
 */
const joining_ms = 50

/**
 * How many pages the log has, 16 MB of them, before a commit copies them into the file: four times as many as SQLite’s default,
 * so that pages that many writes change are copied once. A create takes a tenth less.
 */
const logPages = 4000

/** How many prepared statements a connection keeps: the few hundred most frequent ones cover every hot path. */
const statementCacheSize = 500

/** What a connection is for: reading outside of transactions, or transactions one after the other. */
export type Use = 'read' | 'write'

/**
 * Opens a connection; throws {@link DatabaseBusy} when another one has the whole file for itself. `busy_timeout` is set first, as
 * switching to WAL may have to wait too.
 */
export function openSqlite(path: string, use: Use): DatabaseSync {
  const connection = new DatabaseSync(path)
  try {
    prepareConnection(connection, use)
  } catch (error) {
    connection.close()
    throw explained(error)
  }
  return connection
}

function prepareConnection(connection: DatabaseSync, use: Use): void {
  connection.exec(`PRAGMA busy_timeout = ${busy_timeout_ms}`)
  connection.exec('PRAGMA journal_mode = WAL')
  connection.exec('PRAGMA synchronous = FULL')
  connection.exec('PRAGMA foreign_keys = ON')
  connection.exec(`PRAGMA cache_size = -${cache_KiB[use]}`)
  if (use === 'read') return connection.exec('PRAGMA query_only = ON')
  connection.exec(`PRAGMA wal_autocheckpoint = ${logPages}`)
  // SQLite would wait by blocking the thread, which may be that of the writer it waits for: the driver waits instead.
  connection.exec('PRAGMA busy_timeout = 0')
}

/**
 * Locks the file for this connection until it is closed; false when any other has it open. New rows are then written once,
 * without a log.
 */
export function claimSqlite(connection: DatabaseSync): boolean {
  connection.exec('PRAGMA locking_mode = EXCLUSIVE')
  try {
    // Only a connection that is alone can leave WAL mode (https://sqlite.org/wal.html).
    connection.exec('PRAGMA journal_mode = TRUNCATE')
  } catch (error) {
    if (isFailure(error, 'busy')) return false
    throw error
  }
  connection.exec(`PRAGMA cache_size = -${fillingCache_KiB}`)
  return true
}

/** Kysely on one `node:sqlite` connection that reads: statements are prepared once. */
export function readingDialect(connection: DatabaseSync): KyselyDialect {
  return dialectOf(() => new SqliteDriver(new SqliteConnection(connection, 'read')))
}

/**
 * Kysely on a connection that writes, where everything is a transaction. These run one after the other, by the given turns, and
 * each throws {@link DatabaseBusy} when it cannot begin within `patience_ms`. Those on `small` write little.
 */
export function writingDialect(
  writing: DatabaseSync,
  patience_ms = busy_timeout_ms,
): { dialect: KyselyDialect; small: KyselyDialect; turns: Turns } {
  const connection = new SqliteConnection(writing, 'write')
  const turns = new Turns(transactionsOn(connection, patience_ms, fileCheck(writing)))
  const dialect = (isSmall: boolean) => dialectOf(() => new SqliteDriver(connection, { turns, isSmall }))
  return { dialect: dialect(false), small: dialect(true), turns }
}

function dialectOf(createDriver: () => Driver): KyselyDialect {
  return {
    createAdapter: () => new Adapter(),
    createDriver,
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

class Adapter extends SqliteAdapter {
  /** SQLite’s schema changes are transactional, so that a migration is done as a whole or not at all. */
  override get supportsTransactionalDdl(): boolean {
    return true
  }

  /** The driver itself allows only one open transaction; readers need not wait for each other. */
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

/** Reads need no turns, as they run synchronously. */
class SqliteDriver implements Driver {
  readonly #connection: SqliteConnection
  readonly #turns: Turns | undefined
  readonly #isSmall: boolean

  constructor(connection: SqliteConnection, writing?: { turns: Turns; isSmall: boolean }) {
    this.#connection = connection
    this.#turns = writing?.turns
    this.#isSmall = writing?.isSmall ?? false
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<Lease> {
    return new Lease(this.#connection, await this.#turns?.next())
  }

  async releaseConnection({ turn }: Lease): Promise<void> {
    if (turn) await this.#turns?.end(turn)
  }

  async beginTransaction(): Promise<void> {
    await this.#turns?.begin(this.#isSmall)
  }

  async commitTransaction({ turn }: Lease): Promise<void> {
    if (turn) await this.#turns?.commit(turn)
  }

  async rollbackTransaction({ turn }: Lease): Promise<void> {
    if (turn) await this.#turns?.rollback(turn)
  }

  /** Waiting transactions have their turns first. */
  async destroy(): Promise<void> {
    await this.#turns?.next()
    await this.#turns?.settle()
    this.#connection.close()
  }
}

function transactionsOn(connection: SqliteConnection, patience_ms: number, check: () => void): Transactions {
  return {
    joining_ms,
    mayLinger: true,
    begin: async (isSmall) => {
      check()
      const giveUpAt = performance.now() + patience_ms
      while (!connection.begin(isSmall ? undoing.small : undoing.others)) {
        if (performance.now() >= giveUpAt) throw new DatabaseBusy()
        // At random, so that waiting processes do not try at the same times.
        await setTimeout(1 + Math.random() * longestPause_ms)
      }
    },
    commit: () => connection.commit(),
    rollback: () => connection.rollback(),
    lost: () => (connection.isTransaction ? undefined : connection.endedBy),
    savepoint: (does) => connection.savepoint(does),
  }
}

/** The connection, while one caller uses it. */
class Lease implements DatabaseConnection {
  readonly turn: Turn | undefined
  readonly #connection: SqliteConnection

  constructor(connection: SqliteConnection, turn: Turn | undefined) {
    this.#connection = connection
    this.turn = turn
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    // Otherwise statements after its end would be part of another transaction.
    if (this.turn?.isOver) throw new Error('The transaction has ended.')
    return this.#connection.executeQuery(query)
  }

  streamQuery<Row>(query: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    return this.#connection.streamQuery(query)
  }
}

const savepoints = {
  begin: ['SAVEPOINT one'],
  keep: ['RELEASE one'],
  undo: ['ROLLBACK TO one', 'RELEASE one'],
} as const

interface Prepared {
  readonly statement: StatementSync
  /** Makes a row from its values; undefined for a statement without rows. */
  readonly rowOf: RowOf | undefined
}

class SqliteConnection {
  readonly #connection: DatabaseSync
  readonly #use: Use
  readonly #statements = new Map<string, Prepared>()
  /** What `undoing` was last set to. */
  #undoneBy = ''
  /** The error that has ended the transaction. */
  #endedBy: unknown

  constructor(connection: DatabaseSync, use: Use) {
    this.#connection = connection
    this.#use = use
  }

  /** Takes the write lock before anything is read, so that nothing read can be stale; false when another process has it. */
  begin(undoneBy: string): boolean {
    this.rollback()
    this.#endedBy = undefined
    if (this.#undoneBy !== undoneBy) this.#connection.exec(`PRAGMA temp_store = ${undoneBy}`)
    this.#undoneBy = undoneBy
    try {
      this.#prepare('BEGIN IMMEDIATE').statement.run()
      return true
    } catch (error) {
      if (isFailure(error, 'busy')) return false
      throw explained(error)
    }
  }

  commit(): void {
    this.#say('COMMIT')
  }

  /** Why there is no transaction any more, although it was not committed or rolled back. */
  get endedBy(): Error {
    return this.#endedBy instanceof Error ? this.#endedBy : new Error('The transaction has ended.')
  }

  get isTransaction(): boolean {
    return this.#connection.isTransaction
  }

  /** Begins, keeps or undoes a savepoint. */
  savepoint(does: 'begin' | 'keep' | 'undo'): void {
    for (const statement of savepoints[does]) this.#say(statement)
  }

  /** Some failures, such as a full disk, have ended the transaction already. */
  rollback(): void {
    if (this.#connection.isTransaction) this.#prepare('ROLLBACK').statement.run()
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    // Otherwise statements after a failure within a transaction would be committed by themselves.
    if (this.#use === 'write' && !this.#connection.isTransaction)
      throw new Error('The transaction has ended.')
    const { statement, rowOf } = this.#prepare(query.sql)
    const parameters = query.parameters as readonly SQLInputValue[]
    try {
      // Kysely types the rows by the query that was built; the driver only carries them.
      if (rowOf) {
        // The type does not reflect `setReturnArrays`.
        const rows = statement.all(...parameters) as object[] as SQLOutputValue[][]
        return { rows: rows.map(rowOf) as Row[] }
      }
      const { changes, lastInsertRowid } = statement.run(...parameters)
      return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
    } catch (error) {
      throw this.#failed(error)
    }
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

  #say(statement: string): void {
    try {
      this.#prepare(statement).statement.run()
    } catch (error) {
      throw this.#failed(error)
    }
  }

  #failed(error: unknown): unknown {
    const reason = explained(error)
    if (!this.#connection.isTransaction) this.#endedBy ??= reason
    return reason
  }

  #prepare(sql: string): Prepared {
    const known = this.#statements.get(sql)
    if (known) return known
    const statement = this.#connection.prepare(sql)
    const prepared = { statement, rowOf: shapeOf(statement) }
    if (!prepared.rowOf) readLargeIds(statement)
    this.#statements.set(sql, prepared)
    // Even if the oldest is used often: preparing it again takes less than keeping track of use.
    if (this.#statements.size > statementCacheSize) {
      const [oldest] = this.#statements.keys()
      if (oldest !== undefined) this.#statements.delete(oldest)
    }
    return prepared
  }
}
