import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { basename, dirname, join } from 'node:path'
import process from 'node:process'
import { codeOf } from '../../pure/text/errorDetails.ts'

/** What is being done to a file, as a part of the name of the unfinished one. */
type Doing = 'partial' | 'restoring'

/**
 * Makes a new file beside `path`, under a name with the machine and the process, until `work` gives it its final name. Nothing of
 * it is left in any case; files that killed processes of this machine have left are removed first.
 */
export async function madeAside<Result>(
  path: string,
  doing: Doing,
  work: (aside: string) => Promise<Result>,
): Promise<Result> {
  await remove(path, doing, (pid) => pid === process.pid || !isRunning(pid))
  try {
    return await work(`${beginning(path, doing)}${process.pid}`)
  } finally {
    await remove(path, doing, (pid) => pid === process.pid)
  }
}

/** The name begins with that of the machine, as nobody here knows which processes of another one are running. */
function beginning(path: string, doing: Doing): string {
  return `${path}.${doing}-${hostname()}-`
}

/** Removes the unfinished files of the processes, with the logs that SQLite keeps beside a file. */
async function remove(path: string, doing: Doing, isOf: (pid: number) => boolean): Promise<void> {
  const start = basename(beginning(path, doing))
  for (const name of await readdir(dirname(path))) {
    const [, pid] = (name.startsWith(start) && /^(\d+)(-\w+)?$/.exec(name.slice(start.length))) || []
    if (pid !== undefined && isOf(Number(pid))) await rm(join(dirname(path), name), { force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // It is running, but belongs to another user.
    return codeOf(error) === 'EPERM'
  }
}

/** Throws a sentence unless a new file can be made at the path: nothing is there, and its folder exists. */
export function assertFree(path: string): void {
  if (existsSync(path)) throw new Error(`${path} exists already; nothing is overwritten.`)
  const folder = dirname(path)
  if (!existsSync(folder)) throw new Error(`There is no folder ${folder}. Make it first.`)
}
