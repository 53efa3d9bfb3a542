import { createReadStream } from 'node:fs'
import { open as openFile, readdir, rm, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import { backupsIn as folderIn } from '../../config/config.ts'
import { isBackedUpHere } from '../../storage/db/backup.ts'
import { copyNamed } from '../../storage/db/beforeUpgrade.ts'
import { ApiError } from '../../pure/errors/errors.ts'
import { makeFolder } from '../../storage/files/folder.ts'
import { messageOf, codeOf } from '../../pure/text/errorDetails.ts'

/** A backup that is there. */
export interface Backup {
  readonly name: string
  readonly created: Temporal.Instant
  /** In bytes. */
  readonly size: number
  /** The version before whose upgrade it was made, by itself. */
  readonly before: string | null
}

/** The backups that administrators make while the service runs. */
export interface Backups {
  /** Whether they can be made: not of a calendar on a server. */
  readonly isPossible: boolean
  readonly isRunning: boolean
  /** Why the last one failed. */
  readonly failed: string | undefined
  /** Those that are there, the newest first. */
  list(): Promise<Backup[]>
  /**
   * Makes one, which is read as a whole before it counts, and removes the oldest beyond {@link backupsKept}. Throws 409 where none can
   * be made, or one is being made.
   */
  make(now: Temporal.Instant): Promise<Backup>
  /** The contents of the one with this name; undefined when there is none. */
  open(name: string): Promise<{ readonly size: number; read(): Readable } | undefined>
  /** Resolves when none is being made any more. */
  settled(): Promise<void>
}

/** How many are kept. */
export const backupsKept = 14

/** How many are made in one second: more than that is a mistake. */
const mostAtOnce = 99

/** Nothing else is ever read from the folder, whatever a path says. */
const nameForm = /^kalends-(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)(?:-([2-9]|[1-9]\d))?\.db$/

/** What the thread is given. */
export interface BackupOrder {
  readonly from: string
  readonly file: string
}

/** What it answers: why it failed, if it did. */
export interface BackupDone {
  readonly fault?: string
}

/** It is beside this file, in the bundle as in `src/`. */
const program = new URL(`./backups.thread${extname(import.meta.url)}`, import.meta.url)

/** The backups of the calendar at an address, in a folder of their own below that of the data. */
export function backupsIn({
  dataDir,
  databaseUrl,
}: {
  readonly dataDir: string
  readonly databaseUrl: string
}): Backups {
  const folder = folderIn(dataDir)
  const isPossible = isBackedUpHere(databaseUrl)
  let running: Promise<Backup> | undefined
  let failed: string | undefined

  const one = async (name: string): Promise<Backup | undefined> => {
    const told = momentIn(name)
    if (told === undefined) return undefined
    const found = await stat(join(folder, name)).catch(() => undefined)
    return found?.isFile() ? { name, ...told, size: found.size } : undefined
  }

  const list = async (): Promise<Backup[]> => {
    const names = await readdir(folder).catch((error: unknown) => {
      if (codeOf(error) === 'ENOENT') return []
      throw error
    })
    const found = await Promise.all(names.map(one))
    return found.filter((backup) => backup !== undefined).toSorted(newestFirst)
  }

  /** Takes the first name of the moment that nobody has, in this process or another; answers it with the file by which it is taken. */
  const takeName = async (now: Temporal.Instant, number = 1): Promise<{ name: string; taken: string }> => {
    const name = nameAt(now, number)
    const taken = join(folder, `${name}.taken`)
    const isMine = await openFile(taken, 'wx').then(
      async (file) => {
        await file.close()
        return true
      },
      (error: unknown) => {
        if (codeOf(error) === 'EEXIST') return false
        throw error
      },
    )
    if (isMine && !(await one(name))) return { name, taken }
    if (isMine) await rm(taken, { force: true })
    if (number === mostAtOnce) throw new ApiError('rest_backup_is_running')
    return takeName(now, number + 1)
  }

  const carryOut = async (now: Temporal.Instant): Promise<Backup> => {
    await makeFolder(folder)
    const { name, taken } = await takeName(now)
    try {
      await inThread({ from: databaseUrl, file: join(folder, name) })
    } finally {
      await rm(taken, { force: true })
    }
    const asked = (await list()).filter(({ before }) => before === null)
    for (const old of asked.slice(backupsKept)) await rm(join(folder, old.name), { force: true })
    const made = await one(name)
    if (!made) throw new Error(`${name} is gone.`)
    return made
  }

  return {
    isPossible,
    get isRunning() {
      return running !== undefined
    },
    get failed() {
      return failed
    },
    list,
    make: async (now) => {
      if (!isPossible) throw new ApiError('rest_backup_elsewhere')
      // Nothing is waited for in between: of those that ask at the same time, one makes it.
      if (running) throw new ApiError('rest_backup_is_running')
      running = carryOut(now)
      try {
        const made = await running
        failed = undefined
        return made
      } catch (error) {
        if (error instanceof ApiError) throw error
        failed = messageOf(error)
        throw new ApiError('rest_backup_failed', { reason: failed })
      } finally {
        running = undefined
      }
    },
    open: async (name) => {
      const found = await one(name)
      return found && { size: found.size, read: () => createReadStream(join(folder, name)) }
    },
    settled: async () => {
      await running?.catch(() => {})
    },
  }
}

/** `kalends-20310311-180000.db`; further ones of a second have a number. */
function nameAt(now: Temporal.Instant, number: number): string {
  const text = now.toString({ smallestUnit: 'second' }).replaceAll(/[-:Z]/g, '').replace('T', '-')
  return `kalends-${text}${number === 1 ? '' : `-${number}`}.db`
}

/** Of one second by their numbers. */
function newestFirst(one: Backup, other: Backup): number {
  return Temporal.Instant.compare(other.created, one.created) || numberIn(other.name) - numberIn(one.name)
}

function numberIn(name: string): number {
  return Number(nameForm.exec(name)?.[7] ?? 1)
}

function momentIn(name: string): Pick<Backup, 'created' | 'before'> | undefined {
  const copy = copyNamed(name)
  if (copy) return { created: copy.created, before: copy.version }
  const [, year, month, day, hour, minute, second] = nameForm.exec(name) ?? []
  if (year === undefined) return undefined
  try {
    const created = Temporal.Instant.from(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
    return { created, before: null }
  } catch {
    return undefined
  }
}

/** Copying is quick, but reading all of the copy takes long, and would keep requests waiting: a thread does it. */
async function inThread(order: BackupOrder): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const thread = new Worker(program, { workerData: order })
  thread.once('message', ({ fault }: BackupDone) =>
    fault === undefined ? resolve() : reject(new Error(fault)),
  )
  thread.once('error', reject)
  thread.once('exit', () => reject(new Error('The thread that made it has ended.')))
  return promise
}
