import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '../../src/storage/db/open.ts'
import {
  createPostgresDatabase,
  type PostgresServer,
  prepareTemplate,
  startPostgres,
} from '../support/postgres.ts'
import { createAccounts } from '../support/accounts.ts'
import { type Service, startService } from '../support/service.ts'
import { type Memory, statusOf, writeUntilOver } from './outage.load.ts'

/** Clients of each of the two nodes. */
const clients = 4
const outages = 2
const kills = 2
/** How many more events are made before each of them, and after the last. */
const before = 8

/** A server of its own, as it is ended again and again; it keeps what it has confirmed. */
let server: PostgresServer
let url: string
let folder: string
let start: () => Promise<Service>
const nodes: Service[] = []
let memory: Memory

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kalends-'))
  server = await startPostgres({ durable: true })
  await prepareTemplate(server.address())
  url = await createPostgresDatabase(server.address())
  const at = { folder, credentials: await createAccounts(url), database: { url, remove: async () => {} } }
  const environment = { DATABASE_TIMEOUT_MS: '30000', LOG_LEVEL: 'silent' }
  start = () => startService({ environment, at, keepsData: true })
  nodes.push(await start(), await start())
})
afterAll(async () => {
  for (const node of nodes) await node[Symbol.asyncDispose]()
  await server.remove()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(() => {
  memory = { told: new Map(), refusals: new Map() }
})

test(`PostgreSQL is stopped or crashes ${outages} times under load: what was acknowledged is there, once, and errors are 503`, async () => {
  await underLoad('outage', async () => {
    for (let outage = 0; outage < outages; outage += 1) {
      await untilMade(before)
      await setTimeout(Math.random() * 100)
      await server.stop(outage % 2 ? 'crash' : 'shutdown')
      for (const node of nodes) {
        expect(await statusOf(node, 'events')).toBe(503)
        expect((await fetch(`${node.origin}/readyz`)).status).toBe(503)
        expect((await fetch(`${node.origin}/healthz`)).status).toBe(200)
      }
      await server.start()
      for (const node of nodes) await until(async () => (await fetch(`${node.origin}/readyz`)).status === 200)
    }
  })
  expect(memory.refusals.get('rest_database_away')).toBeGreaterThan(0)
})

test(`a node is killed ${kills} times under load: what was acknowledged is there, once, and the other node goes on`, async () => {
  await underLoad('kill', async () => {
    for (let kill = 0; kill < kills; kill += 1) {
      await untilMade(before)
      await setTimeout(Math.random() * 100)
      await nodes[0]?.end('SIGKILL')
      expect(await statusOf(nodes[1], 'events')).toBe(200)
      nodes[0] = await start()
    }
  })
  expect([...memory.refusals]).toEqual([])
  expect([...memory.told.values()]).toContain('unknown')
})

/** Has clients write to both nodes meanwhile; then holds what is there against what they were told. */
async function underLoad(name: string, happens: () => Promise<void>): Promise<void> {
  const over = new AbortController()
  const everybody = Promise.all(
    Array.from({ length: clients * nodes.length }, (_, client) =>
      writeUntilOver(() => nodes[client % nodes.length], `${name} ${client}`, { memory, over: over.signal }),
    ),
  )
  await Promise.race([happens().then(() => untilMade(before)), everybody])
  over.abort()
  await everybody
  await expectKept(name)
}

async function expectKept(name: string): Promise<void> {
  const db = await openDatabase(url)
  const rows = await db.read
    .selectFrom('events')
    .innerJoin('event_venues', 'event_venues.event_id', 'events.id')
    .innerJoin('venues', 'venues.id', 'event_venues.venue_id')
    .select(['events.title', 'venues.title as venue'])
    .where('events.title', 'like', `Event ${name} %`)
    .execute()
  const all = await db.read
    .selectFrom('events')
    .select('title')
    .where('title', 'like', `Event ${name} %`)
    .execute()
  await db.close()
  // No event without the rest of its write.
  expect(rows.length).toBe(all.length)
  expect(rows.filter(({ title, venue }) => title !== venue)).toEqual([])
  const counts = Map.groupBy(rows, ({ title }) => title)
  const wrong = [...memory.told].filter(([title, outcome]) => {
    const count = counts.get(title)?.length ?? 0
    return outcome === 'unknown' ? count > 1 : count !== (outcome === 'made' ? 1 : 0)
  })
  expect(wrong).toEqual([])
  expect([...counts.keys()].filter((title) => !memory.told.has(title))).toEqual([])
  console.log(`${name}: ${rows.length} events made; refused:`, Object.fromEntries(memory.refusals))
  // Otherwise there was nothing to lose.
  expect(rows.length).toBeGreaterThan(kills * before)
}

/** Resolves once so many more have been acknowledged, however long that takes. */
async function untilMade(more: number): Promise<void> {
  const made = () => [...memory.told.values()].filter((told) => told === 'made').length
  const until = made() + more
  while (made() < until) await setTimeout(5)
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await setTimeout(20)
}
