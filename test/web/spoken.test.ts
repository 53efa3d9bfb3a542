import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'
import { spokenTexts } from './spoken.ts'
import { pathOf, visit } from './town.ts'

/** A word that stands in every text of the calendar, which is in English, and in no sentence of its pages. */
const own = 'Zorp'

let app: TestApp
let paths: string[]
beforeAll(async () => {
  app = await createTestApp({
    SITE_NAME: `${own} Town`,
    SITE_DESCRIPTION: `What ${own} does`,
    SITE_LOCALE: 'en-GB',
    SITE_LINKS: `${own} news=https://town.example/news`,
    FOOTER_LINKS: `${own} imprint=https://town.example/imprint`,
    SITE_TIMEZONE: 'Europe/Berlin',
    SUBMISSIONS: 'everybody',
    ACCESSIBILITY_CONTACT: 'access@town.example',
    ACCESSIBILITY_EXCEPTIONS: `${own} plans are pictures.`,
  })
  app.setNow(Temporal.Instant.from('2031-03-11T12:00:00Z'))
  const above = await app.create('categories', { name: `${own} arts`, description: `All ${own} arts.` })
  const category = await app.create('categories', { name: `${own} music`, parent: above.id })
  const other = await app.create('categories', { name: `${own} sports` })
  const venue = await app.create('venues', {
    venue: `${own} Hall`,
    city: `${own}ville`,
    address: `1 ${own} Street`,
    description: `A ${own} house.`,
    geo_lat: 50,
    geo_lng: 8,
    show_map: true,
    phone: '',
  })
  const organizer = await app.create('organizers', {
    organizer: `${own} Players`,
    description: `${own} people.`,
  })
  const facts = {
    venue: venue.id,
    organizer: organizer.id,
    categories: [category.id],
    tags: [`${own} air`],
    description: `<p>They play ${own}.</p>`,
    excerpt: `Short ${own}`,
  }
  const at = (day: string, hours = ['18:00', '20:00']) => ({
    start_date: `2031-03-${day} ${hours[0]}`,
    end_date: `2031-03-${day} ${hours[1]}`,
  })
  const event = await app.create('events', {
    ...facts,
    ...at('11'),
    title: `${own} concert`,
    cost: `${own} price`,
    featured: true,
  })
  await app.create('events', { ...facts, ...at('11', ['08:00', '09:00']), title: `${own} breakfast` })
  await app.create('events', {
    ...facts,
    ...at('12'),
    title: `${own} called off`,
    event_status: 'canceled',
    event_status_reason: `${own} is ill`,
  })
  await app.create('events', {
    ...facts,
    start_date: '2031-03-10',
    end_date: '2031-03-20',
    all_day: true,
    title: `${own} fair`,
  })
  await app.create('events', {
    ...at('13'),
    title: `${own} secret`,
    password: 'sesame',
    categories: [other.id],
  })
  const series = await app.create('events', {
    ...facts,
    ...at('14'),
    title: `${own} series`,
    recurrence: 'RRULE:FREQ=DAILY;COUNT=3',
  })
  await app.create(`events/${event.id}/tickets`, {
    kind: 'paid',
    name: `${own} seat`,
    description: `${own} view`,
    price: '5.00',
  })
  paths = [
    '/',
    '/list',
    `/list?categories=${category.slug}`,
    `/list?venue=${venue.id}&tags=zorp-air&search=zorp`,
    `/list?categories=${category.slug}&search=nothing`,
    '/filters/list',
    '/month/2031-03',
    '/week/2031-03-11',
    '/day/2031-03-11',
    '/map',
    pathOf(String(event.url)),
    '/event/zorp-called-off/',
    '/event/zorp-secret/',
    pathOf(String(series.url)),
    `${pathOf(String(series.url)).replace(/\/$/, '')}/all`,
    pathOf(String(venue.url)),
    pathOf(String(organizer.url)),
    pathOf(String(category.url)),
    '/tag/zorp-air/',
    '/embed',
    '/embed/event/zorp-concert',
    '/venues',
    '/organizers',
    '/venues?q=zorp',
    '/docs',
    '/accessibility',
    '/submit',
    `/submit/change/${event.id}`,
    `/submit/report/${event.id}`,
    '/signin',
    '/nothing',
  ]
})
afterAll(() => app.close())

/** The languages of the page that are neither that of its calendar nor one of its menu of languages. */
const isEnglish = (lang: string) => lang.startsWith('en')

describe.each(['ar', 'de'])('in %s', (language) => {
  test('every text of the calendar says that it is in another language, and nothing else does', async () => {
    const faults: string[] = []
    let count = 0
    for (const path of paths) {
      const { text } = await visit(app, `${path}${path.includes('?') ? '&' : '?'}lang=${language}`)
      const texts = spokenTexts(text)
      const ofCalendar = texts.filter((one) => one.text.includes(own))
      count += ofCalendar.length
      faults.push(
        ...ofCalendar.filter(({ lang }) => !isEnglish(lang)).map((one) => `${path} not said: ${one.text}`),
      )
      if (language === 'ar')
        faults.push(
          ...texts
            .filter((one) => isEnglish(one.lang) && /\p{Script=Arabic}/u.test(one.text))
            .map((one) => `${path} not English: ${one.text}`),
        )
    }
    expect(faults).toEqual([])
    expect(count).toBeGreaterThan(200)
  })
})

test('a page in the language of its calendar needs to say none', async () => {
  for (const path of paths) {
    const { text } = await visit(app, path, { accept: 'text/html', 'accept-language': 'en-US' })
    const others = spokenTexts(text).filter(({ text: said, lang }) => said.includes(own) && !isEnglish(lang))
    expect(others, path).toEqual([])
    if (path !== '/docs') expect(text, path).not.toMatch(/<(?!html|kalends)[^>]* lang="en-GB"/)
  }
})

test('lines of an Arabic page have Arabic commas, and numbers in its own digits', async () => {
  const egyptian = { accept: 'text/html', 'accept-language': 'ar-EG' }
  for (const path of ['/', '/list', '/month/2031-03', '/week/2031-03-11', '/map']) {
    const { text } = await visit(app, path, egyptian)
    const said = spokenTexts(text).filter(
      ({ lang, text: one }) => lang.startsWith('ar') && /\p{Script=Arabic}/u.test(one),
    )
    expect(said.length, path).toBeGreaterThan(10)
    expect(
      said.filter((one) => /,|[0-9]/.test(one.text)).map((one) => one.text),
      path,
    ).toEqual([])
  }
})
