import ICAL from 'ical.js'
import nodeIcal from 'node-ical'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'
import { at, nowOfSeries, seriesIn, yoga } from '../support/series.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ SITE_TIMEZONE: 'Europe/Berlin' })
  app.setNow(nowOfSeries)
})
afterAll(() => app.close())

const { make, send } = seriesIn(() => app)

/** A series with what may happen to its dates: one cancelled, one moved, one gone, one with another title. */
async function eventful(more: object = {}) {
  const made = await make({
    recurrence: ['RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=7', 'EXDATE:20310415'],
    ...more,
  })
  await send(`events/${at(made.dates, 1).id}`, { event_status: 'canceled' })
  await send(`events/${at(made.dates, 2).id}`, {
    start_date: '2031-03-19 18:00',
    end_date: '2031-03-19 19:00',
  })
  await send(`events/${at(made.dates, 3).id}`, {}, 'DELETE')
  await send(`events/${at(made.dates, 4).id}`, { title: 'Guest, and a list; of things' })
  return made.series
}

/** What a program reads of a calendar: when each date is, its title, and whether it is cancelled. */
type Read = (text: string) => string[]

const byIcalJs: Read = (text) => {
  const components = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent')
  const [master, ...exceptions] = components.map((each) => new ICAL.Event(each))
  if (!master) throw new Error('There is no event.')
  for (const each of exceptions) master.relateException(each)
  const found: string[] = []
  const iterator = master.iterator()
  for (let next = iterator.next(); next && found.length < 30; next = iterator.next()) {
    const { item, startDate, endDate } = master.getOccurrenceDetails(next)
    const status = String(item.component.getFirstPropertyValue('status'))
    found.push(
      [startDate.toJSDate().toISOString(), endDate.toJSDate().toISOString(), item.summary, status].join(' '),
    )
  }
  return found.toSorted()
}

const byNodeIcal: Read = (text) => {
  const events = Object.values(nodeIcal.sync.parseICS(text)).filter((each) => each?.type === 'VEVENT')
  const [event] = events
  if (!event || event.type !== 'VEVENT' || events.length > 1) throw new Error('There is not one event.')
  const [from, to] = [new Date('2031-01-01'), new Date('2032-01-01')]
  return nodeIcal
    .expandRecurringEvent(event, { from, to })
    .map(({ start, end, summary, event }) =>
      [
        start.toISOString(),
        end.toISOString(),
        typeof summary === 'string' ? summary : summary.val,
        event.status,
      ].join(' '),
    )
    .toSorted()
}

describe('the calendar of a series', () => {
  test.each([
    ['ical.js', byIcalJs, 'RDATE:20310410T100000'],
    // It knows no RDATE.
    ['node-ical', byNodeIcal],
  ])('says to %s what is here', async (_, read, ...more) => {
    const id = await eventful({
      recurrence: ['RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=7', 'EXDATE:20310415', ...more],
    })
    const { text } = await app.ask({ path: `series/${id}.ics` })
    const { events } = await app.read('events', { post_parent: id, per_page: 50 })
    const iso = (utc: string) => `${utc.replace(' ', 'T')}.000Z`
    expect(read(text)).toEqual(
      events
        .map((event: Record<string, string>) =>
          [
            iso(event['utc_start_date'] ?? ''),
            iso(event['utc_end_date'] ?? ''),
            `${event['event_status'] === 'canceled' ? 'Cancelled: ' : ''}${event['title']?.replaceAll('&#8217;', '’')}`,
            event['event_status'] === 'canceled' ? 'CANCELLED' : 'CONFIRMED',
          ].join(' '),
        )
        .toSorted(),
    )
  })
})

test('a date on another clock than its series, or all day, is called by the clock of the series', async () => {
  const { series, dates } = await make()
  const abroad = {
    timezone: 'America/New_York',
    start_date: '2031-03-11 10:00',
    end_date: '2031-03-11 11:00',
  }
  await send(`events/${at(dates, 1).id}`, abroad)
  await send(`events/${at(dates, 2).id}`, { all_day: true, start_date: '2031-03-18', end_date: '2031-03-18' })
  const { text } = await app.ask({ path: `series/${series}.ics` })
  expect(text.match(/^(?:RECURRENCE-ID|DTSTART;(?!.*:1970)).*$/gm)).toEqual([
    'DTSTART;TZID=Europe/Berlin:20310304T190000',
    'DTSTART;TZID=America/New_York:20310311T100000',
    'RECURRENCE-ID;TZID=Europe/Berlin:20310311T190000',
    'DTSTART;VALUE=DATE:20310318',
    'RECURRENCE-ID;TZID=Europe/Berlin:20310318T190000',
  ])
})

const vevents = (calendar: string) => calendar.match(/BEGIN:VEVENT\r\n[^]*?END:VEVENT\r\n/g) ?? []

describe('a list as a calendar', () => {
  test('tells each date as an event of its own, or each series by its rule, never one series in both forms', async () => {
    const id = await eventful({ title: 'Chess' })
    await app.create('events', { ...yoga, recurrence: undefined, title: 'Fair' })
    const expanded = (await app.ask({ path: 'events.ics' })).text
    expect(vevents(expanded).join()).not.toMatch(/RRULE|RECURRENCE-ID/)
    const { status, text } = await app.ask({ path: 'events.ics?recurrence=rule' })
    expect(status).toBe(200)
    const own = (await app.ask({ path: `series/${id}.ics` })).text
    const said = vevents(text).map((each) => each.replace(/DTSTAMP.*\r\n/, ''))
    for (const each of vevents(own)) expect(said).toContain(each.replace(/DTSTAMP.*\r\n/, ''))
    expect(
      said.filter((each) => each.includes('SUMMARY:Chess') && !each.includes(`UID:series-${id}@`)),
    ).toEqual([])
    expect(said.filter((each) => each.includes('SUMMARY:Fair'))).toHaveLength(1)
  })

  test.each([
    'search=yoga',
    'featured=true',
    'start_date=2031-03-01',
    'status=publish',
    'ends_after=2031-03-01',
  ])('has no rules where it is filtered by %s, since a rule is of the whole series', async (filter) => {
    const { status, body } = await app.ask({ path: `events.ics?recurrence=rule&${filter}` })
    expect([status, Object.keys(body.data.params)]).toEqual([400, ['recurrence']])
    expect(body.data.params.recurrence).toContain(filter.split('=')[0])
  })

  test('knows no other form, and other formats have none', async () => {
    expect((await app.ask({ path: 'events.ics?recurrence=dates' })).status).toBe(400)
    expect((await app.ask({ path: 'events.rss?recurrence=rule' })).text).not.toContain('RRULE')
  })
})

describe('what readers follow as news', () => {
  const titles = (text: string) =>
    [...text.matchAll(/<item><title>(.*?)<\/title>/g)].map(([, title]) => title)
  const guids = (text: string) => [...text.matchAll(/<guid[^>]*>(.*?)<\/guid>/g)].map(([, guid]) => guid)

  test('has each series once, as the same news while its days go by, and all dates where they are asked for', async () => {
    const { series } = await make({ title: 'Newsly', categories: 'news' })
    const read = async (format: string, query = '') =>
      (await app.ask({ path: `events.${format}?categories=news${query}` })).text
    const first = await read('rss')
    expect(titles(first)).toEqual(['Newsly'])
    expect(first).toContain('and 5 further dates')
    const json = JSON.parse(await read('json')).items
    expect(json).toMatchObject([{ title: 'Newsly', _kalends: { further_dates: 5 } }])
    expect(guids(first)).toEqual([json[0].id])
    app.setNow(nowOfSeries.add({ hours: 24 * 8 }))
    const later = await read('rss')
    expect([titles(later), guids(later)]).toEqual([['Newsly'], guids(first)])
    app.setNow(nowOfSeries)
    for (const query of ['&collapse=none', `&post_parent=${series}`]) {
      expect(titles(await read('rss', query))).toHaveLength(6)
      expect(JSON.parse(await read('json', query)).items).toHaveLength(6)
    }
    expect(JSON.parse(await read('geojson')).features ?? []).toHaveLength(0)
    expect((await read('csv')).trim().split('\r\n')).toHaveLength(7)
    expect((await read('csv', '&collapse=series')).trim().split('\r\n')).toHaveLength(2)
  })

  test('begins in RSS with what was announced last, and has a hundred at most, with the way to the rest', async () => {
    for (let number = 0; number < 102; number += 1)
      await app.create('events', {
        title: `Item ${number}`,
        categories: 'many',
        start_date: `2031-04-${String(28 - (number % 28)).padStart(2, '0')} 10:00`,
        end_date: '2031-04-28 20:00',
        date: `2031-02-01 00:${String(Math.floor(number / 60)).padStart(2, '0')}:${String(number % 60).padStart(2, '0')}`,
      })
    const { text } = await app.ask({ path: 'events.rss?categories=many' })
    expect(titles(text)).toEqual(Array.from({ length: 100 }, (_, index) => `Item ${101 - index}`))
    const [, next = ''] = /rel="next" href="([^"]*)"/.exec(text) ?? []
    const rest = await app.ask({
      path: new URL(next.replaceAll('&amp;', '&')).pathname + new URL(next.replaceAll('&amp;', '&')).search,
      absolute: true,
    })
    expect(titles(rest.text)).toEqual(['Item 1', 'Item 0'])
    const byStart = (await app.ask({ path: 'events.rss?categories=many&orderby=start_date&per_page=3' })).text
    expect(titles(byStart)).toEqual(['Item 27', 'Item 55', 'Item 83'])
    const json = (await app.ask({ path: 'events.json?categories=many' })).body
    expect(json.items).toHaveLength(100)
    expect(json.next_url).toContain('page=2')
    expect(json.items[0].title).toBe('Item 27')
  })
})

describe('a series that was split', () => {
  const uidsIn = (text: string) => [
    ...new Set([...text.matchAll(/^UID:(.*)$/gm)].map(([, uid]) => uid?.trim())),
  ]
  /** The days of all parts, each read as a calendar by itself. */
  const datesIn = (text: string) =>
    uidsIn(text)
      .flatMap((uid) => {
        const calendar = new ICAL.Component(ICAL.parse(text))
        for (const each of calendar.getAllSubcomponents('vevent'))
          if (each.getFirstPropertyValue('uid') !== uid) calendar.removeSubcomponent(each)
        return byIcalJs(calendar.toString())
      })
      .map((line) => line.slice(0, 10))
      .toSorted()

  test('is one calendar for who subscribes to any of its parts, and each part says which it goes on from', async () => {
    const { series, dates } = await make()
    await send(`events/${at(dates, 4).id}?scope=following`, { title: 'Third' })
    const last = (await app.read(`events/${at(dates, 4).id}`)).series.id
    await send(`events/${at(dates, 2).id}?scope=following`, { title: 'Second' })
    const middle = (await app.read(`events/${at(dates, 2).id}`)).series.id
    expect(await app.read(`series/${series}`)).toMatchObject({ continues: null, continued_by: middle })
    expect(await app.read(`series/${middle}`)).toMatchObject({ continues: series, continued_by: last })
    expect(await app.read(`series/${last}`)).toMatchObject({ continues: middle, continued_by: null })
    const all = await Promise.all(
      [series, middle, last].map(async (id) => (await app.ask({ path: `series/${id}.ics` })).text),
    )
    expect(new Set(all).size).toBe(1)
    expect(uidsIn(all[0] ?? '')).toEqual([series, middle, last].map((id) => `series-${id}@localhost`))
    expect(datesIn(all[0] ?? '')).toEqual(dates.map(({ start_date }) => start_date.slice(0, 10)))
    // Who sees no date of a part is told of the next that he sees, on both sides; who sees it is told of it.
    const hidden = dates.slice(2, 4)
    for (const { id } of hidden) await send(`events/${id}`, {}, 'DELETE')
    expect(await app.read(`series/${series}`)).toMatchObject({ continues: null, continued_by: last })
    expect(await app.read(`series/${last}`)).toMatchObject({ continues: series, continued_by: null })
    for (const { id } of hidden) await send(`events/${id}`, { status: 'publish' })
    expect(await app.read(`series/${series}`)).toMatchObject({ continued_by: middle })
    expect(await app.read(`series/${last}`)).toMatchObject({ continues: middle })
    // A part that is gone leaves those beside it together.
    await send(`series/${middle}?force=true`, {}, 'DELETE')
    expect(await app.read(`series/${series}`)).toMatchObject({ continued_by: last })
    expect(await app.read(`series/${last}`)).toMatchObject({ continues: series })
  })

  test('tells with every change of its dates that something is new, and never less', async () => {
    const { series, dates } = await make()
    const said = async () => {
      const { text } = await app.ask({ path: `series/${series}.ics` })
      const [master = ''] = text.slice(text.indexOf('BEGIN:VEVENT')).split('END:VEVENT')
      const [, sequence] = /^SEQUENCE:(\d+)/m.exec(master) ?? []
      const [, modified = ''] = /^LAST-MODIFIED:(\S+)/m.exec(master) ?? []
      return { sequence: Number(sequence), modified }
    }
    let before = await said()
    const changes: (() => Promise<unknown>)[] = [
      () => send(`events/${at(dates, 1).id}`, { title: 'Other' }),
      () => send(`events/${at(dates, 1).id}`, {}, 'DELETE'),
      () => send(`events/${at(dates, 2).id}?force=true`, {}, 'DELETE'),
      () => send(`events/${at(dates, 1).id}`, { status: 'publish' }),
      () => send(`events/${at(dates, 3).id}?scope=following`, { title: 'Split' }),
    ]
    for (const change of changes) {
      await change()
      const after = await said()
      expect(after.sequence, String(change)).toBeGreaterThan(before.sequence)
      expect(after.modified >= before.modified, String(change)).toBe(true)
      before = after
    }
  })
})
