import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Role } from '../../src/storage/schema/tables.ts'
import { createTestApp, type TestApp } from '../support/app.ts'

// Clients of the original that clean up remove records where they look for them, below wp/v2.

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ REST_ROOT: '/wp-json' })
})
afterAll(() => app.close())

const when = { start_date: '2031-03-11 18:00:00', end_date: '2031-03-11 21:00:00' }
const kinds = [
  ['tribe_events', 'events', { ...when, title: 'To be removed' }],
  ['tribe_venue', 'venues', { venue: 'To be removed' }],
  ['tribe_organizer', 'organizers', { organizer: 'To be removed' }],
] as const

async function remove(path: string, as?: Role) {
  return app.ask({ ...(as ? { as } : {}), method: 'DELETE', path: `/wp-json/wp/v2/${path}`, absolute: true })
}

describe.each(kinds)('a record of %s', (kind, path, fields) => {
  test('goes to the trash, once, and then for good', async () => {
    const { id } = await app.create(path, fields)
    const trashed = await remove(`${kind}/${id}`, 'editor')
    expect(trashed.status).toBe(200)
    expect(trashed.body).toMatchObject({ id, status: 'trash', title: { raw: 'To be removed' } })
    const again = await remove(`${kind}/${id}`, 'editor')
    expect([again.status, again.body.code]).toEqual([410, 'rest_already_trashed'])
    const gone = await remove(`${kind}/${id}?force=true`, 'editor')
    expect(gone.status).toBe(200)
    expect(gone.body).toEqual({
      deleted: true,
      previous: { ...trashed.body, ...changed(gone.body.previous) },
    })
    const unknown = await remove(`${kind}/${id}?force=true`, 'editor')
    expect([unknown.status, unknown.body.code]).toEqual([404, 'rest_post_invalid_id'])
  })

  test('goes for good at once where that is asked for', async () => {
    const { id } = await app.create(path, fields)
    const { status, body } = await remove(`${kind}/${id}?force=1`, 'administrator')
    expect([status, body.deleted, body.previous.id, body.previous.status]).toEqual([200, true, id, 'publish'])
  })

  test('is removed by nobody who may not', async () => {
    const { id } = await app.create(path, fields)
    for (const [as, status] of [
      [undefined, 401],
      ['subscriber', 403],
      ['contributor', 403],
      ['author', 403],
    ] as const) {
      const refused = await remove(`${kind}/${id}?force=true`, as)
      expect([as, refused.status, refused.body.code]).toEqual([as, status, 'rest_forbidden'])
    }
    expect((await app.read(`${path}/${id}`)).status).toBe('publish')
    const { headers } = await app.ask({
      as: 'editor',
      path: `/wp-json/wp/v2/${kind}/${id}`,
      absolute: true,
    })
    expect(headers['allow']).toBe('GET, POST, PUT, PATCH, DELETE')
  })
})

/** What the trash itself changes. */
function changed({ modified, modified_gmt, slug, link }: Record<string, unknown>) {
  return { modified, modified_gmt, slug, link }
}

test.each([
  ['tribe_events_cat', 'categories'],
  ['tags', 'tags'],
])('a term of %s is removed for good only, as it has no trash', async (kind, path) => {
  const { id } = await app.create(path, { name: 'To be removed' })
  const kept = await remove(`${kind}/${id}`, 'editor')
  expect([kept.status, kept.body.code]).toEqual([501, 'rest_trash_not_supported'])
  const refused = await remove(`${kind}/${id}?force=true`)
  expect([refused.status, refused.body.code]).toEqual([401, 'rest_forbidden'])
  const { status, body } = await remove(`${kind}/${id}?force=true`, 'editor')
  expect([status, body.deleted, body.previous.name]).toEqual([200, true, 'To be removed'])
  const unknown = await remove(`${kind}/${id}?force=true`, 'editor')
  expect([unknown.status, unknown.body.code]).toEqual([404, 'rest_term_invalid'])
})
