import type { DatabaseSync } from 'node:sqlite'
import type { Kysely } from 'kysely'
import { compareVersions, minorOf, newestOf } from '../../pure/text/versions.ts'
import type { Tables } from '../schema/tables.all.ts'
import type { Program } from './migrate.ts'

/** The names in `installation` of the oldest version that may use the database, and of the newest that has served it. */
const marks = { oldest: 'oldest', servedBy: 'served_by' } as const

/** Whether a name in `installation` is one of these. */
export function isOfStanding(name: string): boolean {
  return Object.values<string>(marks).includes(name)
}

/** The version that all databases begin with; it noted neither. */
const firstVersion = '0.1.0'

/** By which versions a database may be used, and is. */
export interface Standing {
  readonly oldest: string
  readonly servedBy: string
}

/** The database was brought up to date for versions that are newer than this program. */
export class DatabaseNewer extends Error {
  override readonly name = 'DatabaseNewer'
  readonly oldest: string

  constructor(oldest: string, { version }: Pick<Program, 'version'>) {
    super(`It was brought up to date for Kalends ${oldest} and later; this is ${version}.`)
    this.oldest = oldest
  }
}

/** Reads it of a database that has a migration already. */
export async function readStanding(db: Kysely<Tables>): Promise<Standing> {
  const rows = await db
    .selectFrom('installation')
    .select(['name', 'value'])
    .where('name', 'in', Object.values(marks))
    .execute()
  return standingFrom(rows)
}

/** The same on a connection to a file. */
export function readStandingIn(connection: DatabaseSync): Standing {
  const rows = connection
    .prepare('select name, value from installation where name in (?, ?)')
    .all(...Object.values(marks))
  return standingFrom(rows.map(({ name, value }) => ({ name: String(name), value: String(value) })))
}

function standingFrom(rows: readonly { readonly name: string; readonly value: string }[]): Standing {
  const valueOf = (mark: string) => rows.find(({ name }) => name === mark)?.value ?? firstVersion
  return { oldest: valueOf(marks.oldest), servedBy: valueOf(marks.servedBy) }
}

/** Throws {@link DatabaseNewer} where the program is older than the database allows. */
export function assertUsable({ oldest }: Standing, of: Pick<Program, 'version'>): void {
  if (compareVersions(of.version, oldest) < 0) throw new DatabaseNewer(oldest, of)
}

/** The oldest version that may use a database once these migrations are applied to it, too. */
export function oldestAfter(
  { oldest }: Pick<Standing, 'oldest'>,
  names: readonly string[],
  { migrations }: Program,
): string {
  return newestOf([oldest, ...names.flatMap((name) => migrations[name]?.oldest ?? [])]) ?? oldest
}

/** The version that people know the upgrade by which these migrations are applied. */
export function releaseOf(names: readonly string[], { migrations, version }: Program): string {
  return newestOf(names.flatMap((name) => migrations[name]?.release ?? [])) ?? version
}

/**
 * Throws a sentence where these migrations take away what nodes need that may still be there: those of the newest version that has
 * served the database, which several machines may do.
 */
export function assertNoneLeftBehind(standing: Standing, names: readonly string[], of: Program): void {
  const oldest = oldestAfter({ oldest: firstVersion }, names, of)
  if (compareVersions(oldest, standing.servedBy) <= 0) return
  throw new Error(
    `Nodes of ${standing.servedBy} may still use this database, and ${releaseOf(names, of)} takes away what they need. ` +
      `Go by ${minorOf(oldest)} first, or stop all nodes and run “kalends migrate --stopped”.`,
  )
}

/** Notes, within the transaction of the migrations, which versions may use the database from then on. */
export async function noteOldest(
  tx: Kysely<Tables>,
  { pending, isNew }: { readonly pending: readonly string[]; readonly isNew: boolean },
  of: Program,
): Promise<void> {
  await note(tx, marks.oldest, oldestAfter(await readStanding(tx), pending, of))
  // Nobody older has ever seen it.
  if (isNew) await noteServed(tx, of)
}

/** Notes that a program serves the database, unless a newer one has. */
export async function noteServed(tx: Kysely<Tables>, { version }: Pick<Program, 'version'>): Promise<void> {
  const { servedBy } = await readStanding(tx)
  if (compareVersions(version, servedBy) > 0) await note(tx, marks.servedBy, version)
}

async function note(tx: Kysely<Tables>, name: string, value: string): Promise<void> {
  await tx
    .insertInto('installation')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}
