import { existsSync } from 'node:fs'
import { readdir, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { makeFolder } from '../../files/folder.ts'
import { copyNameOf, copyNamed, newestCopyFirst } from '../beforeUpgrade.ts'
import type { Program } from '../migrate.ts'
import { assertUsable, readStandingIn, releaseOf } from '../usable.ts'
import { backUpFile } from './sqlite.backup.ts'
import { isFailure } from './sqlite.driver.ts'
import { appliedIn, countRows, isFilled } from './sqlite.inspect.ts'

/** How many copies that were made before an upgrade are kept. */
const copiesKept = 3

/** What a copy before an upgrade is made of, and where. */
export interface CopyingBefore {
  readonly path: string
  readonly folder: string
  readonly of: Program
  /** How many bytes are free in a folder; by default the system is asked. */
  readonly free?: (folder: string) => Promise<number>
}

/** The copy that this process is making: one after the other, as unfinished files are known by the process. */
let underWay: Promise<void> = Promise.resolve()

/**
 * Makes a checked copy of a calendar that is brought up to date next, unless it is empty, up to date, or copied already as it is. It is read as
 * a whole before it gets its name; the oldest beyond {@link copiesKept} go. Throws a sentence where there is no room for it.
 */
export async function copyBeforeUpgrade(connection: DatabaseSync, copying: CopyingBefore): Promise<void> {
  const mine = underWay.then(() => copyOnce(connection, copying))
  underWay = mine.catch(() => {})
  return mine
}

async function copyOnce(
  connection: DatabaseSync,
  { path, folder, of, free = freeIn }: CopyingBefore,
): Promise<void> {
  const applied = appliedIn(connection)
  const pending = Object.keys(of.migrations).filter((name) => !applied.includes(name))
  if (applied.length === 0 || pending.length === 0 || !isFilled(countRows(connection))) return
  assertUsable(readStandingIn(connection), of)
  await makeFolder(folder)
  const [version, revision] = [releaseOf(pending, of), revisionOf(connection)]
  const isMade = async () =>
    (await copiesIn(folder)).some((copy) => copy.version === version && copy.revision === revision)
  if (await isMade()) return
  await assertRoom(path, folder, free)
  const name = copyNameOf({ version, revision, at: new Date(performance.timeOrigin + performance.now()) })
  await backUpFile(path, join(folder, name)).catch(async (error: unknown) => {
    if (isFull(error)) await assertRoom(path, folder, async () => 0)
    // Of several processes that start at once each makes one; the first that has its name is enough.
    if (!(await isMade())) throw error
  })
  for (const old of (await copiesIn(folder)).slice(copiesKept))
    await rm(join(folder, old.name), { force: true })
}

/** The copies in the folder, the newest first. */
async function copiesIn(folder: string) {
  const names = await readdir(folder)
  return names.flatMap((name) => copyNamed(name) ?? []).toSorted(newestCopyFirst)
}

const isFull = (error: unknown) => error instanceof Error && isFailure(error.cause, 'full')

function revisionOf(connection: DatabaseSync): number {
  return Number(connection.prepare('select number from revision').get()?.['number'])
}

async function assertRoom(
  path: string,
  folder: string,
  free: (folder: string) => Promise<number>,
): Promise<void> {
  const [bytes, room] = [await sizeOf(path), await free(folder)]
  if (bytes <= room) return
  throw new Error(
    `A copy of the calendar before its upgrade needs ${gigabytes(bytes)}, and ${gigabytes(room)} are free. ` +
      'Make room, or set BACKUP_BEFORE_UPGRADE=off.',
  )
}

/** With its log, which the copy has in it. */
async function sizeOf(path: string): Promise<number> {
  const log = `${path}-wal`
  return (await stat(path)).size + (existsSync(log) ? (await stat(log)).size : 0)
}

async function freeIn(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** In GB or, below a tenth of one, in MB. */
function gigabytes(bytes: number): string {
  return bytes < 1e8 && bytes > 0 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`
}
