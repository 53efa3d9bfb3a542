import { statSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import {
  type Dialect as KyselyDialect,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  type SqliteStatement,
} from 'kysely'
import { SharedCommits } from '../sharedCommits.ts'
import { DatabaseBusy, DatabaseFull, DatabaseGone } from '../unavailability.ts'

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
  // What is removed is overwritten: addresses of people are not to be found in the file, or a copy of it, afterwards.
  connection.exec('PRAGMA secure_delete = ON')
  // SQLite would wait by blocking the thread, which may be that of the writer it waits for: `commitsOn` waits instead.
  connection.exec('PRAGMA busy_timeout = 0')
}

/** Kysely on a connection that reads. */
export function readingDialect(connection: DatabaseSync): KyselyDialect {
  return new PreparingDialect({ database: new PreparedStatements(connection, 'read') })
}

/**
 * Transactions on a connection that writes, where everything is one. Each throws {@link DatabaseBusy} when it cannot begin within
 * `patience_ms`, as another process writes.
 */
export function commitsOn(connection: DatabaseSync, patience_ms = busy_timeout_ms): SharedCommits {
  const statements = new PreparedStatements(connection, 'write')
  const check = fileCheck(connection)
  return new SharedCommits({
    dialect: new PreparingDialect({ database: statements }),
    begin: async () => {
      check()
      const giveUpAt = performance.now() + patience_ms
      while (!statements.begin()) {
        if (performance.now() >= giveUpAt) throw new DatabaseBusy()
        // At random, so that waiting processes do not try at the same times.
        await setTimeout(1 + Math.random() * longestPause_ms)
      }
    },
    joining_ms,
    patience_ms: 0,
  })
}

class PreparingDialect extends SqliteDialect {
  override createAdapter(): SqliteAdapter {
    return new Adapter()
  }
}

class Adapter extends SqliteAdapter {
  /** SQLite’s schema changes are transactional, so that a migration is done as a whole or not at all. */
  override get supportsTransactionalDdl(): boolean {
    return true
  }

  /** Only one transaction is open at a time (`SharedCommits`, `SnapshotReader`); readers need not wait for each other. */
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

/** The statements of a connection, each prepared once; what fails says whether the file is busy or the disk full. */
class PreparedStatements implements SqliteDatabase {
  readonly #connection: DatabaseSync
  readonly #use: Use
  readonly #statements = new Map<string, SqliteStatement>()
  /** The error that has ended the transaction. */
  #endedBy: unknown

  constructor(connection: DatabaseSync, use: Use) {
    this.#connection = connection
    this.#use = use
  }

  /** Takes the write lock before anything is read, so that nothing read can be stale; false when another process has it. */
  begin(): boolean {
    this.#endedBy = undefined
    try {
      this.#connection.exec('BEGIN IMMEDIATE')
      return true
    } catch (error) {
      if (isFailure(error, 'busy')) return false
      throw explained(error)
    }
  }

  prepare(sql: string): SqliteStatement {
    // Some failures, such as a full disk, end a transaction, and what comes after them would be committed by itself.
    if (this.#use === 'write' && !this.#connection.isTransaction)
      throw this.#endedBy instanceof Error ? this.#endedBy : new Error('The transaction has ended.')
    const known = this.#statements.get(sql)
    if (known) return known
    const statement = this.#prepared(sql)
    this.#statements.set(sql, statement)
    // Even if the oldest is used often: preparing it again takes less than keeping track of use.
    if (this.#statements.size > statementCacheSize) {
      const [oldest] = this.#statements.keys()
      if (oldest !== undefined) this.#statements.delete(oldest)
    }
    return statement
  }

  close(): void {
    this.#statements.clear()
    this.#connection.close()
  }

  #prepared(sql: string): SqliteStatement {
    const statement = this.#connection.prepare(sql)
    const rowOf = shapeOf(statement)
    const explaining = <Result>(work: () => Result): Result => {
      try {
        return work()
      } catch (error) {
        throw this.#failed(error)
      }
    }
    return {
      reader: rowOf !== undefined,
      all: (values) => {
        // The type does not reflect `setReturnArrays`.
        const rows = explaining(() => statement.all(...sent(values))) as object[] as SQLOutputValue[][]
        return rowOf ? rows.map(rowOf) : rows
      },
      run: (values) => explaining(() => statement.run(...sent(values))),
      iterate: () => {
        throw new Error('Nothing is streamed from SQLite.')
      },
    }
  }

  #failed(error: unknown): unknown {
    const reason = explained(error)
    if (this.#use === 'write' && !this.#connection.isTransaction) this.#endedBy ??= reason
    return reason
  }
}

/** Kysely types parameters by the query that was built; the driver only carries them. */
function sent(values: readonly unknown[]): readonly SQLInputValue[] {
  return values as readonly SQLInputValue[]
}

/** Makes a row from its values, in the order of the columns. */
type RowOf = (values: readonly SQLOutputValue[]) => object

/**
 * Makes the rows of a statement objects of one shape; undefined for a statement without rows, which then answers lists of values. Of
 * 3,000 rows of 40 columns each takes 1.2 kB so, and 2.5 as the dictionaries of `node:sqlite`, in the same processor time: rows
 * are kept between requests (`rows.ts`).
 */
function shapeOf(statement: StatementSync): RowOf | undefined {
  const names = statement.columns().map(({ name }) => name)
  if (names.length === 0) return undefined
  statement.setReturnArrays(true)
  const blank: Record<string, SQLOutputValue> = Object.fromEntries(names.map((name) => [name, null]))
  return (values) => {
    const row = { ...blank }
    for (let at = 0; at < names.length; at += 1) row[names[at] as string] = values[at] as SQLOutputValue
    return row
  }
}

/** SQLITE_BUSY and SQLITE_FULL: the first byte of SQLite's extended result codes says what kind of failure it is. */
const resultCodes = { busy: 5, full: 13 } as const

/** The error for the caller: {@link DatabaseBusy} or {@link DatabaseFull}; any other as it is. */
function explained(error: unknown): unknown {
  if (isFailure(error, 'busy')) return new DatabaseBusy({ cause: error })
  return isFailure(error, 'full') ? new DatabaseFull({ cause: error }) : error
}

/** Whether SQLite has failed for this reason. */
export function isFailure(error: unknown, kind: keyof typeof resultCodes): boolean {
  const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) : 0
  return (code & 0xff) === resultCodes[kind]
}

/**
 * Makes a check that throws {@link DatabaseGone} when the file that the connection has opened is no longer at its path: it was
 * removed, or another one was put there. SQLite goes on writing to what was opened, which nobody finds again. It takes some
 * microseconds.
 */
export function fileCheck(connection: DatabaseSync): () => void {
  const path = connection.location()
  // A database in memory.
  if (path === null) return () => {}
  const opened = statSync(path)
  return () => {
    const found = statSync(path, { throwIfNoEntry: false })
    if (found?.ino !== opened.ino || found.dev !== opened.dev) throw new DatabaseGone(path)
  }
}
