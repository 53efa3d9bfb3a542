import { type Kysely, sql } from 'kysely'
import { type Migration as KyselyMigration, Migrator } from 'kysely/migration'
import type { Dialect, Writer } from './dialect.ts'
import { initial } from '../schema/migrations/0001-initial.ts'
import { listed } from '../schema/migrations/0002-listed.ts'
import { days } from '../schema/migrations/0003-days.ts'
import { continues } from '../schema/migrations/0005-continues.ts'
import { seriesPublic } from '../schema/migrations/0006-series-public.ts'
import { decisions } from '../schema/migrations/0007-decisions.ts'
import { accepted } from '../schema/migrations/0008-accepted.ts'
import { addingTexts } from '../schema/migrations/addingTexts.ts'
import { firstSchema } from '../schema/firstSchema.ts'
import type { Migration } from '../schema/migration.ts'
import type { Tables } from '../schema/tables.ts'
import { makeTriggersAnew } from '../schema/triggers.ts'

/** Every migration in order, under its number. */
const migrations: Readonly<Record<string, Migration>> = {
  '0001-initial': initial,
  '0002-listed': listed,
  '0003-days': days,
  // What clients of the original’s newer interface write.
  '0004-excerpts': addingTexts('1.0.0', { venues: ['excerpt'], organizers: ['excerpt'] }),
  '0005-continues': continues,
  '0006-series-public': seriesPublic,
  '0007-decisions': decisions,
  '0008-accepted': accepted,
}

/** The names under which a database remembers that they were applied, in order. */
export const migrationNames: readonly string[] = Object.keys(migrations)

/**
 * Brings the schema up to date; throws when a migration fails, so that all of them are rolled back, and when the database was made
 * by a development version. A database that a later version has migrated already is left as it is.
 */
export async function migrate(tx: Writer, dialect: Dialect): Promise<void> {
  // A process that waited for another one to migrate finds it done.
  if ((await pendingMigrations(tx)).length === 0) return
  const { error } = await migrator(tx, dialect).migrateToLatest()
  if (!error) return makeTriggersAnew(tx, dialect.schema)
  const reason = error instanceof Error ? `: ${error.message}` : '.'
  throw new Error(`It could not be brought up to date${reason}`, { cause: error })
}

/**
 * The names of the migrations that have not been applied yet, in order. Throws a sentence when the database was made by a
 * development version.
 */
export async function pendingMigrations(db: Kysely<Tables>): Promise<readonly string[]> {
  const all = await migrator(db).getMigrations()
  const pending = all.filter(({ executedAt }) => !executedAt).map(({ name }) => name)
  if (pending.length > 0) {
    const applied = await appliedMigrations(db)
    if (isOfDevelopment(applied) || (isFirst(applied) && !(await hasFirstSchema(db))))
      throw new Error(ofDevelopment)
  }
  return pending
}

const isFirst = (applied: readonly string[]) => applied.length === 1 && applied[0] === '0001-initial'

/** Whether the tables are those of 0.1.0: those of days before it were made by a step of the same name. */
async function hasFirstSchema(db: Kysely<Tables>): Promise<boolean> {
  const found = new Set(
    (await db.introspection.getTables()).map(({ name, columns }) =>
      lineOf(
        name,
        columns.map((one) => one.name),
      ),
    ),
  )
  return Object.entries(firstSchema).every(([name, columns]) => found.has(lineOf(name, columns.split(' '))))
}

const lineOf = (table: string, columns: readonly string[]) => `${table}: ${columns.toSorted().join(' ')}`

/** Throws unless every migration has been applied. */
export async function assertMigrated(db: Kysely<Tables>): Promise<void> {
  const pending = await pendingMigrations(db)
  if (pending.length > 0) throw new Error(`Migrations wait to be applied: ${pending.join(', ')}.`)
}

/**
 * Whether a database with these migrations was made by a version before the first release. Those had migrations that are no more;
 * the ones of later versions have higher numbers than any known here.
 */
export function isOfDevelopment(applied: readonly string[]): boolean {
  const last = migrationNames.at(-1) ?? ''
  return applied.some((name) => name < last && !migrationNames.includes(name))
}

/** What is wrong with such a database, and what to do, as sentences. */
const ofDevelopment =
  'It was made by a development version before 0.1.0, whose databases this version cannot use. Write the calendar into a file ' +
  'with that version, by “kalends export FILE”, and read it into a new database with this one, by “kalends import FILE”.'

async function appliedMigrations(db: Kysely<Tables>): Promise<readonly string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some(({ name }) => name === 'kysely_migration')) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  return rows.map(({ name }) => name)
}

function migrator(db: Kysely<Tables>, dialect?: Dialect): Migrator {
  const stepOf = ({ up }: Migration): KyselyMigration => ({
    up: async (tx: Kysely<Tables>) => {
      if (dialect) await up(tx, dialect.schema)
    },
  })
  return new Migrator({
    db,
    // Migrations are written in parallel: one that reaches a database later may have a lower number.
    allowUnorderedMigrations: true,
    provider: {
      getMigrations: async () =>
        Object.fromEntries(Object.entries(migrations).map(([name, each]) => [name, stepOf(each)])),
    },
  })
}
