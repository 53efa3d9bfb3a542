import { hash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Role } from '../../src/storage/schema/tables.ts'
import type { TestApp } from '../support/app.ts'
import { day, list, make, noon, openPlain, register } from './guests.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await openPlain()
})
afterAll(() => app.close())
beforeEach(() => app.setNow(noon))

const arrive = (id: number, json: object, as?: Role, headers: Record<string, string> = {}) =>
  app.ask({ ...(as ? { as } : {}), method: 'POST', path: `events/${id}/guests/arrivals`, json, headers })
const tell = async (id: number, json: object, headers: Record<string, string> = {}) => {
  const { status, body, text } = await arrive(id, { device: 'one', ...json }, 'editor', headers)
  expect(status, text).toBe(200)
  return body
}
const counts = async (id: number) => (await app.read(`events/${id}/guests`, {}, 'editor')).counts

let evenings = 0

/** An event to which Ada comes with two others, and Ben. */
async function evening() {
  evenings += 1
  const email = `ada@${evenings}.example.org`
  const id = await make(app, { party_max: 3, questions: [{ label: 'Allergies', type: 'text' }] })
  await register(app, id, { name: 'Ada', email, party: 3, answers: { q1: 'nuts' } })
  await register(app, id, { name: 'Ben' })
  const [ada, ben] = await list(app, id)
  return { id, ada, ben }
}

test('phones at the door know names, parties and codes, and nothing else of anybody', async () => {
  const { id, ada } = await evening()
  const {
    guests,
    total_pages,
    counts: all,
  } = await app.read(`events/${id}/guests`, { fields: 'door', per_page: 1 }, 'editor')
  const token = new URL(ada.url).pathname.split('/').at(-1) ?? ''
  expect(guests).toHaveLength(2)
  expect(guests[0]).toEqual({
    id: ada.id,
    name: 'Ada',
    party: 3,
    code: ada.code,
    arrived: 0,
    token_sha256: hash('sha256', token),
    state: 'registered',
    number: 1,
  })
  expect(total_pages).toBe(1)
  expect(all).toEqual({ taken: 4, waiting: 0, requested: 0, arrived: 0, head_count: null })
})

test('who was seen is told by ID or code, and the latest telling counts, however often and in whichever order', async () => {
  const { id, ada, ben } = await evening()
  const at = '2031-03-01T11:00:00.500Z'
  const first = await tell(id, {
    arrivals: [
      { guest: ada.id, arrived: 2, at },
      { code: ` ${ben.code.toLowerCase()} `, arrived: 1, at: '2031-03-01 11:00:00' },
      { guest: 999_999, arrived: 1 },
      { code: 'NOBODY', arrived: 1 },
    ],
  })
  expect(first).toEqual({
    guests: [
      { id: ada.id, arrived: 2, arrived_utc: '2031-03-01 11:00:00' },
      { id: ben.id, arrived: 1, arrived_utc: '2031-03-01 11:00:00' },
    ],
    unknown: [999_999, 'NOBODY'],
    arrived: 3,
    head_count: null,
    now_utc: '2031-03-01 12:00:00',
  })
  const seen = async (arrived: number, when: string, device = 'one') =>
    (await tell(id, { device, arrivals: [{ guest: ada.id, arrived, at: when }] })).guests[0]
  // What is older, or was told before, changes nothing.
  expect(await seen(0, '2031-03-01T11:00:00.499Z')).toMatchObject({ arrived: 2 })
  expect(await seen(2, at)).toMatchObject({ arrived: 2 })
  // Of the same moment the larger device.
  expect(await seen(1, at, 'two')).toMatchObject({ arrived: 1 })
  expect(await seen(3, at, 'one')).toMatchObject({ arrived: 1 })
  // What is to come is now.
  expect(await seen(3, '2031-03-01T15:00:00Z')).toMatchObject({
    arrived: 3,
    arrived_utc: '2031-03-01 12:00:00',
  })
  expect(await seen(0, '2031-03-01T12:00:00.001Z', 'two')).toMatchObject({ arrived: 0, arrived_utc: null })
  expect(await counts(id)).toMatchObject({ arrived: 1, taken: 4 })
  expect((await app.read(`events/${id}`, {}, 'editor')).registration).toMatchObject({ arrived: 1 })
})

test('how many are there in all is told, and those without a name by several phones, each once', async () => {
  const { id, ada } = await evening()
  expect((await tell(id, { head_count: 40 })).head_count).toBe(40)
  expect((await tell(id, {})).head_count).toBe(40)
  expect((await tell(id, { head_count: null })).head_count).toBe(null)
  expect((await tell(id, { without_name: 0 })).head_count).toBe(null)
  const once = { 'Idempotency-Key': 'b1' }
  expect((await tell(id, { without_name: 2 }, once)).head_count).toBe(2)
  expect((await tell(id, { without_name: 2 }, once)).head_count).toBe(2)
  expect((await tell(id, { device: 'two', without_name: 1 })).head_count).toBe(3)
  // Who arrives with a name is one more.
  const arrivals = [{ guest: ada.id, arrived: 3 }]
  expect((await tell(id, { arrivals, without_name: -1 })).head_count).toBe(5)
  expect((await tell(id, { without_name: -9 })).head_count).toBe(3)
  expect(await counts(id)).toMatchObject({ arrived: 3, head_count: 3 })
  const stored = app.db.read.selectFrom('registration_counts').select(['last_number', 'head_count'])
  expect(await stored.where('event_id', '=', id).execute()).toEqual([{ last_number: 2, head_count: 3 }])
})

test.each([
  [{ device: '' }, 'device'],
  [{ device: 'x'.repeat(101) }, 'device'],
  [{ arrivals: 'all' }, 'arrivals'],
  [{ arrivals: [{ arrived: 1 }] }, 'arrivals'],
  [{ arrivals: [{ guest: 1, code: 'A', arrived: 1 }] }, 'arrivals'],
  [{ arrivals: [{ guest: 'Ada', arrived: 1 }] }, 'arrivals'],
  [{ arrivals: [{ guest: 'ada' }] }, 'arrivals'],
  [{ arrivals: [{ guest: 'ada', arrived: -1 }] }, 'arrivals'],
  [{ arrivals: [{ guest: 'ada', arrived: 4 }] }, 'arrivals'],
  [{ arrivals: [{ guest: 'ada', arrived: 1, at: 'whenever' }] }, 'arrivals'],
  [{ arrivals: [{ guest: 'ada', arrived: 1, at: '2031-02-30T00:00:00Z' }] }, 'arrivals'],
  [{ arrivals: [{ guest: 'ada', arrived: 1, name: 'Ada' }] }, 'arrivals'],
  [{ head_count: -1 }, 'head_count'],
  [{ head_count: 'many' }, 'head_count'],
  [{ without_name: 1.5 }, 'without_name'],
])('%j is refused by its name, and nothing is written', async (sent: object, name) => {
  const { id, ada, ben } = await evening()
  const named = JSON.parse(JSON.stringify(sent).replaceAll('"ada"', `${ada.id}`))
  const before = { guest: ben.id, arrived: 1 }
  const arrivals = Array.isArray(named.arrivals) ? [before, ...named.arrivals] : named.arrivals
  const all = { device: 'one', ...named, ...(arrivals ? { arrivals } : {}) }
  const { status, body } = await arrive(id, all, 'editor')
  expect([status, Object.keys(body.data.params)]).toEqual([400, [name]])
  expect(await counts(id)).toMatchObject({ arrived: 0, head_count: null })
})

test('a thousand arrivals are taken at once, and no more', async () => {
  const { id } = await evening()
  const all = (length: number) => Array.from({ length }, (_, at) => ({ code: `N${at}`, arrived: 1 }))
  expect((await tell(id, { arrivals: all(1_000) })).unknown).toHaveLength(1_000)
  expect((await arrive(id, { device: 'one', arrivals: all(1_001) }, 'editor')).status).toBe(400)
})

test('only who may edit the event hears of guests, with a password or token that may write', async () => {
  const { id, ada } = await evening()
  const json = { device: 'one', arrivals: [{ guest: ada.id, arrived: 1 }] }
  expect((await arrive(id, json)).status).toBe(401)
  for (const as of ['subscriber', 'contributor', 'author'] as const)
    expect((await arrive(id, json, as)).status).toBe(403)
  const { body } = await app.ask({
    as: 'editor',
    method: 'POST',
    path: '/wp/v2/users/me/tokens',
    absolute: true,
    json: { name: 'reader', scope: 'read' },
  })
  const headers = { Authorization: `Bearer ${body.token}` }
  const asked = [
    ['GET', `events/${id}/guests`],
    ['GET', `events/${id}/guests.csv`],
    ['GET', `guests/${ada.id}`],
    ['PATCH', `guests/${ada.id}`],
    ['DELETE', `guests/${ada.id}`],
    ['POST', `guests/${ada.id}/approve`],
    ['POST', `guests/${ada.id}/refuse`],
    ['POST', `guests/${ada.id}/place`],
    ['POST', `guests/${ada.id}/cancel`],
    ['POST', `events/${id}/guests/arrivals`],
  ] as const
  for (const [method, path] of asked) {
    const sent = method === 'GET' || method === 'DELETE' ? {} : { json }
    const answer = await app.ask({ method, path, headers, ...sent })
    expect([answer.status, answer.body.code], path).toEqual([403, 'rest_token_scope'])
  }
  expect(await list(app, id)).toMatchObject([{ arrived: 0, state: 'registered' }, { arrived: 0 }])
  // An author has their own.
  const own = await app.create('events', { ...day, registration: {} }, 'author')
  expect((await arrive(own.id, { device: 'one', head_count: 3 }, 'author')).status).toBe(200)
  const none = await app.create('events', day)
  const refused = await arrive(none.id, { device: 'one' }, 'editor')
  expect([refused.status, refused.body.code]).toEqual([404, 'rest_registration_none'])
})

test('the list is searched by name, address and code, sorted and counted', async () => {
  const { id, ada, ben } = await evening()
  await tell(id, { arrivals: [{ guest: ben.id, arrived: 1 }] })
  const found = async (query: object) =>
    (await list(app, id, query)).map(({ name }: { name: string }) => name)
  expect(await found({ search: 'ÀDA' })).toEqual(['Ada'])
  expect(await found({ search: '.EXAMPLE.org' })).toEqual(['Ada'])
  expect(await found({ search: ben.code.toLowerCase() })).toEqual(['Ben'])
  expect(await found({ arrived: true })).toEqual(['Ben'])
  expect(await found({ arrived: false })).toEqual(['Ada'])
  expect(await found({ state: 'canceled,refused' })).toEqual([])
  await app.ask({ as: 'editor', method: 'PATCH', path: `guests/${ada.id}`, json: { name: 'Zoe' } })
  expect(await found({ orderby: 'name' })).toEqual(['Ben', 'Zoe'])
  expect(await found({ orderby: 'number' })).toEqual(['Zoe', 'Ben'])
})

test('two editors of one guest: who comes second is told', async () => {
  const { id, ada } = await evening()
  const { headers } = await app.ask({ as: 'editor', path: `guests/${ada.id}` })
  const change = (json: object) =>
    app.ask({
      as: 'editor',
      method: 'PATCH',
      path: `guests/${ada.id}`,
      json,
      headers: { 'If-Match': headers['etag'] ?? '' },
    })
  expect((await change({ note: 'By train' })).status).toBe(200)
  const second = await change({ note: 'By car' })
  expect([second.status, second.body.code]).toEqual([412, 'rest_precondition_failed'])
  expect(await list(app, id)).toMatchObject([{ note: 'By train' }, {}])
})
