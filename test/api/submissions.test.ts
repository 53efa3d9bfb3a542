import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'
import { fields, open, submissionsOf } from './submissions.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp(open)
})
afterAll(() => app.close())
const { clear, decide, highestId, mails, propose, proposed, waiting } = submissionsOf(() => app)
beforeEach(clear)

test('a stranger proposes a new event: it is no event and waits for them to confirm it by the link of one mail', async () => {
  const before = await highestId()
  const { status, body } = await propose({
    kind: 'new',
    email: 'gull@example.org',
    name: 'Gull',
    language: 'de',
    note: 'Same as last year.',
    fields: { ...fields, venue: { venue: 'Slipway', city: 'Haverbridge' } },
  })
  expect([status, body]).toEqual([202, { state: 'unconfirmed' }])
  expect(await waiting()).toEqual([])
  const [mail, ...others] = await mails()
  expect(others).toEqual([])
  expect(mail).toMatchObject({ kind: 'submission', recipient: 'gull@example.org' })
  expect(mail?.subject).toContain('Bestätigen')
  expect(mail?.body_text).toContain('https://calendar.example.org/submission/')
  expect(await highestId()).toBe(before)
  expect(
    (await app.read('events', { search: 'Winter Swim', start_date: '2031-01-01', end_date: '2033-01-01' }))
      .total,
  ).toBe(0)
  expect((await app.read('submissions', { state: 'unconfirmed' }, 'editor')).submissions).toMatchObject([
    { title: 'Winter Swim', new_venue: true, submitter: { email: 'gull@example.org', confirmed: false } },
  ])
})

test('who may not is refused, whoever they are, and closed is closed', async () => {
  const id = await proposed({ kind: 'new', fields })
  for (const [method, path] of [
    ['GET', 'submissions'],
    ['GET', `submissions/${id}`],
    ['GET', `submissions/${id}/diff`],
    ['POST', `submissions/${id}/accept`],
    ['POST', `submissions/${id}/spam`],
  ] as const) {
    expect((await app.ask({ method, path })).status).toBe(401)
    expect((await app.ask({ method, path, as: 'author' })).status).toBe(403)
  }
  expect(
    (
      await app.ask({
        method: 'DELETE',
        path: 'submissions',
        query: { email: 'a@example.org' },
        as: 'editor',
      })
    ).status,
  ).toBe(403)
  const off = await createTestApp()
  try {
    expect(
      (await off.ask({ method: 'POST', path: 'submissions', json: { kind: 'new', fields } })).status,
    ).toBe(401)
    const { status, body } = await off.ask({
      as: 'editor',
      method: 'POST',
      path: 'submissions',
      json: { kind: 'new', fields },
    })
    expect([status, body.code]).toEqual([403, 'rest_submissions_closed'])
  } finally {
    await off.close()
  }
})

test('without mail nobody could confirm an address, so that it takes an account', async () => {
  const mute = await createTestApp({ SUBMISSIONS: 'everybody' })
  try {
    const json = { kind: 'new', fields, email: 'a@example.org' }
    expect((await mute.ask({ method: 'POST', path: 'submissions', json })).status).toBe(401)
    expect((await mute.ask({ as: 'subscriber', method: 'POST', path: 'submissions', json })).status).toBe(202)
  } finally {
    await mute.close()
  }
})

test('accepting makes the event with its new venue, organizer and terms in one transaction; accepting twice is once', async () => {
  const category = await app.create('categories', { name: 'Outdoors' })
  const id = await proposed({
    kind: 'new',
    fields: {
      ...fields,
      description: '<p>Soup<script>alert(1)</script></p>',
      venue: {
        venue: 'White Wharf',
        address: 'Quay 1',
        step_free: false,
        hearing_loop: 'yes',
        accessible_toilet: null,
      },
      organizer: { organizer: 'Swimmers', email: 'hello@example.org' },
      categories: [category.id],
      cost: 'Free',
    },
  })
  const told = await app.read(`submissions/${id}`, {}, 'editor')
  expect(told.fields.venue).toEqual([
    { venue: 'White Wharf', address: 'Quay 1', step_free: false, hearing_loop: true },
  ])
  const all = await Promise.all([1, 2, 3].map(() => decide(id, 'accept', { message: 'See you there.' })))
  expect(all.map(({ status }) => status)).toEqual([200, 200, 200])
  const events = new Set(all.map(({ body }) => body.event.id))
  expect(events.size).toBe(1)
  const event = await app.read(`events/${[...events][0]}`)
  expect(event).toMatchObject({
    title: 'Winter Swim',
    status: 'publish',
    start_date: '2031-12-21 08:00:00',
    venue: { venue: 'White Wharf', address: 'Quay 1', step_free: false, hearing_loop: true },
    organizer: [{ organizer: 'Swimmers' }],
    categories: [{ name: 'Outdoors' }],
    author: String(app.ids.subscriber),
  })
  expect(event.description).toContain('Soup')
  expect(event.description).not.toContain('script')
  expect(
    (await app.read('venues', { search: 'White Wharf', start_date: '2031-01-01', end_date: '2033-01-01' }))
      .total,
  ).toBe(1)
  expect((await mails()).map(({ subject }) => subject)).toEqual(['“Winter Swim” is in the calendar'])
  expect((await decide(id, 'reject', { reason: 'duplicate' })).body.code).toBe('rest_submission_not_open')
})

test('a change is a difference; what was changed here since is in conflict, and nothing of it is taken unless it is named', async () => {
  const event = await app.create('events', {
    ...fields,
    title: 'Herons',
    cost: '14',
    description: 'Guitars.',
  })
  const id = await proposed({
    kind: 'change',
    event: event.id,
    fields: { title: 'HERONS!!', end_date: '2031-12-21 10:00', description: 'Guitars.', cost: '12' },
  })
  await app.ask({ as: 'editor', method: 'POST', path: `events/${event.id}`, json: { title: 'The Herons' } })
  const difference = await app.read(`submissions/${id}/diff`, {}, 'editor')
  expect(difference).toEqual({
    title: { base: 'Herons', proposed: 'HERONS!!', current: 'The Herons', conflict: true },
    end_date: {
      base: '2031-12-21 10:30:00',
      proposed: '2031-12-21 10:00:00',
      current: '2031-12-21 10:30:00',
      conflict: false,
    },
    cost: { base: ['14'], proposed: ['12'], current: ['14'], conflict: false },
  })
  expect((await waiting())[0]).toMatchObject({ conflicts: ['title'], changes: 3, event_state: 'here' })
  const refused = await decide(id, 'accept')
  expect([refused.status, refused.body.code]).toEqual([409, 'rest_submission_conflict'])
  expect(refused.body.data.params).toEqual(['title'])
  expect((await app.read(`events/${event.id}`)).cost).toBe('$14')
  expect((await decide(id, 'accept', { fields: ['slug'] })).status).toBe(400)
  const { status } = await decide(id, 'accept', { fields: ['end_date', 'cost'] })
  expect(status).toBe(200)
  expect(await app.read(`events/${event.id}`)).toMatchObject({
    title: 'The Herons',
    end_date: '2031-12-21 10:00:00',
    cost: '$12',
    status: 'publish',
  })
})

test('fields are taken as edited, too', async () => {
  const id = await proposed({ kind: 'new', fields })
  const { body } = await decide(id, 'accept', { fields: { title: 'Solstice Swim', status: 'draft' } })
  expect(await app.read(`events/${body.event.id}`, {}, 'editor')).toMatchObject({
    title: 'Solstice Swim',
    status: 'draft',
    start_date: '2031-12-21 08:00:00',
  })
})

test('a change of an event that is in the trash, or gone for good, is not accepted, and can be rejected', async () => {
  for (const force of [false, true]) {
    const event = await app.create('events', fields)
    const id = await proposed({ kind: 'change', event: event.id, fields: { title: 'Other' } })
    await app.ask({ as: 'editor', method: 'DELETE', path: `events/${event.id}`, query: { force } })
    expect(await app.read(`submissions/${id}`, {}, 'editor')).toMatchObject({
      event_state: force ? 'gone' : 'trash',
      title: 'Winter Swim',
    })
    const { status, body } = await decide(id, 'accept')
    expect([status, body.code]).toEqual([409, 'rest_submission_gone'])
    expect((await decide(id, 'reject', { reason: 'other', message: 'It was cancelled.' })).status).toBe(200)
  }
})

test('a series is proposed by its recurrence, and accepted whole', async () => {
  const id = await proposed({ kind: 'new', fields: { ...fields, recurrence: ['RRULE:FREQ=WEEKLY;COUNT=4'] } })
  const { body } = await decide(id, 'accept')
  const event = await app.read(`events/${body.event.id}`)
  const dates = await app.db.read
    .selectFrom('events')
    .select('id')
    .where('series_id', '=', event.series.id)
    .execute()
  expect(dates).toHaveLength(4)
})

test('what cannot be proposed is named, and nothing is stored', async () => {
  const wrong: [object, RegExp][] = [
    [{ kind: 'new', fields: {} }, /\[title\] must be given.*\[start_date\] must be given/],
    [
      { kind: 'new', fields: { ...fields, status: 'publish', author: 1 } },
      /\[status\] cannot be proposed.*\[author\]/,
    ],
    [
      { kind: 'new', fields: { ...fields, image: 'https://example.org/a.png' } },
      /\[image\] cannot be proposed/,
    ],
    [
      { kind: 'new', fields: { ...fields, venue: { venue: 'A', status: 'draft' } } },
      /\[venue\].*\[status\] cannot be proposed/,
    ],
    [
      { kind: 'new', fields: { ...fields, venue: { venue: 'A', step_free: 'perhaps' } } },
      /\[venue\].*\[step_free\] must be true, false, or null/,
    ],
    [{ kind: 'new', fields: { ...fields, venue: 4711 } }, /none has the ID 4711/],
    [{ kind: 'new', fields: { ...fields, categories: 'Nowhere' } }, /these are none: “Nowhere”/],
    [{ kind: 'new', fields: { ...fields, end_date: '2031-12-20' } }, /must not be before the start/],
    [{ kind: 'new', fields: { ...fields, recurrence: 'RRULE:FREQ=NEVER' } }, /\[recurrence\]/],
    [{ kind: 'new', fields: { ...fields, description: 'x'.repeat(60_000) } }, /at most 50000 characters/],
    [
      { kind: 'change', event: 4711, fields: { title: 'A' } },
      /must be the ID of an event that everybody sees/,
    ],
    [{ kind: 'report', event: 4711 }, /must say what is wrong/],
    [{ kind: 'other' }, /must be one of new, change, report/],
  ]
  for (const [json, says] of wrong) {
    const { status, body } = await propose(json, 'subscriber')
    expect([status, body.message]).toEqual([400, expect.stringMatching(says)])
  }
  const event = await app.create('events', fields)
  const same = await propose(
    { kind: 'change', event: event.id, fields: { title: 'Winter Swim' } },
    'subscriber',
  )
  expect([same.status, same.body.message]).toEqual([400, expect.stringContaining('all of it is as it was')])
  const draft = await app.create('events', { ...fields, status: 'draft' })
  expect(
    (await propose({ kind: 'change', event: draft.id, fields: { title: 'B' } }, 'subscriber')).status,
  ).toBe(400)
  for (const email of ['', 'nobody', 'a@example.org\r\nBcc: b@example.org'])
    expect((await propose({ kind: 'new', fields, email })).status).toBe(400)
  expect(await waiting()).toEqual([])
})

test('a report changes nothing, and is done with by accepting it', async () => {
  const event = await app.create('events', fields)
  const id = await proposed({ kind: 'report', event: event.id, note: 'The door is at the back.' })
  expect((await waiting())[0]).toMatchObject({
    kind: 'report',
    note: 'The door is at the back.',
    fields: {},
    event: { id: event.id },
  })
  expect((await decide(id, 'accept', { message: 'Mended.' })).body.state).toBe('accepted')
  expect((await mails()).at(-1)?.body_text).toContain('Mended.')
  expect((await app.read(`events/${event.id}`)).modified).toBe(event.modified)
})

test('a question makes it wait elsewhere, a rejection tells why, spam tells nobody, and both can be taken back', async () => {
  const id = await proposed({ kind: 'new', fields })
  expect((await decide(id, 'ask', { message: ' ' })).status).toBe(400)
  expect((await decide(id, 'ask', { message: 'Who may\n\ncome?' })).body).toMatchObject({
    state: 'asked',
    message: 'Who may\n\ncome?',
  })
  expect((await decide(id, 'reject', { reason: 'because' })).status).toBe(400)
  expect((await decide(id, 'reject', { reason: 'not_public', message: 'Sorry.' })).body).toMatchObject({
    state: 'rejected',
    reason: 'not_public',
  })
  expect((await mails()).at(-1)?.body_text).toMatch(/It is not open to the public\.\n\nSorry\./)
  const told = (await mails()).length
  expect((await decide(id, 'spam')).body.state).toBe('spam')
  expect(await mails()).toHaveLength(told)
  expect((await decide(id, 'accept')).body).toMatchObject({
    state: 'accepted',
    event: { title: 'Winter Swim' },
  })
})
