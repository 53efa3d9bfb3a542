import process from 'node:process'
import { setFlagsFromString } from 'node:v8'
import type { Logger } from 'pino'
import { type App, createApp, type Parts } from './app.ts'
import { ensureFirstUser, firstUserNotice } from '../http/auth/passwords.ts'
import { epochSeconds } from '../pure/calendar/text.ts'
import { notPrepared, startBackgroundTasks } from './background.ts'
import { type Config, limitsOf } from '../config/config.ts'
import { openDatabase } from '../storage/db/open.ts'
import { program } from '../storage/db/migrate.ts'
import { noteServed } from '../storage/db/usable.ts'
import { makeFolder } from '../storage/files/folder.ts'
import type { Note } from '../http/requestLog.ts'
import { openLog } from './log.ts'
import { Metrics } from '../people/metrics/metrics.ts'
import { codeOf } from '../pure/text/errorDetails.ts'
import { askFigures, gatherFigures, tellFigures } from './workers.figures.ts'
import { announce, assertFree, leave, listenBeside, startWorkers, workerNumber } from './workers.ts'

/** How much garbage may collect before V8 removes it, in percent of what is in use; by itself it waits for 100. */
const mostGarbage_percent = 20

const now = () => Temporal.Now.instant()

/**
 * Runs the service until the process is told to stop. Prints its address on standard output when it listens. Logs go to
 * standard error, and so do, once, the login and password of the first user. Throws an error with a sentence for the
 * operator when the database cannot be opened, or when it cannot listen on the address.
 */
export async function serve(config: Config): Promise<void> {
  const db = await openDatabase(config.databaseUrl, limitsOf(config))
  // With a database elsewhere the service runs without it too: what cannot be kept there says so.
  await makeFolder(config.dataDir).catch(() => undefined)
  const number = workerNumber()
  const base = number === undefined ? null : { worker: number }
  const { log, noteRequest, close: closeLog } = openLog(config, base)
  let inTime = true
  try {
    inTime = await serveFrom({ config, db, log, noteRequest, base })
  } finally {
    // Nothing can be answered once the database is closed: requests that still run are cut off, as by a crash.
    if (inTime) await db.close()
    await closeLog()
    leave()
  }
  // Whatever still runs, such as an upload that never ends, must not keep the process alive.
  if (!inTime) process.exit()
}

/** What a process serves with. */
interface Service extends Parts {
  readonly log: Logger
  readonly noteRequest: Note
}

/** What the process opens before it serves, and how each line of its log begins. */
type Given = Pick<Service, 'config' | 'db' | 'log' | 'noteRequest'> & {
  readonly base: Record<string, unknown> | null
}

/** Answers whether all that was running ended within its time. */
async function serveFrom({ config, db, log, noteRequest, base }: Given): Promise<boolean> {
  // Not from the beginning: what a start loads is kept for good anyway.
  setFlagsFromString(`--heap-growing-percent=${mostGarbage_percent}`)
  const service = { config, db, log, noteRequest, now, metrics: new Metrics() }
  return base === null ? serveAlone(service) : serveAsWorker({ ...service, figuresOfAll: askFigures })
}

/** Answers requests, by itself or through workers, and runs the background tasks. */
async function serveAlone(service: Service & { readonly metrics: Metrics }): Promise<boolean> {
  const { config, db, log, metrics } = service
  const app = await createApp(service)
  await app.publishDue()
  if (config.workers > 1) {
    await explained(config, () => assertFree(config))
    gatherFigures(app.figures)
  }
  const workers = config.workers > 1 ? await startWorkers(config.workers, log) : undefined
  if (config.workers > 1 && workers === undefined) {
    process.exitCode = 1
    return stop(app, service)
  }
  const address = workers?.address ?? (await listen(app, config))
  const stopped = untilStopped()
  try {
    await db.write((tx) => noteServed(tx, program()), 'aside')
    await tellFirstUser(service, address)
  } catch (error) {
    await workers?.stop(config.shutdownTimeoutMs)
    await stop(app, service)
    throw error
  }
  const stopBackgroundTasks = startBackgroundTasks({
    app,
    log,
    answers: workers === undefined,
    firstAnswer: metrics.firstAnswer,
  })
  process.stdout.write(`Kalends listens on ${address}${config.restRoot}/${config.namespaces[0]}\n`)
  await stopped
  stopBackgroundTasks()
  await workers?.stop(config.shutdownTimeoutMs)
  return stop(app, service)
}

/**
 * Makes the first user of a new calendar, once nothing is left that could keep the service from starting, such as a port in use:
 * the password is shown only now.
 */
async function tellFirstUser({ config, db }: Service, address: string): Promise<void> {
  const first = await ensureFirstUser(db, epochSeconds(now()))
  if (first) process.stderr.write(`${firstUserNotice(first, config.siteUrl || address)}\n`)
}

/** Answers requests together with other workers; the process that started them runs the background tasks. */
async function serveAsWorker(service: Service): Promise<boolean> {
  const { config, log } = service
  const app = await createApp(service)
  const address = await listen(app, config)
  const stopped = untilStopped()
  announce(address)
  tellFigures(app.figures)
  log.info({ pid: process.pid }, 'a worker listens')
  app.prepareLists().catch((error: unknown) => log.error({ err: error }, notPrepared))
  await stopped
  return stop(app, service)
}

/** Why a process cannot listen on an address, and what to do about it, by error code. */
const listenFaults: Readonly<Record<string, (config: Config) => string>> = {
  EADDRINUSE: ({ host, port }) =>
    `The port ${port} of ${host} is in use already. Set PORT to another one, or stop what uses it.`,
  EACCES: ({ port }) => `The port ${port} takes rights that this user lacks. Set PORT to one above 1023.`,
  EADDRNOTAVAIL: ({ host }) =>
    `${host} is no address of this machine. Set HOST to one that is, or to 0.0.0.0 for all of them.`,
  ENOTFOUND: ({ host }) => `${host} is no host that is known here. Set HOST to an address of this machine.`,
}

/** Starts listening; answers the full address, with the port that was chosen if the setting leaves it open. */
async function listen(app: App, config: Config): Promise<string> {
  return explained(config, () => listenBeside(config, (how) => app.server.listen({ ...how })))
}

async function explained<Result>(config: Config, listen: () => Promise<Result>): Promise<Result> {
  try {
    return await listen()
  } catch (error) {
    const sentence = listenFaults[codeOf(error) ?? '']?.(config)
    throw sentence === undefined ? error : new Error(sentence, { cause: error })
  }
}

/** Resolves when the process is asked to end; being asked again changes nothing. */
async function untilStopped(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => resolve())
  await promise
}

/** Waits for running requests to end, but no longer than the limit; answers whether they did. */
async function stop(app: App, { config, log }: Service): Promise<boolean> {
  const limit_ms = config.shutdownTimeoutMs
  const { promise: outOfTime, resolve } = Promise.withResolvers<false>()
  const timer = setTimeout(() => resolve(false), limit_ms)
  const inTime = await Promise.race([app.close().then(() => true), outOfTime])
  clearTimeout(timer)
  if (!inTime) log.warn({ limit_ms }, 'stopped before every request had ended')
  return inTime
}
