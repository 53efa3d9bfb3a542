import { setTimeout } from 'node:timers/promises'
import {
  CompiledQuery,
  HandleEmptyInListsPlugin,
  Kysely,
  type PostgresPool as KyselyPool,
  replaceWithNoncontingentExpression,
  sql,
} from 'kysely'
import type { Connections, Database, Writer } from '../dialect.ts'
import { SnapshotReader } from '../snapshotReader.ts'
import { assertMigrated, examine, type Examined, migrate } from '../upgrade.ts'
import type { Opening } from '../opening.ts'
import { program, type Program } from '../migrate.ts'
import { assertNoneLeftBehind } from '../usable.ts'
import { postgresDialectOfOurs } from './postgres.dialect.ts'
import { TransactionConflict } from './postgres.errors.ts'
import { assertFit, explainedRights } from './postgres.fitness.ts'
import { forSingleReads, PooledDialect, type PostgresLimits, PostgresPool } from './postgres.pool.ts'
import { PostgresRevision } from './postgres.revision.ts'
import { SharedCommits } from '../sharedCommits.ts'
import type { Tables } from '../../schema/tables.all.ts'
import { DatabaseAway, DatabaseBusy } from '../unavailability.ts'

/** How often a transaction is tried that the database has undone. */
const attempts = 4

/** The longest pause before a transaction is tried again, in milliseconds. */
const pause_ms = 100

/** For how long others may join a transaction before it is committed, in milliseconds: those of other processes wait for it too. */
const joining_ms = 20

/** How long a step of the schema waits for a table, in milliseconds: who would read it waits behind it. */
const lock_timeout_ms = 2_000

/** How often the schema is tried to be brought up to date, where others have the tables, and how long between two tries, in milliseconds. */
const upgrading = { attempts: 10, pause_ms: 1_000 } as const

/** The advisory locks of a database. The numbers only have to be the same in every version. */
const locks = {
  /** Held by who changes the schema. */
  migration: 5_253_625_367,
  /** Held by who writes, until the commit. */
  writers: 5_253_625_368,
} as const

/** Opens the PostgreSQL database at the address and brings its schema up to date, one process after the other. */
export async function openPostgresDatabase(url: string, opening: Opening): Promise<Database> {
  const of = program()
  await alone(url, async (db) => {
    await assertFit(db)
    await bringUpToDate(db, of, opening)
  })
  return connect(url, of, opening)
}

async function connect(url: string, of: Program, limits: PostgresLimits): Promise<Database> {
  const single = { ...limits, connections: 1 }
  const pools = {
    reading: new PostgresPool(url, limits),
    watching: new PostgresPool(url, single),
    writing: new PostgresPool(url, single, true),
    moments: new PostgresPool(url, single),
  }
  const reader = kyselyOn(forSingleReads(pools.reading))
  const watched = kyselyOn(forSingleReads(pools.watching))
  const revision = new PostgresRevision(watched)
  const commits = new SharedCommits({
    dialect: new PooledDialect(pools.writing),
    plugins,
    begin: async (connection) => connection.executeQuery(CompiledQuery.raw(beginning(limits.timeout_ms))),
    joining_ms,
    patience_ms: limits.timeout_ms,
  })
  const moments = new SnapshotReader(() => kyselyOn(pools.moments))
  return {
    dialect: postgresDialectOfOurs,
    read: reader,
    write: (work, scope) => persistently(() => commits.write(work, scope)),
    revision: () => revision.number(),
    // A question costs as much as whatever would be asked.
    committed: () => undefined,
    assertReady: () => assertMigrated(reader, of),
    about: async () => {
      const { rows } = await sql<{ version: string; bytes: string }>`
        select current_setting('server_version') as version, pg_database_size(current_database()) as bytes`.execute(
        reader,
      )
      return { kind: 'PostgreSQL', version: rows[0]?.version ?? '', bytes: Number(rows[0]?.bytes ?? 0) }
    },
    scrub: (tables) => scrub(url, tables, limits),
    load: async () => ({ connections: together(Object.values(pools)) }),
    atOneMoment: (work) => moments.run(work),
    close: async () => {
      await moments.close()
      await commits.close()
      await watched.destroy()
      await reader.destroy()
      // Kysely ends none that nobody has asked yet: who asks it now would keep the process alive for as long as it may be idle.
      for (const pool of Object.values(pools)) await pool.end()
    },
  }
}

/**
 * Begins a transaction once no other one of any process is between this point and its end: they run one after the other, as on
 * SQLite, so that whatever the work finds free, unique or equal still is when it is done, and none is undone in favour of
 * another. The longest waiting one is next, as row locks keep no order. The lock is held until the commit is visible, so that
 * revisions, and the rows of the log of changes, become visible in their order. Each statement sees what is committed when it
 * begins, which waiting would else be of no use for.
 */
function beginning(timeout_ms: number): string {
  return (
    `begin isolation level read committed; set local statement_timeout = ${timeout_ms}; ` +
    `select pg_advisory_xact_lock(${locks.writers})`
  )
}

function together(pools: readonly PostgresPool[]): Connections {
  const sum = (part: keyof Connections) => pools.reduce((so, pool) => so + pool.connections[part], 0)
  return { open: sum('open'), idle: sum('idle'), awaited: sum('awaited') }
}

/**
 * Writes tables anew, so that nothing of removed rows is left in their files; that is done in no transaction. Who does not own them
 * is warned by the server, which leaves them as they are.
 */
async function scrub(
  url: string,
  tables: readonly (keyof Tables)[],
  { timeout_ms }: PostgresLimits,
): Promise<void> {
  const db = kyselyOn(new PostgresPool(url, { connections: 1, timeout_ms }))
  try {
    for (const table of tables) await sql`vacuum (full, analyze) ${sql.table(table)}`.execute(db)
  } finally {
    await db.destroy()
  }
}

/** What waits to be applied to the database at the address, and who may use it; changes nothing. */
export async function examinePostgres(url: string): Promise<Examined> {
  return alone(url, (db) => examine(db))
}

/**
 * Repeats a transaction that the database has undone, or whose connection was lost before COMMIT was sent: then nothing of it
 * was done. When the answer to COMMIT is lost it may have been done, so it is not repeated.
 */
async function persistently<Result>(transact: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transact()
    } catch (error) {
      const isUndone = error instanceof TransactionConflict || error instanceof DatabaseAway
      if (!isUndone || attempt === attempts) throw error
      await setTimeout(Math.random() * pause_ms)
    }
  }
}

/** Several machines may use the database: where a step takes away what they need, none of them may be left. */
async function bringUpToDate(
  db: Kysely<Tables>,
  of: Program,
  { isAlone = false, onStep }: Opening,
): Promise<void> {
  // Nearly always there is nothing to do, and then no lock is taken.
  const found = await examine(db, of)
  if (found.pending.length === 0) return
  if (!found.isNew && !isAlone) assertNoneLeftBehind(found, found.pending, of)
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await locked(db, (tx) => migrate(tx, postgresDialectOfOurs, { of, onStep }))
    } catch (error) {
      if (!isPassing(error) || attempt === upgrading.attempts) throw error
      await setTimeout(Math.random() * upgrading.pause_ms)
    }
  }
}

function isPassing(error: unknown): boolean {
  const reason = error instanceof Error && error.cause instanceof Error ? [error, error.cause] : [error]
  return reason.some((each) => each instanceof DatabaseBusy || each instanceof TransactionConflict)
}

/**
 * A transaction that changes the schema: these run one after the other in all processes, and nobody writes meanwhile, so that no
 * transaction has one table and waits for another. Readers wait for a table for as long at most as this waits for it.
 */
async function locked<Result>(db: Kysely<Tables>, work: (tx: Writer) => Promise<Result>): Promise<Result> {
  return db.transaction().execute(async (tx) => {
    for (const lock of [locks.migration, locks.writers])
      await sql`select pg_advisory_xact_lock(${sql.lit(lock)})`.execute(tx)
    await sql`set local lock_timeout = ${sql.lit(lock_timeout_ms)}`.execute(tx)
    return work(tx)
  })
}

/** Runs work on one connection without a time limit, as indexes of large tables take long. */
async function alone<Result>(url: string, work: (db: Kysely<Tables>) => Promise<Result>): Promise<Result> {
  const db = kyselyOn(new PostgresPool(url, { connections: 1, timeout_ms: 0 }))
  try {
    return await work(db)
  } catch (error) {
    throw explainedRights(error)
  } finally {
    await db.destroy()
  }
}

/** SQLite knows that nothing is in an empty list; PostgreSQL must be told. */
const plugins = [new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression })]

function kyselyOn(pool: KyselyPool): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: new PooledDialect(pool), plugins })
}
