import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import process from 'node:process'
import type { Logger } from 'pino'

/** How long after the end of a worker another one is started, in milliseconds: one that cannot start must not take all time. */
const restartAfter_ms = 500

/** How long after the limit for stopping a worker is killed, in milliseconds. */
const grace_ms = 2_000

/** Processes that share one address and answer its requests in turns. */
export interface Workers {
  /** The full address. */
  readonly address: string
  /** Stops them as the service itself stops, within the limit. */
  stop(limit_ms: number): Promise<void>
}

/** The number of this process among the workers; undefined where it is not one of them. */
export function workerNumber(): number | undefined {
  return cluster.worker?.id
}

/** Tells the process that started this worker that it listens. */
export function announce(address: string): void {
  process.send?.({ address })
}

/** Closes a worker’s connection to the process that started it, which would keep it alive; does nothing elsewhere. */
export function leave(): void {
  cluster.worker?.disconnect()
}

/**
 * Starts so many processes of this program, and a new one whenever one of them has died. Undefined when not even the
 * first one can listen, which has then logged why.
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
    // If the system cannot start another process now, it is tried again.
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

/** Logs the errors of a worker: without a listener they would end this process, and all workers with it. */
function fork(log: Logger): Worker {
  const worker = cluster.fork()
  return worker.on('error', (error) =>
    log.error({ err: error, worker: worker.id }, 'a worker could not be started, or not be told something'),
  )
}

function running(): Worker[] {
  return Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
}

/** The address that a new worker listens on; undefined when it ends before it listens, or cannot be started. */
async function addressOf(worker: Worker): Promise<string | undefined> {
  const { promise: told, resolve } = Promise.withResolvers<string>()
  worker.on('message', (message: object) => {
    if ('address' in message) resolve(String(message.address))
  })
  try {
    return await Promise.race([told, once(worker, 'exit').then(() => undefined)])
  } catch {
    // `fork` logs it.
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
