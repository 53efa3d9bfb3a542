import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import process from 'node:process'
import type { Logger } from 'pino'

/** How long after a worker has ended another one begins, in milliseconds: one that cannot start does not busy the machine. */
const restartAfter_ms = 500

/** How long after its own limit a worker may take to end before it is ended, in milliseconds. */
const grace_ms = 2_000

/** Processes that answer requests at one address, in turns. */
export interface Workers {
  /** The address in full. */
  readonly address: string
  /** Lets them end as the service does, within the limit. */
  stop(limit_ms: number): Promise<void>
}

/** What this process has among workers: a number, or nothing where it is not one of them. */
export function workerNumber(): number | undefined {
  return cluster.worker?.id
}

/** Tells whoever started this worker that it listens. */
export function announce(address: string): void {
  process.send?.({ address })
}

/** Lets a worker go from whoever started it, which alone would keep it from ending; else nothing. */
export function leave(): void {
  cluster.worker?.disconnect()
}

/**
 * Starts so many processes of this program, and another one whenever one of them has died. Undefined when not even the
 * first one can listen: it has said why.
 */
export async function startWorkers(count: number, log: Logger): Promise<Workers | undefined> {
  const address = await addressOf(fork(log))
  if (address === undefined) return undefined
  let isStopping = false
  const startSoon = () =>
    setTimeout(() => {
      if (!isStopping) void start()
    }, restartAfter_ms)
  const start = async () => {
    const worker = fork(log)
    // One that the system has no room for is tried again.
    if (worker.process.pid === undefined) startSoon()
    await addressOf(worker)
  }
  cluster.on('exit', (worker, status, signal) => {
    if (isStopping) return
    log.error({ worker: worker.id, status, signal }, 'a worker has ended; another one takes its place')
    startSoon()
  })
  await Promise.all(Array.from({ length: count - 1 }, start))
  return {
    address,
    stop: async (limit_ms) => {
      isStopping = true
      await Promise.all(running().map((worker) => stop(worker, limit_ms + grace_ms)))
    },
  }
}

/** What goes wrong with a worker is logged: with nobody to hear it, it would end this process, and all workers with it. */
function fork(log: Logger): Worker {
  const worker = cluster.fork()
  return worker.on('error', (error) =>
    log.error({ err: error, worker: worker.id }, 'a worker could not be started, or not be told something'),
  )
}

function running(): Worker[] {
  return Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
}

/** The address that a new worker listens on; undefined when it ends before it does, or cannot even be started. */
async function addressOf(worker: Worker): Promise<string | undefined> {
  const told = once(worker, 'message') as Promise<[{ address: string }]>
  try {
    const [first] = await Promise.race([told, once(worker, 'exit').then(() => [undefined])])
    return first?.address
  } catch {
    // It is logged where it was started.
    return undefined
  }
}

async function stop(worker: Worker, limit_ms: number): Promise<void> {
  const ended = once(worker, 'exit')
  const timer = setTimeout(() => worker.process.kill('SIGKILL'), limit_ms)
  worker.process.kill('SIGTERM')
  await ended
  clearTimeout(timer)
}
