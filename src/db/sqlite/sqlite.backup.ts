import { existsSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import process from 'node:process'
import { backup, DatabaseSync } from 'node:sqlite'
import { makeFolder } from '../../files/folder.ts'
import { assertFree } from '../free.ts'
import { madeAside } from '../unfinished.ts'
import { type Counts, countRows, inspectFile, isFilled } from './sqlite.inspect.ts'
import { isFailure } from './sqlite.failures.ts'
import { messageOf } from '../../text/thrown.ts'

/** Pages copied at a time, 16 MiB, so that the copy is made in steps that can be told of. */
const pagesAtOnce = 4096

/** How a copy is made. */
export interface Copying {
  /** Ends it: then it throws, and nothing is left. */
  readonly signal?: AbortSignal | undefined
  /** Told of the way: how many pages of how many are copied. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined
}

/**
 * Copies the calendar at `path` to `file` as it is at one moment, whoever writes it meanwhile, and opens the copy to check
 * all of it before it gets its name. Answers its counts. Throws when `file` exists already or its folder does not, when there is
 * no calendar, or when the copy is not whole; then nothing is left.
 */
export async function backUpFile(path: string, file: string, copying: Copying = {}): Promise<Counts> {
  assertFree(file)
  if (!existsSync(path)) throw new Error(`There is no calendar at ${path}.`)
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

/** What a restore did: what is there now, and where what was there before is kept. */
export interface Restored {
  readonly counts: Counts
  readonly aside: string | undefined
}

/**
 * Puts a copy of the backup in the place of the calendar at `path`, which is kept aside under a name with the moment in
 * it; a folder that is not there is made. Throws, and changes nothing, when the backup is not whole, when somebody uses the calendar, and when it holds
 * anything, unless `force`d.
 */
export async function restoreFile(
  file: string,
  path: string,
  { force, now, signal }: { force: boolean; now: Temporal.Instant; signal?: AbortSignal },
): Promise<Restored> {
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`)
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
    // Within a transaction the source stays as it is now: otherwise every write meanwhile would begin the copy anew.
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

/** The sentence for a disk without room for a copy; it says nothing against what was to be copied. */
function roomless(error: unknown, file: string): Error | undefined {
  if (!isFailure(error, 'full')) return undefined
  return new Error(`There is no room for ${file}: its disk is full.`, { cause: error })
}

/**
 * Renames the calendar with what belongs to it, which may be there without it: SQLite would take a log that was left behind for one
 * of the backup, and write it into that. Answers the new name, if there is anything.
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

/** What is there, its log written back into it; throws when anybody else has it open: giving up the log takes them all gone. */
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

/** A new file for its owner alone, from the first byte on: it holds what passwords are checked by. */
async function makeOwn(file: string): Promise<void> {
  await using _handle = await open(file, 'wx', 0o600)
}

/** On disk whatever happens. */
async function persist(file: string): Promise<void> {
  await using handle = await open(file, 'r+')
  await handle.sync()
}

async function persistFolder(folder: string): Promise<void> {
  // Windows can sync no folder.
  if (process.platform === 'win32') return
  await using handle = await open(folder, 'r')
  await handle.sync()
}
