import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'
import { at, nowOfSeries, seriesIn, starts, yogaDays } from '../support/series.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ SITE_TIMEZONE: 'Europe/Berlin' })
  app.setNow(nowOfSeries)
})
afterAll(() => app.close())

const { make, datesOf, send } = seriesIn(() => app)
const idsOf = (dates: readonly { readonly id: number }[]) => dates.map(({ id }) => id)
const daysLater = (days: number) =>
  yogaDays.map((day) => `${Temporal.PlainDate.from(day).add({ days }).toString()} 19:00:00`)

test('dates moved to another day, past midnight, or by the n-th weekday of months keep ids and addresses, and their rule goes with them', async () => {
  const { series, dates } = await make()
  await send(`events/${at(dates, 1).id}`, { event_status: 'canceled' })
  await send(`events/${at(dates, 2).id}`, {}, 'DELETE')
  const moved = await send(`events/${at(dates, 3).id}?scope=all`, {
    start_date: '2031-03-26 19:00:00',
    end_date: '2031-03-26 20:30:00',
  })
  expect([moved.status, moved.body.id, moved.body.applied.created, moved.body.applied.removed]).toEqual([
    200,
    at(dates, 3).id,
    [],
    [],
  ])
  const after = await datesOf(series)
  expect(idsOf(after)).toEqual(idsOf(dates.toSpliced(2, 1)))
  expect(after.map(({ slug }) => slug)).toEqual(dates.toSpliced(2, 1).map(({ slug }) => slug))
  expect(starts(after)).toEqual(daysLater(1).toSpliced(2, 1))
  expect(at(after, 1).event_status).toBe('canceled')
  expect((await app.read(`series/${series}`)).recurrence).toEqual(['RRULE:FREQ=WEEKLY;BYDAY=WE;COUNT=6'])
  const night = await send(`series/${series}`, {
    start_date: '2031-03-06 00:30',
    end_date: '2031-03-06 02:00',
  })
  expect([night.status, night.body.recurrence]).toEqual([200, ['RRULE:FREQ=WEEKLY;BYDAY=TH;COUNT=6']])
  expect(idsOf(await datesOf(series))).toEqual(idsOf(after))

  const monthly = await make({ recurrence: 'RRULE:FREQ=MONTHLY;BYDAY=1TU;COUNT=6' })
  const nth = await send(`events/${at(monthly.dates, 1).id}?scope=all`, {
    start_date: '2031-04-02 19:00:00',
    end_date: '2031-04-02 20:30:00',
  })
  expect(nth.body.applied).toMatchObject({ created: [], removed: [], changed: idsOf(monthly.dates) })
  expect((await app.read(`series/${monthly.series}`)).recurrence).toEqual([
    'RRULE:FREQ=MONTHLY;BYDAY=1WE;COUNT=6',
  ])
})

test('another rule gives each date that of its week; those without a partner go, and their addresses lead to the series', async () => {
  const { series, dates } = await make()
  const { body } = await send(`events/${at(dates, 5).id}?scope=all`, {
    recurrence: 'RRULE:FREQ=WEEKLY;BYDAY=TH;COUNT=4',
  })
  expect(body.applied).toMatchObject({
    changed: idsOf(dates.slice(0, 4)),
    created: [],
    removed: idsOf(dates.slice(4)),
  })
  // The date that was named has gone: another one is answered, and is there.
  expect([body.id, (await app.ask({ path: `events/${body.id}` })).status]).toEqual([at(dates, 3).id, 200])
  const page = async (path: string) => {
    const { status, headers } = await app.ask({ path, absolute: true })
    return [status, headers['location']]
  }
  const all = (await app.read(`series/${series}`)).url
  for (const end of ['', 'all/'])
    expect(await page(`/event/${at(dates, 5).slug}/${end}`)).toEqual([
      301,
      expect.stringContaining(new URL(all).pathname),
    ])
  expect((await page(`/event/${at(dates, 0).slug}/`))[0]).toBe(200)
  await send(`events/${at(dates, 3).id}?force=true`, {}, 'DELETE')
  expect((await page(`/event/${at(dates, 3).slug}/`))[0]).toBe(301)
})

test('a date that comes back is one of its series again, and can be the first of those that follow', async () => {
  const { series, dates } = await make()
  await send(`events/${at(dates, 0).id}?scope=all`, { recurrence: 'RRULE:FREQ=WEEKLY;COUNT=4' })
  const last = at(dates, 5)
  expect((await send(`events/${last.id}?scope=following`, { status: 'publish' })).status).toBe(409)
  expect((await send(`events/${last.id}`, { status: 'publish' })).status).toBe(200)
  expect((await app.read(`series/${series}`)).recurrence).toEqual([
    'RRULE:FREQ=WEEKLY;COUNT=4',
    'RDATE:20310408T190000',
  ])
  const { status, body } = await send(`events/${last.id}?scope=following`, { description: 'x' })
  expect([status, body.applied.changed]).toEqual([200, [last.id]])
  for (const path of [
    'events?start_date=2031-01-01',
    'series',
    `events/${last.id}`,
    `series/${body.series.id}`,
  ])
    expect((await app.ask({ path })).status).toBe(200)
  // The next one is simply given by a rule that goes on to it.
  await send(`events/${at(dates, 4).id}`, { status: 'publish' })
  expect((await app.read(`series/${series}`)).recurrence).toEqual(['RRULE:FREQ=WEEKLY;UNTIL=20310401T190000'])
})

test('an end alone, or a start, at a date that was moved by hand changes the length, and moves nothing there', async () => {
  const { series, dates } = await make()
  const moved = at(dates, 2)
  await send(`events/${moved.id}`, { start_date: '2031-03-20 10:00', end_date: '2031-03-20 11:30' })
  await send(`events/${moved.id}?scope=all`, { end_date: '2031-03-20 12:00:00' })
  expect(await app.read(`series/${series}`)).toMatchObject({
    start_date: '2031-03-04 19:00:00',
    duration: 7200,
    recurrence: ['RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=6'],
  })
  expect(starts(await datesOf(series))).toEqual(daysLater(0).with(2, '2031-03-20 10:00:00'))
  // It keeps its own end; from its new start until that it lasts two and a half hours.
  await send(`events/${moved.id}?scope=following`, { start_date: '2031-03-20 09:00:00' })
  const [later] = (await datesOf((await app.read(`events/${moved.id}`)).series.id)).slice(1)
  expect(later).toMatchObject({ start_date: '2031-03-25 18:00:00', end_date: '2031-03-25 20:30:00' })
})

test('what is left out is gone, whatever it was before, and a date that only lasts longer moves with the others', async () => {
  const { series, dates } = await make()
  const [out, long] = [at(dates, 1), at(dates, 4)]
  await send(`events/${out.id}`, { event_status: 'canceled' })
  await send(`events/${out.id}`, { event_status: 'scheduled', title: 'Guest' })
  await send(`events/${long.id}`, { end_date: '2031-04-01 22:00:00' })
  const lines = ['RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=6', 'EXDATE:20310311T190000']
  const { body } = await send(`series/${series}`, { recurrence: lines })
  expect(body.applied).toMatchObject({ removed: [out.id], kept: [] })
  expect(idsOf(await datesOf(series))).not.toContain(out.id)
  await send(`series/${series}`, { start_date: '2031-03-05 19:00', end_date: '2031-03-05 20:30' })
  const after = await datesOf(series)
  expect(starts(after)).toEqual(daysLater(1).toSpliced(1, 1))
  expect(after.find(({ id }) => id === long.id)).toMatchObject({ end_date: '2031-04-02 22:00:00' })
})

test('the address of a public date that has gone leads to what is there of its series, and where that is nothing says so', async () => {
  const { dates } = await make({ title: 'Fencing' })
  const page = async (slug: string, end = '') => {
    const { status, headers } = await app.ask({ path: `/event/${slug}/${end}`, absolute: true })
    return [status, headers['location']?.replace(/^https?:\/\/[^/]+/, '')]
  }
  const [first, second] = [at(dates, 0), at(dates, 1)]
  // Those that follow are a series of their own, which goes on from it.
  await send(`events/${at(dates, 2).id}?scope=following`, { description: 'Masks.' })
  await send(`events/${first.id}?force=true`, {}, 'DELETE')
  expect(await page(first.slug)).toEqual([301, `/event/${second.slug}/`])
  await send(`events/${second.id}?force=true`, {}, 'DELETE')
  for (const { slug } of [first, second])
    for (const end of ['', 'all/'])
      expect(await page(slug, end)).toEqual([301, `/event/${at(dates, 2).slug}/all/`])
  for (const { id } of dates.slice(2, 5)) await send(`events/${id}?force=true`, {}, 'DELETE')
  const last = at(dates, 5)
  expect(await page(first.slug)).toEqual([301, `/event/${last.slug}/all/`])
  await send(`events/${last.id}`, {}, 'DELETE')
  for (const { slug } of dates) expect([slug, ...(await page(slug))]).toEqual([slug, 410, undefined])
  await send(`events/${last.id}`, { status: 'publish' })
  expect(await page(at(dates, 3).slug)).toEqual([301, `/event/${last.slug}/`])
  await send(`events/${last.id}?force=true`, {}, 'DELETE')
  for (const { slug } of dates) expect((await page(slug))[0]).toBe(410)
  // What was never public, or is of no series, is not told of.
  const { id, slug } = await app.create('events', {
    title: 'Alone',
    start_date: '2031-05-01',
    end_date: '2031-05-01',
  })
  await send(`events/${id}?force=true`, {}, 'DELETE')
  expect((await page(slug))[0]).toBe(404)
})

test('the hours of a date that were changed by hand change with the others where that is overwritten, and not else', async () => {
  const { series, dates } = await make()
  const [first, second] = [at(dates, 0), at(dates, 1)]
  const hoursOf = async () => (await datesOf(series)).map(({ start_date }) => start_date.slice(11, 16))
  const day = (date: { start_date: string }) => date.start_date.slice(0, 10)
  const hours = (date: { start_date: string }, from: string, until: string) => ({
    start_date: `${day(date)} ${from}`,
    end_date: `${day(date)} ${until}`,
  })
  await send(`events/${second.id}`, hours(second, '17:00', '18:00'))
  await send(`events/${first.id}?scope=all`, hours(first, '19:30', '21:30'))
  expect(await hoursOf()).toEqual(['19:30', '17:00', ...Array.from({ length: 4 }, () => '19:30')])
  await send(`events/${first.id}?scope=all&override=1`, hours(first, '20:00', '21:30'))
  expect(new Set(await hoursOf())).toEqual(new Set(['20:00']))
  expect((await app.read(`events/${second.id}`)).series.changed).toEqual([])
})

describe('clocks that are changed', () => {
  const timezone = 'Europe/Berlin'
  const daily = { timezone, recurrence: 'RRULE:FREQ=DAILY;COUNT=3' }
  const wallsOf = async (series: number) =>
    (await datesOf(series)).map(({ start_date, series: of }) => [start_date, of?.key])

  test.each(['all', 'following', 'series'])(
    'a series that is moved onto a clock that its first day skips has that clock on the others, and lasts as long: %s',
    async (scope) => {
      const [start_date, end_date] = ['2031-03-30 05:00:00', '2031-03-30 06:00:00']
      const { series, dates } = await make({ ...daily, start_date, end_date })
      const sent = { start_date: '2031-03-30 02:30:00', end_date: '2031-03-30 03:30:00' }
      const path = scope === 'series' ? `series/${series}` : `events/${at(dates, 0).id}?scope=${scope}`
      expect((await send(path, sent)).status).toBe(200)
      expect(await wallsOf(series)).toEqual([
        ['2031-03-30 03:30:00', '2031-03-30 02:30:00'],
        ['2031-03-31 02:30:00', '2031-03-31 02:30:00'],
        ['2031-04-01 02:30:00', '2031-04-01 02:30:00'],
      ])
      expect(await app.read(`series/${series}`)).toMatchObject({ duration: 3600 })
      // From there it goes where it is sent, and the others with it.
      await send(path, { start_date, end_date })
      expect(starts(await datesOf(series))).toEqual([
        '2031-03-30 05:00:00',
        '2031-03-31 05:00:00',
        '2031-04-01 05:00:00',
      ])
    },
  )

  test.each([
    ['02:30', '023000', '20310330T013000Z'],
    ['02:30', '031000', '20310330T013000Z'],
    ['03:15', '023000', '20310329T225959Z'],
    ['03:15', '031500', '20310330T011500Z'],
  ])(
    'a feed ends a rule at %s until %s that day with the dates that there are, at %s',
    async (time, until, told) => {
      const recurrence = `RRULE:FREQ=DAILY;UNTIL=20310330T${until}`
      const end_date = '2031-03-28 04:30:00'
      const { series } = await make({ timezone, start_date: `2031-03-28 ${time}:00`, end_date, recurrence })
      const feed = await app.ask({ path: `series/${series}.ics` })
      expect(feed.text).toContain(`RRULE:FREQ=DAILY;UNTIL=${told}`)
    },
  )

  test.each([
    ['first', '20311026T003000Z', 2],
    ['second', '20311026T013000Z', 3],
  ])('EXDATE in UTC leaves out what is in the %s of two hours alike only', async (_, moment, left) => {
    const { dates } = await make({
      timezone,
      start_date: '2031-10-25 02:30:00',
      end_date: '2031-10-25 02:45:00',
      recurrence: [daily.recurrence, `EXDATE:${moment}`],
    })
    expect(dates).toHaveLength(left)
  })
})

test('what is undone and done again of a rule has its dates again', async () => {
  const { series, dates } = await make({ recurrence: 'RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=2' })
  const path = `events/${at(dates, 0).id}`
  const longer = { recurrence: 'RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=4' }
  await send(`${path}?scope=all`, longer)
  const all = idsOf(await datesOf(series))
  const { history } = await app.read(`series/${series}/history`, {}, 'administrator')
  expect((await send(`series/${series}/history/${history[0].revision}/undo`, {}, 'POST')).status).toBe(200)
  expect(idsOf(await datesOf(series))).toEqual(idsOf(dates))
  await send(`${path}?scope=all`, longer)
  expect(idsOf(await datesOf(series))).toEqual(all)
})

test('what has gone stays gone when the rest is ended, by whatever rule comes then', async () => {
  const { series, dates } = await make({ recurrence: 'RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=3' })
  const [first, second] = [at(dates, 0), at(dates, 1)]
  await send(`events/${second.id}/tickets`, { name: 'Seat', price: '5' }, 'POST')
  const without = ['RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=3', 'EXDATE:20310318T190000']
  await send(`events/${first.id}?scope=all`, { recurrence: without })
  await send(`events/${first.id}?scope=following`, {}, 'DELETE')
  // It is there, as it has tickets, and is ended once more.
  await send(`events/${second.id}?scope=following`, {}, 'DELETE')
  expect((await app.read(`series/${series}`)).recurrence).toEqual(['RDATE:20310311T190000'])
  await send(`events/${second.id}?scope=all`, { recurrence: 'RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=2' })
  expect(idsOf(await datesOf(series))).toEqual([second.id])
})

test('a date that stayed when the rule changed moves the days of the month as many days as itself', async () => {
  const monthly = (day: number, count: number) => `RRULE:FREQ=MONTHLY;BYMONTHDAY=${day};COUNT=${count}`
  const start_date = '2031-04-04 19:00:00'
  const { series, dates } = await make({
    start_date,
    end_date: '2031-04-04 20:00:00',
    recurrence: monthly(4, 2),
  })
  await send(`events/${at(dates, 1).id}/tickets`, { name: 'Seat', price: '5' }, 'POST')
  await send(`events/${at(dates, 0).id}?scope=all`, { recurrence: monthly(6, 1) })
  const moved = { start_date: '2031-05-03 19:00:00', end_date: '2031-05-03 20:00:00' }
  const answer = await send(`events/${at(dates, 1).id}?scope=all`, moved)
  expect([answer.status, answer.body.message]).toEqual([200, undefined])
  expect((await app.read(`series/${series}`)).recurrence).toEqual([monthly(5, 1)])
})
