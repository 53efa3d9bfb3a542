import { existsSync } from 'node:fs'
import { chmod, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import process from 'node:process'
import { backup, DatabaseSync } from 'node:sqlite'
import { assertFree } from '../free.ts'
import { type Counts, countRows, inspectFile, isFilled } from './sqlite.inspect.ts'
import { isFailure } from './sqlite.failures.ts'

/** Pages copied at a time, 16 MiB, so that the copy is made in steps that can be told of. */
const pagesAtOnce = 4096

/** Told of the way: how many pages of how many are copied. */
export type OnProgress = (done: number, total: number) => void

/**
 * Copies the calendar at `path` to `file` as it is at one moment, whoever writes it meanwhile, and opens the copy to check
 * all of it before it gets its name. Answers its counts. Throws when `file` exists already or its folder does not, when there is
 * no calendar, or when the copy is not whole; then nothing is left.
 */
export async function backUpFile(path: string, file: string, onProgress?: OnProgress): Promise<Counts> {
  assertFree(file)
  if (!existsSync(path)) throw new Error(`There is no calendar at ${path}.`)
  const aside = `${file}.partial-${process.pid}`
  try {
    const counts = await copyFile(path, aside, onProgress)
    assertEqual(counts, inspectFile(aside))
    await persist(aside)
    assertFree(file)
    await rename(aside, file)
    await persistFolder(dirname(file))
    return counts
  } finally {
    await removeFiles(aside)
  }
}

/** What a restore did: what is there now, and where what was there before is kept. */
export interface Restored {
  readonly counts: Counts
  readonly aside: string | undefined
}

/**
 * Puts a copy of the backup in the place of the calendar at `path`, which is kept aside under a name with the moment in
 * it. Throws, and changes nothing, when the backup is not whole, when somebody uses the calendar, and when it holds
 * anything, unless `force`d.
 */
export async function restoreFile(
  file: string,
  path: string,
  { force, now }: { force: boolean; now: Temporal.Instant },
): Promise<Restored> {
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`)
  const fresh = `${path}.restoring-${process.pid}`
  try {
    await copyFile(file, fresh).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error)
      throw new Error(`${file} is not a whole calendar: ${reason}.`, { cause: error })
    })
    const counts = inspectFile(fresh)
    await persist(fresh)
    const aside = existsSync(path) ? await putAside(path, { force, now }) : undefined
    await rename(fresh, path)
    await persistFolder(dirname(path))
    return { counts, aside }
  } finally {
    await removeFiles(fresh)
  }
}

/** One file without a log beside it, as of the moment at which its counts are taken. */
async function copyFile(path: string, to: string, onProgress?: OnProgress): Promise<Counts> {
  const source = new DatabaseSync(path, { readOnly: true })
  try {
    // Within a transaction the source stays as it is now: otherwise every write meanwhile would begin the copy anew.
    source.exec('BEGIN')
    const counts = countRows(source)
    await backup(source, to, {
      rate: pagesAtOnce,
      progress: ({ totalPages, remainingPages }) => onProgress?.(totalPages - remainingPages, totalPages),
    })
    const copy = new DatabaseSync(to)
    copy.exec('PRAGMA journal_mode = DELETE')
    copy.close()
    return counts
  } finally {
    source.close()
  }
}

/** Renames the calendar with what belongs to it; answers its new name. */
async function putAside(
  path: string,
  { force, now }: { force: boolean; now: Temporal.Instant },
): Promise<string> {
  const found = claim(path)
  if (found !== 'empty' && !force) {
    throw new Error(
      found === 'filled'
        ? `The calendar at ${path} is not empty: with --force it is put aside and the backup takes its place.`
        : `What is at ${path} cannot be read: with --force it is put aside and the backup takes its place.`,
    )
  }
  const aside = `${path}.before-${now.round('second').toString().replaceAll(/[-:]/g, '')}`
  assertFree(aside)
  await rename(path, aside)
  for (const ending of logEndings) {
    if (existsSync(path + ending)) await rename(path + ending, aside + ending)
  }
  return aside
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

/** On disk whatever happens, and for its owner alone: it holds what passwords are checked by. */
async function persist(file: string): Promise<void> {
  await chmod(file, 0o600)
  await using handle = await open(file, 'r+')
  await handle.sync()
}

async function persistFolder(folder: string): Promise<void> {
  // Windows can sync no folder.
  if (process.platform === 'win32') return
  await using handle = await open(folder, 'r')
  await handle.sync()
}

async function removeFiles(file: string): Promise<void> {
  for (const ending of ['', ...logEndings]) await rm(file + ending, { force: true })
}
