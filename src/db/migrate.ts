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
import { listings } from './migrations/0011-listings.ts'
import { ranges } from './migrations/0012-ranges.ts'
import { words } from './migrations/0013-words.ts'
import { flags } from './migrations/0014-flags.ts'
import { changes } from './migrations/0015-changes.ts'
import { linkedDays } from './migrations/0018-linked-days.ts'
import { toldCosts } from './migrations/0018-told-costs.ts'
import { listingTables } from './migrations/0019-tables.ts'
import { together } from './migrations/0020-together.ts'
import { postings } from './migrations/0021-postings.ts'
import { removals } from './migrations/0022-removals.ts'
import { links } from './migrations/0023-links.ts'
import { eventLinks } from './migrations/0024-event-links.ts'
import { termsTogether } from './migrations/0025-terms-together.ts'
import { blocks } from './migrations/0027-blocks.ts'
import { gathered } from './migrations/0028-gathered.ts'
import { closed } from './migrations/0030-closed.ts'
import { closedTold } from './migrations/0031-closed-told.ts'
import { lasting } from './migrations/0033-lasting.ts'
import { restated } from './migrations/0034-restated.ts'
import { droppedWords } from './migrations/0035-dropped-words.ts'
import { wholeRows } from './migrations/0036-whole-rows.ts'
import { venueChanges } from './migrations/0037-venue-changes.ts'
import { unpublished } from './migrations/0038-unpublished.ts'
import { linkChanges } from './migrations/0039-link-changes.ts'
import { flagChanges } from './migrations/0040-flag-changes.ts'
import { trashed } from './migrations/0041-trashed.ts'
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
  '0011-listings': listings,
  '0012-ranges': ranges,
  '0013-words': words,
  '0014-flags': flags,
  '0015-changes': changes,
  '0018-linked-days': linkedDays,
  '0018-told-costs': toldCosts,
  '0019-tables': listingTables,
  '0020-together': together,
  '0021-postings': postings,
  '0022-removals': removals,
  '0023-links': links,
  '0024-event-links': eventLinks,
  '0025-terms-together': termsTogether,
  '0027-blocks': blocks,
  '0028-gathered': gathered,
  '0030-closed': closed,
  '0031-closed-told': closedTold,
  '0033-lasting': lasting,
  '0034-restated': restated,
  '0035-dropped-words': droppedWords,
  '0036-whole-rows': wholeRows,
  '0037-venue-changes': venueChanges,
  '0038-unpublished': unpublished,
  '0039-link-changes': linkChanges,
  '0040-flag-changes': flagChanges,
  '0041-trashed': trashed,
}

/** The names under which a database remembers that they were applied, in order. */
export const migrationNames: readonly string[] = Object.keys(migrations)

/**
 * Brings the schema up to date; throws when a migration fails, so that all of them are rolled back. A database that a later
 * version has migrated already is left as it is.
 */
export async function migrate(tx: Writer, dialect: Dialect): Promise<void> {
  // A process that waited for another one to migrate finds it done.
  if ((await pendingMigrations(tx)).length === 0) return
  const { error } = await migrator(tx, dialect).migrateToLatest()
  if (!error) return
  const reason = error instanceof Error ? `: ${error.message}` : '.'
  throw new Error(`It could not be brought up to date${reason}`, { cause: error })
}

/** The names of the migrations that have not been applied yet, in order. */
export async function pendingMigrations(db: Kysely<Tables>): Promise<readonly string[]> {
  const all = await migrator(db).getMigrations()
  return all.filter(({ executedAt }) => !executedAt).map(({ name }) => name)
}

/** Throws unless every migration has been applied. */
export async function assertMigrated(db: Kysely<Tables>): Promise<void> {
  const pending = await pendingMigrations(db)
  if (pending.length > 0) throw new Error(`Migrations wait to be applied: ${pending.join(', ')}.`)
}

function migrator(db: Kysely<Tables>, dialect?: Dialect): Migrator {
  const up = (run: (typeof migrations)[string]): Migration => ({
    up: async (tx: Kysely<Tables>) => {
      if (dialect) await run(tx, dialect)
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
