import process from 'node:process'
import { pino } from 'pino'
import { createApp } from './app.ts'
import { ensureFirstUser, inGroups } from './auth/passwords.ts'
import { epochSeconds } from './calendar/text.ts'
import type { Config } from './config.ts'
import { openDatabase } from './db/open.ts'

/** How often what is scheduled is looked at, in milliseconds: so late, at most, it is published (D21). */
const publishEvery_ms = 1_000

/**
 * Runs the service until the process is told to stop. Prints its address on standard output when it listens; logs go to
 * standard error, and so do, once, the login and password of the first user.
 */
export async function serve(config: Config): Promise<void> {
  const now = () => Temporal.Now.instant()
  const log = pino({ level: config.logLevel, base: null }, pino.destination({ dest: process.stderr.fd, sync: true }))
  const db = await openDatabase(config.databaseUrl)
  const first = await ensureFirstUser(db, epochSeconds(now()))
  const app = await createApp({ config, db, log, now })
  await app.publishDue()
  const address = await app.server.listen({ host: config.host, port: config.port })
  const publishing = setInterval(() => {
    app.publishDue().catch((error: unknown) => log.error({ err: error }, 'scheduled publication failed'))
  }, publishEvery_ms)
  if (first) {
    process.stderr.write(`\nThe first user is “${first.login}”, with the application password\n\n    ${inGroups(first.password)}\n\nIt is shown only now.\n\n`)
  }
  process.stdout.write(`Kalends listens on ${address}${config.restRoot}/${config.namespaces[0]}\n`)
  await untilStopped()
  clearInterval(publishing)
  await stop(app.close, config.shutdownTimeoutMs)
  await db.close()
}

/** Resolves when the process is asked to end; asked again, it is the same request. */
async function untilStopped(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => resolve())
  await promise
}

/** Waits for running requests to end, but no longer than the limit. */
async function stop(close: () => Promise<void>, limit_ms: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, limit_ms)
  await Promise.race([close(), promise])
  clearTimeout(timer)
}
