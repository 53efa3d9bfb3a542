import { readdir, rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { basename, dirname, join } from 'node:path'
import process from 'node:process'

/** What is being done to a file, as the name of what is not finished says it. */
type Doing = 'partial' | 'restoring'

/**
 * Makes a new file beside `path`, under a name that says who is about it, until `work` gives it its own. Nothing of it is left
 * whatever happens; what a process of this machine has left that was killed meanwhile goes first.
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

/** With the name of the machine: of processes of others nobody here knows whether they run. */
function beginning(path: string, doing: Doing): string {
  return `${path}.${doing}-${hostname()}-`
}

/** Removes what the processes were about, with the logs that SQLite keeps beside a file. */
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
    // It runs, for somebody else.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
