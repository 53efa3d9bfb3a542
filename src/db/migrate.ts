import type { Kysely } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Dialect, Writer } from './dialect.ts'
import { calendar } from './migrations/0001-calendar.ts'
import { media } from './migrations/0002-media.ts'
import { tickets } from './migrations/0003-tickets.ts'
import { places } from './migrations/0004-places.ts'
import { feeds } from './migrations/0005-feeds.ts'
import { geocoding } from './migrations/0007-geocoding.ts'
import { facets } from './migrations/0008-facets.ts'
import { imports } from './migrations/0009-imports.ts'
import type { Tables } from './tables.ts'

/** Every migration in order: numbered, forward only, and safe while the previous version still serves. */
const migrations: Readonly<Record<string, (db: Kysely<Tables>, dialect: Dialect) => Promise<void>>> = {
  '0001-calendar': calendar,
  '0002-media': media,
  '0003-tickets': tickets,
  '0004-places': places,
  '0005-feeds': feeds,
  '0007-geocoding': geocoding,
  '0008-facets': facets,
  '0009-imports': imports,
}

/** The names under which a database remembers that they were applied, in order. */
export const migrationNames: readonly string[] = Object.keys(migrations)

/** Brings the schema up to date; throws when a migration fails, so that all of them are rolled back. */
export async function migrate(tx: Writer, dialect: Dialect): Promise<void> {
  const { error } = await migrator(tx, dialect).migrateToLatest()
  if (error) throw new Error('The database could not be brought up to date.', { cause: error })
}

/** Throws unless every migration has been applied. */
export async function assertMigrated(db: Kysely<Tables>): Promise<void> {
  const pending = (await migrator(db).getMigrations()).filter(({ executedAt }) => !executedAt)
  if (pending.length > 0) {
    throw new Error(`Migrations wait to be applied: ${pending.map(({ name }) => name).join(', ')}.`)
  }
}

function migrator(db: Kysely<Tables>, dialect?: Dialect): Migrator {
  const up = (run: (typeof migrations)[string]): Migration => ({
    up: async (tx: Kysely<Tables>) => {
      if (dialect) await run(tx, dialect)
    },
  })
  return new Migrator({
    db,
    provider: {
      getMigrations: async () =>
        Object.fromEntries(Object.entries(migrations).map(([name, run]) => [name, up(run)])),
    },
  })
}
