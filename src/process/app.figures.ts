import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config/config.ts'
import { waitingBackfills } from '../storage/db/backfills.state.ts'
import type { Database, Reader } from '../storage/db/dialect.ts'
import { countWaiting } from '../people/delivery/delivery.write.ts'
import { serveMetrics } from '../http/metrics.ts'
import type { Figure, ProcessState } from '../people/metrics/figures.ts'
import { textOf } from '../people/metrics/metrics.ts'
import { countOf } from '../records/letters/letters.query.ts'
import { countWaitingMessages } from '../records/webhooks/webhooks.query.ts'

interface Telling {
  readonly config: Config
  readonly now: () => Temporal.Instant
  readonly figuresOfAll?: (() => Promise<string>) | undefined
}

/** Adds what monitoring asks for. */
export function serveFigures(
  server: FastifyInstance,
  { config, now, figuresOfAll }: Telling,
  figures: () => Promise<Figure[]>,
): void {
  serveMetrics(server, {
    token: config.metricsToken,
    limits: { failures: config.loginFailures, window_s: config.loginWindowS },
    now,
    tell: figuresOfAll ?? (async () => textOf(await figures())),
  })
}

/** How long it is waited for whether the database can be used, in milliseconds: whoever monitors it waits ten seconds at most. */
const readyWithin_ms = 2_000

/** How a process that serves stands. */
export async function momentOf(
  server: FastifyInstance,
  { db }: { readonly db: Database },
): Promise<ProcessState> {
  const late = setTimeout(readyWithin_ms, false, { ref: false })
  const isReady = await Promise.race([late, db.assertReady().then(() => true)]).catch(() => false)
  const clients = await promisify(server.server.getConnections.bind(server.server))()
  const waiting = isReady ? await waitingIn(db.read).catch(() => undefined) : undefined
  const toFill = isReady ? await toFillIn(db.read).catch(() => undefined) : undefined
  const notices = isReady ? await noticesIn(db.read).catch(() => undefined) : undefined
  const subscribers = isReady ? await countOf(db.read, 'subscribers').catch(() => undefined) : undefined
  return { ...(await db.load()), isReady, clients, waiting, notices, toFill, subscribers }
}

async function toFillIn(read: Reader): Promise<ReadonlyMap<string, number>> {
  return new Map((await waitingBackfills(read)).map(({ name, done, of }) => [name, of - done]))
}

/** Of how many events guests have yet to be told something. */
async function noticesIn(read: Reader): Promise<number> {
  const { count } = await read
    .selectFrom('guest_notices')
    .select((row) => row.fn.countAll<number | string>().as('count'))
    // Those that were told are known on for a while, as they are counted.
    .where('done_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** How much is still to be sent to others. */
async function waitingIn(read: Reader): Promise<ProcessState['waiting']> {
  return {
    mail: await countWaiting(read, 'mail_outbox'),
    webhook: await countWaitingMessages(read),
    letter: await countWaiting(read, 'letter_sends'),
  }
}
