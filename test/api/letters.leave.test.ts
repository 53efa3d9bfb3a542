import { afterAll, beforeAll, expect, test } from 'vitest'
import { settingsToken } from '../../src/records/letters/letters.links.ts'
import { tokenFor } from '../../src/http/auth/seal.ts'
import { installationSecret } from '../../src/http/auth/secret.ts'
import type { TestApp } from '../support/app.ts'
import { lettersIn, openLetters, peopleStored } from './letters.fixture.ts'

let app: TestApp
let letters: ReturnType<typeof lettersIn>
beforeAll(async () => {
  app = await openLetters()
  letters = lettersIn(app)
})
afterAll(() => app.close())

const digest = { kind: 'digest' }
/** The links by which each subscription of an address is ended, the oldest first. */
async function leaveLinks(email: string): Promise<string[]> {
  const secret = await installationSecret(app.db)
  const rows = await app.db.read
    .selectFrom('subscriptions')
    .innerJoin('subscribers', 'subscribers.id', 'subscriber_id')
    .select(['subscriptions.id', 'subscriptions.created_at'])
    .where('email', '=', email)
    .orderBy('subscriptions.id')
    .execute()
  return rows.map((row) => `/mail/leave/${tokenFor(secret, 'letter leave', row)}`)
}
const left = async (email: string) => (await leaveLinks(email)).length
const multipart = (text: string) =>
  `--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\n${text}\r\n--x--\r\n`

test('opening the link changes nothing, and the button of a mail program or the page ends that one alone, again and again', async () => {
  const email = 'gull@example.org'
  for (const frequency of ['daily', 'weekly', 'monthly'])
    await letters.subscribe({ ...digest, email, frequency })
  const [first = '', second = '', third = ''] = await leaveLinks(email)
  for (let scan = 0; scan < 20; scan += 1) {
    const method = scan % 2 === 0 ? 'GET' : 'HEAD'
    expect((await app.ask({ method, path: first, absolute: true })).status).toBe(200)
  }
  expect(await left(email)).toBe(3)
  const headers = { origin: 'https://mail.elsewhere.example', 'sec-fetch-site': 'cross-site' }
  const form = { 'List-Unsubscribe': 'One-Click' }
  for (let press = 0; press < 2; press += 1) {
    const answer = await app.ask({ method: 'POST', path: first, absolute: true, form, headers })
    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toContain('text/plain')
    expect([answer.headers['set-cookie'], answer.headers['location']]).toEqual([undefined, undefined])
    expect(await left(email)).toBe(2)
  }
  const inParts = await app.ask({
    method: 'POST',
    path: second,
    absolute: true,
    raw: multipart('One-Click'),
    headers: { ...headers, 'content-type': 'multipart/form-data; boundary=x' },
  })
  expect([inParts.status, inParts.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(await left(email)).toBe(1)
  expect((await app.ask({ method: 'POST', path: '/mail/leave/AAAA', absolute: true, form })).status).toBe(404)
  // The page of one that has ended says so.
  expect((await letters.open(first)).status).toBe(200)
  const page = await letters.open(third)
  expect(page.text).toContain('Stop this letter')
  expect(page.text).toContain('/mail/settings/')
  const pressed = await letters.press(third, { do: 'stop' })
  expect([pressed.status, pressed.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  expect(await peopleStored(app)).not.toContain('gull')
  expect(await app.db.read.selectFrom('digests').selectAll().execute()).toEqual([])
})

test('the page of settings needs no password: rhythm, reminder, language, pause, another one, and the end', async () => {
  const email = 'tern@example.org'
  await letters.subscribe({ ...digest, email, language: 'en' })
  const link = await letters.settings(email)
  const page = await letters.open(link)
  expect(page.status).toBe(200)
  expect(page.text).toContain('t…@example.org')
  expect(page.text).not.toContain(email)
  const stored = async () => {
    const { read } = app.db
    return {
      subscriber: await read
        .selectFrom('subscribers')
        .selectAll()
        .where('email', '=', email)
        .executeTakeFirst(),
      digests: await read
        .selectFrom('digests')
        .select(['frequency', 'covers', 'weekday', 'filter'])
        .execute(),
    }
  }
  const { digests: before, subscriber } = await stored()
  expect(before).toEqual([{ frequency: 'weekly', covers: 'period', weekday: 5, filter: '' }])
  const [subscription] = await app.db.read.selectFrom('subscriptions').selectAll().execute()
  const id = String(subscription?.id)
  await letters.press(link, { do: 'change', id, rhythm: 'day', at: '08:00' })
  expect((await stored()).digests).toMatchObject([{ frequency: 'daily' }])
  await letters.press(link, { do: 'change', language: 'ar' })
  expect((await stored()).subscriber?.locale).toBe('ar')
  await letters.press(link, { do: 'pause', for: 'week' })
  expect((await stored()).subscriber?.paused_until).toBe(letters.now().epochMilliseconds / 1000 + 7 * 86_400)
  await letters.press(link, { do: 'pause', for: 'ever' })
  await letters.press(link, { do: 'resume' })
  expect((await stored()).subscriber?.paused_until).toBe(null)
  // Another one, without an address and a second mail.
  const token = link.split('/').at(-1) ?? ''
  const form = await letters.open(`/mail?q=jazz&token=${token}`)
  expect(form.text).not.toContain('name="email"')
  const added = await letters.press(`/mail?q=jazz&token=${token}`, { rhythm: 'month', day: '3' })
  expect(added.status).toBe(200)
  expect(await left(email)).toBe(2)
  await letters.press(`/mail?free=1&token=${token}&replaces=${id}`, { rhythm: 'weekend' })
  expect((await stored()).digests).toEqual([
    { frequency: 'monthly', covers: 'period', weekday: null, filter: 'q=jazz' },
    { frequency: 'weekly', covers: 'weekend', weekday: 5, filter: 'free=1' },
  ])
  expect(await letters.mails()).toEqual([])
  // What is not theirs is not touched.
  await letters.subscribe({ ...digest, email: 'other@example.org' })
  const others = await app.db.read
    .selectFrom('subscriptions')
    .select('id')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  await letters.press(link, { do: 'stop', id: String(others?.id) })
  await letters.press(`/mail?q=x&token=${token}&replaces=${others?.id}`, { rhythm: 'week' })
  expect(await left('other@example.org')).toBe(1)
  expect(await left(email)).toBe(2)
  // Over after 60 days from the day of the mail; another day is another seal.
  letters.pass({ hours: 24 * 61 })
  expect((await letters.open(link)).status).toBe(410)
  expect((await letters.open(`${link.replace(/\.[^.]*$/, '')}.zzz`)).status).toBe(404)
  const fresh = await letters.settings(email)
  const erased = await letters.press(fresh, { do: 'stop_all' })
  expect(erased.status).toBe(200)
  expect(await peopleStored(app)).not.toContain('tern')
  expect((await letters.open(fresh)).status).toBe(410)
  // An id that is used again opens nothing.
  const secret = await installationSecret(app.db)
  const now = letters.now().epochMilliseconds / 1000
  const again = settingsToken({ secret }, { id: subscriber?.id ?? 0, confirmed_at: now }, now)
  expect((await letters.open(`/mail/settings/${again}`)).status).toBe(410)
})

test('a press without a form, or with another one, ends it as well', async () => {
  const ways = [
    {},
    { raw: '' },
    { form: { do: 'something' } },
    { json: {} },
    { raw: 'x', headers: { 'content-type': 'text/plain' } },
  ]
  for (const [at, way] of ways.entries()) {
    const email = `press${at}@example.org`
    await letters.subscribe({ ...digest, email })
    const [link = ''] = await leaveLinks(email)
    const { status } = await app.ask({ method: 'POST', path: link, absolute: true, ...way })
    expect([at, status, await left(email)]).toEqual([at, 200, 0])
  }
})

test('who has signed in is nobody there: no cookie, and no refusal for coming from elsewhere', async () => {
  await letters.subscribe({ ...digest, email: 'auk@example.org' })
  const [link = ''] = await leaveLinks('auk@example.org')
  const headers = { cookie: 'kalends=x', origin: 'https://elsewhere.example' }
  const answer = await app.ask({
    method: 'POST',
    path: link,
    absolute: true,
    form: { do: 'stop' },
    headers,
  })
  expect([answer.status, answer.headers['set-cookie']]).toEqual([200, undefined])
  expect(await left('auk@example.org')).toBe(0)
})
