import { hash } from 'node:crypto'
import { cp, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { existsSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { openDatabase } from '../src/storage/db/open.ts'
import type { Role } from '../src/storage/schema/tables.ts'
import { sqliteDatabase, type TestDatabase } from '../test/support/database.ts'
import { diceFrom } from '../test/support/dice.ts'
import { fillCalendar } from '../test/support/fill.ts'
import { eventRow, termRows, termsOf, ticketRows, venueRow } from '../test/support/fill.rows.ts'
import { createAccounts } from '../test/support/accounts.ts'

/** A filled calendar on disk, and whose accounts are in it. */
export interface DataSet {
  readonly events: number
  readonly folder: string
  readonly database: TestDatabase
  /** Processes that work for those who ask the database. */
  readonly helpers: readonly number[]
  /** When "now" is in it. */
  readonly now: Temporal.Instant
  readonly credentials: Readonly<Record<Role, string>>
  /**
   * Reads all that is stored, so that the operating system holds it in memory. Virtual machines may take back within half a minute
   * what nobody reads, and then their disk would be measured.
   */
  readonly warm: () => Promise<void>
  /** A copy for those who write; it is removed with the answer. */
  copy(): Promise<DataSet & AsyncDisposable>
  /** An empty database of the same kind; a file is in the folder. */
  fresh(folder: string): Promise<TestDatabase>
}

/** Where data sets are kept from run to run: `BENCH_DIR`, or a folder for temporary files. */
export const benchFolder = process.env['BENCH_DIR'] ?? join(tmpdir(), 'kalends-bench')

/**
 * The calendar with so many events: as it was kept, with its schema brought up to date, or made now. It is around the
 * beginning of the month, so that all runs of a month have the same, and the service, whose clock runs, finds it current.
 */
export async function dataSet(events: number): Promise<DataSet> {
  const now = Temporal.Now.zonedDateTimeISO('UTC').with({ day: 1 }).startOfDay().toInstant()
  const folder = join(benchFolder, `${events}-${now.toString().slice(0, 7)}-${fingerprint()}`)
  if (!existsSync(folder)) {
    const making = `${folder}.making`
    await rm(making, { recursive: true, force: true })
    await mkdir(making, { recursive: true })
    await make(making, events, now)
    await rename(making, folder)
  }
  const database = sqliteDatabase(folder)
  await prepare(database)
  const accounts = await readFile(join(folder, 'accounts.json'), 'utf8')
  const credentials = JSON.parse(accounts) as DataSet['credentials']
  const set = { events, folder, database, helpers: [], now, credentials, fresh }
  return { ...set, warm: () => readWhole(database.url), copy: () => copyOf(set) }
}

/** Brings its schema up to date. */
export async function prepare({ url }: Pick<TestDatabase, 'url'>): Promise<void> {
  const db = await openDatabase(url)
  await db.close()
}

/** The file that a folder has none of yet. */
async function fresh(folder: string): Promise<TestDatabase> {
  return sqliteDatabase(folder)
}

async function readWhole(path: string): Promise<void> {
  await using file = await open(path)
  const buffer = Buffer.allocUnsafe(2 ** 20)
  while ((await file.read(buffer)).bytesRead > 0);
}

async function copyOf(original: Omit<DataSet, 'copy' | 'warm'>): Promise<DataSet & AsyncDisposable> {
  const folder = `${original.folder}.copy`
  const remove = () => rm(folder, { recursive: true, force: true })
  await remove()
  await cp(original.folder, folder, { recursive: true })
  const set = { ...original, folder, database: sqliteDatabase(folder) }
  const warm = () => readWhole(set.database.url)
  return { ...set, warm, copy: () => copyOf(set), [Symbol.asyncDispose]: remove }
}

async function make(folder: string, events: number, now: Temporal.Instant): Promise<void> {
  const { url: path } = sqliteDatabase(folder)
  const began = performance.now()
  const credentials = await createAccounts(path)
  await writeFile(join(folder, 'accounts.json'), JSON.stringify(credentials))
  const db = await openDatabase(path)
  await fillCalendar(db, { events, now, authors: [2, 3, 3] })
  await db.close()
  console.log(`${events} events made in ${Math.round((performance.now() - began) / 1000)} s`)
}

/** Of the rows that are made: a data set with others is made anew. */
function fingerprint(): string {
  // Of an unreleased version: the one migration still changes.
  const schema = readFileSync(
    new URL('../src/storage/schema/migrations/0001-initial.ts', import.meta.url),
    'utf8',
  )
  const maker = { dice: diceFrom(1), now_s: 0, authors: [1] }
  const terms = termRows(maker)
  const samples = Array.from({ length: 50 }, (_, index) => {
    const event = eventRow(maker, index, null)
    return [event, venueRow(maker, index), termsOf(maker, event, terms), ticketRows(maker, index)]
  })
  return hash('sha256', JSON.stringify([terms, samples, schema])).slice(0, 12)
}
