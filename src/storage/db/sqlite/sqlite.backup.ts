import { existsSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import process from 'node:process'
import { backup, DatabaseSync } from 'node:sqlite'
import { makeFolder } from '../../files/folder.ts'
import { assertFree } from '../newFile.ts'
import { madeAside } from '../newFile.ts'
import { assertUsableFile, type Counts, countRows, inspectFile, isFilled } from './sqlite.inspect.ts'
import { isFailure } from './sqlite.driver.ts'
import { messageOf } from '../../../pure/text/errorDetails.ts'

/** How many pages are copied at a time, 16 MiB, so that progress can be shown. */
const pagesAtOnce = 4096

/** Options of a copy. */
export interface Copying {
  /** Ends the copy: it throws, and leaves nothing behind. */
  readonly signal?: AbortSignal | undefined
  /** Gets the progress: how many pages are copied, and of how many. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined
}

/**
 * Copies the calendar at `path` to `file` as it is at one moment, even while it is written, and checks all of the copy before it
 * gets its name. Answers its counts. Throws when `file` exists already or its folder does not, when there is no calendar, or when
 * the copy is damaged; then nothing is left behind.
 */
export async function backUpFile(path: string, file: string, copying: Copying = {}): Promise<Counts> {
  assertFree(file)
  if (!existsSync(path)) throw new Error(`There is no calendar at ${path}.`)
  assertUsableFile(path)
  return madeAside(file, 'partial', async (aside) => {
    const counts = await copyFile(path, aside, copying).catch((error: unknown) => {
      throw (
        roomless(error, file) ??
        new Error(`The calendar at ${path} cannot be copied: ${messageOf(error)}.`, { cause: error })
      )
    })
    assertEqual(counts, inspectFile(aside, path))
    await persist(aside)
    copying.signal?.throwIfAborted()
    assertFree(file)
    await rename(aside, file)
    await persistFolder(dirname(file))
    return counts
  })
}

/** Options of a restore. */
export interface Restoring {
  /** Whether a calendar that is not empty gives way. */
  readonly force: boolean
  readonly now: Temporal.Instant
  readonly signal?: AbortSignal | undefined
}

/** The result of a restore: the counts, and where the calendar of before is kept. */
export interface Restored {
  readonly counts: Counts
  readonly aside: string | undefined
}

/**
 * Replaces the calendar at `path`, which is kept under a name with the current time, by a copy of the backup; a missing folder is
 * made. Throws, and changes nothing, when the backup is damaged, when another process uses the calendar, and, unless `force`d,
 * when the calendar is not empty.
 */
export async function restoreFile(
  file: string,
  path: string,
  { force, now, signal }: Restoring,
): Promise<Restored> {
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`)
  assertUsableFile(file)
  await makeFolder(dirname(path))
  return madeAside(path, 'restoring', async (fresh) => {
    await copyFile(file, fresh, { signal }).catch((error: unknown) => {
      throw (
        roomless(error, path) ??
        new Error(`${file} is not a whole calendar: ${messageOf(error)}.`, { cause: error })
      )
    })
    const counts = inspectFile(fresh, file)
    await persist(fresh)
    signal?.throwIfAborted()
    const aside = await putAside(path, { force, now })
    await rename(fresh, path)
    await persistFolder(dirname(path))
    return { counts, aside }
  })
}

/** One file without a log beside it, as of the moment at which its counts are taken. */
async function copyFile(path: string, to: string, { signal, onProgress }: Copying): Promise<Counts> {
  await makeOwn(to)
  const source = new DatabaseSync(path, { readOnly: true })
  try {
    // A transaction keeps the source as it is now: otherwise every write meanwhile would restart the copy.
    source.exec('BEGIN')
    const counts = countRows(source)
    await backup(source, to, {
      rate: pagesAtOnce,
      progress: ({ totalPages, remainingPages }) => {
        signal?.throwIfAborted()
        onProgress?.(totalPages - remainingPages, totalPages)
      },
    })
    const copy = new DatabaseSync(to)
    copy.exec('PRAGMA journal_mode = DELETE')
    copy.close()
    return counts
  } finally {
    source.close()
  }
}

/** The error for a disk without room for a copy, which is no fault of the original. */
function roomless(error: unknown, file: string): Error | undefined {
  if (!isFailure(error, 'full')) return undefined
  return new Error(`There is no room for ${file}: its disk is full.`, { cause: error })
}

/**
 * Renames the calendar together with its logs, which may exist without it: SQLite would take a log that was left behind for that
 * of the backup, and write it into the backup. Answers the new name, if there is anything.
 */
async function putAside(
  path: string,
  { force, now }: { force: boolean; now: Temporal.Instant },
): Promise<string | undefined> {
  if (existsSync(path)) assertGivesWay(path, force)
  const endings = ['', ...logEndings].filter((ending) => existsSync(path + ending))
  const [first] = endings
  if (first === undefined) return undefined
  const aside = `${path}.before-${now.round('second').toString().replaceAll(/[-:]/g, '')}`
  assertFree(aside)
  for (const ending of endings) await rename(path + ending, aside + ending)
  return aside + first
}

function assertGivesWay(path: string, force: boolean): void {
  const found = claim(path)
  if (found === 'empty' || force) return
  throw new Error(
    found === 'filled'
      ? `The calendar at ${path} is not empty: with --force it is put aside and the backup takes its place.`
      : `What is at ${path} cannot be read: with --force it is put aside and the backup takes its place.`,
  )
}

/** What is at the path, after writing its log into it; throws when another process has it open, as leaving WAL mode then fails. */
function claim(path: string): 'empty' | 'filled' | 'unreadable' {
  let connection: DatabaseSync | undefined
  try {
    connection = new DatabaseSync(path)
    connection.exec('PRAGMA journal_mode = DELETE')
    return isFilled(countRows(connection)) ? 'filled' : 'empty'
  } catch (error) {
    if (!isFailure(error, 'busy')) return 'unreadable'
    throw new Error(
      `The calendar at ${path} is in use: stop the service and whatever else has it open, then restore.`,
      { cause: error },
    )
  } finally {
    connection?.close()
  }
}

const logEndings = ['-wal', '-shm', '-journal'] as const

function assertEqual(source: Counts, copy: Counts): void {
  if (JSON.stringify(source) === JSON.stringify(copy)) return
  throw new Error(
    `The copy is not equal to the calendar: ${JSON.stringify(copy)} rows instead of ${JSON.stringify(source)}.`,
  )
}

/** Makes a file that only its owner can read, from the first byte on, as it contains hashes of passwords. */
async function makeOwn(file: string): Promise<void> {
  await using _handle = await open(file, 'wx', 0o600)
}

/** Syncs a file to disk. */
async function persist(file: string): Promise<void> {
  await using handle = await open(file, 'r+')
  await handle.sync()
}

async function persistFolder(folder: string): Promise<void> {
  // Windows cannot sync folders.
  if (process.platform === 'win32') return
  await using handle = await open(folder, 'r')
  await handle.sync()
}
