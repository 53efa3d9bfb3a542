import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { Memory } from '../../src/storage/db/revisionCache.ts'
import { createTestApp, type TestApp } from '../support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const event = { title: 'Nested', start_date: '2031-05-01 10:00', end_date: '2031-05-01 12:00' }
const create = (fields: object) =>
  app.ask({ as: 'editor', method: 'POST', path: 'events', json: { ...event, ...fields } })
const count = async (path: string) => (await app.ask({ path, query: { _fields: 'total' } })).body.total

describe.each([
  ['venue', 'venues'],
  ['organizer', 'organizers'],
] as const)('a new %s in an event', (name, path) => {
  test.each([[''], [null], [0], ['0'], [false]])('whose id is %j has none yet', async (id) => {
    const before = await count(path)
    const { status, body, text } = await create({ [name]: { id, [name]: `New ${JSON.stringify(id)}` } })
    expect(status, text).toBe(201)
    expect([body[name]].flat()).toMatchObject([{ [name]: expect.stringContaining('New') }])
    expect(await count(path)).toBe(before + 1)
  })

  test.each([[-1], [1.5], ['x'], [true], [999_999]])(
    'whose id is %j is refused, and nothing is made',
    async (id) => {
      const before = await count(path)
      expect(await create({ [name]: { id, [name]: 'Never made' } })).toMatchObject({
        status: 400,
        body: { code: 'rest_invalid_param', data: { params: { [name]: expect.any(String) } } },
      })
      expect(await count(path)).toBe(before)
    },
  )
})

test.each([[0], ['0'], [null], [''], [[]]])('%j clears what an event is linked to (D7)', async (nothing) => {
  const links = { venue: { venue: 'V' }, organizer: [{ organizer: 'O' }], categories: ['C'], tags: ['T'] }
  const { body } = await create(links)
  expect(body).toMatchObject({ venue: { venue: 'V' }, categories: [{ name: 'C' }], tags: [{ name: 'T' }] })
  const json = Object.fromEntries(Object.keys(links).map((name) => [name, nothing]))
  const cleared = await app.ask({ as: 'editor', method: 'PATCH', path: `events/${body.id}`, json })
  expect(cleared.body).toMatchObject({ venue: [], organizer: [], categories: [], tags: [] })
})

describe('what is wrong with a new one is told of it, and nothing is made', () => {
  test.each([
    [{ venue: 'Dateless', date: 'fifth monday of february 2031' }, '[date]'],
    [{ venue: 'Unseen', image: 999_999 }, '[image]'],
    [{ venue: 'Unseen', image: 'no address' }, '[image]'],
  ])('%j', async (venue, told) => {
    const before = await count('venues')
    const { status, body } = await create({ venue })
    expect(status).toBe(400)
    expect(body.data.params.venue).toContain(told)
    expect(await count('venues')).toBe(before)
  })
})

test.each([
  [undefined, 401],
  ['subscriber', 403],
  ['contributor', 400],
] as const)('%s is told what is wrong with a new one only if they may write at all', async (as, status) => {
  const before = await count('venues')
  const json = { ...event, venue: Array.from({ length: 3 }, () => ({ venue: 'V', date: 'no date', zip: 7 })) }
  const ask = { ...(as ? { as } : {}), method: 'POST', path: 'events', json } as const
  expect(await app.ask(ask)).toMatchObject({ status })
  // Wire: what is no venue at all is told everybody.
  expect(await app.ask({ ...ask, json: { ...event, venue: { city: 'C' } } })).toMatchObject({ status: 400 })
  expect(await count('venues')).toBe(before)
})

test.each([
  [undefined, 401],
  ['subscriber', 403],
  ['contributor', 400],
] as const)('%s may not make categories; who may not write at all is told that (D15)', async (as, status) => {
  const json = { ...event, categories: ['Nobody’s'] }
  expect(await app.ask({ ...(as ? { as } : {}), method: 'POST', path: 'events', json })).toMatchObject({
    status,
  })
  const { body } = await app.ask({ path: 'categories', query: { hide_empty: false, search: 'Nobody' } })
  expect(body.total).toBe(0)
})

test('who may not make terms is told so, and who looks for some is not', async () => {
  const { body: refused } = await app.ask({
    as: 'contributor',
    method: 'POST',
    path: 'events',
    json: { ...event, tags: ['No such tag'] },
  })
  expect(refused.data.params.tags).toMatch(/none: “No such tag”; .*right to publish/)
  const { body } = await app.ask({ path: 'events', query: { tags: 'No such tag' } })
  expect(body.data.params.tags).toMatch(/none: “No such tag”\.$/)
})

describe('terms that a write names', () => {
  test('are not remembered: strangers may send as many, as long as a body', async () => {
    const find = vi.spyOn(Memory.prototype, 'find')
    const named = 'a name that nobody has'.padEnd(10_000, '!')
    const { status } = await app.ask({
      method: 'POST',
      path: 'events',
      json: { ...event, categories: [named], tags: [named] },
    })
    expect(status).toBe(401)
    expect(find.mock.calls.filter(([key]) => key.includes(named))).toEqual([])
    find.mockRestore()
  })

  test('are the ones that they are linked to: digits are an ID before they are a slug', async () => {
    const tag = await app.create('tags', { name: 'First' })
    await app.create('tags', { name: 'Second', slug: String(tag.id) })
    const { body } = await create({ tags: [String(tag.id)] })
    expect(body.tags.map(({ name }: { name: string }) => name)).toEqual(['First'])
  })
})

describe('a refusal tells the first few of many', () => {
  const names = Array.from({ length: 500 }, (_, index) => `${index} ${'x'.repeat(40)}`)
  const ids = Array.from({ length: 300 }, (_, index) => 900_000 + index)
  const write = (json: object) => ({ method: 'POST', path: 'events', json: { ...event, ...json } }) as const
  test.each<[string, Parameters<TestApp['ask']>[0], string, string]>([
    ['new tags', { as: 'contributor', ...write({ tags: names }) }, 'tags', '495 more'],
    ['IDs of tags', { as: 'editor', ...write({ tags: ids.map(String) }) }, 'tags', '295 more'],
    ['venues', { as: 'editor', ...write({ venue: ids }) }, 'venue', '295 more'],
    [
      'categories of a list',
      { path: 'events', query: { categories: ids.join(',') } },
      'categories',
      '295 more',
    ],
    [
      'organizers of a list',
      { path: 'events', query: { organizer: ids.join(',') } },
      'organizer',
      '295 more',
    ],
    ['terms of a list', { path: 'categories', query: { include: ids.join(',') } }, 'include', '295 more'],
  ])('%s', async (_, asked, name, told) => {
    const { status, body } = await app.ask(asked)
    expect(status).toBe(400)
    expect(body.data.params[name]).toContain(told)
    expect(body.data.params[name].length).toBeLessThan(1000)
  })

  test('and all of a few', async () => {
    const { body } = await app.ask({ path: 'events', query: { venue: '900001,900002,900003,900004,900005' } })
    expect(body.data.params.venue).toMatch(/none: 900001, 900002, 900003, 900004, 900005\.$/)
  })
})
