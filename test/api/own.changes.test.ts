import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Role } from '../../src/storage/schema/tables.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { audience, options, times } from './own.fixture.ts'

let app: TestApp
let now = Temporal.Instant.from('2031-04-01T12:00Z')
beforeEach(async () => {
  app = await createTestApp()
  later()
  for (const field of [
    audience,
    { name: 'age_from', type: 'number', label: 'From age' },
    { name: 'desk', type: 'text', label: 'Desk', public: false },
    { name: 'stage', type: 'text', label: 'Stage', kinds: ['venue'] },
    { name: 'key', type: 'text', label: 'Key', kinds: ['venue'], public: false },
  ])
    await send('POST', 'fields', field)
})
afterEach(() => app.close())

const later = () => app.setNow((now = now.add({ minutes: 1 })))
const send = async (
  method: 'POST' | 'PATCH' | 'DELETE',
  path: string,
  json: object = {},
  as: Role = 'administrator',
) => {
  later()
  const answer = await app.ask({ method, path, as, json })
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body
}
const event = (fields: object) => app.create('events', { title: 'A', ...times, fields })
const change = (id: number, fields: object) => send('PATCH', `events/${id}`, { fields }, 'editor')
const read = (id: number) => app.read(`events/${id}`, { context: 'edit' }, 'editor')
const history = async (path: string) => (await app.read(`${path}/history`, {}, 'editor')).history
const undo = (id: number, revision: number, json: object = {}) =>
  app.ask({ method: 'POST', path: `events/${id}/history/${revision}/undo`, as: 'editor', json })

describe('the history', () => {
  test('tells each field by itself, and takes each back', async () => {
    const { id } = await event({ audience: ['children'], age_from: 6 })
    await change(id, { audience: ['adults'], age_from: null, desk: 'A' })
    const [latest] = await history(`events/${id}`)
    expect(latest.changes).toEqual({
      'fields.audience': { from: ['children'], to: ['adults'] },
      'fields.age_from': { from: 6, to: null },
      'fields.desk': { from: null, to: 'A' },
    })
    const some = await undo(id, latest.revision, { fields: ['fields.audience'] })
    expect([some.status, some.body.fields]).toEqual([200, ['fields.audience']])
    expect((await read(id)).fields).toEqual({ audience: ['children'], desk: 'A' })
    expect((await undo(id, latest.revision, { fields: ['fields.nothing'] })).status).toBe(400)
  })

  test('goes back by name, and leaves what was changed since', async () => {
    const { id } = await event({ audience: ['children'], age_from: 6 })
    await change(id, { audience: ['adults'], age_from: 7 })
    const [{ revision }] = await history(`events/${id}`)
    await change(id, { age_from: 8 })
    const undone = await undo(id, revision)
    expect(undone.body).toMatchObject({ fields: ['fields.audience'], left: ['fields.age_from'] })
    expect((await read(id)).fields).toEqual({ audience: ['children'], age_from: 8 })
    // Where all of it was changed since, nothing is left to be taken back.
    await change(id, { audience: ['adults'] })
    const [{ revision: other }] = await history(`events/${id}`)
    await change(id, { audience: null })
    const refused = await undo(id, other)
    expect([refused.status, refused.body.data.fields]).toEqual([409, ['fields.audience']])
  })

  test('does not bring back what has no place any more: it is told by its name', async () => {
    const { id } = await event({ audience: ['children'], age_from: 6 })
    await send('PATCH', `events/${id}`, { title: 'B', fields: { audience: null, age_from: null } }, 'editor')
    const [{ revision }] = await history(`events/${id}`)
    await send('DELETE', 'fields/age_from')
    await send('PATCH', 'fields/audience', { options: [options[1]] })
    const undone = await undo(id, revision)
    expect(undone.body).toMatchObject({ fields: ['title'], left: ['fields.age_from', 'fields.audience'] })
    expect(await read(id)).toMatchObject({ title: 'A' })
    expect((await read(id)).fields).toEqual({})
  })

  test('of venues does the same', async () => {
    const { id } = await app.create('venues', { venue: 'Hall', fields: { stage: 'Small' } })
    await send('PATCH', `venues/${id}`, { fields: { stage: 'Large', key: 'A' } }, 'editor')
    const [latest] = await history(`venues/${id}`)
    expect(latest.changes['fields.stage']).toEqual({ from: 'Small', to: 'Large' })
    const { status } = await app.ask({
      method: 'POST',
      path: `venues/${id}/history/${latest.revision}/undo`,
      as: 'editor',
    })
    expect([status, (await app.read(`venues/${id}`)).fields]).toEqual([200, { stage: 'Small' }])
  })
})

describe('changes of internal fields', () => {
  test.each([
    ['events', { title: 'A', ...times }],
    ['venues', { venue: 'A' }],
    ['organizers', { organizer: 'A' }],
  ])('are not lost where two editors of %s say the first of them', async (table, named) => {
    const kinds = [table.slice(0, -1)]
    await send('POST', 'fields', { name: 'shelf', type: 'text', label: 'Shelf', public: false, kinds })
    const path = `${table}/${(await app.create(table, named)).id}`
    const edited = { path, query: { context: 'edit' }, as: 'editor' } as const
    const { etag = '' } = (await app.ask(edited)).headers
    const say = (shelf: string) =>
      app.ask({
        method: 'PATCH',
        path,
        as: 'editor',
        headers: { 'if-match': etag },
        json: { fields: { shelf } },
      })
    expect([(await say('left')).status, (await say('right')).status]).toEqual([200, 412])
    expect((await app.ask(edited)).body.fields).toEqual({ shelf: 'left' })
    expect(await app.read(path)).not.toHaveProperty('fields')
  })

  const token = async () => (await app.read('changes')).next
  const since = async (from: string) =>
    (await app.read('changes', { since: from, include: 'records' })).changes

  test('alone are no public change: nothing of it is told, and nothing looks changed', async () => {
    const { id } = await event({ audience: ['children'], desk: 'A' })
    const { id: venue } = await app.create('venues', { venue: 'Hall', fields: { stage: 'Small', key: 'A' } })
    const [before, hall] = [await app.read(`events/${id}`), await app.read(`venues/${venue}`)]
    const from = await token()
    await change(id, { desk: 'B' })
    await send('PATCH', `venues/${venue}`, { fields: { key: 'B' } }, 'editor')
    expect(await since(from)).toEqual([])
    expect([await app.read(`events/${id}`), await app.read(`venues/${venue}`)]).toEqual([before, hall])
    expect((await read(id)).fields).toEqual({ audience: ['children'], desk: 'B' })
    const [latest] = await history(`events/${id}`)
    expect(latest.changes).toEqual({ 'fields.desk': { from: 'A', to: 'B' } })
    expect((await undo(id, latest.revision)).status).toBe(200)
    await send('DELETE', 'fields/desk?force=true')
    expect(await since(from)).toEqual([])
    expect(await app.read(`events/${id}`)).toEqual(before)
  })

  test('beside others hide nothing of these', async () => {
    const { id } = await event({ audience: ['children'] })
    const from = await token()
    await change(id, { desk: 'secret-desk', audience: ['adults'] })
    await change(id, { desk: 'secret-other' })
    const changes = await since(from)
    expect(changes).toMatchObject([
      { kind: 'event', id, action: 'updated', record: { fields: { audience: ['adults'] } } },
    ])
    expect(JSON.stringify(changes)).not.toContain('secret')
  })

  test('are not among the names of what has changed since a token, which has all that everybody may know', async () => {
    const { id } = await event({ audience: ['children'] })
    const first = await token()
    await change(id, { audience: ['adults'], desk: 'A' })
    const second = await token()
    await send('PATCH', `events/${id}`, { title: 'B', tags: ['Loud'], fields: { age_from: 8 } }, 'editor')
    await send('DELETE', 'fields/age_from?force=true')
    const { id: other } = await event({})
    const told = async (from: string) =>
      (await app.read('changes', { since: from, kinds: 'event' })).changes.map(
        ({ id: of, action, changed }: { id: number; action: string; changed?: string[] }) => [
          of,
          action,
          changed?.toSorted(),
        ],
      )
    expect(await told(first)).toEqual([
      [id, 'updated', ['fields.audience', 'tags', 'title']],
      [other, 'created', undefined],
    ])
    expect((await told(second))[0]).toEqual([id, 'updated', ['tags', 'title']])
    const whole = (await since(second)).find(({ kind }: { kind: string }) => kind === 'event')
    expect(Object.keys(whole).at(-1)).toBe('changed')
  })

  test('of venues are public where a public field changes, with the record', async () => {
    const { id } = await app.create('venues', {
      venue: 'Hall',
      fields: { stage: 'Small', key: 'secret-key' },
    })
    const from = await token()
    await send('PATCH', `venues/${id}`, { fields: { stage: 'Large' } }, 'editor')
    expect(await since(from)).toMatchObject([{ kind: 'venue', record: { fields: { stage: 'Large' } } }])
  })
})
