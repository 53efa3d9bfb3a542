import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Role } from '../../src/storage/schema/tables.ts'
import { createTestApp, type TestApp } from '../support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const dates = { start_date: '2031-03-01 10:00', end_date: '2031-03-01 12:00' }
const make = async (status: string, as: Role = 'administrator', more: object = {}): Promise<number> =>
  (await app.create('events', { title: 'Fair', ...dates, status, ...more }, as)).id
const bulk = async (json: object, as: Role | undefined = 'editor') =>
  app.ask({ ...(as ? { as } : {}), method: 'POST', path: 'events/bulk', json })
const statusOf = async (id: number): Promise<string> => {
  const { body } = await app.ask({
    as: 'administrator',
    path: `/wp/v2/tribe_events/${id}`,
    absolute: true,
    query: { context: 'edit' },
  })
  return body.status
}

describe('POST events/bulk', () => {
  test('approves what waits, and tells what was public already', async () => {
    const [waiting, draft, isPublic] = [
      await make('pending', 'contributor'),
      await make('draft', 'author'),
      await make('publish'),
    ]
    const { status, body } = await bulk({ ids: [waiting, draft, isPublic], action: 'approve' })
    expect([status, body]).toEqual([200, { changed: [waiting, draft], unchanged: [isPublic] }])
    expect(await Promise.all([waiting, draft, isPublic].map(statusOf))).toEqual([
      'publish',
      'publish',
      'publish',
    ])
  })

  test('cancels with a reason, and takes that back', async () => {
    const ids = [await make('publish'), await make('publish')]
    await bulk({ ids, action: 'cancel', reason: 'Storm' })
    for (const id of ids)
      expect(await app.read(`events/${id}`)).toMatchObject({
        event_status: 'canceled',
        event_status_reason: 'Storm',
      })
    await bulk({ ids, action: 'reinstate' })
    expect(await app.read(`events/${ids[0]}`)).not.toHaveProperty('event_status_reason')
  })

  test('moves to the trash and restores each as it was, its address included', async () => {
    const ids = [await make('publish'), await make('draft')]
    const { slug } = await app.read(`events/${ids[0]}`)
    await bulk({ ids, action: 'trash' })
    expect(await Promise.all(ids.map(statusOf))).toEqual(['trash', 'trash'])
    expect((await bulk({ ids, action: 'trash' })).body).toEqual({ changed: [], unchanged: ids })
    await bulk({ ids, action: 'restore' })
    expect(await Promise.all(ids.map(statusOf))).toEqual(['publish', 'draft'])
    expect((await app.read(`events/${ids[0]}`)).slug).toBe(slug)
  })

  test('deletes for good', async () => {
    const ids = [await make('publish'), await make('draft')]
    expect((await bulk({ ids, action: 'delete' })).body.changed).toEqual(ids)
    expect((await app.ask({ path: `events/${ids[0]}` })).status).toBe(404)
  })

  test('counts in categories what it publishes and what it trashes', async () => {
    const { id } = await app.create('categories', { name: 'Bulk' })
    const ids = [
      await make('draft', 'administrator', { categories: [id] }),
      await make('draft', 'administrator', { categories: [id] }),
    ]
    const count = async () => (await app.read(`categories/${id}`)).count
    await bulk({ ids, action: 'approve' })
    expect(await count()).toBe(2)
    await bulk({ ids, action: 'trash' })
    expect(await count()).toBe(0)
  })

  test('with dry_run tells what would happen, and changes nothing', async () => {
    const id = await make('draft')
    expect((await bulk({ ids: [id], action: 'approve', dry_run: true })).body.changed).toEqual([id])
    expect(await statusOf(id)).toBe('draft')
  })

  test('changes nothing when the right to one of them is lacking', async () => {
    const [own, other] = [await make('publish', 'author'), await make('publish')]
    const refused = await bulk({ ids: [own, other], action: 'trash' }, 'author')
    expect([refused.status, refused.body.code]).toEqual([403, 'rest_forbidden'])
    expect(await Promise.all([own, other].map(statusOf))).toEqual(['publish', 'publish'])
  })

  test('lets nobody publish who may not, neither by approving nor by restoring', async () => {
    const id = await make('draft', 'contributor')
    expect((await bulk({ ids: [id], action: 'approve' }, 'contributor')).status).toBe(403)
    expect(await statusOf(id)).toBe('draft')
    expect((await bulk({ ids: [id], action: 'trash' }, 'contributor')).status).toBe(200)
    expect((await bulk({ ids: [id], action: 'restore' }, 'contributor')).status).toBe(200)
    expect((await bulk({ ids: [id], action: 'approve' }, 'subscriber')).status).toBe(403)
    const answer = await app.ask({
      method: 'POST',
      path: 'events/bulk',
      json: { ids: [id], action: 'trash' },
    })
    expect(answer.status).toBe(401)
  })

  test.each([
    [{ action: 'trash' }, 'ids'],
    [{ ids: [], action: 'trash' }, 'ids'],
    [{ ids: [1], action: 'explode' }, 'action'],
    [{ ids: [999_999], action: 'trash' }, 'ids'],
    [{ ids: ['x'], action: 'trash' }, 'ids'],
  ])('refuses %j', async (json, name) => {
    const { status, body } = await bulk(json)
    expect(status).toBe(400)
    expect(JSON.stringify(body)).toContain(name)
  })

  test('refuses to cancel what is in the trash, and changes nothing else then', async () => {
    const [trashed, other] = [await make('publish'), await make('publish')]
    await bulk({ ids: [trashed], action: 'trash' })
    expect((await bulk({ ids: [other, trashed], action: 'cancel' })).status).toBe(400)
    expect(await app.read(`events/${other}`)).not.toMatchObject({ event_status: 'canceled' })
  })
})

test('lists of events keep those of some authors for those who write; for readers that changes nothing, as recorded', async () => {
  const query = { author: String(app.ids.author), starts_after: '2032-01-01', per_page: 50 }
  const day = { start_date: '2032-02-01', end_date: '2032-02-01' }
  const shown = await make('publish', 'author', day)
  const hidden = await make('draft', 'author', day)
  const others = await make('publish', 'editor', day)
  const idsFor = async (as?: Role) =>
    (await app.read('events', query, as)).events.map(({ id }: { id: number }) => id)
  expect(await idsFor()).toEqual([shown, others])
  expect(await idsFor('editor')).toEqual([shown, hidden])
  expect((await app.read('events/facets', { ...query, facets: 'featured' }, 'editor')).total).toBe(2)
  const both = { ...query, author: `${app.ids.author},${app.ids.editor}` }
  expect((await app.read('events', both, 'editor')).total).toBe(3)
  expect((await app.read('events', both)).rest_url).toContain('author=')
  expect((await app.ask({ path: 'events', query: { author: 'somebody' } })).status).toBe(400)
})
