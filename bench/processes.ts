import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { open, readFile } from 'node:fs/promises'
import { type Service, startService } from '../test/support/service.ts'
import type { Bare } from './bare.process.ts'
import type { DataSet } from './dataSets.ts'
import type { Load, Loaded } from './load.process.ts'

/** A server to be measured. */
export interface Server {
  readonly origin: string
  readonly pid: number
  /** Processes that work for it, such as those of a database. */
  readonly helpers?: readonly number[]
}

/**
 * The service on a data set, which stays as it is when the service ends. It logs as it does where nobody has set anything: a
 * line for each request, into a file here.
 */
export async function serve(
  set: DataSet,
  environment: Readonly<Record<string, string>> = {},
): Promise<Service & Server> {
  const log = await open(`${set.folder}.log`, 'w')
  try {
    const usual = { LOG_LEVEL: '' }
    const settings = { at: set, keepsData: true, environment: { ...usual, ...environment }, logTo: log.fd }
    return { ...(await startService(settings)), helpers: set.helpers }
  } finally {
    // The service has it open by itself.
    await log.close()
  }
}

/** Load on a server, and what it cost the server. */
export interface Served extends Loaded {
  /** Seconds of a processor that the server took a request, and whoever works for it; undefined where the system does not tell. */
  readonly cpu_s: number | undefined
}

/** Load as it is wanted, whichever the server. */
interface Wanted extends Omit<Load, 'origin'> {
  /** Whether pages past the end may be among what is asked for. */
  readonly accepts404?: boolean
}

/** Asks a server from a process of its own. Throws unless all was answered, and as is expected. */
export async function load(server: Server, { accepts404 = false, ...wanted }: Wanted): Promise<Served> {
  const isGood = accepts404 ? /^(2\d\d|304|404)$/ : /^(2\d\d|304)$/
  const child = program('load.process.ts')
  try {
    const pids = [server.pid, ...(server.helpers ?? [])]
    const before = await cpuOf(pids)
    child.send({ origin: server.origin, ...wanted } satisfies Load)
    const [loaded] = (await once(child, 'message')) as [Loaded]
    const after = await cpuOf(pids)
    const bad = Object.keys(loaded.statuses).filter((status) => !isGood.test(status))
    if (bad.length > 0)
      throw new Error(`${server.origin}${wanted.requests[0]?.path}: ${JSON.stringify(loaded.statuses)}`)
    const count = Object.values(loaded.statuses).reduce((sum, some) => sum + some, 0)
    const isKnown = before !== undefined && after !== undefined && count > 0
    return { ...loaded, cpu_s: isKnown ? (after - before) / count : undefined }
  } finally {
    child.kill()
  }
}

/** Starts a bare server that answers everything alike. */
export async function startBare(bare: Bare): Promise<Server & Disposable> {
  const child = program('bare.process.ts')
  child.send(bare)
  const [origin] = (await once(child, 'message')) as [string]
  return { origin, pid: child.pid ?? 0, [Symbol.dispose]: () => void child.kill() }
}

/** The memory of a process, in bytes; undefined where the system does not tell. */
export async function memoryOf(pid: number): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(status)?.[1]
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1024
}

/** Ticks of the clock by which Linux counts the time of processes. */
const ticks = 100

/** Processor time of processes and those they have started, in seconds; undefined where the system does not tell. */
export async function cpuOf(pids: readonly number[]): Promise<number | undefined> {
  const families = await Promise.all(pids.map(familyOf))
  const used = await Promise.all(families.flat().map(ownCpuOf))
  return used.includes(undefined) ? undefined : used.reduce((sum: number, one) => sum + (one ?? 0), 0)
}

async function familyOf(pid: number): Promise<number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  return [pid, ...children.split(' ').filter(Boolean).map(Number)]
}

/** With that of those it has started and that are gone. */
async function ownCpuOf(pid: number): Promise<number | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // After the name in brackets, which may hold blanks: https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const used = fields.slice(11, 15).map(Number)
  return used.length < 4 ? undefined : used.reduce((sum, one) => sum + one, 0) / ticks
}

function program(name: string): ChildProcess {
  return fork(new URL(name, import.meta.url), { stdio: 'inherit' })
}
