import { expect, onTestFinished, test } from 'vitest'
import { lettersEnvironment, lettersIn, monday, openLetters } from '../api/letters.fixture.ts'
import type { Role } from '../../src/storage/schema/tables.ts'
import { createTestApp, type TestApp } from '../support/app.ts'

const masks = {
  title: 'Masks',
  start_date: '2031-03-20 20:00',
  end_date: '2031-03-20 22:00',
  timezone: 'UTC',
}

/** The same few events in each calendar. */
async function filled(app: TestApp): Promise<TestApp> {
  onTestFinished(() => app.close())
  app.setNow(monday)
  await app.create('categories', { name: 'Music' })
  await app.create('venues', { venue: 'Corn Hall' })
  await app.create('events', { ...masks, categories: ['Music'], venue: 1 })
  await app.create('events', { ...masks, title: 'Weekly', recurrence: ['RRULE:FREQ=WEEKLY;COUNT=3'] })
  await app.create('events', { ...masks, title: 'Locked', password: 'sesame' })
  return app
}

const pages = [
  '/',
  '/list',
  '/list?categories=music',
  '/events/category/music/',
  '/venue/corn-hall/',
  '/event/masks/',
]
const page = async (app: TestApp, path: string) =>
  (await app.ask({ path, absolute: true, headers: { accept: 'text/html' } })).text
/** What differs from one calendar to the other, and is none of its pages. */
const plain = (text: string) => text.replaceAll(/\s+/g, ' ')

test('lists, their menus and events offer it with exactly their filters, and nothing else differs from a calendar without', async () => {
  const offering = await filled(await openLetters())
  const silent = await filled(await createTestApp({ ...lettersEnvironment, LETTERS: 'off' }))
  const wanted: Readonly<Record<string, readonly string[]>> = {
    '/': ['/mail"'],
    '/list': ['/mail"'],
    '/list?categories=music': ['/mail?categories=music"'],
    '/events/category/music/': ['/mail?categories=music"'],
    '/venue/corn-hall/': ['/mail?venue='],
    '/event/masks/': ['/mail/event/'],
  }
  for (const path of pages) {
    const [on, off] = [await page(offering, path), await page(silent, path)]
    for (const link of wanted[path] ?? [])
      expect([path, on.includes(`https://calendar.example.org${link}`)]).toEqual([path, true])
    expect([path, off.includes('/mail')]).toEqual([path, false])
    const without = plain(on)
      .replaceAll(/<p class="by-mail">.*?<\/p>/gs, '')
      .replaceAll(/<li><a href="[^"]*\/mail[^"]*" rel="nofollow">By mail<\/a><\/li>/g, '')
      .replaceAll(/<a class="button plain" href="[^"]*\/mail\/event\/\d+"[^>]*>.*?<\/a\s*>/gs, '')
    expect([path, without === plain(off)]).toEqual([path, true])
  }
  const weekly = (await offering.read('events', { search: 'Weekly' })).events[0].url
  expect(await page(offering, new URL(weekly).pathname)).toMatch(/\/mail\/event\/\d+\?scope=series/)
  expect(await page(offering, '/event/locked/')).not.toContain('/mail/event')
})

test('the maker of widgets offers a way by mail, to widgets and frames alike, and only where there is one', async () => {
  const offering = await filled(await openLetters())
  const silent = await filled(await createTestApp({ ...lettersEnvironment, LETTERS: 'off' }))
  expect(await page(offering, '/widget')).toContain('name="mail"')
  const made = await page(offering, '/widget?mail=true&categories=music')
  expect(made).toMatch(/<kalends-calendar[^>]* mail="true" categories="music"/)
  expect(made).toContain('/embed?view=list&amp;amp;mail=true&amp;amp;categories=music')
  expect(await page(offering, '/embed?mail=true')).toMatch(/<kalends-calendar[^>]* mail="true"/)
  for (const path of ['/widget?mail=true', '/embed?mail=true'])
    expect(await page(silent, path)).not.toContain('mail="true"')
  expect(await page(silent, '/widget')).not.toContain('name="mail"')
})

/** What programs read, by the role that reads it. */
const answers: readonly (readonly [path: string, as?: Role])[] = [
  ['/vendor/events/v1'],
  ['/vendor/events/v1/events'],
  ['/vendor/events/v1/events?q=masks&orderby=relevance'],
  ['/vendor/events/v1/events/4'],
  ['/vendor/events/v1/events/4', 'editor'],
  ['/vendor/events/v1/events/4?context=edit', 'administrator'],
  ['/vendor/events/v1/events/facets'],
  ['/vendor/events/v1/events.ics'],
  ['/vendor/events/v1/events.rss'],
  ['/vendor/events/v1/events.csv'],
  ['/vendor/events/v1/events.geojson'],
  ['/vendor/events/v1/events.json'],
  ['/vendor/events/v1/series'],
  ['/vendor/events/v1/venues'],
  ['/vendor/events/v1/categories'],
  ['/vendor/events/v1/changes'],
  ['/vendor/events/v1/doc'],
  ['/openapi.json'],
  ['/wp/v2/tribe_events/4'],
  ['/wp/v2/types'],
  ['/llms.txt'],
  ['/robots.txt'],
  ['/sitemap.xml'],
  ['/widget.js'],
]

test('no record, feed, list or document says whether letters are offered, whoever reads it', async () => {
  const app = await filled(await openLetters({ LETTERS: '' }))
  const all = async (letters: string) => {
    await app.ask({ as: 'administrator', method: 'POST', path: 'settings', json: { letters } })
    const found = []
    for (const [path, as] of answers) {
      const { status, text, headers } = await app.ask({ path, absolute: true, ...(as ? { as } : {}) })
      // Feeds are tagged by what was changed last, settings too.
      const { date: _date, etag: _tag, 'x-request-id': _id, ...rest } = headers
      found.push({ path, as, status, text, rest })
    }
    return found
  }
  const off = await all('off')
  expect(off.filter(({ status }) => status !== 200).map(({ path }) => path)).toEqual([])
  expect(await all('on')).toEqual(off)
  // Who writes letters finds them in the editing interface; nobody does where they are off.
  const desk = async (as: Role) =>
    (await app.ask({ as, path: '/admin', absolute: true, headers: { accept: 'text/html' } })).text
  expect(await desk('editor')).toContain('data-letters="yes"')
  await all('off')
  for (const as of ['editor', 'administrator', 'author'] as const)
    expect(await desk(as)).not.toContain('data-letters')
})

test('where it is not offered, there is nothing at its addresses, as anywhere else; whoever has left a way to leave has it', async () => {
  for (const more of [{ LETTERS: 'off' }, { LETTERS: 'on' }]) {
    // Without a server for mails it is as off.
    const app = await filled(await createTestApp({ ...lettersEnvironment, ...more }))
    for (const path of [
      '/mail',
      '/mail?categories=music',
      '/mail/event/2',
      '/mail/link',
      '/mail/list/x',
      '/mail/confirm/AAAA',
    ]) {
      const [there, nowhere] = await Promise.all(
        [path, path.replace('/mail', '/nail')].map((each) =>
          app.ask({ path: each, absolute: true, headers: { accept: 'text/html' } }),
        ),
      )
      expect([path, there?.status]).toEqual([path, 404])
      expect(there?.text.replaceAll(/(\/|%2F)mail/g, '$1nail')).toBe(nowhere?.text)
    }
    const refused = await app.ask({
      method: 'POST',
      path: 'subscriptions',
      json: { email: 'gull@example.org', kind: 'digest' },
    })
    expect([refused.status, refused.body.code]).toEqual([403, 'rest_letters_closed'])
    expect(refused.body.message).toBe('This calendar sends no letters.')
  }
})

test('links of earlier mails work where it is switched off: one can always leave', async () => {
  const app = await filled(await openLetters({ LETTERS: '' }))
  const say = (letters: string) =>
    app.ask({ as: 'administrator', method: 'POST', path: 'settings', json: { letters } })
  await say('on')
  const letters = lettersIn(app)
  await letters.subscribe({ email: 'gull@example.org', kind: 'digest' })
  const link = await letters.settings('gull@example.org')
  await say('off')
  expect((await letters.open('/mail')).status).toBe(404)
  expect((await letters.open(link)).status).toBe(200)
  expect((await letters.press(link, { do: 'stop_all' })).status).toBe(200)
  expect(await app.db.read.selectFrom('subscribers').selectAll().execute()).toEqual([])
})
