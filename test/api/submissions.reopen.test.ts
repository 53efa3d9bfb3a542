import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'
import { fields, open, submissionsOf } from './submissions.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp(open)
})
afterAll(() => app.close())
const { clear, decide, proposed, waiting } = submissionsOf(() => app)
beforeEach(clear)

const takeBack = (id: number, what = 'accept', as?: 'author') =>
  app.ask({ as: as ?? 'editor', method: 'DELETE', path: `submissions/${id}/${what}` })
const read = (path: string) => app.read(path, {}, 'editor')
const change = (path: string, json: object) => app.ask({ as: 'editor', method: 'POST', path, json })

test('accepting a new event is taken back: it is in the trash with the place made for it, the proposal waits, and is accepted again', async () => {
  const venue = { venue: 'Slipway', city: 'Haverbridge' }
  const id = await proposed({ kind: 'new', fields: { ...fields, venue, organizer: { organizer: 'Gulls' } } })
  const before = await read(`submissions/${id}`)
  expect(before).toMatchObject({ state: 'waiting', reopens: false })
  const { body } = await decide(id, 'accept', { fields: { title: 'Solstice Swim' }, message: 'See you.' })
  expect(body).toMatchObject({ state: 'accepted', reopens: true, submitter: { accepted: 1 } })
  const made = await read(`events/${body.event.id}`)
  // What something else has by now stays.
  await app.create('events', { ...fields, title: 'Other', organizer: made.organizer[0].id })

  const back = await takeBack(id)
  expect([back.status, back.body]).toEqual([200, { ...before, changed: back.body.changed }])
  const status = async (table: 'events' | 'venues' | 'organizers', of: number) =>
    (await app.db.read.selectFrom(table).select('status').where('id', '=', of).executeTakeFirst())?.status
  expect(await status('events', made.id)).toBe('trash')
  expect(await status('venues', made.venue.id)).toBe('trash')
  expect(await status('organizers', made.organizer[0].id)).toBe('publish')
  expect((await waiting()).map((one) => one.id)).toEqual([id])
  // Twice is once.
  expect((await takeBack(id)).body).toEqual(back.body)

  const again = await decide(id, 'accept')
  expect(again.body.submitter.accepted).toBe(1)
  expect(await read(`events/${again.body.event.id}`)).toMatchObject({
    title: 'Winter Swim',
    status: 'publish',
  })
  expect(again.body.event.id).not.toBe(made.id)
})

test('a series that was made goes with all of its dates', async () => {
  const id = await proposed({ kind: 'new', fields: { ...fields, recurrence: ['RRULE:FREQ=WEEKLY;COUNT=3'] } })
  const { body } = await decide(id, 'accept')
  const { series } = await read(`events/${body.event.id}`)
  expect((await takeBack(id)).body).toMatchObject({ state: 'waiting', event: null })
  const dates = await app.db.read
    .selectFrom('events')
    .select('status')
    .where('series_id', '=', series.id)
    .execute()
  expect(dates.map(({ status }) => status)).toEqual(['trash', 'trash', 'trash'])
})

test('a change goes back to what it was, and what else was changed meanwhile stays', async () => {
  const event = await app.create('events', { ...fields, title: 'Herons', cost: '14' })
  const id = await proposed({ kind: 'change', event: event.id, fields: { title: 'The Herons', cost: '12' } })
  await decide(id, 'accept')
  await change(`events/${event.id}`, { website: 'https://herons.example/' })
  expect((await takeBack(id)).body).toMatchObject({
    state: 'waiting',
    event: { id: event.id },
    conflicts: [],
  })
  expect(await read(`events/${event.id}`)).toMatchObject({
    title: 'Herons',
    cost: '$14',
    website: 'https://herons.example/',
    status: 'publish',
  })
})

test('what somebody has changed since stays, and so does the decision, with a sentence that names what', async () => {
  const event = await app.create('events', fields)
  const changing = await proposed({ kind: 'change', event: event.id, fields: { title: 'Herons' } })
  const making = await proposed({ kind: 'new', fields: { ...fields, title: 'Swim again' } })
  await decide(changing, 'accept')
  const { body } = await decide(making, 'accept')
  await change(`events/${event.id}`, { title: 'Egrets' })
  await change(`events/${body.event.id}`, { cost: '3' })
  for (const [id, field] of [
    [changing, 'title'],
    [making, 'cost'],
  ] as const) {
    const refused = await takeBack(id)
    expect([refused.status, refused.body.code]).toEqual([409, 'rest_submission_event_changed'])
    expect(refused.body.data.fields).toContain(field)
    expect((await read(`submissions/${id}`)).state).toBe('accepted')
  }
  expect((await read(`events/${event.id}`)).title).toBe('Egrets')
  expect((await read(`events/${body.event.id}`)).status).toBe('publish')
})

test('what was made and is in the trash or gone already hinders nothing', async () => {
  for (const force of [false, true]) {
    const id = await proposed({ kind: 'new', fields: { ...fields, title: `Swim ${force}` } })
    const { body } = await decide(id, 'accept')
    await app.ask({ as: 'editor', method: 'DELETE', path: `events/${body.event.id}`, query: { force } })
    expect((await takeBack(id)).body).toMatchObject({ state: 'waiting', event: null })
  }
})

test('a report, a rejection and spam wait again; what is withdrawn or not there is refused, and so is who may not', async () => {
  const event = await app.create('events', fields)
  const report = await proposed({ kind: 'report', event: event.id, note: 'The door is at the back.' })
  await decide(report, 'accept')
  expect((await takeBack(report)).body).toMatchObject({ state: 'waiting', event: { id: event.id } })
  const id = await proposed({ kind: 'new', fields })
  for (const [what, json] of [
    ['reject', { reason: 'other' }],
    ['spam', {}],
  ] as const) {
    expect((await decide(id, what, json)).body.reopens).toBe(true)
    expect((await takeBack(id)).body.code).toBe('rest_submission_not_open')
    expect((await takeBack(id, what)).body).toMatchObject({ state: 'waiting', reason: '', decided: null })
  }
  await decide(id, 'ask', { message: 'Where?' })
  expect((await takeBack(id)).body.code).toBe('rest_submission_not_open')
  expect((await takeBack(4711)).status).toBe(404)
  expect((await app.ask({ method: 'DELETE', path: `submissions/${id}/accept` })).status).toBe(401)
  expect((await takeBack(id, 'accept', 'author')).status).toBe(403)
})

test('trust that rests on it goes with it', async () => {
  const ids: number[] = []
  for (const title of ['One swim', 'Two swims', 'Three swims'])
    ids.push(await proposed({ kind: 'new', fields: { ...fields, title } }))
  const [last = 0, ...others] = ids
  for (const id of others) await decide(id, 'accept')
  expect((await decide(last, 'accept', { trust: true })).body.submitter).toMatchObject({ trusted: true })
  expect((await takeBack(last)).body.submitter).toMatchObject({ accepted: 2, trusted: false })
})

test('the picture that was sent waits with it, and what a change had put in its place is there again', async () => {
  const bytes = readFileSync(new URL('../wire/fixtures/picture.png', import.meta.url))
  const event = await app.create('events', fields)
  const form = new FormData()
  form.set('kind', 'change')
  form.set('event', String(event.id))
  form.set('file', new File([bytes], 'gull.png', { type: 'image/png' }))
  const request = new Request('http://localhost', { method: 'POST', body: form })
  const raw = Buffer.from(await request.arrayBuffer())
  const headers = { 'content-type': request.headers.get('content-type') ?? '' }
  const sent = await app.ask({ as: 'subscriber', method: 'POST', path: 'submissions', raw, headers })
  expect(sent.status).toBe(202)
  const [{ id, picture }] = await waiting()
  for (const _turn of [1, 2]) {
    await decide(id, 'accept')
    const { image } = await read(`events/${event.id}`)
    expect(image).toMatchObject({ id: expect.any(Number) })
    expect((await takeBack(id)).body).toMatchObject({ state: 'waiting', picture })
    expect((await read(`events/${event.id}`)).image).toBe(false)
    expect((await app.ask({ path: `media/${image.id}` })).status).toBe(400)
  }
})
