import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { createServer } from 'node:net'
import process from 'node:process'
import type { Logger } from 'pino'
import { codeOf } from '../pure/text/errorDetails.ts'

/** How long after the end of a worker another one is started, in milliseconds: one that cannot start must not take all time. */
const restartAfter_ms = 500

/** How long after the limit for stopping a worker is killed, in milliseconds. */
const grace_ms = 2_000

// Each worker has a socket of its own on the address, and the system spreads connections over them (SO_REUSEPORT). By default Node
// has one process accept connections and hand them on; a worker that dies keeps those that it was just given from ever being
// closed, and their clients wait for good (six in six kills under load). What a dying worker has accepted itself is reset.

/** Where later workers are told the port that the first one has, if the setting leaves it open. */
const portVariable = 'KALENDS_WORKER_PORT'

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

/** How a process listens. */
export interface Listening {
  readonly host: string
  readonly port: number
  /** Whether others may listen on the same address. */
  readonly reusePort?: boolean
}

/**
 * Has a process listen: a worker beside the others. Where the system cannot spread connections over several sockets, workers share
 * one from which each accepts by itself. Rejects with what `listen` rejects with.
 */
export async function listenBeside<Listened>(
  { host, port }: Listening,
  listen: (how: Listening) => Promise<Listened>,
  isWorker = cluster.isWorker,
): Promise<Listened> {
  if (!isWorker) return listen({ host, port })
  try {
    return await listen({ host, port: Number(process.env[portVariable] ?? port), reusePort: true })
  } catch (error) {
    if (codeOf(error) !== 'ENOTSUP') throw error
    return listen({ host, port })
  }
}

/** Rejects as listening would where another program has the address: workers could share one with those of another service. */
export async function assertFree({ host, port }: Listening): Promise<void> {
  const server = createServer().listen({ host, port, exclusive: true })
  await once(server, 'listening')
  server.close()
  await once(server, 'close')
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
  // Where workers share a socket, each accepts by itself.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  const address = await addressOf(fork(log))
  if (address === undefined) return undefined
  const { port } = new URL(address)
  let isStopping = false
  const startSoon = () =>
    setTimeout(() => {
      if (!isStopping) void start()
    }, restartAfter_ms)
  const start = async () => {
    const worker = fork(log, { [portVariable]: port })
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
function fork(log: Logger, environment: NodeJS.ProcessEnv = {}): Worker {
  const worker = cluster.fork(environment)
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
