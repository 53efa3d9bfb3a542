import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { clearLetters, lettersIn, monday, openLetters, peopleStored } from './letters.fixture.ts'

let app: TestApp
let letters: ReturnType<typeof lettersIn>
beforeAll(async () => {
  app = await openLetters()
  await app.create('categories', { name: 'Music' })
  await app.create('tags', { name: 'Outside' })
})
afterAll(() => app.close())
beforeEach(async () => {
  app.setNow(monday)
  letters = lettersIn(app)
  await clearLetters(app)
})

const digest = { email: 'gull@example.org', kind: 'digest', filter: 'categories=music' }
const rows = async (table: 'subscribers' | 'subscription_requests' | 'digests' | 'subscriptions') =>
  app.db.read.selectFrom(table).selectAll().execute()

test('who asks is written to, confirms by a button, and has it once, however often it is pressed; opening links changes nothing', async () => {
  const asked = await letters.ask({ ...digest, language: 'de' })
  expect([asked.status, asked.text]).toEqual([202, '{"status":"asked"}'])
  expect(await rows('subscribers')).toEqual([])
  const [mail, ...more] = await letters.mails()
  expect(more).toEqual([])
  expect(mail).toMatchObject({ recipient: 'gull@example.org', subject: 'Bitte bestätigen: Mails von City' })
  const link = letters.linkIn(mail?.body_text ?? '')
  const page = await letters.open(`${link}?lang=de`)
  expect(page.text).toContain('g…@example.org')
  expect(page.text).toContain('Music')
  expect(page.text).not.toContain('gull@')
  expect(page.headers).toMatchObject({ 'referrer-policy': 'no-referrer' })
  expect(page.headers['cache-control']).toContain('no-store')
  expect(page.headers['set-cookie']).toBeUndefined()
  expect(page.text).toContain('noindex')
  expect(await rows('subscribers')).toEqual([])
  const answers = await Promise.all([1, 2, 3].map(() => letters.press(`${link}?lang=de`, { do: 'confirm' })))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  const late = await letters.press(`${link}?lang=de`, { do: 'confirm' })
  expect(late.text).toBe(answers[0]?.text)
  expect(await rows('subscribers')).toMatchObject([{ email: 'gull@example.org', locale: 'de' }])
  expect(await rows('subscriptions')).toMatchObject([{ kind: 'digest' }])
  expect(await rows('digests')).toMatchObject([
    {
      filter: 'categories=music',
      frequency: 'weekly',
      weekday: 5,
      at: '10:00',
      covers: 'period',
      fault: null,
    },
  ])
  // The request keeps no address.
  expect(await rows('subscription_requests')).toMatchObject([{ email: null, email_folded: null }])
})

test('the same asked for in other words is one digest, shared', async () => {
  await letters.subscribe({ ...digest, filter: 'tags=outside&categories=music&free=1' })
  await letters.subscribe({
    ...digest,
    email: 'tern@example.org',
    filter: '?free=1&categories=music,,music&tags[]=outside&q=',
  })
  expect(await rows('digests')).toHaveLength(1)
  expect(await rows('subscriptions')).toHaveLength(2)
  await letters.subscribe({
    ...digest,
    email: 'tern@example.org',
    frequency: 'monthly',
    day: 3,
    filter: 'categories=music',
  })
  expect(await rows('digests')).toHaveLength(2)
})

test.each<[object, string, RegExp]>([
  [{ email: 'none' }, 'email', /e-mail address/],
  [{ kind: 'all' }, 'kind', /one of/],
  [{ filter: 'start_date=2031-01-01' }, 'filter', /^must have no dates: each letter has its own\.$/],
  [{ filter: 'ends_after=now&categories=music' }, 'filter', /^must have no dates/],
  [{ filter: 'include=1,2' }, 'filter', /^must have no dates/],
  [{ filter: 'per_page=5' }, 'filter', /per_page/],
  [{ filter: 'password=x' }, 'filter', /password/],
  [{ filter: 'status=draft' }, 'filter', /published/],
  [{ filter: 'categroies=music' }, 'filter', /categories/],
  [{ filter: 'categories=nowhere' }, 'filter', /categories/],
  [{ filter: `q=${'x'.repeat(1000)}` }, 'filter', /1000/],
  [{ frequency: 'hourly' }, 'frequency', /one of/],
  [{ weekday: 8 }, 'weekday', /1 to 7/],
  [{ weekday: 2, frequency: 'daily' }, 'weekday', /weekly/],
  [{ day: 29, frequency: 'monthly' }, 'day', /1 to 28/],
  [{ at: '24:00' }, 'at', /time of day/],
  [{ covers: 'weekend', frequency: 'daily' }, 'covers', /weekly/],
  [
    { kind: 'event', event: 1_000_000, changes: true },
    'event',
    /^must be a public event that has not ended\.$/,
  ],
  [{ kind: 'list', list: 'none' }, 'list', /^must be a public list of letters\.$/],
  [{ language: 'xx' }, 'language', /one of/],
])('%j is refused at its name, and nothing is stored', async (sent, name, says) => {
  const { status, body } = await letters.ask({ ...digest, ...sent })
  expect([status, body.code]).toEqual([400, 'rest_invalid_param'])
  expect(Object.keys(body.data.params)).toEqual([name])
  expect(body.data.params[name].replace(/^\w+ /, '')).toMatch(says)
  expect(await rows('subscription_requests')).toEqual([])
})

test('of an event one may have a reminder, changes, or both; nothing of one that is not public', async () => {
  const event = { title: 'Masks', start_date: '2031-04-01 20:00', end_date: '2031-04-01 22:00' }
  const { id } = await app.create('events', event)
  const about = { email: 'gull@example.org', kind: 'event', event: id }
  expect((await letters.ask(about)).body.data.params.changes).toContain(
    'must be true, or remind must say how long before',
  )
  expect((await letters.ask({ ...about, remind: 61 })).status).toBe(400)
  expect((await letters.ask({ ...about, scope: 'series', changes: true })).body.data.params).toHaveProperty(
    'scope',
  )
  for (const hidden of [{ status: 'draft' }, { password: 'x' }, { hide_from_listings: true }]) {
    const { id: other } = await app.create('events', { ...event, ...hidden })
    expect((await letters.ask({ ...about, event: other, changes: true })).status).toBe(400)
    expect((await letters.open(`/mail/event/${other}`)).status).toBe(404)
  }
  await letters.subscribe({ ...about, remind: 1440, changes: true })
  expect(await rows('subscriptions')).toMatchObject([
    { kind: 'event', target_id: id, remind: 1440, changes: 1 },
  ])
  const watched = await app.db.read.selectFrom('watched_events').selectAll().execute()
  expect(watched).toMatchObject([{ event_id: id, due_at: null }])
  // Asked for again with other wishes, these hold.
  await letters.subscribe({ ...about, remind: 60 })
  expect(await rows('subscriptions')).toMatchObject([{ remind: 60, changes: 0 }])
  expect(await app.db.read.selectFrom('watched_events').selectAll().execute()).toEqual([])
})

test('answers are the same bytes for known, unknown, blocked and full addresses; each owner is told what is so', async () => {
  await letters.subscribe({ ...digest, email: 'known@example.org' })
  await letters.ask({ ...digest, email: 'blocked@example.org' })
  const [first] = await letters.mails()
  const no = await letters.press(letters.linkIn(first?.body_text ?? ''), { do: 'block' })
  expect(no.status).toBe(200)
  expect(await peopleStored(app)).not.toContain('blocked@')
  for (let weekday = 1; weekday <= 7; weekday += 1)
    for (const at of ['08:00', '09:00', '10:00'])
      if (weekday < 7 || at !== '10:00') {
        letters.pass({ hours: 24 })
        await letters.subscribe({ ...digest, email: 'full@example.org', weekday, at })
      }
  expect((await rows('subscriptions')).length).toBe(21)
  letters.pass({ hours: 48 })
  const answers = []
  for (const email of ['known', 'unknown', 'blocked', 'full'])
    answers.push(
      await letters.ask({
        ...digest,
        email: `${email}@example.org`,
        frequency: email === 'full' ? 'daily' : 'weekly',
      }),
    )
  const shown = answers.map(({ status, text, headers }) =>
    JSON.stringify([status, text, { ...headers, date: '' }]).replaceAll(
      /"request-id":"[^"]*"|"x-request-id":"[^"]*"/g,
      '',
    ),
  )
  expect(new Set(shown).size).toBe(1)
  const mails = await letters.mails()
  expect(mails.map(({ recipient, subject }) => [recipient, subject])).toEqual([
    ['known@example.org', 'You get this already: City'],
    ['unknown@example.org', 'Confirm: mails from City'],
    ['full@example.org', 'Your address has all it may have: City'],
  ])
  expect(mails[0]?.body_text).toContain('/mail/settings/')
  expect(mails[0]?.body_text).not.toContain('/mail/confirm/')
})

test('where there is no room all are refused alike, also who has asked before', async () => {
  await letters.ask(digest)
  await app.db.write(async (tx) => {
    const at = Math.floor(monday.epochMilliseconds / 1000)
    for (let some = 0; some < 20; some += 1)
      await tx
        .insertInto('subscription_requests')
        .values(
          Array.from({ length: 1000 }, (_, n) => ({
            email: null,
            email_folded: null,
            wanted: `${some} ${n}`,
            locale: 'en',
            created_at: at,
            asked_at: at,
            mailed_at: at,
          })),
        )
        .execute()
  })
  letters.pass({ minutes: 11 })
  const answers = [await letters.ask(digest), await letters.ask({ ...digest, email: 'tern@example.org' })]
  expect(answers.map(({ status }) => status)).toEqual([429, 429])
  expect(answers[0]?.text).toBe(answers[1]?.text)
  expect(answers[0]?.headers['retry-after']).toBe('3600')
})

test('asking again within ten minutes changes nothing, later it is mailed again, three times a day at most', async () => {
  const sent = []
  for (const minutes of [0, 5, 11, 11, 11, 11, 24 * 60]) {
    letters.pass({ minutes })
    await letters.ask(digest)
    sent.push((await letters.mails()).length)
  }
  expect(sent).toEqual([1, 0, 1, 1, 0, 0, 1])
  expect(await rows('subscription_requests')).toHaveLength(1)
  // Whatever is asked for.
  letters.pass({ hours: 48 })
  let mails = 0
  for (const frequency of ['daily', 'weekly', 'monthly'])
    for (const at of ['08:00', '09:00']) {
      await letters.ask({ ...digest, frequency, at })
      mails += (await letters.mails()).length
    }
  expect(mails).toBe(3)
})

test('a request is over after 48 hours, and a link that was never made here is unknown', async () => {
  await letters.ask(digest)
  const [mail] = await letters.mails()
  const link = letters.linkIn(mail?.body_text ?? '')
  letters.pass({ hours: 47 })
  expect((await letters.open(link)).status).toBe(200)
  letters.pass({ hours: 2 })
  expect((await letters.open(link)).status).toBe(410)
  expect((await letters.press(link, { do: 'confirm' })).status).toBe(410)
  await app.app.tendLetters()
  expect(await rows('subscription_requests')).toEqual([])
  expect((await letters.open(link)).status).toBe(410)
  expect(await rows('subscribers')).toEqual([])
  expect((await letters.open('/mail/confirm/AAAA')).status).toBe(404)
  // Links of one purpose open nothing of another.
  const token = link.split('/').at(-1) ?? ''
  for (const kind of ['settings', 'leave'])
    expect((await letters.open(`/mail/${kind}/${token}`)).status).toBe(404)
})

test('the link to the settings goes to whoever is known, and the page says the same to all', async () => {
  await letters.subscribe(digest)
  const pages = []
  for (const email of ['gull@example.org', 'nobody@example.org'])
    pages.push(await letters.press('/mail/link', { email }))
  expect(pages.map(({ status }) => status)).toEqual([202, 202])
  expect(pages[0]?.text).toBe(pages[1]?.text)
  const mails = await letters.mails()
  expect(mails.map(({ recipient }) => recipient)).toEqual(['gull@example.org'])
})

test('a form takes what people type, with faults at their fields, and nothing of programs', async () => {
  const page = await letters.open('/mail?categories=music')
  expect(page.status).toBe(200)
  expect(page.text).toContain('Music, by mail')
  const time = /name="time" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
  const form = {
    email: 'gull@example.org',
    rhythm: 'week',
    weekday: '3',
    day: '1',
    at: '18:00',
    time,
    url: '',
  }
  expect((await letters.press('/mail?categories=music', form)).status).toBe(400)
  expect(await rows('subscription_requests')).toEqual([])
  letters.pass({ seconds: 30 })
  expect(
    (await letters.press('/mail?categories=music', { ...form, url: 'https://spam.example' })).status,
  ).toBe(202)
  expect(await rows('subscription_requests')).toEqual([])
  const wrong = await letters.press('/mail?categories=music', { ...form, email: 'gull' })
  expect([wrong.status, wrong.text.includes('value="gull"'), wrong.text.includes('email-fault')]).toEqual([
    400,
    true,
    true,
  ])
  expect((await letters.press('/mail?categories=music', form)).status).toBe(202)
  const [request] = await rows('subscription_requests')
  expect(JSON.parse(request?.wanted ?? '')).toEqual({
    kind: 'digest',
    filter: 'categories=music',
    frequency: 'weekly',
    weekday: 3,
    day: null,
    at: '18:00',
    covers: 'period',
  })
  expect((await letters.open('/mail?categories=nowhere')).status).toBe(400)
})

test('a filter is said in the reader’s words, whatever it is by, fields of one’s own among them', async () => {
  const options = [
    { value: 'children', label: { en: 'Children', de: 'Kinder' } },
    { value: 'adults', label: 'Adults' },
  ]
  const { id } = await app.create('events', {
    title: 'Masks',
    start_date: '2031-04-01 20:00',
    end_date: '2031-04-01 22:00',
  })
  await app.create('venues', { venue: 'Hall', city: 'Haverbridge', geo_lat: 52.1, geo_lng: 1.3 })
  for (const field of [
    { name: 'audience', type: 'choices', label: { en: 'For whom', de: 'Für wen' }, options },
    { name: 'ramp', type: 'boolean', label: { en: 'Ramp', de: 'Rampe' } },
    { name: 'age', type: 'number', label: { en: 'Age', de: 'Alter' } },
    { name: 'stage', type: 'choice', label: { en: 'Stage', de: 'Bühne' }, options, kinds: ['venue'] },
  ])
    await app.create('fields', { ...field, filter: true })
  const words = async (filter: string, lang: string) => {
    const { text } = await letters.open(`/mail?${filter}&lang=${lang}`)
    return /<h1[^>]*>(.*?)<\/h1>/s.exec(text)?.[1]?.replaceAll(/<[^>]*>/g, '')
  }
  const said: readonly (readonly [filter: string, en: string, de: string])[] = [
    [
      'fields[audience]=children,-adults',
      'For whom: Children, For whom: not Adults',
      'Für wen: Kinder, Für wen: nicht Adults',
    ],
    ['fields[ramp]=1', 'Ramp', 'Rampe'],
    ['fields[ramp]=-*', 'Ramp: not stated', 'Rampe: nicht angegeben'],
    ['fields[age]=6..', 'Age: ≥ 6', 'Alter: ≥ 6'],
    ['venue_fields[stage]=children', 'Stage: Children', 'Bühne: Kinder'],
    ['access=step_free,hearing_loop', 'Step-free, Hearing loop', 'Stufenlos, Induktionsschleife'],
    ['registration=open', 'With places', 'Mit freien Plätzen'],
    ['near=Haverbridge&within=5', 'Within 5 km of Haverbridge', 'Im Umkreis von 5 km um Haverbridge'],
    ['attendance_mode=online,mixed', 'Online', 'Online'],
    ['event_status=scheduled,canceled', 'as planned, Cancelled', 'wie geplant, Abgesagt'],
    ['ticketed=0', 'not Tickets', 'nicht Karten'],
    [`post_parent=${id}`, 'Masks', 'Masks'],
  ]
  for (const [filter, en, de] of said)
    expect([filter, await words(filter, 'en'), await words(filter, 'de')]).toEqual([
      filter,
      `${en}, by mail`,
      `${de}, per Mail`,
    ])
})
