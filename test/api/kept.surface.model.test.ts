import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../src/storage/db/dialect.ts'
import { openDatabase } from '../../src/storage/db/open.ts'
import { heldFields } from '../../src/records/own/own.filters.ts'
import { readDeclarations } from '../../src/records/own/own.query.ts'
import { createDatabaseWithAccounts } from '../support/accounts.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { askedByConnection } from '../support/byConnection.ts'
import { findingAnew } from '../support/context.ts'
import { open } from './submissions.ts'
import { writes } from './wholly.fixture.ts'

/** One that keeps answers, and one that makes each of what is there; on one database, which somebody reads beside them. */
let keeping: TestApp
let fresh: TestApp
let beside: Database
let anew: ReturnType<typeof findingAnew>
let fields: ReturnType<typeof heldFields> = []
let closeAll: () => Promise<void>

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kalends-'))
  const { database, credentials } = await createDatabaseWithAccounts(folder)
  const environment = {
    ...open,
    TEC_V1: 'on',
    WEBHOOK_HOSTS: '127.0.0.1',
    IMAGE_HOSTS: '127.0.0.1',
    SITE_URL: 'https://calendar.example',
  }
  const at = { database: { ...database, remove: async () => {} }, credentials }
  beside = await openDatabase(database.url)
  anew = findingAnew(beside, () => fields)
  const plain = await createTestApp(environment, at)
  keeping = await askedByConnection(plain)
  fresh = await createTestApp({ ...environment, ANSWER_CACHE: '0' }, { ...at, finding: anew })
  closeAll = async () => {
    await plain.close()
    await fresh.close()
    await beside.close()
    await database.remove()
    await rm(folder, { recursive: true })
  }
})
afterAll(() => closeAll())

const year = 'starts_after=2031-01-01&starts_before=2031-12-31&per_page=50'
const lists = [
  `events?${year}`,
  `events?${year}&registration=any`,
  'events?starts_after=2031-08-01&starts_before=2031-08-31',
  `events/facets?${year}`,
  'events/facets?starts_after=2031-08-01&starts_before=2031-08-31',
  'venues?per_page=50',
  'organizers?per_page=50',
  'categories?per_page=50',
]

/** Lists, and the records that were made last: what is written is about one of them. */
async function addresses(): Promise<readonly string[]> {
  const { read } = beside
  const latest = async (table: 'events' | 'venues' | 'organizers' | 'terms') =>
    (
      await read
        .selectFrom(table as 'events')
        .select('id')
        .orderBy('id', 'desc')
        .limit(2)
        .execute()
    ).map(({ id }) => id)
  const [events, venues, organizers] = [
    await latest('events'),
    await latest('venues'),
    await latest('organizers'),
  ]
  return [
    ...lists,
    ...events.map((id) => `events/${id}`),
    ...venues.map((id) => `venues/${id}`),
    ...organizers.map((id) => `organizers/${id}`),
  ]
}

async function told(app: TestApp, address: string): Promise<unknown> {
  const [path = '', query] = address.split('?', 2)
  const asked = { path, query: Object.fromEntries(new URLSearchParams(query)) }
  const { status, text, headers } = await app.ask(asked)
  return { status, text, etag: headers['etag']?.replace(/\.(br|gzip)"$/, '"') }
}

test.each([...writes.keys()])('answers that are kept are those that would be made after %s', async (name) => {
  const prepare = writes.get(name)
  if (!prepare) throw new Error('It is unknown.')
  const write = await prepare(keeping)
  const asked = await addresses()
  // What is asked for twice is kept.
  for (const path of [...asked, ...asked]) await told(keeping, path)
  const [method] = name.split(' ')
  const sent = {
    as: 'administrator',
    method: method as 'POST',
    absolute: write.path.startsWith('/'),
  } as const
  const { status } = await keeping.ask({ ...sent, ...write })
  expect(status).toBeLessThan(300)
  fields = heldFields({ all: await readDeclarations(beside.read) })
  anew.forget()
  for (const path of asked) expect(await told(keeping, path), path).toEqual(await told(fresh, path))
})
