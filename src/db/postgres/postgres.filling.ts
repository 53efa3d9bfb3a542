import { type Kysely, type RawBuilder, sql } from 'kysely'
import { beginLogAnew } from '../changeLog.ts'
import type { Writer } from '../dialect.ts'
import { type Postponed, filledTables } from '../filling.ts'
import type { Tables } from '../tables.ts'
import { locks } from './postgres.locks.ts'

/**
 * Indexes, foreign keys, and the triggers with what they keep up to date and its keys. A process that opens the database
 * meanwhile first makes all of them; writes wait for that.
 */
export const postgresPostponed: Postponed = {
  isBegun: async (db) => {
    const { rows } = await sql<{ is: boolean }>`select to_regclass('filling') is not null as is`.execute(db)
    return rows[0]?.is ?? false
  },
  find: async (tx) => [
    ...(await findIndexes(tx, filledTables)),
    ...(await findCountIndex(tx)),
    ...(await findReferences(tx, filledTables)),
    ...(await findTriggers(tx, [...filledTables, 'tickets'])),
  ],
  // Processes that follow the log must read everything anew.
  refills: [`select pg_advisory_xact_lock(${locks.writers})`, ...beginLogAnew],
  isShared: true,
  finish: async (tx) => {
    await sql`analyze`.execute(tx)
  },
}

/** Indexes of events only: reads are correct meanwhile, but slow. */
export const indexesPostponed: Postponed = {
  ...postgresPostponed,
  find: (tx) => findIndexes(tx, filledTables),
  refills: [],
}

/** Whether anybody else is connected to the database. */
export async function isUsedByOthers(db: Kysely<Tables>): Promise<boolean> {
  // Processes of the server itself have no user.
  const { rows } = await sql`
    select 1 from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and usesysid is not null limit 1`.execute(
    db,
  )
  return rows.length > 0
}

async function findIndexes(tx: Writer, tables: readonly string[]) {
  return indexesWhere(tx, sql`${areOf('indrelid', tables)} and not indisunique`)
}

/** The index of terms with their counts: without it, counts are updated in place. */
async function findCountIndex(tx: Writer) {
  return indexesWhere(tx, sql`indexrelid = to_regclass('terms_listed')`)
}

async function indexesWhere(tx: Writer, condition: RawBuilder<unknown>) {
  const { rows } = await sql<{ name: string; make: string }>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as make from pg_index
    where ${condition}`.execute(tx)
  return rows.map(({ name, make }) => ({ drop: `drop index ${name}`, make }))
}

/** Foreign keys, except that of an event to its parent, as an event of a batch may be left out. */
async function findReferences(tx: Writer, tables: readonly string[]) {
  return constraintsWhere(tx, sql`${areOf('conrelid', tables)} and contype = 'f' and confrelid <> conrelid`)
}

async function constraintsWhere(tx: Writer, condition: RawBuilder<unknown>) {
  const { rows } = await sql<{ name: string; table: string; definition: string }>`
    select quote_ident(conname) as name, conrelid::regclass::text as table, pg_get_constraintdef(oid) as definition
    from pg_constraint where ${condition} order by oid`.execute(tx)
  return rows.map(({ name, table, definition }) => ({
    drop: `alter table ${table} drop constraint ${name}`,
    make: `alter table ${table} add constraint ${name} ${definition}`,
  }))
}

async function findTriggers(tx: Writer, tables: readonly string[]) {
  const { rows } = await sql<{ name: string; table: string; make: string }>`
    select quote_ident(tgname) as name, tgrelid::regclass::text as table, pg_get_triggerdef(oid) as make from pg_trigger
    where ${areOf('tgrelid', tables)} and not tgisinternal`.execute(tx)
  return rows.map(({ name, table, make }) => ({ drop: `drop trigger ${name} on ${table}`, make }))
}

function areOf(column: string, tables: readonly string[]) {
  return sql`${sql.ref(column)} in (${sql.join(tables.map((table) => sql`to_regclass(${table})`))})`
}
