import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'
import { askedByConnection } from '../support/byConnection.ts'
import { noting } from '../support/noting.ts'
import { make, noon, openPlain, register } from './guests.fixture.ts'
import { connected } from './mcp.ts'

let app: TestApp
beforeAll(async () => {
  app = await openPlain()
})
afterAll(() => app.close())
beforeEach(() => app.setNow(noon))

const jsonLdOf = async (id: number) => (await app.read(`events/${id}`)).json_ld
const schema = (name: string) => `https://schema.org/${name}`

test('search engines are told how many may come, and of a place as it is offered', async () => {
  const id = await make(app, { capacity: 12, opens: '2031-03-02 10:00', closes_before: 120 })
  const { url } = await app.read(`events/${id}`)
  const offer = {
    '@type': 'Offer',
    price: '0',
    priceCurrency: 'USD',
    availability: schema('PreOrder'),
    validFrom: '2031-03-02T10:00:00+00:00',
    validThrough: '2031-03-20T16:00:00+00:00',
    url: `${url}#register`,
  }
  const before = await jsonLdOf(id)
  expect(before).toMatchObject({ maximumAttendeeCapacity: 12, offers: offer })
  expect(before).not.toHaveProperty('remainingAttendeeCapacity')
  app.setNow(noon.add({ hours: 24 }))
  expect((await jsonLdOf(id)).offers.availability).toBe(schema('InStock'))
  for (const name of ['Ada', 'Ben']) await register(app, id, { name })
  expect(await jsonLdOf(id)).toMatchObject({
    remainingAttendeeCapacity: 10,
    offers: { ...offer, availability: schema('LimitedAvailability') },
  })
  app.setNow(Temporal.Instant.from('2031-03-20T16:00:00Z'))
  expect((await jsonLdOf(id)).offers.availability).toBe(schema('SoldOut'))
})

test.each([
  [
    { capacity: 0 },
    {},
    { maximumAttendeeCapacity: 0, remainingAttendeeCapacity: 0, offers: { availability: schema('SoldOut') } },
  ],
  [{}, { cost: '12 €' }, { offers: { price: '12', priceCurrency: 'EUR', availability: schema('InStock') } }],
  [{}, { cost: 'Ask at the door' }, { offers: { '@type': 'Offer', availability: schema('InStock') } }],
  [
    { mode: 'external', url: 'https://example.org/in' },
    {},
    { offers: { url: 'https://example.org/in', price: '0' } },
  ],
])('%j with %j is told as it is', async (registration, more, told) => {
  const found = await jsonLdOf(await make(app, registration, more))
  expect(found).toMatchObject(told)
  if (!('capacity' in registration)) expect(found).not.toHaveProperty('maximumAttendeeCapacity')
  if ('cost' in more && more.cost === 'Ask at the door') expect(found.offers).not.toHaveProperty('price')
})

test('tickets without an address of their own lead to the form; those with one are sold there', async () => {
  const id = await make(app, { capacity: 5 })
  const { url } = await app.read(`events/${id}`)
  await app.create(`events/${id}/tickets`, { name: 'Here', price: '5' })
  await app.create(`events/${id}/tickets`, { name: 'There', price: '7', url: 'https://example.org/buy' })
  expect((await jsonLdOf(id)).offers).toMatchObject([
    { name: 'Here', price: '5', availability: schema('LimitedAvailability'), url: `${url}#register` },
    { name: 'There', price: '7', availability: schema('InStock'), url: 'https://example.org/buy' },
  ])
})

test('an event without a registration says nothing of one', async () => {
  const { id } = await app.create('events', {
    title: 'Plain',
    start_date: '2031-03-20',
    end_date: '2031-03-20',
  })
  const told = await jsonLdOf(id)
  expect(Object.keys(told).filter((name) => /Capacity|offers/.test(name))).toEqual([])
})

test('assistants find events with places, and are told where people register, not who does', async () => {
  const id = await make(app, { capacity: 1, closes_before: 60 }, { title: 'Sword dance' })
  const client = await connected(app)
  const search = async (given: object) => {
    const answer = await client.callTool({ name: 'search_events', arguments: { words: 'sword', ...given } })
    return { text: JSON.stringify(answer.content), data: answer.structuredContent as { events: object[] } }
  }
  const { url } = await app.read(`events/${id}`)
  const found = await search({ registration: 'open' })
  expect(found.data.events).toMatchObject([
    { registration: { state: 'open', remaining: 1, closes: '2031-03-20 17:00:00', url: `${url}#register` } },
  ])
  expect(found.text).toContain('registration open, places left: 1')
  await register(app, id, { name: 'Ada' })
  expect((await search({ registration: 'open' })).data.events).toEqual([])
  expect((await search({ registration: 'waiting_list' })).data.events).toHaveLength(1)
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name).filter((name) => /guest|regist/.test(name))).toEqual([])
  await client.close()
})

test('who follows the changes is told each time that what records show of places turns, within a second too, and of nothing else', async () => {
  const id = await make(app, { capacity: 12 })
  let { next } = await app.read('changes')
  const turned = async (name: string) => {
    await register(app, id, { name })
    const told = await app.read('changes', { since: next })
    next = told.next
    return told.changes.map(({ kind, action, id: of }: { kind: string; action: string; id: number }) => [
      kind,
      action,
      of,
    ])
  }
  const update = [['event', 'updated', id]]
  expect(await turned('1')).toEqual([])
  expect(await turned('2')).toEqual(update)
  expect(await turned('3')).toEqual(update)
  expect(await turned('4')).toEqual(update)
  expect((await app.read(`events/${id}`)).registration.remaining).toBe(8)
})

/** What everybody reads, and the same as who may edit. */
const paths = [
  'events?start_date=2031-01-01&end_date=2032-01-01',
  'events/facets?start_date=2031-01-01&end_date=2032-01-01',
  'changes',
  ...['ics', 'rss', 'json', 'geojson', 'csv'].map((one) => `events.${one}`),
]
const pages = ['/', '/list?from=2031-03-20', '/month/2031-03', '/day/2031-03-20', '/event/plain/']
const plain = { title: 'Plain', start_date: '2031-03-20 18:00', end_date: '2031-03-20 20:00' }

/** Which statements each of them takes, and what it says. */
async function asked(statements: string[], of: TestApp, id: number) {
  const taken = new Map<string, { readonly statements: readonly string[]; readonly text: string }>()
  for (const as of [undefined, 'editor'] as const)
    for (const path of [...paths, `events/${id}`, ...pages]) {
      statements.length = 0
      const absolute = path.startsWith('/')
      const { status, text } = await of.ask({ path, absolute, ...(as && !absolute ? { as } : {}) })
      expect([path, status]).toEqual([path, 200])
      taken.set(`${as ?? ''} ${path}`, { statements: [...statements], text })
    }
  return taken
}

test('a calendar without registrations takes no query for them and has no word of one; one that has them takes none more for lists', async () => {
  const statements: string[] = []
  const watched = await createTestApp({}, { watched: noting(statements) })
  watched.setNow(noon)
  const { id } = await watched.create('events', plain)
  await asked(statements, watched, id)
  const before = await asked(statements, watched, id)
  for (const [path, { statements: all, text }] of before) {
    const ofGuests = /"name":"(guests|guest_notices|registration_(counts|totals|news))"|from guests\b/
    expect(
      all.filter((one) => ofGuests.test(one)),
      path,
    ).toEqual([])
    // What can be asked is told where it is documented, and nowhere else.
    expect(text, path).not.toMatch(/"registration"|id="register"|register-bar|AttendeeCapacity/)
  }
  // Of another event: who reads lists is told how it stands by what is read anyway.
  const other = await make(watched, { capacity: 1 }, { title: 'Few places' })
  await register(watched, other, { name: 'Ada' })
  await asked(statements, watched, id)
  const after = await asked(statements, watched, id)
  for (const [path, { statements: all, text }] of after) {
    const was = before.get(path)
    // Who may edit is told how many come as well, by two more.
    const more = path.startsWith('editor') && !path.endsWith(`events/${id}`) ? 2 : 0
    expect(all.length, path).toBeLessThanOrEqual((was?.statements.length ?? 0) + more)
    if (path.endsWith(`events/${id}`)) expect(text, path).toBe(was?.text)
  }
  await watched.close()
})

test('who registers leaves lists that are kept as they are, as long as no record shows it', async () => {
  const statements: string[] = []
  const watched = await createTestApp({ REGISTRATION_HOURLY: '1000000' }, { watched: noting(statements) })
  watched.setNow(noon)
  const kept = await askedByConnection(watched)
  const id = await make(watched, { capacity: 13 })
  const list = async () => {
    const { status, headers, text } = await kept.ask({ path: 'events', query: { start_date: '2031-01-01' } })
    expect(status).toBe(200)
    return { etag: headers['etag'], text }
  }
  await list()
  const before = await list()
  for (const [taken, isShown] of [false, false, true, true].entries()) {
    const was = await list()
    await register(watched, id, { name: `Guest ${taken}` })
    statements.length = 0
    const is = await list()
    expect(is.etag === was.etag, String(taken)).toBe(!isShown)
    // That nothing it is made of has changed is all that is asked.
    if (!isShown) expect(statements.filter((one) => !one.includes('"name":"revision"')).length).toBe(0)
  }
  expect((await list()).text).not.toBe(before.text)
  await watched.close()
})
