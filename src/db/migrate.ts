import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Dialect, Writer } from './dialect.ts'
import { initial } from '../schema/migrations/0001-initial.ts'
import type { Tables } from '../schema/tables.ts'
import type { SchemaWords } from '../schema/words.ts'

/** Every migration in order: numbered, forward only, and safe while the previous version still serves. */
const migrations: Readonly<Record<string, (db: Kysely<Tables>, schema: SchemaWords) => Promise<void>>> = {
  '0001-initial': initial,
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
  if (!error) return
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
  if (pending.length > 0 && isOfDevelopment(await appliedMigrations(db))) throw new Error(ofDevelopment)
  return pending
}

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
  const up = (run: (typeof migrations)[string]): Migration => ({
    up: async (tx: Kysely<Tables>) => {
      if (dialect) await run(tx, dialect.schema)
    },
  })
  return new Migrator({
    db,
    // Migrations are written in parallel: one that reaches a database later may have a lower number.
    allowUnorderedMigrations: true,
    provider: {
      getMigrations: async () =>
        Object.fromEntries(Object.entries(migrations).map(([name, run]) => [name, up(run)])),
    },
  })
}
