import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { beginReading } from '../../src/outward/imports/imports.reading.write.ts'
import { createDatabaseWithAccounts } from '../support/accounts.ts'
import { type Asked, createTestApp, type TestApp } from '../support/app.ts'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

let app: TestApp
let beside: TestApp
beforeAll(async () => {
  const { database, credentials } = await createDatabaseWithAccounts(
    await mkdtemp(join(tmpdir(), 'kalends-sources-')),
  )
  app = await createTestApp({}, { database, credentials })
  beside = await createTestApp({}, { database: { ...database, remove: async () => {} }, credentials })
})
afterAll(async () => {
  await beside.close()
  await app.close()
})

const event = (title: string, more: object = {}) => ({
  title,
  start_date: '2031-05-01 20:00:00',
  end_date: '2031-05-01 22:00:00',
  status: 'publish',
  ...more,
})
const put = (name: string, json: object, more: Partial<Asked> = {}, at = app) =>
  at.ask({ as: 'editor', method: 'PUT', path: `events/by-source/${name}`, json, ...more })
const countOf = async (title: string) => {
  const rows = await app.db.read.selectFrom('events').select('id').where('title', '=', title).execute()
  return rows.length
}

describe('an event by what another system calls it', () => {
  test('is made, and then changed: what is not sent stays', async () => {
    const made = await put('crm/A-1', event('Choir', { website: 'https://choir.example' }))
    expect([made.status, made.body.title]).toEqual([201, 'Choir'])
    const changed = await put('crm/A-1', { title: 'Large Choir' })
    expect([changed.status, changed.body.id]).toEqual([200, made.body.id])
    expect(changed.body).toMatchObject({ title: 'Large Choir', website: 'https://choir.example' })
    expect((await put('crm/A-2', event('Choir'))).body.id).not.toBe(made.body.id)
    expect((await put('CRM/A-1', event('Choir'))).body.id).not.toBe(made.body.id)
  })

  test('is one, also when several arrive together at two nodes', async () => {
    const all = await Promise.all(
      [app, beside, app, beside, app].map((at, index) =>
        put('crm/together', event('Together', { cost: String(index) }), {}, at),
      ),
    )
    expect(all.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      200, 200, 200, 200, 201,
    ])
    expect(new Set(all.map(({ body }) => body.id)).size).toBe(1)
    expect(await countOf('Together')).toBe(1)
  })

  test('has any text as its key', async () => {
    for (const key of ['a/b', 'ä ö', '?&=#%', '17', "'; drop table events; --", 'x'.repeat(1_500)]) {
      const name = `crm/${encodeURIComponent(key)}`
      const made = await put(name, event('Odd'))
      expect([key, made.status]).toEqual([key, 201])
      expect((await put(name, { title: 'Odd' })).body.id).toBe(made.body.id)
    }
  })

  test('is refused at its parameters, and nothing is made', async () => {
    const refusals: [string, object, string[]][] = [
      ['crm/new', { description: 'No title' }, ['title', 'start_date', 'end_date']],
      ['crm/new', event('Wrong', { end_date: 'nonsense' }), ['end_date']],
      ['crm/new', event('Wrong', { end_date: '2030-01-01 20:00' }), ['end_date']],
      [`crm/${'x'.repeat(2_001)}`, event('Wrong'), ['key']],
      [`${'x'.repeat(401)}/1`, event('Wrong'), ['source']],
      ['crm/%00', event('Wrong'), ['key']],
      ['%20/1', event('Wrong'), ['source']],
    ]
    for (const [name, json, params] of refusals) {
      const { status, body } = await put(name, json)
      expect([name, status, body.code]).toEqual([name, 400, 'rest_invalid_param'])
      expect(Object.keys(body.data.params)).toEqual(params)
    }
    expect(await countOf('Wrong')).toBe(0)
    expect((await put('crm/A-1', { title: '' })).status).toBe(400)
  })

  test('is for editors, and by this method alone', async () => {
    for (const as of ['author', 'contributor', 'subscriber'] as const)
      expect((await put('crm/rights', event('Rights'), { as })).status).toBe(403)
    expect(
      (await app.ask({ method: 'PUT', path: 'events/by-source/crm/rights', json: event('Rights') })).status,
    ).toBe(401)
    for (const method of ['GET', 'POST', 'PATCH', 'DELETE'] as const)
      expect((await put('crm/rights', event('Rights'), { method })).status).toBe(404)
    expect(await countOf('Rights')).toBe(0)
  })

  test('stays in the trash until a status is sent, and is made anew once it was removed for good', async () => {
    const { body } = await put('crm/gone', event('Gone'))
    await app.ask({ as: 'editor', method: 'DELETE', path: `events/${body.id}` })
    const again = await put('crm/gone', { title: 'Gone, changed' })
    expect([again.status, again.body.id, again.body.status]).toEqual([200, body.id, 'trash'])
    expect((await put('crm/gone', { status: 'publish' })).body).toMatchObject({
      id: body.id,
      status: 'publish',
    })
    await app.remove(`events/${body.id}`)
    expect((await put('crm/gone', { title: 'Gone' })).status).toBe(400)
    const anew = await put('crm/gone', event('Gone'))
    expect(anew.status).toBe(201)
    expect(anew.body.id).not.toBe(body.id)
  })

  test('is what an import of the same source has brought, and the other way round', async () => {
    const source = 'https://old.example/events.ics'
    const { id } = await app.create('events', event('Imported'))
    const { sourceId, run } = await beginReading(app.db, source, Temporal.Now.instant())
    await app.db.write((tx) =>
      tx
        .insertInto('import_keys')
        .values({
          source_id: sourceId,
          kind: 'event',
          source_key: 'uid-1',
          record_id: id,
          digest: '{}',
          run,
          gone: 0,
        })
        .execute(),
    )
    const name = `${encodeURIComponent(source)}/uid-1`
    const changed = await put(name, { title: 'Imported, changed' })
    expect([changed.status, changed.body.id]).toEqual([200, id])
    await put(`${encodeURIComponent(source)}/uid-2`, event('Put'))
    const keys = await app.db.read
      .selectFrom('import_keys')
      .select(['source_key', 'run'])
      .where('source_id', '=', sourceId)
      .orderBy('source_key')
      .execute()
    expect(keys).toEqual([
      { source_key: 'uid-1', run },
      { source_key: 'uid-2', run },
    ])
  })

  test('is told where programs look', async () => {
    const { paths } = await app.read('doc')
    expect(paths['/events/by-source/{source}/{key}'].put.operationId).toBe('putEventBySource')
    const index = await app.ask({ path: '/', absolute: true, headers: { accept: 'application/json' } })
    const routes = Object.keys(index.body.routes)
    expect(routes).toContain('/vendor/events/v1/events/by-source/(?P<source>[^/]+)/(?P<key>[^/]+)')
    expect(routes.filter((route) => route.includes('{'))).toEqual([])
  })
})
