import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'
import { at, nowOfSeries, seriesIn, starts, yoga, yogaDays } from '../support/series.ts'

let app: TestApp
const now = nowOfSeries
beforeAll(async () => {
  app = await createTestApp({ SITE_TIMEZONE: 'Europe/Berlin' })
  app.setNow(now)
})
afterAll(() => app.close())

const { make, datesOf, send } = seriesIn(() => app)

describe('an event with a recurrence', () => {
  test('becomes a series of ordinary events', async () => {
    const { status, body } = await app.ask({
      as: 'administrator',
      method: 'POST',
      path: 'events',
      json: yoga,
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      slug: 'yoga-2031-03-04',
      start_date: '2031-03-04 19:00:00',
      series: { key: '2031-03-04 19:00:00', text: 'Every Tuesday, 6 times', changed: [] },
    })
    const dates = await datesOf(body.series.id)
    expect(starts(dates)).toEqual(yogaDays.map((day) => `${day} 19:00:00`))
    expect(dates.map(({ slug }) => slug)).toEqual(yogaDays.map((day) => `yoga-${day}`))
    const series = await app.read(`series/${body.series.id}`)
    expect(series).toMatchObject({
      id: body.series.id,
      title: 'Yoga',
      recurrence: ['RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=6'],
      timezone: 'Europe/Berlin',
      all_day: false,
      start_date: '2031-03-04 19:00:00',
      duration: 5400,
      next: '2031-03-04 19:00:00',
      occurrences: 6,
      upcoming: 6,
      changed: 0,
      until: '2031-04-08 19:00:00',
    })
    // The clock holds across daylight saving.
    expect(dates.map((date) => (date as unknown as { utc_start_date: string }).utc_start_date)).toContain(
      '2031-04-01 17:00:00',
    )
    expect((await app.read('series')).series[0]).toEqual(series)
  })

  test('makes its venue and its terms once', async () => {
    const { dates } = await make({ venue: { venue: 'Studio' }, categories: ['Sport'], tags: 'calm' })
    const ids = new Set(dates.map((date) => (date as unknown as { venue: { id: number } }).venue.id))
    expect(ids.size).toBe(1)
    const { categories } = await app.read('categories', { search: 'Sport' })
    expect(categories).toMatchObject([{ name: 'Sport', count: 6 }])
  })

  test('of whole days has days as keys', async () => {
    const { dates } = await make({
      all_day: true,
      start_date: '2031-03-29',
      end_date: '2031-03-30',
      recurrence: ['RRULE:FREQ=MONTHLY;BYMONTHDAY=29;UNTIL=20310629', 'EXDATE;VALUE=DATE:20310529'],
    })
    expect(dates.map(({ series, start_date }) => [series?.key, start_date])).toEqual([
      ['2031-03-29', '2031-03-29 00:00:00'],
      ['2031-04-29', '2031-04-29 00:00:00'],
      ['2031-06-29', '2031-06-29 00:00:00'],
    ])
  })

  test('without an end is laid out for a while, and goes on by itself', async () => {
    const { series, dates } = await make({ recurrence: 'RRULE:FREQ=MONTHLY;BYDAY=1TU' })
    expect(dates).toHaveLength(25)
    // Lists look as far as from now on; its own address has all of them, with what is over.
    app.setNow(now.add({ hours: 24 * 40 }))
    const { events_url, occurrences } = await app.read(`series/${series}`)
    const { body } = await app.ask({
      path: new URL(events_url).pathname + new URL(events_url).search,
      absolute: true,
    })
    expect([body.total, occurrences]).toEqual([25, 25])
    app.setNow(now.add({ hours: 24 * 62 }))
    expect(await app.app.extendSeries()).toBeGreaterThanOrEqual(1)
    expect(await app.app.extendSeries()).toBe(0)
    expect(await datesOf(series)).toHaveLength(26)
    app.setNow(now)
    expect((await app.read(`series/${series}`)).until).toBeNull()
  })

  test.each([
    ['RRULE:FREQ=WEEKLY;COUNT=3;UNTIL=20310501', /COUNT and UNTIL/],
    ['RRULE:FREQ=WEEKLY;BYDAY=1TU', /BYDAY with a number/],
    ['RRULE:FREQ=MONTHLY;BYWEEKNO=3', /BYWEEKNO/],
    ['RRULE:FREQ=DAILY;BYYEARDAY=3', /BYYEARDAY/],
    ['RRULE:FREQ=WEEKLY;BYMONTHDAY=4', /BYMONTHDAY/],
    ['RRULE:FREQ=MONTHLY;BYSETPOS=1', /BYSETPOS/],
    ['RRULE:FREQ=HOURLY', /FREQ=HOURLY/],
    ['RRULE:FREQ=FORTNIGHTLY', /FREQ=FORTNIGHTLY/],
    ['RRULE:INTERVAL=2', /FREQ/],
    ['RRULE:FREQ=WEEKLY;COUNT=0', /COUNT=0/],
    ['RRULE:FREQ=WEEKLY;COUNT=1001', /COUNT=1001/],
    ['RRULE:FREQ=WEEKLY;BYDAY=', /empty BYDAY/],
    ['RRULE:FREQ=WEEKLY;FREQ=DAILY', /FREQ twice/],
    ['RRULE:FREQ=WEEKLY;BYFOO=1', /BYFOO/],
    ['RRULE:FREQ=WEEKLY;INTERVAL=0', /INTERVAL=0/],
    ['RRULE:FREQ=YEARLY;BYMONTH=13', /BYMONTH=13/],
    ['RRULE:FREQ=MONTHLY;BYMONTHDAY=32', /BYMONTHDAY=32/],
    ['RRULE:FREQ=WEEKLY;BYDAY=XX', /BYDAY=XX/],
    ['RRULE:FREQ=WEEKLY\nRRULE:FREQ=DAILY', /more than one RRULE/],
    ['RRULE:FREQ=WEEKLY;UNTIL=20310301', /UNTIL before the start/],
    ['RRULE:FREQ=WEEKLY;UNTIL=tomorrow', /UNTIL “TOMORROW”/],
    ['RRULE:FREQ=WEEKLY;BYDAY=WE', /does not give the start/],
    ['RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', /gives no date/],
    ['RRULE:FREQ=DAILY;UNTIL=20400101', /more than 1000 dates/],
    ['RRULE:FREQ=YEARLY;INTERVAL=1000;COUNT=1000', /COUNT=1000, and no more than 8 dates/],
    ['EXRULE:FREQ=WEEKLY', /EXRULE/],
    ['DTSTART:20310304T190000', /start_date/],
    ['RDATE;VALUE=PERIOD:20310305T190000/PT1H', /periods/],
    ['RDATE:20310230', /20310230/],
    [`RRULE:FREQ=WEEKLY\nEXDATE:${Array.from({ length: 501 }, () => '20310304').join(',')}`, /500/],
    ['RRULE:FREQ=WEEKLY;COUNT=1\nEXDATE:20310304', /leaves no date/],
    [{ freq: 'weekly' }, /lines of iCalendar/],
  ])('is refused with %j, and nothing is written', async (recurrence, says) => {
    const before = (await app.read('events', { per_page: 1 })).total
    const { status, body } = await send('events', { ...yoga, recurrence }, 'POST')
    expect([status, Object.keys(body.data.params)]).toEqual([400, ['recurrence']])
    expect(body.data.params.recurrence).toMatch(says)
    expect((await app.read('events', { per_page: 1 })).total).toBe(before)
  })

  test('can be looked at before it is made, with what it would meet at the venue', async () => {
    const venue = (await app.create('venues', { venue: 'Loft' })).id
    const other = await app.create('events', {
      title: 'Dance',
      start_date: '2031-03-11 20:00:00',
      end_date: '2031-03-11 22:00:00',
      venue,
    })
    const before = (await app.read('events', { per_page: 1 })).total
    const { body } = await send(
      'series/preview',
      { ...yoga, recurrence: [yoga.recurrence, 'EXDATE:20310318T190000'], venue },
      'POST',
    )
    expect(body).toEqual({
      start_date: '2031-03-04 19:00:00',
      end_date: '2031-03-04 20:30:00',
      all_day: false,
      timezone: 'Europe/Berlin',
      recurrence: ['RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=6', 'EXDATE:20310318T190000'],
      dates: ['2031-03-04', '2031-03-11', '2031-03-25', '2031-04-01', '2031-04-08'].map((day) => ({
        start_date: `${day} 19:00:00`,
        end_date: `${day} 20:30:00`,
      })),
      total: 5,
      text: 'Every Tuesday, 6 times, except 18 March',
      skipped: ['2031-03-18 19:00:00'],
      clashes: [
        {
          start_date: '2031-03-11 19:00:00',
          id: other.id,
          title: 'Dance',
          from: '2031-03-11 20:00:00',
          until: '2031-03-11 22:00:00',
        },
      ],
    })
    expect((await app.read('events', { per_page: 1 })).total).toBe(before)
  })
})

describe('one date', () => {
  test('that is changed alone remembers what, and keeps it when the series changes', async () => {
    const { series, dates } = await make()
    const second = at(dates, 1)
    const { body } = await send(`events/${second.id}`, {
      title: 'Yoga outdoors',
      start_date: '2031-03-11 18:00',
    })
    expect(body.series.changed).toEqual(['end_date', 'start_date', 'title'])
    expect(body.series.key).toBe('2031-03-11 19:00:00')
    const all = await send(`events/${at(dates, 2).id}?scope=all`, {
      title: 'Slow yoga',
      description: 'Mats.',
    })
    expect(all.status).toBe(200)
    expect(all.body).toMatchObject({ id: at(dates, 2).id, title: 'Slow yoga' })
    expect(all.body.applied.changed).toHaveLength(6)
    const after = await datesOf(series)
    expect(after.map(({ title }) => title)).toEqual([
      'Slow yoga',
      'Yoga outdoors',
      ...Array.from({ length: 4 }, () => 'Slow yoga'),
    ])
    expect(new Set(after.map((date) => (date as unknown as { description: string }).description))).toEqual(
      new Set(['<p>Mats.</p>']),
    )
    const { body: dry } = await send(`events/${second.id}?scope=all&dry_run=1`, { title: 'Yoga' })
    expect([dry.changed.length, dry.held]).toEqual([6, [second.id]])
    await send(`events/${second.id}?scope=all&override=1`, { title: 'Yoga' })
    expect(new Set((await datesOf(series)).map(({ title }) => title))).toEqual(new Set(['Yoga']))
  })

  test('gives all dates what it has alone, where that is overwritten or is all that is sent, but not with the rest of its record', async () => {
    const { series, dates } = await make({ description: 'Mats.' })
    const titles = async () => new Set((await datesOf(series)).map(({ title }) => title))
    const [first, second] = [at(dates, 0), at(dates, 1)]
    await send(`events/${first.id}`, { title: 'Yoga outdoors' })
    await send(`events/${second.id}`, { title: 'Hot yoga' })
    const { body: record } = await send(`events/${second.id}`, {})
    await send(`events/${second.id}?scope=all`, {
      title: record.title,
      description: 'Blankets.',
      start_date: record.start_date,
    })
    expect(await titles()).toEqual(new Set(['Yoga outdoors', 'Hot yoga', 'Yoga']))
    await send(`events/${second.id}?scope=all`, { title: 'Hot yoga' })
    expect(await titles()).toEqual(new Set(['Yoga outdoors', 'Hot yoga']))
    await send(`events/${second.id}?scope=all&override=1`, { title: 'Hot yoga', description: 'Mats.' })
    expect(await titles()).toEqual(new Set(['Hot yoga']))
  })

  test('that is cancelled or removed is so alone', async () => {
    const { series, dates } = await make()
    await send(`events/${at(dates, 1).id}`, { event_status: 'canceled' })
    await send(`events/${at(dates, 2).id}`, {}, 'DELETE')
    await send(`events/${at(dates, 3).id}?force=true`, {}, 'DELETE')
    expect((await datesOf(series)).map(({ start_date, event_status }) => [start_date, event_status])).toEqual(
      [
        ['2031-03-04 19:00:00', undefined],
        ['2031-03-11 19:00:00', 'canceled'],
        ['2031-04-01 19:00:00', undefined],
        ['2031-04-08 19:00:00', undefined],
      ],
    )
    // A new time brings back neither what was removed nor what is in the trash.
    await send(`events/${at(dates, 0).id}?scope=all`, {
      start_date: '2031-03-04 20:00',
      end_date: '2031-03-04 21:30',
    })
    expect(starts(await datesOf(series))).toEqual([
      '2031-03-04 20:00:00',
      '2031-03-11 20:00:00',
      '2031-04-01 20:00:00',
      '2031-04-08 20:00:00',
    ])
  })
})

describe('all dates', () => {
  test('keep their ids and addresses at another time, and what was moved by hand stays', async () => {
    const { series, dates } = await make()
    await send(`events/${at(dates, 4).id}`, { start_date: '2031-04-02 10:00', end_date: '2031-04-02 11:00' })
    const { body } = await send(`series/${series}`, {
      start_date: '2031-03-04 20:00',
      end_date: '2031-03-04 21:00',
    })
    expect(body).toMatchObject({ start_date: '2031-03-04 20:00:00', duration: 3600 })
    const after = await datesOf(series)
    expect(after.map(({ id, slug }) => [id, slug])).toEqual(dates.map(({ id, slug }) => [id, slug]))
    expect(starts(after)).toEqual([
      ...yogaDays.slice(0, 4).map((day) => `${day} 20:00:00`),
      '2031-04-02 10:00:00',
      '2031-04-08 20:00:00',
    ])
    expect(at(after, 4).series?.key).toBe('2031-04-01 20:00:00')
  })

  test('get another rule: what it does not have goes, what was changed stays alone, and all comes back with the old rule', async () => {
    const { series, dates } = await make()
    const changed = at(dates, 3)
    await send(`events/${changed.id}`, { title: 'Guest' })
    const twoWeekly = 'RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=TU;COUNT=3'
    const dry = await send(`series/${series}?dry_run=1`, { recurrence: twoWeekly })
    expect(dry.body).toEqual({
      changed: [0, 2, 4].map((index) => at(dates, index).id),
      created: [],
      removed: [1, 5].map((index) => at(dates, index).id),
      kept: [changed.id],
    })
    expect(await datesOf(series)).toHaveLength(6)
    const { body } = await send(`series/${series}`, { recurrence: twoWeekly })
    expect(body.applied).toEqual(dry.body)
    expect((await datesOf(series)).map(({ id }) => id)).toEqual([0, 2, 4].map((index) => at(dates, index).id))
    expect(await app.read(`events/${changed.id}`)).not.toHaveProperty('series')
    await send(`series/${series}`, { recurrence: yoga.recurrence })
    const back = await datesOf(series)
    expect(starts(back)).toEqual(yogaDays.map((day) => `${day} 19:00:00`))
    expect(back.map(({ id, slug }) => [id, slug]).toSpliced(3, 1)).toEqual(
      dates.map(({ id, slug }) => [id, slug]).toSpliced(3, 1),
    )
  })

  test('become single events without a recurrence', async () => {
    const { series, dates } = await make()
    const { status } = await send(`events/${at(dates, 0).id}?scope=all`, { recurrence: null })
    expect(status).toBe(200)
    expect((await app.ask({ path: `series/${series}` })).status).toBe(404)
    for (const { id } of dates) expect(await app.read(`events/${id}`)).not.toHaveProperty('series')
    const again = await send(`events/${at(dates, 0).id}?scope=following`, { title: 'Late' })
    expect([again.status, again.body.code]).toEqual([409, 'rest_not_in_series'])
  })

  test('of a series that there is not are not there to be changed or removed', async () => {
    for (const method of ['PATCH', 'DELETE'] as const) {
      const { status, body } = await send('series/999999', { title: 'X' }, method)
      expect([status, body.code]).toEqual([404, 'rest_series_not_found'])
    }
  })

  test('go to the trash together', async () => {
    const { series, dates } = await make()
    const { status, body } = await send(`series/${series}`, {}, 'DELETE')
    expect([status, body.removed]).toEqual([200, dates.map(({ id }) => id)])
    expect(await datesOf(series)).toEqual([])
    expect(await datesOf(series, { status: 'trash' })).toHaveLength(6)
  })

  test('that have begun stay as they are, to the byte', async () => {
    const { series, dates } = await make()
    app.setNow(Temporal.Instant.from('2031-03-15T12:00Z'))
    const begun = await Promise.all(dates.slice(0, 2).map(({ id }) => app.read(`events/${id}`)))
    await send(`series/${series}`, {
      title: 'New',
      start_date: '2031-03-18 08:00',
      end_date: '2031-03-18 09:00',
    })
    await send(`series/${series}`, { recurrence: 'RRULE:FREQ=DAILY;COUNT=30' })
    expect(await Promise.all(dates.slice(0, 2).map(({ id }) => app.read(`events/${id}`)))).toMatchObject(
      begun.map(({ series: _series, ...rest }) => rest),
    )
    app.setNow(now)
  })
})
