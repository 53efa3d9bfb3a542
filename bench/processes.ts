import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import type { Bare } from './bare.process.ts'
import type { Load, Loaded } from './load.process.ts'

/** A server to be measured. */
export interface Server {
  readonly origin: string
  readonly pid: number
}

/** Load on a server, and what it cost the server. */
export interface Served extends Loaded {
  /** Seconds of a processor that the server took a request; undefined where the system does not tell. */
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
    const before = await cpuOf(server.pid)
    child.send({ origin: server.origin, ...wanted } satisfies Load)
    const [loaded] = (await once(child, 'message')) as [Loaded]
    const after = await cpuOf(server.pid)
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

/** Processor time of a process and those it has started, in seconds; undefined where the system does not tell. */
export async function cpuOf(pid: number): Promise<number | undefined> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  const pids = [pid, ...children.split(' ').filter(Boolean).map(Number)]
  const used = await Promise.all(pids.map(ownCpuOf))
  return used.includes(undefined) ? undefined : used.reduce((sum: number, one) => sum + (one ?? 0), 0)
}

async function ownCpuOf(pid: number): Promise<number | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // After the name in brackets, which may hold blanks: https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [user, system] = [fields[11], fields[12]]
  return user === undefined || system === undefined ? undefined : (Number(user) + Number(system)) / ticks
}

function program(name: string): ChildProcess {
  return fork(new URL(name, import.meta.url), { stdio: 'inherit' })
}
