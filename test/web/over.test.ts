import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'
import { visit } from './town.ts'

/** Nine in the evening of a month’s last day, which is a Sunday, on the clocks of the site. */
const evening = Temporal.Instant.from('2031-11-30T20:00:00Z')
const day = '2031-11-30'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ SITE_LOCALE: 'en-GB', SITE_TIMEZONE: 'Europe/Berlin' })
  app.setNow(Temporal.Instant.from('2031-11-01T12:00:00Z'))
  const add = (title: string, start_date: string, end_date: string, more: object = {}) =>
    app.create('events', { title, start_date, end_date, featured: true, ...more })
  await add('Breakfast', `${day} 08:00`, `${day} 10:00`)
  await add('Matinee', `${day} 11:00`, `${day} 13:00`, { event_status: 'canceled' })
  await add('Lisbon Talk', `${day} 18:00`, `${day} 19:59`, { timezone: 'Europe/Lisbon' })
  await add('Lisbon Fado', `${day} 19:00`, `${day} 20:30`, { timezone: 'Europe/Lisbon' })
  await add('Concert', `${day} 19:30`, `${day} 22:00`)
  await add('Party', `${day} 22:00`, '2031-12-01 04:00')
  await add('Exhibition', '2031-11-01 10:00', `${day} 23:00`)
  await add('Market', '2031-11-20', '2031-12-20', { all_day: true })
  await add('Monday Class', '2031-12-01 18:00', '2031-12-01 19:00')
})
afterAll(() => app.close())

/** The events of a page in their order, each with its section; those that are dimmed and told to be over with “over”. */
async function shown(path: string, now = evening): Promise<string[]> {
  app.setNow(now)
  const { text, status } = await visit(app, path)
  expect(status).toBe(200)
  const main = text.slice(text.indexOf('<main'), text.indexOf('</main>'))
  const parts =
    main.match(/<h2[^>]*>[^]*?<\/h2>|<article[^]*?<\/article>|<li>\s*<span class="dot[^]*?<\/li>/g) ?? []
  const plain = (html: string) =>
    html
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim()
  return parts.flatMap((part) => {
    if (part.startsWith('<h2')) return [`# ${plain(part)}`]
    const title = plain(/<a href="[^"]*\/event\/[^]*?<\/a/.exec(part)?.[0].concat('>') ?? '')
    const isDimmed = /<article class="[^"]*\bis-over\b/.test(part)
    const isSaid = />Over</.test(part)
    expect(isDimmed).toBe(isSaid && part.startsWith('<article'))
    return [isSaid ? `${title} (over)` : title]
  })
}

const titles = (all: readonly string[]) => all.filter((one) => !one.startsWith('#'))

describe('at nine in the evening of a month’s last day', () => {
  const toCome = ['Exhibition', 'Market', 'Concert', 'Lisbon Fado', 'Party']

  test('lists of what is to come have nothing that is over', async () => {
    for (const path of ['/list', '/list?when=next_30_days', `/list?from=${day}`]) {
      const all = titles(await shown(path))
      expect(all.slice(0, 5).toSorted(), path).toEqual(toCome.toSorted())
      expect(
        all.some((one) => /over|Breakfast|Matinee|Talk/.test(one)),
        path,
      ).toBe(false)
    }
  })

  test.each(['/list?when=today', '/list?when=month', '/list?when=weekend', `/list?from=${day}&until=${day}`])(
    'in %s it comes last, dimmed and told to be over',
    async (path) => {
      const all = await shown(path)
      expect(titles(all).slice(0, 5).toSorted()).toEqual(toCome.toSorted())
      expect(all.slice(all.indexOf('# Already over'))).toEqual([
        '# Already over',
        'Breakfast (over)',
        'Matinee (over)',
        'Lisbon Talk (over)',
      ])
      const { text } = await visit(app, path)
      expect(text).toMatch(/role="status">5 events</)
    },
  )

  test('the page of the day has it last, too', async () => {
    const all = await shown(`/day/${day}`)
    expect(all.slice(-4)).toEqual([
      '# Already over',
      'Breakfast (over)',
      'Matinee (over)',
      'Lisbon Talk (over)',
    ])
    expect(titles(all)).toHaveLength(8)
  })

  test('the front page does not have it, and says of what runs until when', async () => {
    expect(titles(await shown('/')).filter((one) => /over|Breakfast|Matinee|Talk/.test(one))).toEqual([])
    const { text } = await visit(app, '/')
    const said = [...text.matchAll(/<time datetime="[^"]*"\s*>([^<]*)<\/time/g)].map(([, when]) => when)
    expect(said).toContain('Until 22:00')
    expect(said).toContain('Until 20:30 WET')
    expect(said).toContain('Until 23:00')
    expect(said).toContain('Until 20 December')
    expect(said).toContain('Today, 22:00')
    expect(said).not.toContain('Today, 19:30')
  })

  test('tonight has what began after five, and what is over of it last', async () => {
    const all = titles(await shown('/list?when=tonight'))
    expect(all).toEqual(['Concert', 'Lisbon Fado', 'Party', 'Lisbon Talk (over)'])
  })

  test('the map and what is suggested have nothing that is over', async () => {
    expect((await visit(app, '/map')).text).not.toContain('Breakfast')
    const { text } = await visit(app, '/event/concert/')
    expect(text).not.toContain('/event/breakfast/')
  })
})

test('what runs after midnight is in lists under its evening, and on that day alone', async () => {
  const night = Temporal.Instant.from('2031-12-01T00:30:00Z')
  const all = await shown('/list?when=today', night)
  expect(all.slice(all.indexOf('# Sunday 30 November'), all.indexOf('# Sunday 30 November') + 2)).toEqual([
    '# Sunday 30 November',
    'Party',
  ])
  expect(titles(await shown('/day/2031-12-01', night))).not.toContain('Party')
  expect(titles(await shown('/list?when=past', night))).not.toContain('Party')
  const later = Temporal.Instant.from('2031-12-01T03:01:00Z')
  expect(titles(await shown('/list?when=today', later))).not.toContain('Party')
  expect(titles(await shown('/list?when=past', later))).toContain('Party')
  expect(titles(await shown('/list', later))).not.toContain('Party')
})

test('where nothing more is on, the list of today says so, page after page', async () => {
  const end = Temporal.Instant.from('2031-11-05T22:30:00Z')
  const made = []
  for (let at = 0; at < 23; at += 1)
    made.push(
      await app.create('events', {
        title: `Lesson ${at}`,
        start_date: '2031-11-05 10:00',
        end_date: '2031-11-05 11:00',
        categories: ['Lessons'],
      }),
    )
  const first = await shown('/list?when=today&categories=lessons', end)
  expect(titles(first)).toHaveLength(20)
  expect((await visit(app, '/list?when=today&categories=lessons')).text).toContain(
    'Nothing more is on today.',
  )
  const second = await shown('/list?when=today&categories=lessons&page=2', end)
  expect(titles(second)).toHaveLength(3)
  expect(new Set([...titles(first), ...titles(second)]).size).toBe(23)
  const noon = await shown(
    '/list?when=today&categories=lessons',
    Temporal.Instant.from('2031-11-05T08:00:00Z'),
  )
  expect(noon).not.toContain('# Already over')
  for (const { id } of made) await app.remove(`events/${id}`)
})

describe('a series', () => {
  test('is there once on the front page and at its venue, and as often as it is elsewhere, unless one asks', async () => {
    app.setNow(Temporal.Instant.from('2031-10-01T12:00:00Z'))
    const { venue } = await app.create('events', {
      title: 'Choir',
      start_date: '2031-10-02 19:00',
      end_date: '2031-10-02 21:00',
      recurrence: 'RRULE:FREQ=DAILY;COUNT=4',
      venue: { venue: 'Choir Hall' },
      categories: ['Choirs'],
    })
    const times = async (path: string) =>
      titles(await shown(path, Temporal.Instant.from('2031-10-01T12:00:00Z'))).filter(
        (one) => one === 'Choir',
      ).length
    const { pathname } = new URL(venue.url)
    expect(await times('/')).toBe(1)
    expect(await times(pathname)).toBe(1)
    const { text } = await visit(app, pathname)
    expect(text).toContain('1 event · 4 dates')
    expect(text).toContain('and 3 more dates')
    expect(await times(`${pathname}?collapse=none`)).toBe(4)
    expect(await times(`${pathname}?collapse=none&collapse=series`)).toBe(1)
    expect(await times('/list?categories=choirs')).toBe(4)
    expect(await times('/list?categories=choirs&collapse=series')).toBe(1)
    expect((await visit(app, '/list?collapse=some')).status).toBe(200)
    // One page for search engines.
    expect((await visit(app, `${pathname}?collapse=none`)).text).toContain(
      `rel="canonical" href="${venue.url}"`,
    )
  })
})

test('a week in which today is has today before the days that are over, for who listens as for who looks', async () => {
  // A Saturday.
  app.setNow(Temporal.Instant.from('2031-11-15T12:00:00Z'))
  const day = { start_date: '2031-11-15 18:00', end_date: '2031-11-15 19:00' }
  await app.create('events', { title: 'Evening', ...day })
  const { text } = await visit(app, '/week/2031-11-15')
  const days = [...text.matchAll(/<section class="day s-(\d)([^"]*)"/g)].map(([, column, more]) => ({
    column: Number(column),
    isPast: more?.includes('past') === true,
  }))
  expect(days).toHaveLength(7)
  const gone = days.filter(({ isPast }) => isPast).length
  expect(days.slice(7 - gone).every(({ isPast }) => isPast)).toBe(true)
  expect(new Set(days.map(({ column }) => column)).size).toBe(7)
  expect(gone).toBeGreaterThan(4)
  expect(days[0]?.column).toBe(gone + 1)
})
