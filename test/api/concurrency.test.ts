import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Role } from '../../src/storage/schema/tables.ts'
import { type Answered, createTestApp, type TestApp } from '../support/app.ts'
import { dump } from './dump.ts'
import { runs } from '../support/runs.ts'

let app: TestApp
// On a busy machine all of them together may take longer than anybody would wait.
const patience = { DATABASE_TIMEOUT_MS: '600000', REQUEST_TIMEOUT_MS: '600000' }
beforeEach(async () => {
  app = await createTestApp({ PER_PAGE_MAX: '500', ...patience })
})
afterEach(() => app.close())

const dates = { start_date: '2031-03-01', end_date: '2031-03-02' }
const post = (path: string, json: object, as: Role = 'administrator') =>
  app.ask({ as, method: 'POST', path, json })
const times = <Result>(count: number, make: (index: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)))

const statusesOf = (answers: readonly Answered[]) =>
  answers.map(({ status }) => status).toSorted((one, other) => one - other)

describe('thirty-two at once', () => {
  test.each([
    ['events', { title: 'Same', ...dates }],
    ['events', { title: '日本', ...dates, status: 'private' }],
  ])('%s of one title get slugs of their own', async (kind, json) => {
    const created = await times(32, () => post(kind, json))
    expect(created.map(({ status }) => status)).toEqual(Array(32).fill(201))
    expect(new Set(created.map(({ body }) => body.slug)).size).toBe(32)
    expect(new Set(created.map(({ body }) => body.id)).size).toBe(32)
  })

  test.each(['venues', 'organizers'])(
    '%s of one name that differ in a text get slugs of their own',
    async (kind) => {
      const created = await times(32, (index) =>
        post(kind, { [kind.slice(0, -1)]: 'Same', phone: String(index) }),
      )
      expect(new Set(created.map(({ body }) => body.slug)).size).toBe(32)
    },
  )

  test.each(['venues', 'organizers'])('%s that are equal are one record', async (kind) => {
    const created = await times(32, (index) =>
      post(kind, { [kind.slice(0, -1)]: index % 2 ? 'Café' : 'CAFE', phone: '1' }),
    )
    expect(created.map(({ status }) => status)).toEqual(Array(32).fill(201))
    expect(new Set(created.map(({ body }) => body.id)).size).toBe(1)
    expect((await app.ask({ path: kind })).body.total).toBe(1)
  })

  test.each(['categories', 'tags'])(
    '%s of one name are one term, and the others are told so',
    async (kind) => {
      const created = await times(32, () => post(kind, { name: 'Same' }))
      const refused = created.filter(({ status }) => status !== 201)
      const made = created.find(({ status }) => status === 201)
      expect(refused).toHaveLength(31)
      for (const { body } of refused)
        expect(body).toMatchObject({ code: 'term_exists', data: { term_id: made?.body.id } })
    },
  )

  test('events with one new venue, organizer, category and tag make each of these once', async () => {
    const nested = {
      venue: { venue: 'Hall' },
      organizer: [{ organizer: 'Ann' }],
      categories: ['Music'],
      tags: 'late',
    }
    const created = await times(32, (index) =>
      post('events', { title: `Event ${index}`, ...dates, ...nested }),
    )
    expect(created.map(({ status }) => status)).toEqual(Array(32).fill(201))
    for (const [kind, shown] of [
      ['venues', {}],
      ['organizers', {}],
      ['categories', { count: 32 }],
      ['tags', { count: 32 }],
    ] as const) {
      const { body } = await app.ask({ path: kind })
      expect(body.total).toBe(1)
      expect(body[kind][0]).toMatchObject(shown)
    }
  })

  test('updates of different fields of one event all take effect', async () => {
    const { id } = (await post('events', { title: 'One', ...dates })).body
    const changes = [
      { title: 'Two' },
      { cost: '7' },
      { featured: true },
      { website: 'https://x.example/' },
      { sticky: true },
      { excerpt: 'E' },
    ]
    await times(30, (index) =>
      app.ask({ as: 'editor', method: 'PATCH', path: `events/${id}`, json: changes[index % changes.length] }),
    )
    expect((await app.ask({ path: `events/${id}` })).body).toMatchObject({
      title: 'Two',
      cost: '$7',
      featured: true,
      website: 'https://x.example/',
      sticky: true,
      excerpt: '<p>E</p>',
    })
  })

  test('deletes of one event trash it once', async () => {
    const { id } = (await post('events', { title: 'One', ...dates, categories: ['Music'] })).body
    const deleted = await times(32, () => app.ask({ as: 'editor', method: 'DELETE', path: `events/${id}` }))
    expect(statusesOf(deleted)).toEqual([200, ...Array(31).fill(410)])
    expect(
      (await app.ask({ path: 'categories', query: { hide_empty: false } })).body.categories[0].count,
    ).toBe(0)
  })

  test('updates with one If-Match succeed once', async () => {
    const { id } = (await post('events', { title: 'One', ...dates })).body
    const { etag = '' } = (await app.ask({ as: 'editor', path: `events/${id}` })).headers
    const updates = await times(32, (index) =>
      app.ask({
        as: 'editor',
        method: 'PUT',
        path: `events/${id}`,
        json: { title: `Changed ${index}` },
        headers: { 'if-match': etag },
      }),
    )
    expect(statusesOf(updates)).toEqual([200, ...Array(31).fill(412)])
  })
})

test.each([
  [
    'an organizer whose name is blank',
    { venue: { venue: 'New' }, organizer: [{ organizer: 'New' }, { organizer: '  ' }] },
  ],
  [
    'an organizer whose address is none',
    { venue: { venue: 'New' }, organizer: { organizer: 'New', email: 'x' } },
  ],
  ['an unknown category', { venue: { venue: 'New' }, categories: ['New', 999_999] }],
  ['an end before the start', { venue: { venue: 'New' }, tags: ['New'], end_date: '2031-02-01' }],
  ['another author, by who may not name one', { venue: { venue: 'New' }, tags: ['New'], author: 1 }],
  [
    'a venue by another author',
    { organizer: { organizer: 'New' }, venue: { venue: 'New', author: 1 }, tags: ['New'] },
  ],
])('an event refused for %s leaves nothing behind, however many ask', async (_why, json) => {
  const { id } = (await post('events', { title: 'There', ...dates }, 'author')).body
  const before = await dump(app.db)
  const answers = await times(20, (index) =>
    index % 2
      ? post('events', { title: 'New', ...dates, ...json }, 'author')
      : app.ask({ as: 'author', method: 'PATCH', path: `events/${id}`, json: { title: 'New', ...json } }),
  )
  for (const { status } of answers) expect([400, 403]).toContain(status)
  expect(await dump(app.db)).toEqual(before)
})

test('the counts of terms are right after whatever is written at once', async () => {
  const write = fc.record({
    what: fc.constantFrom('create', 'update', 'status', 'trash', 'restore', 'remove', 'term'),
    which: fc.nat(),
    categories: fc.subarray(['a', 'b', 'c', 'd']),
    tags: fc.subarray(['x', 'y', 'z']),
    status: fc.constantFrom('publish', 'draft', 'private', 'pending', 'trash'),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(write, { minLength: 20, maxLength: 60, size: 'max' }), async (writes) => {
      const ids = await idsOf()
      const answers = await Promise.all(
        writes.map(({ what, which, categories, tags, status }): Promise<Answered> => {
          const path = `events/${ids[which % ids.length] ?? 1}`
          const terms = { categories, tags }
          switch (what) {
            case 'create':
              return post('events', { title: 'E', ...dates, status, ...terms })
            case 'update':
              return app.ask({ as: 'editor', method: 'PATCH', path, json: terms })
            case 'status':
              return app.ask({
                as: 'editor',
                method: 'PATCH',
                path,
                json: { status, ...(which % 2 ? terms : {}) },
              })
            case 'trash':
              return app.ask({ as: 'editor', method: 'DELETE', path })
            case 'restore':
              return app.ask({ as: 'editor', method: 'PATCH', path, json: { status: 'publish' } })
            case 'remove':
              return app.ask({ as: 'editor', method: 'DELETE', path, query: { force: true } })
            default:
              return removeTerm(which)
          }
        }),
      )
      for (const { status, text } of answers) expect(status, text).toBeLessThan(500)
      expect(await counted()).toEqual(await recounted())
    }),
    // What was written at once in another order would say something else: nothing is made smaller.
    { numRuns: runs(25), endOnFailure: true },
  )
})

async function removeTerm(which: number): Promise<Answered> {
  const terms = await app.db.read.selectFrom('terms').select(['id', 'taxonomy']).execute()
  const { id, taxonomy } = terms[which % Math.max(terms.length, 1)] ?? { id: 1, taxonomy: 'post_tag' }
  return app.ask({
    as: 'editor',
    method: 'DELETE',
    path: `${taxonomy === 'post_tag' ? 'tags' : 'categories'}/${id}`,
  })
}

async function idsOf(): Promise<number[]> {
  return (await app.db.read.selectFrom('events').select('id').execute()).map(({ id }) => id)
}

/** The counts as terms show them. */
async function counted(): Promise<Record<string, number>> {
  const lists = await Promise.all(
    ['categories', 'tags'].map(
      async (kind) => (await app.ask({ path: kind, query: { hide_empty: false, per_page: 500 } })).body[kind],
    ),
  )
  return Object.fromEntries(lists.flat().map(({ id, count }: { id: number; count: number }) => [id, count]))
}

/** The counts as published events make them. */
async function recounted(): Promise<Record<string, number>> {
  const { body } = await app.ask({
    path: 'events',
    query: { start_date: '2031-01-01', end_date: '2031-12-31', per_page: 500 },
  })
  expect(body.total).toBe(body.events.length)
  const terms = await app.db.read.selectFrom('terms').select('id').execute()
  const counts = Object.fromEntries(terms.map(({ id }) => [id, 0]))
  for (const { categories, tags } of body.events)
    for (const { id } of [...categories, ...tags]) counts[id] = (counts[id] ?? 0) + 1
  return counts
}
