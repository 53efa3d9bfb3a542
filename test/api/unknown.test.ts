import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Asked, createTestApp, type TestApp } from '../support/app.ts'
import { acknowledged } from './tec.ts'

let app: TestApp
let id: number
const evening = { title: 'Jazz', start_date: '2031-03-11 18:00:00', end_date: '2031-03-11 20:00:00' }
beforeAll(async () => {
  app = await createTestApp({ TEC_V1: 'on' })
  app.setNow(Temporal.Instant.from('2031-03-01T12:00Z'))
  id = (await app.create('events', { ...evening, categories: 'music' })).id
})
afterAll(() => app.close())

const told = async (asked: Asked) => (await app.ask(asked)).headers['x-unknown-fields']

test.each<[string, string, string | undefined]>([
  ['a misspelt filter', 'events?category=music&limit=3', 'category;nearest=categories, limit'],
  ['one of venues', 'venues?serach=x', 'serach;nearest=search'],
  ['one of terms', 'categories?perpage=2', 'perpage;nearest=per_page'],
  ['one of a feed', 'events.ics?tag=a', 'tag;nearest=tags'],
  ['one of a single event', 'events/{id}?passwrod=x', 'passwrod;nearest=password'],
  ['one of a list below', 'events/{id}/tickets?colour=a', 'colour'],
  ['letters of any kind', 'events?%C3%BC%0D%0Ax=1', encodeURIComponent('ü\r\nx')],
  ['one of wp/v2', '/wp/v2/tribe_events?serach=x', 'serach;nearest=search'],
  ['one of tec/v1', '/tec/v1/events?serach=x', 'serach;nearest=search'],
  ['one of a refused request', 'events?catgories=1&page=0', 'catgories;nearest=categories'],
  ['nothing of what is known', 'events?search=x&page=1&_fields=id&_locale=user', undefined],
  ['nothing of what others add', 'events?_=1&utm_source=a&fbclid=b&rest_route=/', undefined],
])('%s is told', async (_, named, expected) => {
  const path = named.replace('{id}', String(id))
  const absolute = path.startsWith('/')
  expect(await told({ path, absolute, headers: acknowledged })).toBe(expected)
  // An answer that is kept says it again.
  expect(await told({ path, absolute, headers: acknowledged })).toBe(expected)
})

test.each(['-music', 'music,-art', '−music', '-5', '!music'])(
  'terms cannot be left out by %s',
  async (named) => {
    for (const name of ['categories', 'tags'])
      for (const path of ['events', 'events/facets', 'events.ics', 'events.rss']) {
        const { status, body } = await app.ask({ path, query: { [name]: named } })
        expect([path, status, Object.keys(body.data.params)]).toEqual([path, 400, [name]])
        expect(body.message).toContain('leaves nothing out')
      }
  },
)

test('at most twenty names are told, and browsers may read them', async () => {
  const query = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`zzz${at}`, '1']))
  const { headers } = await app.ask({ path: 'events', query, headers: { origin: 'https://a.example' } })
  expect(headers['x-unknown-fields']?.toString().split(', ')).toHaveLength(20)
  expect(headers['access-control-expose-headers']).toContain('X-Unknown-Fields')
})

test('with strict they are refused, with what may be meant, and nothing is written', async () => {
  const { status, body, headers } = await app.ask({ path: 'events?category=music&limit=3&strict=1' })
  expect([status, body.code]).toEqual([400, 'rest_invalid_param'])
  expect(body.data.unknown_fields).toEqual([{ name: 'category', nearest: 'categories' }, { name: 'limit' }])
  expect(body.message).toContain('category is unknown here; did you mean categories?')
  expect(body.message).toContain('limit is unknown here.')
  expect(headers['x-unknown-fields']).toBe('category;nearest=categories, limit')
  expect((await app.ask({ path: 'events?categories=music&strict=1' })).status).toBe(200)
  expect((await app.ask({ path: 'events?category=music&strict=0' })).status).toBe(200)
  for (const [method, path, json] of [
    ['POST', 'events', { ...evening, titel: 'Other', strict: true }],
    ['PATCH', `events/${id}`, { title: 'Other', descripton: 'x', strict: '1' }],
    ['DELETE', `events/${id}?forse=true&strict=1`, undefined],
    ['POST', 'venues', { venue: 'Mill', adress: 'x', strict: 1 }],
    ['POST', 'categories', { name: 'Art', colr: 'x', strict: 1 }],
  ] as const) {
    const refused = await app.ask({ as: 'administrator', method, path, json })
    expect([path, refused.status, refused.body.data.unknown_fields?.length]).toEqual([path, 400, 1])
  }
  expect(await app.read('events')).toMatchObject({ total: 1, events: [{ title: 'Jazz' }] })
  expect((await app.read('venues', {}, 'administrator')).total).toBe(0)
  const { status: strictly } = await app.ask({
    path: '/tec/v1/events?serach=x&strict=1',
    absolute: true,
    headers: acknowledged,
  })
  expect(strictly).toBe(400)
})

test('without it a write is done and told; a record that is sent back as it was read has no unknown names', async () => {
  const made = await app.ask({
    as: 'administrator',
    method: 'POST',
    path: 'events',
    json: { ...evening, titel: 'Other' },
  })
  expect([made.status, made.headers['x-unknown-fields']]).toEqual([201, 'titel;nearest=title'])
  for (const path of [
    `events/${id}`,
    `categories/${made.body.categories[0]?.id ?? (await app.read('categories')).categories[0].id}`,
  ]) {
    const json = await app.read(path, { context: 'edit' }, 'administrator')
    const again = await app.ask({ as: 'administrator', method: 'PUT', path, json: { ...json, strict: 1 } })
    expect([again.status, again.headers['x-unknown-fields']], again.text).toEqual([200, undefined])
  }
})

test.each<[string, object, string]>([
  ['of a venue', { venue: { venue: 'Mill', adress: 'Lane 1' } }, 'venue.adress;nearest=venue.address'],
  ['of one that is there', { venue: { id: 0, naem: 'x' } }, 'venue.naem'],
  [
    'of several',
    {
      organizer: [
        { organizer: 'Choir', phonee: '1' },
        { organizer: 'Band', emial: 'a@b.example', phonee: '2' },
      ],
    },
    'organizer.phonee;nearest=organizer.phone, organizer.emial;nearest=organizer.email',
  ],
  [
    'of a list with numbers',
    { venue: { 0: { venue: 'Barn', citty: 'x' } } },
    'venue.citty;nearest=venue.city',
  ],
])('names within a record that is nested are told: %s', async (_, more, expected) => {
  const json = { ...evening, title: 'Nested', ...more }
  for (const [method, path] of [
    ['POST', 'events'],
    ['PATCH', `events/${id}`],
  ] as const) {
    expect(await told({ as: 'administrator', method, path, json })).toBe(expected)
    const before = (await app.read('venues', {}, 'administrator')).total
    const { status, body } = await app.ask({
      as: 'administrator',
      method,
      path,
      json: { ...json, strict: 1 },
    })
    expect([status, body.code]).toEqual([400, 'rest_invalid_param'])
    expect(body.data.unknown_fields.map(({ name }: { name: string }) => name)).toEqual(
      expected.split(', ').map((one) => one.split(';')[0]),
    )
    expect((await app.read('venues', {}, 'administrator')).total).toBe(before)
  }
})

test('a nested record that is sent back as it was read has no unknown names', async () => {
  const made = await app.create('events', {
    ...evening,
    title: 'Whole',
    venue: { venue: 'Hall' },
    organizer: { organizer: 'Club' },
  })
  const path = `events/${made.id}`
  const json = await app.read(path, { context: 'edit' }, 'administrator')
  const again = await app.ask({ as: 'administrator', method: 'PUT', path, json: { ...json, strict: 1 } })
  expect([again.status, again.headers['x-unknown-fields']], again.text).toEqual([200, undefined])
})
