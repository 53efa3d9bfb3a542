import { DatabaseSync } from 'node:sqlite'
import { copyMark } from '../copy.ts'
import { isOfDevelopment } from '../upgrade.ts'
import { program } from '../migrate.ts'
import { assertUsable, DatabaseNewer, readStandingIn } from '../usable.ts'
import { messageOf } from '../../../pure/text/errorDetails.ts'

/** The tables that people recognize a calendar by, in the order in which their counts are shown. */
const counted = [
  'users',
  'events',
  'venues',
  'organizers',
  'terms',
  'tickets',
  'media',
] as const satisfies readonly string[]

/** How many rows there are, by table; tables that an older version does not have are left out. */
export type Counts = Readonly<Partial<Record<(typeof counted)[number], number>>>

/** How many faults are reported at most: the first few are enough. */
const toldAtMost = 5

/** Counts the rows as the connection sees them, in its transaction if there is one. */
export function countRows(connection: DatabaseSync): Counts {
  const there = new Set(tablesOf(connection))
  const counts = counted
    .filter((table) => there.has(table))
    .map((table) => [table, numberOf(connection, `select count(*) as number from ${table}`)])
  return Object.fromEntries(counts) as Counts
}

/** Whether a calendar has anything that somebody has added; the first user is made by the program itself. */
export function isFilled({ users: _users, ...counts }: Counts): boolean {
  return Object.values(counts).some((count) => count > 0)
}

/**
 * Opens a calendar that nobody writes and reads all of it: each page and index, each reference, and which migrations it
 * has seen. Answers its counts; throws, with a sentence that names the file, or the one that it is a copy of, when it is none
 * or not whole, and `DatabaseNewer` where this program is too old for it.
 */
export function inspectFile(file: string, name = file): Counts {
  const connection = new DatabaseSync(file, { readOnly: true })
  try {
    const faults = faultsOf(connection)
    if (faults.length > 0) throw new Error(faults.join('; '))
    return countRows(connection)
  } catch (error) {
    if (error instanceof DatabaseNewer) throw error
    throw new Error(`${name} is not a whole calendar: ${messageOf(error)}.`, { cause: error })
  } finally {
    connection.close()
  }
}

function faultsOf(connection: DatabaseSync): string[] {
  const damages = connection
    .prepare(`PRAGMA integrity_check(${toldAtMost})`)
    .all()
    .map((row) => String(row['integrity_check']))
    .filter((found) => found !== 'ok')
  if (damages.length > 0) return damages
  const strays = connection.prepare('PRAGMA foreign_key_check').all()
  const dangling = strays
    .slice(0, toldAtMost)
    .map((row) => `a row of ${String(row['table'])} names one of ${String(row['parent'])} that is not there`)
  return [...dangling, ...migrationFaults(connection)]
}

/** A calendar of an older version is brought up to date when it is opened; one of a newer version may be for newer programs alone. */
function migrationFaults(connection: DatabaseSync): string[] {
  const applied = appliedIn(connection)
  if (applied.length === 0) return ['it holds no calendar of Kalends']
  if (isOfDevelopment(applied, program())) return ['it is of a development version before 0.1.0']
  assertUsable(readStandingIn(connection), program())
  return isCopied(connection) ? [] : ['a copy into it is not finished']
}

/** The names of the migrations that the file has seen; none of a file that is empty, or no calendar. */
export function appliedIn(connection: DatabaseSync): readonly string[] {
  if (!tablesOf(connection).includes('kysely_migration')) return []
  const rows = connection.prepare('select name from kysely_migration').all()
  return rows.map(({ name }) => String(name))
}

/** Throws {@link DatabaseNewer} where this program is too old for the calendar in the file; of anything else nothing is said. */
export function assertUsableFile(file: string): void {
  try {
    using connection = new DatabaseSync(file, { readOnly: true })
    if (appliedIn(connection).length > 0) assertUsable(readStandingIn(connection), program())
  } catch (error) {
    if (error instanceof DatabaseNewer) throw error
  }
}

function isCopied(connection: DatabaseSync): boolean {
  const marks = connection.prepare('select count(*) as number from installation where name = ?')
  return marks.get(copyMark)?.['number'] === 0
}

function tablesOf(connection: DatabaseSync): string[] {
  return connection
    .prepare(`select name from sqlite_master where type = 'table'`)
    .all()
    .map(({ name }) => String(name))
}

function numberOf(connection: DatabaseSync, query: string): number {
  return Number(connection.prepare(query).get()?.['number'])
}
