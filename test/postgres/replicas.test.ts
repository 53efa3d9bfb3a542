import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Role } from '../../src/db/tables.ts'
import {
  createPostgresDatabase,
  dropPostgresDatabase,
  type PostgresServer,
  prepareTemplate,
  startPostgres,
} from '../support/postgres.ts'
import { type Replica, startReplica } from '../support/replica.ts'
import { createAccounts } from '../support/accounts.ts'
import { type Service, startService } from '../support/service.ts'

const lag_ms = 1_000

const dates = { start_date: '2031-05-01 10:00', end_date: '2031-05-01 11:00' }

/** Machines differ. */
const patience = { timeout: 60_000, interval: 100 }

let primary: PostgresServer
let replica: Replica

beforeAll(async () => {
  primary = await startPostgres()
  await prepareTemplate(primary.address())
  replica = await startReplica(primary)
})

afterAll(async () => {
  await replica.remove()
  await primary.remove()
})

test('what nobody signs is read from the replica, and what is signed from the primary', async () => {
  await using service = await serve(60_000)
  await create(service, 'Before')
  await usesReplica(service)
})

test('a replica that is further behind than allowed is not asked, and is again once it has caught up', async () => {
  await using service = await serve()
  await create(service, 'First')
  await shown(service, ['First'])
  await replica.pause()
  try {
    for (const title of ['Second', 'Third']) {
      await create(service, title)
      await setTimeout(lag_ms)
      const there = await titles(service)
      expect(there).toContain(title)
      expect(await titles(service)).toEqual(there)
    }
    expect((await fetch(`${service.origin}/readyz`)).status).toBe(200)
  } finally {
    await replica.goOn()
  }
  await usesReplica(service)
})

test('never is anything missing for longer than the lag that is allowed, whatever the replica does', async () => {
  await using service = await serve()
  const written: { title: string; at: number }[] = []
  for (let turn = 0; turn < 30; turn += 1) {
    if (turn % 10 === 3) await replica.pause()
    if (turn % 10 === 9) await replica.goOn()
    await create(service, `Event ${turn}`)
    written.push({ title: `Event ${turn}`, at: performance.now() })
    await setTimeout(Math.random() * 300)
    const asked = performance.now()
    const there = new Set(await titles(service))
    const missing = written.filter(({ title, at }) => asked - at > lag_ms && !there.has(title))
    expect(missing).toEqual([])
    expect((await titles(service, 'editor')).length).toBe(written.length)
  }
})

test('a replica that is away costs nobody an answer', async () => {
  await using service = await serve()
  await create(service, 'Only')
  await shown(service, ['Only'])
  await replica.stop()
  try {
    for (let turn = 0; turn < 20; turn += 1) {
      expect(await titles(service)).toEqual(['Only'])
      await setTimeout(20)
    }
  } finally {
    await replica.start()
  }
  await usesReplica(service)
})

/** A service on a database that is replicated, with the lag that is allowed. */
async function serve(allowed_ms = lag_ms): Promise<Service> {
  const url = await createPostgresDatabase(primary.address())
  const folder = await mkdtemp(join(tmpdir(), 'kalends-'))
  const remove = () => dropPostgresDatabase(primary.address(), url)
  const environment = {
    DATABASE_READ_URL: replica.addressOf(url),
    DATABASE_READ_LAG_MS: String(allowed_ms),
  }
  const credentials = await createAccounts(url)
  return startService({ environment, at: { folder, credentials, database: { url, remove } } })
}

async function create({ origin, credentials }: Service, title: string): Promise<void> {
  const { status } = await fetch(`${origin}/vendor/events/v1/events`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(credentials.editor)}`, 'content-type': 'application/json' },
    body: JSON.stringify({ title, status: 'publish', ...dates }),
  })
  expect(status).toBe(201)
}

/** The titles of all events, as one who signs in reads them or as anybody does. */
async function titles({ origin, credentials }: Service, role?: Role): Promise<string[]> {
  const headers = role ? { authorization: `Basic ${btoa(credentials[role])}` } : {}
  const response = await fetch(
    `${origin}/vendor/events/v1/events?per_page=50&start_date=2031-01-01&end_date=2032-01-01`,
    { headers },
  )
  expect(response.status).toBe(200)
  const { events } = (await response.json()) as { events: { title: string }[] }
  return events.map(({ title }) => title).toSorted()
}

/** Waits until anybody is shown these. */
async function shown(service: Service, wanted: readonly string[]): Promise<void> {
  await vi.waitFor(async () => expect(await titles(service)).toEqual(wanted.toSorted()), patience)
}

/** Waits until something is missing in what anybody is shown, as only the replica can miss it, and not for its writer. */
async function usesReplica(service: Service): Promise<void> {
  await vi.waitFor(async () => {
    await replica.pause()
    try {
      const title = `Missing ${performance.now()}`
      await create(service, title)
      expect(await titles(service)).not.toContain(title)
      expect(await titles(service, 'editor')).toContain(title)
    } finally {
      await replica.goOn()
    }
  }, patience)
}
