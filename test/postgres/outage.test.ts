import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../src/db/open.ts'
import {
  createPostgresDatabase,
  type PostgresServer,
  prepareTemplate,
  startPostgres,
} from '../support/postgres.ts'
import { createAccounts, type Service, startService } from '../support/service.ts'

/** A server of its own, as it is ended again and again; it keeps what it has confirmed. */
let server: PostgresServer
let url: string
let folder: string
const nodes: Service[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kalends-'))
  server = await startPostgres({ durable: true })
  await prepareTemplate(server.address())
  url = await createPostgresDatabase(server.address())
  const credentials = await createAccounts(url)
  const environment = { DATABASE_TIMEOUT_MS: '3000', LOG_LEVEL: 'silent' }
  const at = { folder, credentials, database: { url, remove: async () => {} } }
  for (let index = 0; index < 2; index += 1)
    nodes.push(await startService({ environment, at, keepsData: true }))
})
afterAll(async () => {
  for (const node of nodes) await node[Symbol.asyncDispose]()
  await server.remove()
  await rm(folder, { recursive: true, force: true })
})

const clients = 8
const outages = 6

/** What clients have been told of the events they sent, by title. */
type Told = 'made' | 'not made' | 'unknown'

test(`stopped and started ${outages} times under load, it loses nothing that was acknowledged and does nothing twice`, async () => {
  const told = new Map<string, Told>()
  const refusals = new Map<string, number>()
  const note = (title: string, outcome: Told, code?: string) => {
    told.set(title, outcome)
    if (code !== undefined) refusals.set(code, (refusals.get(code) ?? 0) + 1)
  }
  const over = new AbortController()
  const load = Array.from({ length: clients }, async (_, client) => {
    for (let number = 0; !over.signal.aborted; number += 1) {
      const title = `Event ${client} ${number}`
      const node = nodes[client % nodes.length]
      const { status, body, retryAfter } = await post(node, title)
      if (status === 201) note(title, 'made')
      else {
        // Nothing else is ever said, and what is said is so.
        expect({ status, code: body.code }).toEqual({
          status: 503,
          code: expect.stringMatching(/^rest_(database_away|database_busy|outcome_unknown)$/),
        })
        const isUnknown = body.code === 'rest_outcome_unknown'
        expect(retryAfter).toBe(isUnknown ? null : '2')
        note(title, isUnknown ? 'unknown' : 'not made', body.code)
      }
      const read = await get(node, `events?include=1&per_page=1`)
      expect([200, 503]).toContain(read)
    }
  })
  const everybody = Promise.all(load)
  for (let outage = 0; outage < outages; outage += 1) {
    await setTimeout(300 + Math.random() * 700)
    await server.stop(outage % 2 ? 'crash' : 'shutdown')
    for (const node of nodes) {
      expect(await get(node, 'events')).toBe(503)
      expect((await fetch(`${node.origin}/readyz`)).status).toBe(503)
      expect((await fetch(`${node.origin}/healthz`)).status).toBe(200)
    }
    await server.start()
    for (const node of nodes) await until(async () => (await fetch(`${node.origin}/readyz`)).status === 200)
  }
  await setTimeout(500)
  over.abort()
  await everybody

  const db = await openDatabase(url)
  const rows = await db.read.selectFrom('events').select(['title', 'slug']).execute()
  await db.close()
  const counts = new Map<string, number>()
  for (const { title } of rows) counts.set(title, (counts.get(title) ?? 0) + 1)
  const wrong = [...told].filter(([title, outcome]) => {
    const count = counts.get(title) ?? 0
    return outcome === 'unknown' ? count > 1 : count !== (outcome === 'made' ? 1 : 0)
  })
  console.log(`${outages} outages: ${rows.length} events made; refused:`, Object.fromEntries(refusals))
  expect(wrong).toEqual([])
  expect([...counts.keys()].filter((title) => !told.has(title))).toEqual([])
  // Otherwise there was nothing to lose, or nobody noticed.
  expect(rows.length).toBeGreaterThan(outages * clients)
  expect(refusals.get('rest_database_away')).toBeGreaterThan(0)
}, 300_000)

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await setTimeout(20)
}

async function get(node: Service | undefined, path: string): Promise<number> {
  const response = await fetch(`${node?.origin}/vendor/events/v1/${path}`, { headers: login(node) })
  await response.text()
  return response.status
}

async function post(node: Service | undefined, title: string) {
  const response = await fetch(`${node?.origin}/vendor/events/v1/events`, {
    method: 'POST',
    headers: { ...login(node), 'content-type': 'application/json' },
    body: JSON.stringify({
      title,
      start_date: '2031-03-01',
      end_date: '2031-03-02',
      venue: { venue: title },
    }),
  })
  const body = (await response.json()) as { code?: string }
  return { status: response.status, body, retryAfter: response.headers.get('retry-after') }
}

function login(node: Service | undefined): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(node?.credentials.administrator ?? '').toString('base64')}` }
}
