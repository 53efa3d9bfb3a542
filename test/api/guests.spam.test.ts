import { CompiledQuery, type KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '../../src/storage/db/dialect.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { usesSqlite } from '../support/database.ts'
import { list, make, mailingEnvironment, noon, press, register } from './guests.fixture.ts'

/** The statements that were asked for. */
const asked: CompiledQuery[] = []

const noting = ({ read }: Database): KyselyPlugin => ({
  transformQuery: ({ node, queryId }) => {
    asked.push(read.getExecutor().compileQuery(node, queryId))
    return node
  },
  transformResult: async ({ result }) => result,
})

const watched = (db: Database): Database => ({
  ...db,
  read: db.read.withPlugin(noting(db)),
  write: async (work, scope) => db.write(async (tx) => work(tx.withPlugin(noting(db))), scope),
})

/** What was done to which table, without what others do meanwhile. */
const deeds = () =>
  asked.flatMap(({ sql }) => {
    const [, deed, table] =
      /^(select|insert|update|delete)\b.*?"(guests|events|registration_counts|webhooks)"/.exec(sql) ?? []
    return deed === undefined ? [] : `${deed} ${table}`
  })

let app: TestApp
beforeAll(async () => {
  const environment = { ...(await mailingEnvironment()), REGISTRATION_HOURLY: '1000', TRUST_PROXY: 'true' }
  app = await createTestApp(environment, { watched })
})
afterAll(() => app.close())
beforeEach(() => app.setNow(noon))

/** Somebody else registers from a network. */
let others = 0
const come = async (id: number, network: string, more: object = {}) => {
  others += 1
  return app.ask({
    method: 'POST',
    path: `events/${id}/guests`,
    headers: { 'x-forwarded-for': network },
    json: { name: 'Ada', email: `ada${others}@example.org`, ...more },
  })
}

test('a form is held small before it is read', async () => {
  const id = await make(app, {})
  const { slug } = await app.read(`events/${id}`)
  const large = 'x'.repeat(130 * 1024)
  const json = await register(app, id, { name: 'Ada', email: 'ada@example.org', answers: { q1: large } })
  expect([json.status, json.body.code]).toEqual([413, 'rest_request_too_large'])
  const form = { name: 'Ada', email: 'ada@example.org', answer_q1: large }
  const page = await app.ask({ method: 'POST', path: `/event/${slug}/register/`, absolute: true, form })
  expect(page.status).toBe(413)
  expect(await list(app, id)).toEqual([])
})

test('those of a network who have not confirmed hold at most half of the places, and five of a small event', async () => {
  const id = await make(app, { capacity: 12, party_max: 3 })
  for (const party of [3, 2]) expect((await come(id, '192.0.2.1', { party })).status).toBe(202)
  const often = await come(id, '192.0.2.1', { party: 2 })
  expect([often.status, often.body.code, often.headers['retry-after']]).toEqual([
    429,
    'rest_registration_often',
    '7200',
  ])
  expect(often.body.message).toContain('Confirm the mails')
  // One more fits, and other networks have places of their own; so have those of the same one at another event.
  expect((await come(id, '192.0.2.1')).status).toBe(202)
  expect((await come(id, '192.0.2.1')).status).toBe(429)
  expect((await come(id, '198.51.100.1', { party: 3 })).status).toBe(202)
  const small = await make(app, { capacity: 4 })
  for (const status of [202, 202, 202, 202, 202, 429])
    expect((await come(small, '192.0.2.1')).status).toBe(status)
  // Who has confirmed does not count any more.
  const [first] = await list(app, id)
  await press(app, first.url, 'confirm')
  expect((await come(id, '192.0.2.1', { party: 3 })).status).toBe(202)
  // Nobody is held up without places to hold, nor is one family by itself.
  const open = await make(app, {})
  for (let at = 0; at < 12; at += 1) expect((await come(open, '192.0.2.1')).status).toBe(202)
  const family = await make(app, { capacity: 8, party_max: 8 })
  expect((await come(family, '192.0.2.1', { party: 8 })).status).toBe(202)
})

test('a network registers so often in an hour, and is told when it may again', async () => {
  const few = await createTestApp({ REGISTRATION_HOURLY: '3', TRUST_PROXY: 'true' })
  try {
    few.setNow(noon)
    const id = await make(few, {})
    const send = (name: string, network: string) =>
      few.ask({
        method: 'POST',
        path: `events/${id}/guests`,
        json: { name },
        headers: { 'x-forwarded-for': network },
      })
    // What is refused for what it says is not counted.
    expect((await send('', '192.0.2.1')).status).toBe(400)
    for (const name of ['Ada', 'Ben', 'Cy']) expect((await send(name, '192.0.2.1')).status).toBe(201)
    few.setNow(noon.add({ minutes: 20 }))
    const often = await send('Di', '192.0.2.1')
    expect([often.status, often.body.code, often.headers['retry-after']]).toEqual([
      429,
      'rest_registration_often',
      '2400',
    ])
    expect((await send('Di', '192.0.2.2')).status).toBe(201)
    const { slug } = await few.read(`events/${id}`)
    const path = `/event/${slug}/register/`
    const page = await few.ask({ path, absolute: true })
    const time = /name="time" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
    few.setNow(noon.add({ minutes: 21 }))
    const sent = await few.ask({
      method: 'POST',
      path,
      absolute: true,
      form: { time, name: 'Eve' },
      headers: { 'x-forwarded-for': '192.0.2.1' },
    })
    expect([sent.status, sent.headers['retry-after']]).toEqual([429, '2340'])
    expect(sent.text).toContain('That was too often.')
    expect(sent.text).toContain('value="Eve"')
    few.setNow(noon.add({ hours: 1 }))
    expect((await send('Di', '192.0.2.1')).status).toBe(201)
  } finally {
    await few.close()
  }
})

test('an address has three to confirm, and ten a day', async () => {
  const ids = await Promise.all(
    Array.from({ length: 12 }, async (_, at) => make(app, {}, { title: `Title ${at}` })),
  )
  const email = 'often@example.org'
  const send = async (at: number) => come(ids[at] ?? 0, '203.0.113.9', { email })
  for (const at of [0, 1, 2]) expect((await send(at)).status).toBe(202)
  app.setNow(noon.add({ minutes: 30 }))
  const often = await send(3)
  expect([often.status, often.headers['retry-after']]).toEqual([429, '5400'])
  // Whether the address is known at the event changes nothing of that.
  expect([(await send(0)).status, (await send(0)).headers['retry-after']]).toEqual([429, '5400'])
  for (let at = 0; at < 10; at += 1) {
    if (at > 2) expect((await send(at)).status).toBe(202)
    const [guest] = await list(app, ids[at] ?? 0)
    await press(app, guest.url, 'confirm')
  }
  const tooMany = await send(10)
  expect([tooMany.status, tooMany.headers['retry-after']]).toEqual([429, String(86_400 - 1800)])
  app.setNow(noon.add({ hours: 24 }))
  expect((await send(10)).status).toBe(202)
})

test.each([
  { registration: { capacity: 50 }, more: {} },
  { registration: {}, more: {} },
  { registration: { mode: 'approval' }, more: {} },
  { registration: { capacity: 50, party_max: 4 }, more: { party: 4 } },
])(
  'who asks whether an address is known is told nothing: with $registration the same, after as much work',
  async ({ registration, more }) => {
    const id = await make(app, registration)
    const email = `known${others}@example.org`
    const told = async (address: string) => {
      asked.length = 0
      const answer = await come(id, '203.0.113.5', { ...more, email: address })
      const { date: _date, 'content-length': _length, ...headers } = answer.headers
      const { body, status } = answer
      return { said: { status, body, names: Object.keys(headers).toSorted() }, statements: deeds() }
    }
    const unknown = await told(email)
    const known = await told(email)
    const knownAgain = await told(email)
    const other = await told(`other${others}@example.org`)
    expect(known.said).toEqual(unknown.said)
    expect(other.said).toEqual(unknown.said)
    expect(knownAgain.said).toEqual(unknown.said)
    // What is stored of them is read again; of who is known it is taken back.
    const asMany = [...other.statements.slice(0, -1), 'delete guests'].toSorted()
    for (const { statements } of [known, knownAgain]) expect(statements.toSorted()).toEqual(asMany)
    expect(await list(app, id)).toMatchObject([{ number: 1 }, { number: 2 }])
  },
)

test.runIf(usesSqlite())('however many wait, who has an address is found by their index', async () => {
  const id = await make(app, { capacity: 0 })
  asked.length = 0
  await come(id, '203.0.113.6')
  const byAddress = asked.filter(({ sql }) => sql.startsWith('select') && sql.includes('"email_folded" ='))
  expect(byAddress).toHaveLength(2)
  for (const { sql, parameters } of byAddress) {
    const explain = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters])
    const { rows } = await app.db.read.executeQuery<{ detail: string }>(explain)
    expect(rows[0]?.detail).toMatch(/^SEARCH guests USING INDEX guests_by_email /)
  }
})
