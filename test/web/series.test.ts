import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'

let app: TestApp
let series = 0
const days = ['2031-03-04', '2031-03-11', '2031-03-18', '2031-03-25', '2031-04-01', '2031-04-08']
beforeAll(async () => {
  app = await createTestApp({ SITE_TIMEZONE: 'Europe/Berlin' })
  app.setNow(Temporal.Instant.from('2031-03-01T12:00Z'))
  const made = await app.create('events', {
    title: 'Yoga',
    start_date: '2031-03-04 19:00:00',
    end_date: '2031-03-04 20:30:00',
    categories: 'Sport',
    recurrence: 'RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=6',
  })
  series = made.series.id
  await app.ask({
    as: 'administrator',
    method: 'PATCH',
    path: 'events/by-slug/yoga-2031-03-11',
    json: { event_status: 'canceled' },
  })
  await app.create('events', {
    title: 'Run',
    start_date: '2031-03-05 19:00:00',
    end_date: '2031-03-05 20:30:00',
    categories: 'Sport',
  })
})
afterAll(() => app.close())

const page = async (path: string, language = 'en') => {
  const headers = { accept: 'text/html', 'accept-language': language }
  const { status, text } = await app.ask({ path, absolute: true, headers })
  return { status, text }
}

test.each([
  ['en', 'Every Tuesday, 6 times'],
  ['de', 'Jeden Dienstag, 6-mal'],
  ['fr', 'Chaque mardi, 6 fois'],
  ['es', 'Cada martes, 6 veces'],
  ['it', 'Ogni martedì, 6 volte'],
  ['nl', 'Elke dinsdag, 6 keer'],
  ['pt', 'Todas as semanas: terça-feira, 6 vezes'],
  ['ja', '毎週火曜日、全6回'],
  ['ar', 'كل أسبوع: الثلاثاء، عدد المرات: 6'],
])('the page of a date says in %s how often it is: %s', async (language, words) => {
  const { text } = await page('/event/yoga-2031-03-18/', language)
  expect(text).toContain(words)
})

test('the page of a date has the next dates, which of them are cancelled, and where all of them are', async () => {
  const { text } = await page('/event/yoga-2031-03-18/')
  expect(text).toMatch(
    /dates-list[^]*Tuesday, March 4[^]*<s>Tuesday, March 11<\/s>[^]*Cancelled[^]*aria-current="date"/,
  )
  expect(text).toContain('/event/yoga-2031-03-04/all/')
  expect(text).toContain(`/series/${series}.ics`)
  expect((await page('/event/run/')).text).not.toContain('dates-list')
})

test('a date that is cancelled names the next one; the zone is named where it is not that of the site', async () => {
  const { text } = await page('/event/yoga-2031-03-11/')
  const [, banner = ''] = /role="note">([^]*?)<article/.exec(text) ?? []
  expect(banner).toContain('This date is cancelled')
  expect(banner).toMatch(/yoga-2031-03-18\/">Next date: Tuesday, March 18</)
  expect(text).toMatch(/<a class="button" href="[^"]*yoga-2031-03-18\/"/)
  expect(text).toMatch(/<dd>\s*<s><time/)
  expect(text).not.toContain('class="zone"')
  const other = await page('/event/yoga-2031-03-18/')
  expect(other.text).not.toContain('Next date:')
  const abroad = { title: 'Abroad', timezone: 'Asia/Tokyo', start_date: '2031-05-05 19:00:00' }
  const made = await app.create('events', { ...abroad, end_date: '2031-05-05 20:00:00' })
  expect((await page(`/event/${made.slug}/`)).text).toContain('(Asia/Tokyo)')
})

test('all dates have a page, with the series for programs', async () => {
  expect((await page('/event/yoga-2031-03-18/all/')).status).toBe(301)
  const { status, text } = await page('/event/yoga-2031-03-04/all/')
  expect(status).toBe(200)
  expect(text.match(/\/event\/yoga-[\d-]+\/"/g)?.length).toBeGreaterThanOrEqual(days.length)
  expect(text).toMatch(/<h2>March 2031<\/h2>[^]*<h2>April 2031<\/h2>/)
  expect(text).toContain('"@type":"EventSeries"')
  expect(text).toContain('"repeatFrequency":"P1W"')
  expect((await page('/event/run/all/')).status).toBe(301)
  expect((await page('/event/nothing/all/')).status).toBe(404)
})

test('related events name a series once', async () => {
  const { text } = await page('/event/run/')
  expect(text.match(/<h3><a href="[^"]*\/event\/yoga/g)).toHaveLength(1)
  expect((await page('/event/yoga-2031-03-18/')).text).not.toMatch(/<h3><a href="[^"]*\/event\/yoga/)
})

test('lists show a series once a day, by the first of its dates that takes place', async () => {
  const made = await app.create('events', {
    title: 'Guided tour',
    start_date: '2031-03-08 10:00:00',
    end_date: '2031-03-08 11:00:00',
    recurrence: 'RRULE:FREQ=DAILY;BYHOUR=10,14,16;COUNT=6',
  })
  await app.ask({
    as: 'administrator',
    method: 'PATCH',
    path: `events/${made.id}`,
    json: { event_status: 'canceled' },
  })
  const { text } = await page('/list')
  const shown = [...text.matchAll(/<h3[^>]*>\s*<a href="[^"]*\/event\/(guided-tour-[\d-]+)\//g)].map(
    ([, slug]) => slug,
  )
  expect(shown).toEqual(['guided-tour-2031-03-08-2', 'guided-tour-2031-03-09'])
  expect((await app.read('events', { search: 'guided' })).total).toBe(6)
})

test('a series that was split has one page, with the dates of all its parts and the rule that goes on', async () => {
  const { id } = await app.create('events', {
    title: 'Sketching',
    start_date: '2031-09-01 18:00',
    end_date: '2031-09-01 19:00',
    recurrence: 'FREQ=WEEKLY;COUNT=4',
  })
  const { series } = await app.read(`events/${id}`)
  const window = { post_parent: series.id, start_date: '2031-01-01', end_date: '2032-01-01' }
  const { events } = await app.read('events', window)
  const third = events[2]
  const cut = { as: 'administrator', method: 'PATCH', path: `events/${third.id}` } as const
  await app.ask({ ...cut, query: { scope: 'following' }, json: { title: 'Sketching outside' } })
  const first = `/event/${events[0].slug}/all/`
  expect((await page(`/event/${third.slug}/all/`)).status).toBe(301)
  const { text } = await page(first)
  for (const { url } of events) expect(text).toContain(`href="${url}"`)
})
