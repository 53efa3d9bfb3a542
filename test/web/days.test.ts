import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'
import { visit } from './town.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ SITE_LOCALE: 'en-GB', SITE_TIMEZONE: 'Europe/Berlin' })
  app.setNow(Temporal.Instant.from('2031-06-21T12:00:00Z'))
  const add = (title: string, start_date: string, end_date: string, more: object = {}) =>
    app.create('events', { title, start_date, end_date, categories: ['Talks'], ...more })
  await add('Late Show', '2031-06-22 22:00', '2031-06-22 23:30', { timezone: 'America/New_York' })
  await add('Lunch', '2031-06-23 12:00', '2031-06-23 13:00', { timezone: 'Europe/Lisbon' })
  await add('Last Night', '2031-06-20 22:00', '2031-06-21 03:00')
  await add('Festival', '2031-06-20 10:00', '2031-06-22 23:00')
})
afterAll(() => app.close())

/** The days of a list by what they are called, each with what its events say of their time. */
async function listed(path: string): Promise<Record<string, string[]>> {
  const { text } = await visit(app, path)
  const plain = (html = '') =>
    html
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim()
  const days = text.match(/<section(?: class="running")?(?: data-day="[^"]*")?>[^]*?<\/section>/g) ?? []
  return Object.fromEntries(
    days.map((day) => [
      plain(/<h2>[^]*?<\/h2>/.exec(day)?.[0]),
      (day.replace(/<h2>[^]*?<\/h2>/, '').match(/<time [^>]*>[^]*?<\/time\s*>/g) ?? []).map(plain),
    ]),
  )
}

test('an event stands under its day here; where its own clocks show another one, it says which', async () => {
  const all = await listed('/list')
  const [late, lunch] = ['22:00 EDT – 23:30 Sun 22 Jun', '12:00 WEST – 13:00']
  expect(all['Monday 23 June']).toEqual([late, lunch])
  expect(Object.keys(all)).not.toContain('Tomorrow, Sunday 22 June')
  expect(Object.values(await listed('/day/2031-06-23')).flat()).toEqual([late, lunch])
})

test('what is yet to begin is not told to be on already, on whichever day one looks', async () => {
  const { id } = await app.create('events', {
    title: 'Sea',
    start_date: '2031-07-04 12:00',
    end_date: '2031-07-06 23:00',
  })
  expect(await listed('/list?from=2031-07-05')).toEqual({ 'Friday 4 July': ['12:00 – 6 Jul'] })
  expect(await listed('/day/2031-07-05')).toEqual({ 'On for a while': ['Until 6 July'] })
  await app.remove(`events/${id}`)
})

test('programs read the moment of what begins at one, and the day of what lasts whole days', async () => {
  const { id } = await app.create('events', {
    title: 'Fair',
    start_date: '2031-07-01',
    end_date: '2031-07-02',
    all_day: true,
  })
  const { text } = await visit(app, '/list')
  expect(text).toMatch(/<time datetime="2031-07-01"\s*>All day/)
  expect(text).toMatch(/<time datetime="2031-06-23T02:00:00Z"\s*>22:00/)
  await app.remove(`events/${id}`)
})

test('suggested elsewhere, it says its own day once', async () => {
  const { text } = await visit(app, '/event/lunch/')
  expect(text).toMatch(/>Sun 22 Jun, 22:00 EDT</)
})

test('a night that is over is not told to be on still, nor to come', async () => {
  expect(Object.keys(await listed('/list')).slice(0, 2)).toEqual(['On for a while', 'Monday 23 June'])
})

test('a night belongs to its evening alone, until the turn of the day that a setting says', async () => {
  const { id } = await app.create('events', {
    title: 'Long Night',
    start_date: '2031-07-11 22:00',
    end_date: '2031-07-12 05:00',
  })
  const on = async (path: string) => (await visit(app, path)).text.includes('Long Night')
  const shown = async () => [await on('/day/2031-07-11'), await on('/day/2031-07-12')]
  expect(await shown()).toEqual([true, false])
  expect([await on('/list?from=2031-07-11&until=2031-07-11'), await on('/list?from=2031-07-12')]).toEqual([
    true,
    false,
  ])
  const end = (end_date: string) =>
    app.ask({ as: 'administrator', method: 'PUT', path: `events/${id}`, json: { end_date } })
  await end('2031-07-12 05:01')
  expect(await shown()).toEqual([true, true])
  await end('2031-07-12 04:00')
  const turn = (day_turn: string | null) =>
    app.ask({
      as: 'administrator',
      method: 'POST',
      absolute: true,
      path: '/wp/v2/settings',
      json: { day_turn },
    })
  expect((await turn('03:59')).status).toBe(200)
  expect(await shown()).toEqual([true, true])
  await turn('04:00')
  expect(await shown()).toEqual([true, false])
  expect((await turn('later')).status).toBe(400)
  await turn(null)
  await app.remove(`events/${id}`)
})

test('counts of days are those of the days shown, nights and what begins at midnight among them', async () => {
  const made = []
  for (const [start_date, end_date] of [
    ['2031-08-08 22:00', '2031-08-09 04:00'],
    ['2031-08-09 00:00', '2031-08-09 00:00'],
    ['2031-08-09 01:00', '2031-08-09 04:00'],
    ['2031-08-07 10:00', '2031-08-09 02:00'],
  ])
    made.push(
      await app.create('events', {
        title: `From ${start_date}`,
        start_date,
        end_date,
        categories: ['Nights'],
      }),
    )
  const found = async (path: string) => {
    const { text } = await visit(app, path)
    return [
      /role="status">([^<]*)</.exec(text)?.[1],
      /value="nights"[^>]*>(?:<i [^>]*><\/i>)?<bdi>Nights<\/bdi> <i class="count">(\d+)/.exec(text)?.[1],
    ]
  }
  expect(await found('/day/2031-08-08')).toEqual(['2 events', '2'])
  expect(await found('/day/2031-08-09')).toEqual(['2 events', '2'])
  expect(await found('/week/2031-08-09')).toEqual(['4 events', '4'])
  expect(await found('/month/2031-08')).toEqual(['4 events', '4'])
  const { text } = await visit(app, '/day/2031-08-09')
  const strip = [...text.matchAll(/<b>(\d+)<\/b\s*><span class="count"\s*>(\d+)/g)].map(([, day, count]) => [
    day,
    count,
  ])
  expect(strip.slice(3, 6)).toEqual([
    ['7', '1'],
    ['8', '2'],
    ['9', '2'],
  ])
  const { text: all } = await visit(app, '/filters/day/2031-08-09')
  expect(all).toMatch(/Nights<\/bdi> <i class="count">2</)
  for (const { id } of made) await app.remove(`events/${id}`)
})

test('whole days are the same days everywhere: one each, and in every view, whatever the zone of their event', async () => {
  const zones = ['Asia/Tokyo', 'Pacific/Honolulu', 'Pacific/Kiritimati', 'Etc/GMT+12', 'Europe/Berlin']
  const day = { start_date: '2031-08-05', end_date: '2031-08-05', all_day: true }
  const made = []
  for (const timezone of zones)
    made.push(await app.create('events', { title: `Day in ${timezone}`, timezone, ...day }))
  made.push(
    await app.create('events', {
      title: 'Evening before',
      start_date: '2031-08-04 20:00',
      end_date: '2031-08-04 22:00',
    }),
  )
  const titlesOf = async (path: string) => {
    const { text } = await visit(app, path)
    return zones.filter((zone) => text.includes(`Day in ${zone}`))
  }
  expect(await titlesOf('/day/2031-08-04')).toEqual([])
  expect(await titlesOf('/day/2031-08-05')).toEqual(zones)
  expect(await titlesOf('/day/2031-08-06')).toEqual([])
  expect(await titlesOf('/list?from=2031-08-05&until=2031-08-05')).toEqual(zones)
  expect(await titlesOf('/list?from=2031-08-06')).toEqual([])
  expect(
    Object.entries(await listed('/list?from=2031-08-01')).map(([name, times]) => [name, times.length]),
  ).toEqual([
    ['Monday 4 August', 1],
    ['Tuesday 5 August', zones.length],
  ])
  for (const { id } of made) await app.remove(`events/${id}`)
})

test('whole days are the same days everywhere: one each, and in every view, whatever the zone of their event', async () => {
  const zones = ['Asia/Tokyo', 'Pacific/Honolulu', 'Pacific/Kiritimati', 'Etc/GMT+12', 'Europe/Berlin']
  const day = { start_date: '2031-08-05', end_date: '2031-08-05', all_day: true }
  const made = []
  for (const timezone of zones)
    made.push(await app.create('events', { title: `Day in ${timezone}`, timezone, ...day }))
  made.push(
    await app.create('events', {
      title: 'Evening before',
      start_date: '2031-08-04 20:00',
      end_date: '2031-08-04 22:00',
    }),
  )
  const titlesOf = async (path: string) => {
    const { text } = await visit(app, path)
    return zones.filter((zone) => text.includes(`Day in ${zone}`))
  }
  expect(await titlesOf('/day/2031-08-04')).toEqual([])
  expect(await titlesOf('/day/2031-08-05')).toEqual(zones)
  expect(await titlesOf('/day/2031-08-06')).toEqual([])
  expect(await titlesOf('/list?from=2031-08-05&until=2031-08-05')).toEqual(zones)
  expect(await titlesOf('/list?from=2031-08-06')).toEqual([])
  expect(
    Object.entries(await listed('/list?from=2031-08-01')).map(([name, times]) => [name, times.length]),
  ).toEqual([
    ['Monday 4 August', 1],
    ['Tuesday 5 August', zones.length],
  ])
  const { text: strip } = await visit(app, '/day/2031-08-04')
  const counts = [...strip.matchAll(/class="count"\s*>(\d+)/g)].map(([, count]) => Number(count))
  expect(counts.slice(0, 3)).toEqual([1, zones.length, 0])
  for (const { id } of made) await app.remove(`events/${id}`)
})

test('whole days are the same days everywhere: one each, and in every view, whatever the zone of their event', async () => {
  const zones = ['Asia/Tokyo', 'Pacific/Honolulu', 'Pacific/Kiritimati', 'Etc/GMT+12', 'Europe/Berlin']
  const day = { start_date: '2031-08-05', end_date: '2031-08-05', all_day: true }
  const made = []
  for (const timezone of zones)
    made.push(await app.create('events', { title: `Day in ${timezone}`, timezone, ...day }))
  made.push(
    await app.create('events', {
      title: 'Evening before',
      start_date: '2031-08-04 20:00',
      end_date: '2031-08-04 22:00',
    }),
  )
  const titlesOf = async (path: string) => {
    const { text } = await visit(app, path)
    return zones.filter((zone) => text.includes(`Day in ${zone}`))
  }
  expect(await titlesOf('/day/2031-08-04')).toEqual([])
  expect(await titlesOf('/day/2031-08-05')).toEqual(zones)
  expect(await titlesOf('/day/2031-08-06')).toEqual([])
  expect(await titlesOf('/list?from=2031-08-05&until=2031-08-05')).toEqual(zones)
  expect(await titlesOf('/list?from=2031-08-06')).toEqual([])
  expect(
    Object.entries(await listed('/list?from=2031-08-01')).map(([name, times]) => [name, times.length]),
  ).toEqual([
    ['Monday 4 August', 1],
    ['Tuesday 5 August', zones.length],
  ])
  const { text: strip } = await visit(app, '/day/2031-08-04')
  const counts = [...strip.matchAll(/href="[^"]*\/day\/(2031-08-0\d)[^"]*"[^>]*aria-label="([^"]*)"/g)]
  console.log(
    strip
      .match(/<nav[^]*?<\/nav>/g)
      ?.join('\n')
      .slice(0, 3000),
    counts,
  )
  for (const { id } of made) await app.remove(`events/${id}`)
})

test('whole days of any zone are those days wherever they are asked for: lists, their counts, feeds of pages, other interfaces', async () => {
  const made = []
  for (const timezone of ['Pacific/Auckland', 'Europe/Berlin', 'Pacific/Honolulu'])
    made.push(
      await app.create('events', {
        title: `Whole in ${timezone}`,
        start_date: '2031-09-10',
        end_date: '2031-09-11',
        all_day: true,
        timezone,
      }),
    )
  const titles = async (query: Readonly<Record<string, unknown>>) =>
    (await app.read('events', query)).events.map(({ title }: { title: string }) => title).length
  const strict = { strict_dates: 'true' }
  const on = (day: string) => ({
    ends_after: `${day} 00:00:00`,
    starts_before: `${day} 23:59:59`,
    ...strict,
  })
  expect(await titles(on('2031-09-09'))).toBe(0)
  expect(await titles(on('2031-09-10'))).toBe(3)
  expect(await titles(on('2031-09-11'))).toBe(3)
  expect(await titles(on('2031-09-12'))).toBe(0)
  expect(await titles({ start_date: '2031-09-10', end_date: '2031-09-11' })).toBe(3)
  expect(await titles({ start_date: '2031-09-11' })).toBe(0)
  expect(await titles({ start_date: '2031-09-01', end_date: '2031-09-10' })).toBe(0)
  expect(await titles({ starts_after: '2031-09-09', ends_before: '2031-09-11' })).toBe(3)
  expect(await titles({ starts_after: '2031-09-10' })).toBe(0)
  expect(await titles({ starts_before: '2031-09-09', ends_after: '2031-09-01' })).toBe(0)
  expect(await titles({ starts_after: '2031-09-09', ends_before: '2031-09-10' })).toBe(0)
  // A moment with an offset is one on the clocks of the site.
  expect(
    await titles({ start_date: '2031-09-09T22:00:00Z', ends_after: '2031-09-11T21:59:58Z', ...strict }),
  ).toBe(3)
  expect(await titles({ start_date: '2031-09-09T22:00:01Z', ...strict })).toBe(0)
  const { days } = await app.read('events/facets', {
    facets: 'days',
    start_date: '2031-09-01',
    end_date: '2031-09-30',
  })
  expect(days).toEqual([{ date: '2031-09-10', count: 3 }])
  for (const [day, count] of [
    ['2031-09-09', 0],
    ['2031-09-10', 3],
    ['2031-09-11', 3],
    ['2031-09-12', 0],
  ] as const) {
    const { text } = await visit(app, `/list?from=${day}&until=${day}`)
    const [, address = ''] = /href="([^"]*events\.ics[^"]*)"/.exec(text) ?? []
    const feed = new URL(address.replaceAll('&amp;', '&'))
    const { text: calendar } = await visit(app, feed.pathname + feed.search)
    expect(calendar.match(/SUMMARY:Whole in/g) ?? [], day).toHaveLength(count)
  }
  for (const { id } of made) await app.remove(`events/${id}`)
})
