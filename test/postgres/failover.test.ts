import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openDatabase } from '../../src/storage/db/open.ts'
import { type Answered, createTestApp, type TestApp } from '../support/app.ts'
import { createAccounts } from '../support/accounts.ts'
import { administrate, createPostgresDatabase, dropPostgresDatabase, valueOf } from '../support/postgres.ts'

const server = inject('postgres')
const dates = { start_date: '2031-03-01', end_date: '2031-03-02' }

let url: string
let app: TestApp
beforeAll(async () => {
  url = await createPostgresDatabase(server)
  const database = { url, remove: async () => {} }
  app = await createTestApp({}, { database, credentials: await createAccounts(url) })
})
afterAll(async () => {
  await app.close()
  await dropPostgresDatabase(server, url)
})

/** Cuts every connection to the database but the one that says so; answers how many there were. */
async function cutAll(): Promise<number> {
  const others = `select count(pg_terminate_backend(pid)) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`
  return Number(await valueOf(url, others))
}

async function post(title: string, venue = title): Promise<Answered> {
  return app.ask({
    as: 'administrator',
    method: 'POST',
    path: 'events',
    json: { ...dates, title, venue: { venue } },
  })
}

async function setReadOnly(is: boolean): Promise<void> {
  const name = new URL(url).pathname.slice(1)
  // As the superuser may on another database, where it holds for whoever connects from then on.
  await administrate(
    server,
    `alter database ${name} set default_transaction_read_only = ${is ? 'on' : 'off'}`,
  )
}

test('a database that only reads for a while, as after a failover, is read and takes writes again by itself', async () => {
  expect((await post('Before')).status).toBe(201)
  await setReadOnly(true)
  await cutAll()
  for (const [method, path, json] of [
    ['POST', 'events', { ...dates, title: 'Meanwhile' }],
    ['POST', 'tags', { name: 'Meanwhile' }],
    ['DELETE', 'events/1', undefined],
  ] as const) {
    const { status, headers, body } = await app.ask({ as: 'administrator', method, path, json })
    expect([method, path, status, body.code, headers['retry-after']]).toEqual([
      method,
      path,
      503,
      'rest_database_away',
      '2',
    ])
  }
  expect((await app.read('events', { search: 'Before', ...dates })).total).toBe(1)
  // Nor does who starts in the meantime fail.
  await (await openDatabase(url)).close()
  await setReadOnly(false)
  // Nobody cuts the connections that were made meanwhile.
  expect((await post('Afterwards')).status).toBe(201)
  expect((await app.read('events', { search: 'Meanwhile', ...dates })).total).toBe(0)
})

/** Clients that write at the same time, and how often all connections are cut meanwhile. */
const clients = 6
const cuts = 40

test(`${cuts} times all connections are cut while ${clients} write: what was acknowledged is there, once, and errors are 503`, async () => {
  const told = new Map<string, 'made' | 'not made' | 'unknown'>()
  const codes = new Set<string>()
  const cutting = { isOver: false }
  const write = async (client: number) => {
    for (let number = 0; !cutting.isOver; number += 1) {
      const title = `Event ${client} ${number}`
      const { status, body, headers } = await post(title)
      if (status !== 201) {
        codes.add(body.code)
        expect([status, body.code]).toEqual([
          503,
          expect.stringMatching(/^rest_(?:database_away|database_busy|outcome_unknown)$/),
        ])
        if (body.code !== 'rest_outcome_unknown') expect(headers['retry-after']).toBe('2')
      }
      const isUnknown = body.code === 'rest_outcome_unknown'
      told.set(title, status === 201 ? 'made' : isUnknown ? 'unknown' : 'not made')
      expect([200, 503]).toContain((await app.ask({ path: 'events?per_page=1' })).status)
    }
  }
  const writing = Promise.all(Array.from({ length: clients }, (_, client) => write(client)))
  let cut = 0
  for (let number = 0; number < cuts; number += 1) {
    // At another moment of what they do each time, and only once somebody has been told something since.
    const known = told.size
    while (told.size === known) await setTimeout(1)
    await setTimeout(Math.random() * 20)
    cut += await cutAll()
  }
  cutting.isOver = true
  await writing
  expect(cut).toBeGreaterThan(cuts)
  expect((await post('Afterwards')).status).toBe(201)
  const rows = await app.db.read
    .selectFrom('events')
    .innerJoin('event_venues', 'event_venues.event_id', 'events.id')
    .innerJoin('venues', 'venues.id', 'event_venues.venue_id')
    .select(['events.title', 'venues.title as venue'])
    .where('events.title', 'like', 'Event %')
    .execute()
  expect(rows.filter(({ title, venue }) => title !== venue)).toEqual([])
  const counts = Map.groupBy(rows, ({ title }) => title)
  const wrong = [...told].filter(([title, outcome]) => {
    const count = counts.get(title)?.length ?? 0
    return outcome === 'unknown' ? count > 1 : count !== (outcome === 'made' ? 1 : 0)
  })
  expect(wrong).toEqual([])
  expect([...counts.keys()].filter((title) => !told.has(title))).toEqual([])
})
