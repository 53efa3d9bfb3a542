import { type Kysely, sql } from 'kysely'
import { type Migration as KyselyMigration, Migrator } from 'kysely/migration'
import { messageOf } from '../../pure/text/errorDetails.ts'
import { firstSchema } from '../schema/firstSchema.ts'
import type { Migration } from '../schema/migration.ts'
import type { Tables } from '../schema/tables.all.ts'
import { makeTriggersAnew } from '../schema/triggers.ts'
import { columnsToFill, noteBackfills } from './backfills.state.ts'
import type { Dialect, Writer } from './dialect.ts'
import { type Program, program } from './migrate.ts'
import { assertUsable, noteOldest, readStanding, type Standing } from './usable.ts'

/** How a database that is not up to date is brought there. */
export interface Upgrading {
  readonly of: Program
  /** Gets the name of each migration as it begins. */
  readonly onStep?: ((name: string) => void) | undefined
}

/** Where a database stands, as a program sees it. */
export interface Examined extends Standing {
  /** The names of the migrations that the program has and that are not applied yet, in order. */
  readonly pending: readonly string[]
  /** Those that are applied and that the program does not have, as a later one brought them. */
  readonly unknown: readonly string[]
  /** Whether there is a calendar already. */
  readonly isNew: boolean
}

/**
 * Brings the schema up to date; throws when a migration fails, so that all of them are rolled back, and when the database was made
 * by a development version, or is for newer programs. One that a later version has migrated already is left as it is.
 */
export async function migrate(tx: Writer, dialect: Dialect, { of, onStep }: Upgrading): Promise<void> {
  // A process that waited for another one to migrate finds it done.
  const found = await examine(tx, of)
  if (found.pending.length === 0) return
  const { error } = await migrator(tx, of, { dialect, onStep }).migrateToLatest()
  if (error !== undefined)
    throw new Error(`It could not be brought up to date: ${messageOf(error)}`, { cause: error })
  await noteOldest(tx, found, of)
  await noteBackfills(tx, found.pending, of)
  await makeTriggersAnew(tx, dialect.schema, await columnsToFill(tx, of))
}

/**
 * What waits to be applied, and who may use the database. Throws a sentence when it was made by a development version, and
 * `DatabaseNewer` where the program is too old for it.
 */
export async function examine(db: Kysely<Tables>, of: Program = program()): Promise<Examined> {
  const all = await migrator(db, of).getMigrations()
  const pending = all.filter(({ executedAt }) => !executedAt).map(({ name }) => name)
  const isNew = pending.length === all.length
  const applied = isNew ? await appliedMigrations(db) : await namesIn(db)
  const unknown = applied.filter((name) => !(name in of.migrations))
  if (pending.length > 0) {
    if (isOfDevelopment(applied, of) || (isFirst(applied) && !(await hasFirstSchema(db))))
      throw new Error(ofDevelopment)
  }
  if (isNew) return { pending, unknown, isNew, oldest: of.version, servedBy: of.version }
  const standing = await readStanding(db)
  assertUsable(standing, of)
  return { pending, unknown, isNew, ...standing }
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

/** Throws unless every migration has been applied, and this program may use the database. */
export async function assertMigrated(db: Kysely<Tables>, of: Program): Promise<void> {
  const { pending } = await examine(db, of)
  if (pending.length > 0) throw new Error(`Migrations wait to be applied: ${pending.join(', ')}.`)
}

/**
 * Whether a database with these migrations was made by a version before the first release. Those had migrations that are no more;
 * the ones of later versions have higher numbers than any known here.
 */
export function isOfDevelopment(
  applied: readonly string[],
  { migrations }: Pick<Program, 'migrations'>,
): boolean {
  const last = Object.keys(migrations).at(-1) ?? ''
  return applied.some((name) => name < last && !(name in migrations))
}

/** What is wrong with such a database, and what to do, as sentences. */
const ofDevelopment =
  'It was made by a development version before 0.1.0, whose databases this version cannot use. Write the calendar into a file ' +
  'with that version, by “kalends export FILE”, and read it into a new database with this one, by “kalends import FILE”.'

async function appliedMigrations(db: Kysely<Tables>): Promise<readonly string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some(({ name }) => name === 'kysely_migration')) return []
  return namesIn(db)
}

async function namesIn(db: Kysely<Tables>): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  return rows.map(({ name }) => name)
}

/** What applies migrations; without a dialect it only tells which there are. */
function migrator(
  db: Kysely<Tables>,
  { migrations }: Program,
  applying?: { readonly dialect: Dialect; readonly onStep: Upgrading['onStep'] },
): Migrator {
  const stepOf = (name: string, { up }: Migration): KyselyMigration => ({
    up: async (tx: Kysely<Tables>) => {
      if (!applying) return
      applying.onStep?.(name)
      await up(tx, applying.dialect.schema)
    },
  })
  return new Migrator({
    db,
    // Migrations are written in parallel: one that reaches a database later may have a lower number.
    allowUnorderedMigrations: true,
    provider: {
      getMigrations: async () =>
        Object.fromEntries(Object.entries(migrations).map(([name, each]) => [name, stepOf(name, each)])),
    },
  })
}
