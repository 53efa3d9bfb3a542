import { noMedia } from '../test/support/media.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { spawn } from 'node:child_process'
import { pino } from 'pino'
import { createApp } from '../src/app.ts'
import { anonymous } from '../src/auth/rights.ts'
import { createUser } from '../src/auth/users.ts'
import { findZone } from '../src/calendar/zone.ts'
import { readConfig } from '../src/config.ts'
import { openDatabase } from '../src/db/open.ts'
import { listEvents, withLinks } from '../src/events/events.query.ts'
import { fillCalendar } from '../test/support/fill.ts'

/**
 * How long the service takes to list events out of 100,000: ten of them with venue, organizer and terms, not cached.
 * The aim is less than 5 ms. Also how long it takes from its start until it listens. Arguments: the number of events.
 */
const events = Number(process.argv[2] ?? 100_000)
const runs = 300
const starts = 10

const folder = mkdtempSync(join(tmpdir(), 'kalends-bench-'))
try {
  const now = Temporal.Now.instant()
  const db = await openDatabase(join(folder, 'kalends.db'))
  const { id } = await createUser(
    db,
    { login: 'bench', email: 'bench@example.org', role: 'administrator' },
    0,
  )
  const filling = performance.now()
  await fillCalendar(db, { events, now, authors: [id] })
  console.log(`${events} events, filled in ${Math.round(performance.now() - filling)} ms`)
  console.log(
    `${cpus()[0]?.model.trim()}, ${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GB; Node ${process.version}\n`,
  )

  const app = await createApp({
    config: readConfig({ DATA_DIR: folder }),
    db,
    log: pino({ level: 'silent' }),
    now: () => now,
  })
  const month = now.toZonedDateTimeISO('UTC').toPlainDate().add({ months: 2 })
  const paths = {
    'default list': '',
    'a month': `start_date=${month.toString()}&end_date=${month.add({ months: 1 }).toString()}`,
    'page 100': 'page=100',
    'after a day': `starts_after=${month.toString()}`,
    'ending after a day': `ends_after=${month.toString()}`,
    featured: 'featured=true',
    'a quiet venue': 'venue=2000',
    'the busiest venue': 'venue=1',
    'the busiest category': 'categories=1',
    'a seldom word': 'search=wüneival',
    'the commonest words': 'search="band bando"',
  }
  const context = {
    db,
    siteZone: findZone('UTC') ?? { name: 'UTC', id: 'UTC' },
    perPage: 10,
    perPageMax: 50,
    costFormat: { symbol: '$', position: 'prefix' as const },
    currencyCode: 'USD',
    passwordDigest: async (password: string) => password,
    presentedDigest: async (password: string) => password,
    media: noMedia,
  }
  const rows: Row[] = []
  rows.push(
    await measure('default list, the queries alone', async () => {
      const { events } = await listEvents(context, {}, { caller: anonymous, now, digest: undefined })
      await withLinks(db.read, events, anonymous)
    }),
  )
  for (const [name, query] of Object.entries(paths)) {
    const url = `/vendor/events/v1/events?${query}`
    rows.push(
      await measure(`${name}, the whole request`, async () => {
        const answer = await app.server.inject(url)
        if (answer.statusCode !== 200)
          throw new Error(`${url} was answered with ${answer.statusCode}: ${answer.body}`)
      }),
    )
  }
  await app.close()
  await db.close()
  rows.push(await measure('from start to listening', listening, starts, 0))
  console.table(Object.fromEntries(rows.map(({ name, ...times }) => [name, times])))
} finally {
  rmSync(folder, { recursive: true, force: true })
}

interface Row {
  readonly name: string
  readonly 'median ms': number
  readonly 'p99 ms': number
}

async function measure(name: string, work: () => Promise<void>, count = runs, warmup = 30): Promise<Row> {
  for (let run = 0; run < warmup; run += 1) await work()
  const times: number[] = []
  for (let run = 0; run < count; run += 1) {
    const from = performance.now()
    await work()
    times.push(performance.now() - from)
  }
  times.sort((one, other) => one - other)
  const at = (share: number) =>
    Math.round((times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0) * 100) / 100
  return { name, 'median ms': at(0.5), 'p99 ms': at(0.99) }
}

/** Starts the service on the filled database as `npm start` does, and ends it again once it listens. */
async function listening(): Promise<void> {
  const program = new URL('../src/cli.ts', import.meta.url).pathname
  const env = { PATH: process.env['PATH'], HOST: '127.0.0.1', PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'warn' }
  const child = spawn(process.execPath, [program, 'serve'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  await new Promise((resolve) => child.stdout.once('data', resolve))
  child.kill('SIGKILL')
}
