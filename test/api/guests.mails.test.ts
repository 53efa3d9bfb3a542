import ICAL from 'ical.js'
import { simpleParser } from 'mailparser'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'
import {
  deed,
  list,
  mailingEnvironment,
  mailsBy,
  makeWithGuests,
  noon,
  press,
  register,
} from './guests.fixture.ts'

let app: TestApp
const environment = await mailingEnvironment()
const mailFolder = environment.MAIL_FOLDER
beforeAll(async () => {
  app = await createTestApp(environment)
})
afterAll(() => app.close())
beforeEach(() => app.setNow(noon))

const change = (id: number, json: object) =>
  app.ask({ as: 'editor', method: 'POST', path: `events/${id}`, json })
const later = (span: Temporal.DurationLike) => app.setNow(noon.add(span))
const tend = () => app.app.tendGuests()
const withGuests = (registration: object, names: readonly string[], more: object = {}) =>
  makeWithGuests(app, registration, { names, more })

/** What the outbox holds for somebody, the calendar object read. */
async function waitingFor(guest: { id: number }) {
  const rows = await app.db.read
    .selectFrom('mail_outbox')
    .selectAll()
    .where('guest_id', '=', guest.id)
    .orderBy('id')
    .execute()
  return rows.map((row) =>
    Object.assign(row, {
      vevent: row.calendar === '' ? undefined : readCalendar(JSON.parse(row.calendar).text),
    }),
  )
}

function readCalendar(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text))
  const [vevent, ...others] = calendar.getAllSubcomponents('vevent')
  if (!vevent) throw new Error('There is no event.')
  const first = (name: string) => vevent.getFirstPropertyValue(name)?.toString()
  return {
    method: calendar.getFirstPropertyValue('method'),
    others: others.length,
    uid: first('uid'),
    sequence: Number(first('sequence')),
    status: first('status'),
    start: first('dtstart'),
    stamp: first('dtstamp'),
    organizer: first('organizer'),
    attendees: vevent.getAllProperties('attendee').map((one) => ({
      to: one.getFirstValue()?.toString(),
      partstat: one.getParameter('partstat'),
      rsvp: one.getParameter('rsvp'),
    })),
  }
}

test('who has a place gets it into their calendar, with the UID and SEQUENCE of the public feed; two changes are one mail', async () => {
  const registration = { capacity: 5, note: 'Bring a mat. {site}', reply_to: 'desk@example.org' }
  const { id, guests } = await withGuests(registration, ['ada', 'ben'], {
    venue: { venue: 'Library', city: 'Exampleton' },
  })
  const [ada] = guests
  const feed = async () => readCalendar((await app.ask({ path: `events/${id}.ics` })).text)
  const { uid, sequence } = await feed()
  const [confirm, registered] = await waitingFor(ada)
  expect([confirm?.calendar, confirm?.subject]).toEqual(['', 'Confirm your registration: Masks'])
  expect(registered?.vevent).toMatchObject({
    method: 'REQUEST',
    others: 0,
    uid,
    sequence,
    status: 'CONFIRMED',
    organizer: 'mailto:calendar@example.org',
    attendees: [{ to: `mailto:ada-${id}@example.org`, partstat: 'ACCEPTED', rsvp: 'FALSE' }],
  })
  for (const says of ['Bring a mat. {site}', 'Library', '/registration/', 'Thursday'])
    expect(registered?.body_text).toContain(says)
  expect(registered?.body_html).toContain('Bring a mat.')
  expect(registered?.reply_to).toBe('desk@example.org')
  // A typo tells nobody; two changes within a minute are one mail, of what they come to.
  const moved = await mailsBy(app, async () => {
    await change(id, { title: 'Mask', description: 'New.' })
    later({ seconds: 70 })
    await tend()
    await change(id, { start_date: '2031-03-21 17:00', end_date: '2031-03-21 19:00' })
    later({ seconds: 100 })
    await change(id, { start_date: '2031-03-21 17:30' })
    later({ seconds: 159 })
    await tend()
    later({ seconds: 160 })
    await tend()
    await tend()
  })
  expect(moved).toEqual(guests.map(({ email }: { email: string }) => `${email} It has changed: Mask`))
  const [, news, ...more] = await waitingFor(ada)
  expect(more).toEqual([])
  const after = await feed()
  expect(news?.vevent).toMatchObject({ method: 'REQUEST', uid, sequence: after.sequence, start: after.start })
  expect(after.sequence).toBeGreaterThan(sequence)
  expect(news?.body_text).toContain('It was to be on Thursday')
  // The event is cancelled: the request that still waits is outdated.
  const off = await mailsBy(app, async () => {
    await change(id, { event_status: 'canceled', event_status_reason: 'The pipes burst.' })
    await tend()
  })
  expect(off).toHaveLength(2)
  const [, cancelled, ...rest] = await waitingFor(ada)
  expect(rest).toEqual([])
  expect(cancelled?.vevent).toMatchObject({
    method: 'CANCEL',
    uid,
    sequence: (await feed()).sequence,
    status: 'CANCELLED',
    attendees: [{ to: `mailto:ada-${id}@example.org` }],
  })
  expect(cancelled?.body_text).toContain('The pipes burst.')
})

test('what is taken back before it was told is told to nobody; it is told after five minutes at most', async () => {
  const { id } = await withGuests({ capacity: 5 }, ['ada'])
  const at = async (seconds: number, json: object) => {
    later({ seconds })
    await change(id, json)
    await tend()
  }
  const none = await mailsBy(app, async () => {
    await at(10, { start_date: '2031-03-20 17:00' })
    await at(40, { start_date: '2031-03-20 18:00' })
    await at(200, {})
  })
  expect(none).toEqual([])
  const told = await mailsBy(app, async () => {
    for (let at_s = 300; at_s < 600; at_s += 50) await at(at_s, { online_url: `https://example.org/${at_s}` })
    later({ seconds: 599 })
    await tend()
  })
  expect(told).toEqual([])
  expect(
    await mailsBy(app, async () => {
      later({ seconds: 600 })
      await tend()
    }),
  ).toHaveLength(1)
  // Who comes between two changes knows of the first alone.
  const between = await mailsBy(app, async () => {
    later({ seconds: 610 })
    await change(id, { online_url: '' })
    await register(app, id, { name: 'mid', email: `mid-${id}@example.org` }, 'editor')
    later({ seconds: 620 })
    await change(id, { start_date: '2031-03-20 18:30' })
    later({ seconds: 680 })
    await tend()
    await change(id, { start_date: '2031-03-20 18:00' })
  })
  expect(between).toEqual(['ada', 'mid'].map((name) => `${name}-${id}@example.org It has changed: Masks`))
  // Cancelled and on again at another time, before anybody was told of either: it has moved.
  const both = await mailsBy(app, async () => {
    later({ seconds: 700 })
    await change(id, { event_status: 'canceled' })
    await change(id, { event_status: 'scheduled', start_date: '2031-03-20 16:00' })
    later({ seconds: 760 })
    await tend()
  })
  expect(both).toEqual(between)
})

test('one who cancels has it taken out of their calendar alone, and who waits has nothing in it', async () => {
  const { id, guests } = await withGuests({ capacity: 2 }, ['ada', 'ben', 'cy', 'di'])
  const [ada, , cy, di] = guests
  const sequence = async () => readCalendar((await app.ask({ path: `events/${id}.ics` })).text).sequence
  const before = await sequence()
  await press(app, ada.url, 'cancel')
  await press(app, di.url, 'cancel')
  await tend()
  expect((await waitingFor(ada)).at(-1)?.vevent).toMatchObject({
    method: 'CANCEL',
    status: undefined,
    sequence: before,
  })
  expect(await sequence()).toBe(before)
  expect((await waitingFor(di)).map(({ calendar, subject }) => [calendar, subject])).toEqual([
    ['', expect.stringContaining('Confirm')],
    ['', expect.stringContaining('waiting list')],
    ['', 'Your place is canceled: Masks'],
  ])
  // The offer that ends does not come after its end.
  const kinds = async () => (await waitingFor(cy)).map(({ kind, subject }) => [kind, subject])
  expect((await kinds()).at(-1)).toEqual(['guest_offer', 'A place is free for you: Masks'])
  later({ hours: 24 })
  await tend()
  expect((await kinds()).map(([kind]) => kind)).not.toContain('guest_offer')
  expect((await kinds()).at(-1)).toEqual(['guest', 'The place went to somebody else: Masks'])
})

test('those who have a place are reminded a day before, once; those of what has moved anew', async () => {
  const { id } = await withGuests({ capacity: 1 }, ['ada', 'ben'])
  const quiet = await withGuests({ capacity: 1, reminder: false }, ['cy'])
  const off = await withGuests({ capacity: 1 }, ['di'])
  await change(off.id, { event_status: 'postponed' })
  const start = Temporal.Instant.from('2031-03-20T18:00:00Z')
  app.setNow(start.subtract({ hours: 25 }))
  await register(app, quiet.id, { name: 'late', email: 'late@example.org' })
  await change(id, { registration: { capacity: 2 } })
  await tend()
  for (const { url } of await list(app, id)) await press(app, url, 'accept')
  await tend()
  const at = async (before: Temporal.DurationLike) => {
    const mails = await mailsBy(app, async () => {
      app.setNow(start.subtract(before))
      await tend()
      await tend()
    })
    const mine = [id, quiet.id, off.id].map((each) => `-${each}@`)
    return mails.filter((mail) => mail.includes('late') || mine.some((one) => mail.includes(one)))
  }
  expect(await at({ hours: 24, seconds: 1 })).toEqual([])
  expect(await at({ hours: 24 })).toEqual([
    `ada-${id}@example.org Tomorrow: Masks`,
    `ben-${id}@example.org Tomorrow: Masks`,
  ])
  expect(await at({ hours: 20 })).toEqual([])
  await change(id, { start_date: '2031-03-22 18:00', end_date: '2031-03-22 20:00' })
  expect(await at({ hours: 19 })).toHaveLength(2)
  expect(await at({ hours: -24 })).toEqual([
    `ada-${id}@example.org Tomorrow: Masks`,
    `ben-${id}@example.org Tomorrow: Masks`,
  ])
})

test('editors say why, and write to all who come, three times an hour', async () => {
  const { id, guests } = await withGuests({ mode: 'approval' }, ['ada', 'ben'])
  const [ada, ben] = guests
  await deed(app, ada.id, 'approve', { message: 'Welcome, {site}!' })
  await deed(app, ben.id, 'refuse', { message: 'We are full.\nNext time.' })
  expect((await deed(app, ada.id, 'cancel', { message: 'x'.repeat(501) })).status).toBe(400)
  await tend()
  expect((await waitingFor(ada)).at(-1)?.body_text).toContain('Welcome, {site}!')
  expect((await waitingFor(ben)).at(-1)?.body_text).toMatch(/We are full\.\n\nNext time\./)
  const write = (json: object, as: 'editor' | 'subscriber' = 'editor') =>
    app.ask({ as, method: 'POST', path: `events/${id}/guests/message`, json })
  const letter = { subject: 'Where we meet', text: 'At the back door.\n{code}' }
  expect((await write(letter, 'subscriber')).status).toBe(403)
  expect((await app.ask({ method: 'POST', path: `events/${id}/guests/message`, json: letter })).status).toBe(
    401,
  )
  for (const wrong of [
    {},
    { subject: 'x' },
    { ...letter, subject: 'x'.repeat(151) },
    { ...letter, states: 'x' },
  ])
    expect((await write(wrong)).status).toBe(400)
  const told = await mailsBy(app, async () => {
    expect(await write(letter)).toMatchObject({ status: 202, body: { mails: 1 } })
    await tend()
  })
  expect(told).toEqual([`ada-${id}@example.org Where we meet`])
  const mail = (await waitingFor(ada)).at(-1)
  for (const says of ['At the back door.', '{code}', '/registration/'])
    expect(mail?.body_text).toContain(says)
  expect(JSON.stringify(mail)).not.toContain('ben-')
  expect((await write({ ...letter, states: 'registered,refused' })).body).toEqual({ mails: 2 })
  expect((await write({ ...letter, states: 'waiting' })).body).toEqual({ mails: 0 })
  const often = await write(letter)
  expect([often.status, often.body.code, Number(often.headers['retry-after']) > 0]).toEqual([
    429,
    'rest_guests_written_often',
    true,
  ])
  later({ hours: 1, seconds: 1 })
  expect((await write(letter)).status).toBe(202)
})

test('a mail has the calendar as programs for mail take it, and answers go to the house', async () => {
  const { id } = await withGuests({ reply_to: 'desk@example.org' }, ['ada'])
  await app.app.sendMails()
  const files = await readdir(mailFolder)
  const mails = await Promise.all(
    files.map(async (file) => simpleParser(await readFile(join(mailFolder, file)))),
  )
  const mine = mails.filter(({ to }) => JSON.stringify(to).includes(`ada-${id}@`))
  const registered = mine.find(({ subject }) => subject?.startsWith('You have a place'))
  expect(registered?.replyTo?.value).toMatchObject([{ address: 'desk@example.org' }])
  const [part] = registered?.attachments.filter(({ contentType }) => contentType === 'text/calendar') ?? []
  expect(readCalendar(String(part?.content))).toMatchObject({ method: 'REQUEST' })
  expect(await waitingFor((await list(app, id))[0])).toEqual([])
})
