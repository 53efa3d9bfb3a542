import { expect, test } from 'vitest'
import {
  day,
  deed,
  list,
  mailing,
  make,
  noon,
  outbox,
  plain,
  press,
  register,
  taken,
  useCalendars,
} from './guests.fixture.ts'

useCalendars()

test('without mail a place is taken at once, and the link is shown once', async () => {
  const id = await make(plain, { capacity: 2, party_max: 2 })
  const first = await register(plain, id, { name: 'Ada', party: 2 })
  expect(first.status, first.text).toBe(201)
  expect(first.body).toMatchObject({ event_id: id, state: 'registered', party: 2, confirm_by_utc: null })
  expect(first.headers['cache-control']).toContain('no-store')
  // The same form again is the same guest.
  expect((await register(plain, id, { name: 'Ada', party: 2 })).body.url).toBe(first.body.url)
  const second = await register(plain, id, { name: 'Ben' })
  expect(second.body.state).toBe('waiting')
  expect(await plain.read(`events/${id}`)).toMatchObject({
    registration: { state: 'waiting_list', remaining: 0 },
  })
  // Who cannot be told has the place as soon as it is free.
  expect((await press(plain, first.body.url, 'cancel')).status).toBe(303)
  expect(await list(plain, id)).toMatchObject([{ name: 'Ben', state: 'registered', number: 2 }])
  expect(await taken(plain, id)).toBe(1)
})

test.each([
  [{ name: '' }, 'name'],
  [{ name: 'x'.repeat(101) }, 'name'],
  [{ name: 'Ada', party: 4 }, 'party'],
  [{ name: 'Ada', party: 0 }, 'party'],
  [{ name: 'Ada', email: 'nobody' }, 'email'],
  [{ name: 'Ada', answers: { q1: '7' } }, 'consent'],
  [{ name: 'Ada', consent: true }, 'answers.q1'],
  [{ name: 'Ada', consent: true, answers: { q1: '7', q9: 'x' } }, 'answers.q9'],
  [{ name: 'Ada', consent: true, answers: { q1: '7', q2: 'blue' } }, 'answers.q2'],
])('%j is refused by its name, and nobody is put down', async (sent, name) => {
  const questions = [
    { label: 'Age', type: 'text', required: true },
    { label: 'Colour', type: 'choice', options: ['red', 'green'] },
  ]
  const id = await make(plain, { party_max: 3, consent: 'Our names may be kept.', questions })
  const { status, body } = await register(plain, id, sent)
  expect(status).toBe(400)
  expect(Object.keys(body.data.params)).toContain(name)
  expect(await list(plain, id)).toEqual([])
})

test('there is no place where there is none, and no time outside of it', async () => {
  const refused = async (registration: object, party = 1) => {
    const { status, body } = await register(plain, await make(plain, registration), { name: 'Ada', party })
    return [status, body.code, body.message]
  }
  const none = await register(plain, (await plain.create('events', day)).id, { name: 'Ada' })
  expect([none.status, none.body.code]).toEqual([404, 'rest_registration_none'])
  expect(await refused({ mode: 'external', url: 'https://example.org/in' })).toEqual([
    404,
    'rest_registration_none',
    'People register elsewhere: https://example.org/in.',
  ])
  expect(await refused({ opens: '2031-03-02' })).toEqual([
    409,
    'rest_registration_closed',
    'Registration opens on 2031-03-02 00:00:00.',
  ])
  expect(await refused({ closes: '2031-02-01' })).toEqual([
    409,
    'rest_registration_closed',
    'Registration is closed.',
  ])
  expect(await refused({ capacity: 0, waiting_list: false })).toEqual([
    409,
    'rest_registration_full',
    'There is no place left.',
  ])
  expect(await refused({ capacity: 2, party_max: 4, waiting_list: false }, 3)).toEqual([
    409,
    'rest_registration_full',
    'There are 2 places left, not 3.',
  ])
  expect(await refused({ capacity: 1, party_max: 4, waiting_list: false }, 2)).toEqual([
    409,
    'rest_registration_full',
    'There is 1 place left, not 2.',
  ])
  const draft = await make(plain, {}, { status: 'draft' })
  expect((await register(plain, draft, { name: 'Ada' })).status).toBe(403)
})

test('with mail a place is kept until it is confirmed, and offers go to the next whose party fits', async () => {
  const id = await make(mailing, { capacity: 2, party_max: 2 })
  const taken = await register(mailing, id, { name: 'Ada {site}', email: 'Ada@example.org', party: 2 })
  expect(taken.status, taken.text).toBe(202)
  expect(Object.keys(taken.body)).toEqual(['event_id', 'state', 'confirm_by_utc', 'party', 'message'])
  expect(taken.body).toMatchObject({ state: 'registered', confirm_by_utc: '2031-03-01 14:00:00' })
  await register(mailing, id, { name: 'Two', email: 'two@example.org', party: 2 })
  await register(mailing, id, { name: 'One', email: 'one@example.org' })
  await mailing.app.tendGuests()
  const mails = await outbox(mailing)
  expect(mails.map(({ recipient }) => recipient)).toEqual([
    'Ada@example.org',
    'two@example.org',
    'one@example.org',
  ])
  // Nothing of what was typed goes to an address that may be another’s (D74).
  expect(JSON.stringify(mails)).not.toContain('Ada {site}')
  const guests = await list(mailing, id)
  expect(
    guests.map(({ state, confirmed }: { state: string; confirmed: boolean }) => [state, confirmed]),
  ).toEqual([
    ['registered', false],
    ['waiting', false],
    ['waiting', false],
  ])
  // Opening the link changes nothing: it takes the button.
  const page = await mailing.ask({ path: new URL(guests[0].url).pathname, absolute: true })
  expect([page.status, page.headers['cache-control']]).toEqual([200, expect.stringContaining('no-store')])
  expect(page.text).toContain('value="confirm"')
  expect((await list(mailing, id))[0].confirmed).toBe(false)
  for (const { url } of guests) expect((await press(mailing, url, 'confirm')).status).toBe(303)
  // One comes less: the first in line does not fit, the second does.
  const changed = await mailing.ask({
    as: 'administrator',
    method: 'PATCH',
    path: `guests/${guests[0].id}`,
    json: { party: 1 },
  })
  expect(changed.status, changed.text).toBe(200)
  expect((await list(mailing, id)).map(({ state }: { state: string }) => state)).toEqual([
    'registered',
    'waiting',
    'offered',
  ])
  expect((await list(mailing, id))[2].offer_until_utc).toBe('2031-03-02 12:00:00')
  await mailing.app.tendGuests()
  expect((await outbox(mailing)).at(-1)).toMatchObject({
    recipient: 'one@example.org',
    subject: 'A place is free for you: Masks',
  })
  // The offer ends, and there is nobody else whom it would fit.
  mailing.setNow(noon.add({ hours: 24 }))
  await mailing.app.tendGuests()
  expect((await list(mailing, id, { state: 'expired' })).map(({ name }: { name: string }) => name)).toEqual([
    'One',
  ])
  expect((await press(mailing, guests[2].url, 'accept')).status).toBe(409)
  // Now both places are free for two.
  await press(mailing, guests[0].url, 'cancel')
  expect((await list(mailing, id))[0]).toMatchObject({ name: 'Two', state: 'offered' })
  await press(mailing, guests[1].url, 'accept')
  expect((await list(mailing, id))[0]).toMatchObject({ name: 'Two', state: 'registered' })
})

test('who does not confirm loses the place; an address that is known learns nothing of it', async () => {
  const id = await make(mailing, { capacity: 5 })
  const sent = { name: 'Cy', email: 'cy@example.org' }
  const first = await register(mailing, id, sent)
  await mailing.app.tendGuests()
  const again = await register(mailing, id, { ...sent, name: 'Somebody else' })
  expect([again.status, again.body]).toEqual([first.status, first.body])
  expect(await list(mailing, id)).toHaveLength(1)
  expect(await taken(mailing, id)).toBe(4)
  mailing.setNow(noon.add({ hours: 2 }))
  await mailing.app.tendGuests()
  expect(await list(mailing, id)).toEqual([])
  expect(await taken(mailing, id)).toBe(5)
})

test('who fills in what people do not see is answered and not stored; who registers too often waits', async () => {
  const id = await make(mailing, {})
  const bot = await register(mailing, id, { name: 'Bot', email: 'bot@example.org', website: 'x' })
  expect(bot.status).toBe(202)
  expect(await list(mailing, id)).toEqual([])
  for (const [at, status] of [202, 202, 202, 429].entries()) {
    const other = await make(mailing, {}, { title: `Other ${at}` })
    const answer = await register(mailing, other, { name: 'Di', email: 'di@example.org' })
    expect(answer.status).toBe(status)
    if (status === 429) expect(answer.body.code).toBe('rest_registration_often')
  }
})

test('an editor adds, approves, refuses, places, cancels, changes and erases', async () => {
  const id = await make(plain, { mode: 'approval', capacity: 1, party_max: 2 })
  for (const name of ['Ada', 'Ben', 'Cy'])
    expect((await register(plain, id, { name })).body.state).toBe('requested')
  const [ada, ben, cy] = await list(plain, id)
  expect((await deed(plain, ada.id, 'approve')).body.state).toBe('registered')
  expect((await deed(plain, ada.id, 'approve')).status).toBe(200)
  expect((await deed(plain, ben.id, 'approve')).body.state).toBe('waiting')
  expect((await deed(plain, cy.id, 'refuse')).body.state).toBe('refused')
  expect((await deed(plain, cy.id, 'approve')).body.code).toBe('rest_guest_state')
  expect((await deed(plain, ben.id, 'place')).body.code).toBe('rest_registration_full')
  expect((await deed(plain, ben.id, 'place', { force: true })).body.state).toBe('registered')
  const added = await register(plain, id, { name: 'By hand', force: true, party: 2 }, 'editor')
  expect(added.status, added.text).toBe(201)
  expect(added.body).toMatchObject({ by_hand: true, state: 'registered', confirmed: true, number: 4 })
  expect((await plain.read(`events/${id}`, {}, 'editor')).registration).toMatchObject({
    taken: 4,
    remaining: 0,
  })
  const note = { note: '=SUM(A1)', name: '@Ada' }
  await plain.ask({ as: 'editor', method: 'PATCH', path: `guests/${ada.id}`, json: note })
  const csv = await plain.ask({ as: 'editor', path: `events/${id}/guests.csv` })
  expect(csv.text).toContain("1,registered,'@Ada,,1,")
  expect(csv.text).toContain("'=SUM(A1)")
  const erased = await plain.ask({ as: 'editor', method: 'DELETE', path: `guests/${ada.id}` })
  expect(erased.status, erased.text).toBe(200)
  expect((await plain.ask({ as: 'editor', path: `guests/${ada.id}` })).status).toBe(404)
  const gone = await plain.ask({ path: new URL(ada.url).pathname, absolute: true })
  expect(gone.status).toBe(410)
  expect((await plain.ask({ path: '/registration/AAAA', absolute: true })).status).toBe(404)
})

test('nobody else learns who comes', async () => {
  const id = await make(plain, { capacity: 20, consent: 'Yes.' }, { status: 'publish' })
  const secret = 'Mulberry Quincy'
  await register(plain, id, { name: secret, email: 'mulberry@example.org', consent: true })
  const [guest] = await list(plain, id)
  for (const as of [undefined, 'subscriber', 'contributor', 'author'] as const) {
    const who = as ? { as } : {}
    for (const path of [`events/${id}/guests`, `events/${id}/guests.csv`, `guests/${guest.id}`])
      expect((await plain.ask({ ...who, path })).status).toBe(as ? 403 : 401)
    for (const what of ['approve', 'refuse', 'place', 'cancel'])
      expect(
        (await plain.ask({ ...who, method: 'POST', path: `guests/${guest.id}/${what}`, json: {} })).status,
      ).toBe(as ? 403 : 401)
    for (const path of [
      `events/${id}`,
      'events',
      `events/${id}/registration`,
      'changes',
      'doc',
      `events/${id}.ics`,
    ])
      expect((await plain.ask({ ...who, path })).text).not.toMatch(/mulberry/i)
  }
})

test('an event does not go while people count on it', async () => {
  const id = await make(plain, {})
  await register(plain, id, { name: 'Ada' })
  const change = (json: object) => plain.ask({ as: 'editor', method: 'POST', path: `events/${id}`, json })
  const remove = () =>
    plain.ask({ as: 'editor', method: 'DELETE', path: `events/${id}`, query: { force: true } })
  expect((await change({ registration: null })).body.code).toBe('rest_registration_has_guests')
  expect((await remove()).body.code).toBe('rest_registration_has_guests')
  await change({ event_status: 'canceled' })
  expect((await remove()).status).toBe(200)
  const left = await plain.db.read.selectFrom('guests').select('id').where('event_id', '=', id).execute()
  expect(left).toEqual([])
})

test('guests are erased some weeks after the event', async () => {
  const id = await make(plain, {})
  await register(plain, id, { name: 'Ada' })
  plain.setNow(Temporal.Instant.from('2031-04-19T19:59:59Z'))
  await plain.app.tendGuests()
  expect(await list(plain, id)).toHaveLength(1)
  plain.setNow(Temporal.Instant.from('2031-04-19T20:00:00Z'))
  await plain.app.tendGuests()
  expect(await list(plain, id)).toEqual([])
  const totals = await plain.db.read
    .selectFrom('registration_totals')
    .selectAll()
    .where('event_id', '=', id)
    .executeTakeFirst()
  expect(totals).toEqual({
    event_id: id,
    month: '2031-03',
    registered: 1,
    people: 1,
    canceled: 0,
    missed_offers: 0,
    waited: 0,
    arrived: 0,
    head_count: null,
  })
})
