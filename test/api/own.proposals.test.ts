import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Role } from '../../src/storage/schema/tables.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { audience } from './own.fixture.ts'
import { fields, open, submissionsOf } from './submissions.ts'

let app: TestApp
const at = Temporal.Instant.from('2031-06-01T10:00:00Z')
let music: number
beforeAll(async () => {
  app = await createTestApp(open)
  music = (await app.create('categories', { name: 'Music' })).id
  for (const field of [
    { ...audience, required: true, help: 'Who it is for' },
    { name: 'age_from', type: 'number', label: 'From age', min: 0 },
    { name: 'signed', type: 'boolean', label: 'Signed' },
    { name: 'key', type: 'text', label: 'Key', required: true, categories: [music] },
    { name: 'desk', type: 'text', label: 'Desk', public: false },
    { name: 'stage', type: 'text', label: 'Stage', kinds: ['venue'], required: true },
  ])
    expect((await send('POST', 'fields', field)).status).toBe(201)
})
afterAll(() => app.close())
const { propose, proposed, decide, clear, waiting } = submissionsOf(() => app)
beforeEach(async () => {
  await clear()
  app.setNow(at)
})

const send = (method: 'POST' | 'PATCH', path: string, json: object, as: Role = 'administrator') =>
  app.ask({ method, path, as, json })
const event = async (own: object) =>
  app.create('events', {
    title: 'A',
    start_date: '2031-07-01 10:00',
    end_date: '2031-07-01 11:00',
    fields: own,
  })
const diff = async (id: number) => app.read(`submissions/${id}/diff`, {}, 'editor')

test('a new event is proposed with what everybody may know of it, and becomes that', async () => {
  const id = await proposed({
    kind: 'new',
    fields: {
      ...fields,
      fields: { audience: 'Kinder, adults', age_from: '6', signed: null },
      venue: { venue: 'Shed', fields: { stage: 'Small' } },
    },
  })
  expect((await waiting())[0].fields).toMatchObject({
    fields: { age_from: 6, audience: ['children', 'adults'] },
    venue: [{ venue: 'Shed', fields: { stage: 'Small' } }],
  })
  expect(Object.keys(await diff(id))).toContain('fields.audience')
  const accepted = await decide(id, 'accept')
  expect(accepted.status, accepted.text).toBe(200)
  const made = await app.read(`events/${accepted.body.event.id}`)
  expect([made.fields, made.venue.fields]).toEqual([
    { audience: ['children', 'adults'], age_from: 6 },
    { stage: 'Small' },
  ])
})

test.each<[object, string]>([
  [{}, '[fields.audience] must be given'],
  [{ fields: { audience: [] } }, '[fields.audience] must be given'],
  [{ fields: { audience: 'kids' } }, '[fields.audience] must be some of children, adults, not “kids”'],
  [{ fields: { audience: 'adults', age_from: -1 } }, '[fields.age_from] must be 0 or more, not -1'],
  [
    { fields: { audience: 'adults', audiense: 1 } },
    'fields has “audiense”, which is no field of events; the nearest is “audience”',
  ],
  [{ fields: { audience: 'adults', desk: 'x' } }, 'fields has “desk”, which is no field of events'],
  [{ fields: 'audience' }, 'fields must be an object'],
  [{ fields: { audience: 'adults' }, categories: ['Music'] }, '[fields.key] must be given'],
  [{ fields: { audience: 'adults' }, venue: { venue: 'Loft' } }, '[venue.fields.stage] must be given'],
  [
    { fields: { audience: 'adults' }, venue: { venue: 'Loft', fields: { stag: 'x' } } },
    '[venue.fields] has “stag”',
  ],
])('a new event with %j is refused: %s', async (own, says) => {
  const { status, body } = await propose({ kind: 'new', fields: { ...fields, ...own } }, 'subscriber')
  expect([status, body.data?.params.fields]).toEqual([400, expect.stringContaining(says)])
  expect(await waiting()).toEqual([])
})

test('all that is proposed of fields counts for how much may be proposed', async () => {
  await send('POST', 'fields', { name: 'long', type: 'text', label: 'Long', max: 2000 })
  const own = Object.fromEntries(['x'.repeat(2001)].map((text) => ['long', text]))
  expect(
    (
      await propose(
        { kind: 'new', fields: { ...fields, fields: { audience: 'adults', ...own } } },
        'subscriber',
      )
    ).status,
  ).toBe(400)
  const much = {
    audience: 'adults',
    ...Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`f${n}`, 'x'.repeat(1000)])),
  }
  const { body } = await propose({ kind: 'new', fields: { ...fields, fields: much } }, 'subscriber')
  expect(body.data.params.fields).toContain('all fields together')
})

test('a change is told by name, what was changed since is in conflict, and one of several is taken', async () => {
  const { id } = await event({ audience: ['children'], age_from: 6, desk: 'secret-desk' })
  const proposal = await proposed({
    kind: 'change',
    event: id,
    fields: { fields: { audience: ['adults'], age_from: 7, signed: true } },
  })
  expect((await waiting())[0].changes).toBe(3)
  expect(await diff(proposal)).toEqual({
    'fields.audience': { base: ['children'], proposed: ['adults'], current: ['children'], conflict: false },
    'fields.age_from': { base: 6, proposed: 7, current: 6, conflict: false },
    'fields.signed': { base: null, proposed: true, current: null, conflict: false },
  })
  await send('PATCH', `events/${id}`, { fields: { age_from: 9 } }, 'editor')
  expect((await waiting())[0].conflicts).toEqual(['fields.age_from'])
  const refused = await decide(proposal, 'accept')
  expect([refused.status, refused.body.data.params]).toEqual([409, ['fields.age_from']])
  expect((await decide(proposal, 'accept', { fields: ['fields.nothing'] })).status).toBe(400)
  expect((await decide(proposal, 'accept', { fields: ['fields.audience', 'fields.signed'] })).status).toBe(
    200,
  )
  expect((await app.read(`events/${id}`, { context: 'edit' }, 'editor')).fields).toEqual({
    audience: ['adults'],
    age_from: 9,
    signed: true,
    desk: 'secret-desk',
  })
  const undone = await app.ask({ as: 'editor', method: 'DELETE', path: `submissions/${proposal}/accept` })
  expect(undone.status, undone.text).toBe(200)
  expect((await app.read(`events/${id}`)).fields).toEqual({ audience: ['children'], age_from: 9 })
})

test('a change clears what it names with null, but nothing that is required, nor what its sender may not see', async () => {
  const { id } = await event({ audience: ['children'], age_from: 6, desk: 'secret-desk' })
  const change = (own: unknown) =>
    propose({ kind: 'change', event: id, fields: { fields: own } }, 'subscriber')
  expect((await change({ audience: null })).body.data.params.fields).toContain(
    '[fields.audience] must be given',
  )
  expect((await change({ age_from: 6 })).body.data.params.fields).toContain('must hold a change')
  const proposal = await proposed({ kind: 'change', event: id, fields: { fields: { age_from: null } } })
  expect(
    (await decide(proposal, 'accept', { fields: { fields: { signed: true, age_from: null } } })).status,
  ).toBe(200)
  expect((await app.read(`events/${id}`, { context: 'edit' }, 'editor')).fields).toEqual({
    audience: ['children'],
    signed: true,
    desk: 'secret-desk',
  })
})

test('what is required of those who edit is asked for when it is accepted, and everything goes with its sender', async () => {
  const id = await proposed({ kind: 'new', fields: { ...fields, fields: { audience: 'adults' } } })
  await send('PATCH', 'fields/desk', { required: true })
  const refused = await decide(id, 'accept')
  expect([refused.status, refused.body.data.params.fields]).toEqual([
    400,
    expect.stringContaining('lacks desk'),
  ])
  expect((await decide(id, 'accept', { fields: { fields: { desk: 'A' } } })).status).toBe(200)
  await send('PATCH', 'fields/desk', { required: false })
  const again = await proposed({
    kind: 'new',
    fields: { ...fields, title: 'Other', fields: { audience: 'children' } },
  })
  const { submitter } = (await waiting()).find((one) => one.id === again)
  await app.ask({ as: 'administrator', method: 'DELETE', path: `submissions?email=${submitter.email}` })
  expect(JSON.stringify(await app.db.read.selectFrom('submissions').selectAll().execute())).not.toContain(
    'children',
  )
})
