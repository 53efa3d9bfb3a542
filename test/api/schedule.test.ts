import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'
import { rowOf } from './dump.ts'
import { runs } from '../support/runs.ts'

let app: TestApp
const now = Temporal.Instant.from('2031-03-01T12:00:00Z')
beforeEach(async () => {
  app = await createTestApp({ SITE_TIMEZONE: 'America/New_York' })
  app.setNow(now)
})
afterEach(() => app.close())

type Kind = 'events' | 'venues' | 'organizers'
const kinds: readonly Kind[] = ['events', 'venues', 'organizers']
const named: Record<Kind, object> = {
  events: { title: 'T', start_date: '2031-03-05', end_date: '2031-03-06' },
  venues: { venue: 'V' },
  organizers: { organizer: 'O' },
}

function create(
  kind: Kind,
  json: object,
): Promise<{ id: number; status: string; slug: string; date: string }> {
  return app.create(kind, { ...named[kind], ...json }, 'author')
}

const update = async (kind: Kind, id: number, json: object) =>
  (await app.ask({ as: 'author', method: 'PATCH', path: `${kind}/${id}`, json })).body

/** Lets the clock go to this moment and publishes what is due; answers how many. */
function at(moment: Temporal.Instant): Promise<number> {
  app.setNow(moment)
  return app.app.publishDue()
}

async function isPublic(kind: Kind, { id, slug }: { id: number; slug: string }): Promise<boolean> {
  const byId = await app.ask({ path: `${kind}/${id}` })
  const bySlug = await app.ask({ path: `${kind}/by-slug/${slug}` })
  const { body } = await app.ask({ path: kind })
  const isListed = body[kind].some((one: { id: number }) => one.id === id)
  expect([byId.status, bySlug.status, isListed]).toEqual(
    byId.status === 200 ? [200, 200, true] : [403, 403, false],
  )
  return byId.status === 200
}

const due = now.add({ hours: 10 })
const dueText = '2031-03-01 17:00:00'

describe.each(kinds)('of %s', (kind) => {
  test.each(['publish', 'future'])(
    'what is to be published (%s) later is public from its very second on, and not before',
    async (status) => {
      const item = await create(kind, { date: dueText, status })
      expect(item).toMatchObject({ status: 'future', date: dueText })
      expect(await isPublic(kind, item)).toBe(false)
      expect(await at(due.subtract({ seconds: 1 }))).toBe(0)
      expect(await isPublic(kind, item)).toBe(false)
      expect(await at(due)).toBe(1)
      expect(await isPublic(kind, item)).toBe(true)
      const { body } = await app.ask({ path: `${kind}/${item.id}` })
      expect(body).toMatchObject({ status: 'publish', date: dueText, slug: item.slug })
      expect(await at(due.add({ hours: 1 }))).toBe(0)
    },
  )

  test('what waits is shown to its author and to editors, and not to others', async () => {
    const { id } = await create(kind, { date: dueText })
    const statuses = await Promise.all(
      (['author', 'editor', 'contributor', undefined] as const).map(
        async (as) => (await app.ask({ ...(as ? { as } : {}), path: `${kind}/${id}` })).status,
      ),
    )
    expect(statuses).toEqual([200, 200, 403, 403])
  })

  test('a date in the future puts off what is public, one in the past publishes what waits, and drafts stay drafts', async () => {
    const { id } = await create(kind, {})
    expect(await update(kind, id, { date: dueText })).toMatchObject({ status: 'future' })
    expect(await update(kind, id, { date: '2031-02-01' })).toMatchObject({ status: 'publish' })
    expect(await update(kind, id, { status: 'draft', date: dueText })).toMatchObject({ status: 'draft' })
    expect(await at(due)).toBe(0)
    expect(await rowOf(app.db, kind, id)).toMatchObject({ status: 'draft' })
  })

  test('only what waits is published: not drafts, private or trashed ones that are dated', async () => {
    for (const status of ['draft', 'pending', 'private'])
      await create(kind, { date: dueText, status, description: status })
    const trashed = await create(kind, { date: dueText, description: 'trashed' })
    await app.ask({ as: 'author', method: 'DELETE', path: `${kind}/${trashed.id}` })
    expect(await at(due)).toBe(0)
    // What had waited and is restored after its time is public at once, and before its time waits again.
    expect(await update(kind, trashed.id, { status: 'future' })).toMatchObject({ status: 'publish' })
    app.setNow(now)
    await app.ask({ as: 'author', method: 'DELETE', path: `${kind}/${trashed.id}` })
    expect(await update(kind, trashed.id, { status: 'publish' })).toMatchObject({ status: 'future' })
  })

  test('a change to what is past due and not yet published publishes it', async () => {
    const { id } = await create(kind, { date: dueText })
    app.setNow(due.add({ seconds: 5 }))
    expect(await update(kind, id, { description: 'Changed' })).toMatchObject({ status: 'publish' })
    expect(await app.app.publishDue()).toBe(0)
  })
})

test('terms count an event from when it is public', async () => {
  const count = async () => {
    const { body } = await app.ask({ path: 'categories', query: { hide_empty: false } })
    return body.categories.map((term: { count: number }) => term.count)
  }
  const { id } = await create('events', { date: dueText, categories: ['Music', 'Art'], tags: ['late'] })
  expect(await count()).toEqual([0, 0])
  await at(due)
  expect(await count()).toEqual([1, 1])
  await update('events', id, { date: '2031-03-09', categories: ['Music'] })
  expect(await count()).toEqual([0, 0])
  await at(Temporal.Instant.from('2031-03-09T05:00:00Z'))
  expect(await count()).toEqual([0, 1])
})

test('venues linked to a public event are shown in it from when they are public themselves', async () => {
  const venue = await create('venues', { date: dueText })
  const { id } = await create('events', { venue: venue.id })
  expect((await app.ask({ path: `events/${id}` })).body.venue).toEqual([])
  await at(due)
  expect((await app.ask({ path: `events/${id}` })).body.venue).toMatchObject({ id: venue.id })
})

test('at any moment, exactly what is due is public', async () => {
  const seconds = fc.integer({ min: 1, max: 100 })
  await fc.assert(
    fc.asyncProperty(
      fc.array(seconds, { minLength: 1, maxLength: 12 }),
      fc.array(seconds, { maxLength: 6 }),
      async (dates, looks) => {
        app.setNow(now)
        const ids: number[] = []
        for (const after of dates)
          ids.push((await create('events', { date: now.add({ seconds: after }).toString() })).id)
        for (const look of [0, ...looks, 100].toSorted((one, other) => one - other)) {
          await at(now.add({ seconds: look }))
          const { body } = await app.ask({
            path: 'events',
            query: { include: ids.join(','), per_page: 50, _fields: 'events.id' },
          })
          const expected = ids.filter((_, index) => (dates[index] ?? 0) <= look)
          expect(
            body.events
              .map(({ id }: { id: number }) => id)
              .toSorted((one: number, other: number) => one - other),
          ).toEqual(expected)
        }
      },
    ),
    { numRuns: runs(40) },
  )
})
