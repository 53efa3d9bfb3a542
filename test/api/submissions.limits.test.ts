import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'
import { fields, open, submissionsOf } from './submissions.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp(open)
})
afterAll(() => app.close())
const { clear, decide, highestId, mails, propose, proposed } = submissionsOf(() => app)
beforeEach(clear)

test('who has had three accepted may be trusted: what they propose next is published at once, until it is spam', async () => {
  const accept = async (json: object) => decide(await proposed({ kind: 'new', fields }), 'accept', json)
  const early = await accept({ trust: true })
  expect([early.status, early.body.code]).toEqual([409, 'rest_submission_few_accepted'])
  for (const trust of [false, undefined]) expect((await accept({ trust })).status).toBe(200)
  expect((await accept({ trust: true })).body.submitter).toMatchObject({ accepted: 3, trusted: true })
  const { status, body } = await propose(
    { kind: 'new', fields: { ...fields, title: 'At once' } },
    'subscriber',
  )
  expect([status, body.state]).toEqual([202, 'accepted'])
  expect(
    (await app.read('events', { search: '"At once"', start_date: '2031-01-01', end_date: '2033-01-01' }))
      .total,
  ).toBe(1)
  const spam = await proposed({ kind: 'report', event: (await app.create('events', fields)).id, note: 'x' })
  await decide(spam, 'spam')
  expect((await propose({ kind: 'new', fields }, 'subscriber')).body.state).toBe('waiting')
})

test('spam leaves the queue at its cap, uses no ids, and whoever has signed in still gets through', async () => {
  const before = await highestId()
  const statuses = new Map<number, number>()
  for (let at = 0; at < 200; at += 1) {
    const { status, headers } = await propose({
      kind: 'new',
      email: `s${at}@example.org`,
      fields: { ...fields, title: `Buy ${at}` },
    })
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    if (status === 429) expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  }
  expect(Object.fromEntries(statuses)).toEqual({ 202: 40, 429: 160 })
  expect(await highestId()).toBe(before)
  expect(await mails()).toHaveLength(40)
  expect((await propose({ kind: 'new', fields }, 'subscriber')).status).toBe(202)
  expect(
    (await app.read('events', { search: 'Buy', start_date: '2031-01-01', end_date: '2033-01-01' })).total,
  ).toBe(0)
})

test('one address is not sent more than three mails that it has not asked for', async () => {
  const all = []
  for (let at = 0; at < 5; at += 1)
    all.push((await propose({ kind: 'new', email: 'Victim@example.org', fields, note: `${at}` })).status)
  expect(all).toEqual([202, 202, 202, 429, 429])
  expect(await mails()).toHaveLength(3)
})

test('what is sent twice within minutes is one, and mailed once; what differs, or comes later, is another', async () => {
  const start = Temporal.Instant.from('2031-06-01T10:00:00Z')
  app.setNow(start)
  const one = { kind: 'new', email: 'gull@example.org', fields, note: 'By the lake.' }
  for (const email of ['gull@example.org', 'Gull@Example.org'])
    expect((await propose({ ...one, email })).status).toBe(202)
  const many = await Promise.all([propose(one), propose(one), propose(one)])
  expect(many.map(({ status }) => status)).toEqual([202, 202, 202])
  expect(await mails()).toHaveLength(1)
  const all = async () =>
    (await app.read('submissions', { state: 'unconfirmed,waiting' }, 'editor')).submissions.length
  expect(await all()).toBe(1)
  await propose({ ...one, email: 'tern@example.org' })
  await propose({ ...one, fields: { ...fields, title: 'Summer Swim' } })
  await propose(one, 'subscriber')
  await propose(one, 'subscriber')
  await propose(one, 'contributor')
  expect(await mails()).toHaveLength(3)
  expect(await all()).toBe(5)
  app.setNow(start.add({ minutes: 11 }))
  await propose(one)
  expect(await mails()).toHaveLength(4)
  expect(await all()).toBe(6)
  app.setNow(undefined)
})

test('a network that sends often is asked to wait', async () => {
  const few = await createTestApp({ SUBMISSIONS: 'accounts', SUBMISSIONS_HOURLY: '2' })
  try {
    const send = () =>
      few.ask({ as: 'editor', method: 'POST', path: 'submissions', json: { kind: 'new', fields } })
    const all = [await send(), await send(), await send()]
    expect(all.map(({ status }) => status)).toEqual([202, 202, 429])
    expect(all[2]?.body.code).toBe('rest_submissions_often')
  } finally {
    await few.close()
  }
})

test('the list has pages and states, in a record that the document describes', async () => {
  for (const title of ['One', 'Two', 'Three']) await proposed({ kind: 'new', fields: { ...fields, title } })
  const page = await app.read('submissions', { per_page: 2, state: 'waiting' }, 'editor')
  expect(page).toMatchObject({ total: 3, total_pages: 2, submissions: [{ title: 'One' }, { title: 'Two' }] })
  expect((await app.ask({ as: 'editor', path: 'submissions', query: { page: 3, per_page: 2 } })).status).toBe(
    404,
  )
  expect((await app.ask({ as: 'editor', path: 'submissions', query: { state: 'new' } })).status).toBe(400)
  expect((await app.ask({ as: 'editor', path: 'submissions/4711' })).body.code).toBe(
    'rest_submission_not_found',
  )
  const { paths } = (await app.ask({ path: 'doc' })).body
  expect(Object.keys(paths).filter((path) => path.startsWith('/submissions'))).toHaveLength(8)
})

test('events that are alike are found around the day, as far as the reader sees them', async () => {
  const venue = await app.create('venues', { venue: 'Pier' })
  const day = '2032-05-01 10:00'
  const made = await app.create('events', {
    title: 'Solstice Dip & Breakfast',
    start_date: day,
    end_date: day,
    venue: venue.id,
  })
  await app.create('events', { title: 'Solstice Dip', start_date: day, end_date: day, status: 'draft' })
  await app.create('events', { title: 'Solstice Dip', start_date: '2032-05-04', end_date: '2032-05-04' })
  await app.create('events', { title: 'Mending Circle', start_date: day, end_date: day })
  const similar = (query: object, as?: 'editor') =>
    app.read('events/similar', { title: 'solstice DIP', start_date: '2032-05-01', ...query }, as)
  expect((await similar({ venue: 'pier' })).events).toMatchObject([
    { id: made.id, title: 'Solstice Dip & Breakfast', venue: 'Pier' },
  ])
  expect((await similar({})).events).toHaveLength(1)
  expect((await similar({}, 'editor')).events).toHaveLength(2)
  expect((await similar({ exclude: made.id })).events).toEqual([])
  expect((await app.ask({ path: 'events/similar', query: { title: 'A' } })).status).toBe(400)
  expect(
    (await app.ask({ path: 'events/similar', query: { title: 'A', start_date: 'noon-ish' } })).status,
  ).toBe(400)
})

test('other dates of its series are not like a date: they are meant to be alike', async () => {
  const [title, start_date] = ['Lido Lengths', '2033-05-01 10:00']
  const daily = { title, start_date, end_date: start_date, recurrence: 'RRULE:FREQ=DAILY;COUNT=3' }
  const { id } = await app.create('events', daily)
  const other = await app.create('events', { title, start_date, end_date: start_date })
  const similar = async (query: object) =>
    (await app.read('events/similar', { title, start_date, ...query })).events.map(
      (one: { id: number }) => one.id,
    )
  expect(await similar({ exclude: id })).toEqual([other.id])
  expect(await similar({ exclude: other.id })).toHaveLength(2)
})

test('what comes from an address that is blocked is spam, of which its sender is not told, until something of theirs is accepted', async () => {
  const spam = await proposed({ kind: 'new', fields })
  expect((await decide(spam, 'spam', { block: true })).body.submitter).toMatchObject({ blocked: true })
  const { status, body } = await propose({ kind: 'new', fields }, 'subscriber')
  expect([status, body.state]).toEqual([202, 'waiting'])
  const stateOf = async () =>
    app.db.read
      .selectFrom('submissions')
      .select(['id', 'state'])
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
  const second = await stateOf()
  expect(second.state).toBe('spam')
  expect((await app.read('submissions', {}, 'editor')).total).toBe(0)
  // Others get through.
  expect((await propose({ kind: 'new', fields }, 'contributor')).body.state).toBe('waiting')
  expect((await decide(second.id, 'accept')).body).toMatchObject({
    state: 'accepted',
    submitter: { blocked: false, accepted: 1 },
  })
  await propose({ kind: 'new', fields }, 'subscriber')
  expect((await stateOf()).state).toBe('waiting')
})

test('whose proposals are published at once is looked at again once an editor says so of one of them', async () => {
  for (const trust of [undefined, undefined, true])
    expect((await decide(await proposed({ kind: 'new', fields }), 'accept', { trust })).status).toBe(200)
  expect((await propose({ kind: 'new', fields }, 'subscriber')).body.state).toBe('accepted')
  const [latest] = (await app.read('submissions', { state: 'accepted' }, 'editor')).submissions
  expect((await decide(latest.id, 'accept', { trust: false })).body).toMatchObject({
    state: 'accepted',
    event: latest.event,
    submitter: { accepted: 4, trusted: false },
  })
  expect((await propose({ kind: 'new', fields }, 'subscriber')).body.state).toBe('waiting')
})

test('what its sender has changed since it was looked at is not accepted', async () => {
  const start = Temporal.Instant.from('2031-06-01T10:00:00Z')
  app.setNow(start)
  const { body } = await propose({ kind: 'new', fields }, 'subscriber')
  const [{ id, changed }] = (await app.read('submissions', {}, 'editor')).submissions
  app.setNow(start.add({ seconds: 90 }))
  const path = new URL(body.url).pathname
  const form = { title: 'Buy now', start: '2031-12-21T08:00', end: '2031-12-21T10:30' }
  expect((await app.ask({ method: 'POST', path, absolute: true, form })).status).toBe(200)
  const refused = await decide(id, 'accept', { changed })
  expect([refused.status, refused.body.code]).toEqual([409, 'rest_submission_changed'])
  expect((await decide(id, 'accept', { changed: 'now' })).status).toBe(400)
  const again = (await app.read(`submissions/${id}`, {}, 'editor')).changed
  expect((await decide(id, 'accept', { changed: again })).body.event.title).toBe('Buy now')
})
