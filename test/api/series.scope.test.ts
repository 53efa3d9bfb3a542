import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import ICAL from 'ical.js'
import { createTestApp, type TestApp } from '../support/app.ts'
import { at, type Dated, nowOfSeries, seriesIn, starts, yoga, yogaDays } from '../support/series.ts'

let app: TestApp
const now = nowOfSeries
beforeAll(async () => {
  app = await createTestApp({ SITE_TIMEZONE: 'Europe/Berlin' })
  app.setNow(now)
})
afterAll(() => app.close())

const { make, datesOf, send } = seriesIn(() => app)

describe('this date and the following ones', () => {
  test('become a series of their own, with the same ids', async () => {
    const { series, dates } = await make()
    const { status, body } = await send(`events/${at(dates, 2).id}?scope=following`, { title: 'Power yoga' })
    expect([status, body.title, body.id]).toEqual([200, 'Power yoga', at(dates, 2).id])
    expect(body.series.id).not.toBe(series)
    const [first, second] = [await datesOf(series), await datesOf(body.series.id)]
    expect(first.map(({ id, title }) => [id, title])).toEqual(dates.slice(0, 2).map(({ id }) => [id, 'Yoga']))
    expect(second.map(({ id, title }) => [id, title])).toEqual(
      dates.slice(2).map(({ id }) => [id, 'Power yoga']),
    )
    expect((await app.read(`series/${series}`)).recurrence).toEqual([
      'RRULE:FREQ=WEEKLY;BYDAY=TU;UNTIL=20310311T190000',
    ])
    expect((await app.read(`series/${body.series.id}`)).recurrence).toEqual([
      'RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=4',
    ])
  })

  test('end with a deletion', async () => {
    const { series, dates } = await make()
    const { body } = await send(`events/${at(dates, 3).id}?scope=following`, {}, 'DELETE')
    expect(body.applied.removed).toEqual(dates.slice(3).map(({ id }) => id))
    expect(starts(await datesOf(series))).toEqual(yogaDays.slice(0, 3).map((day) => `${day} 19:00:00`))
    expect((await app.read(`series/${series}`)).until).toBe('2031-03-18 19:00:00')
    // What is no date of the series any longer begins none, and can be meant by itself.
    const gone = `events/${at(dates, 4).id}`
    const before = await app.read('series')
    for (const scope of ['following', 'all']) {
      const { status, body } = await send(`${gone}?scope=${scope}`, { title: 'Late' })
      expect([status, body.code]).toEqual([409, 'rest_not_in_series'])
    }
    expect(await app.read('series')).toEqual(before)
    expect((await send(gone, { title: 'Late' })).status).toBe(200)
  })

  test('are no scope of an event without a series, and no other word is one', async () => {
    const { id } = await app.create('events', { ...yoga, recurrence: undefined })
    expect((await send(`events/${id}?scope=following`, { title: 'X' })).status).toBe(409)
    const { status, body } = await send(`events/${id}?scope=some`, { title: 'X' })
    expect([status, Object.keys(body.data.params)]).toEqual([400, ['scope']])
    const alone = await send(`events/${at((await make()).dates, 1).id}`, { recurrence: yoga.recurrence })
    expect([alone.status, Object.keys(alone.body.data.params)]).toEqual([400, ['recurrence']])
    expect((await app.read(`events/${id}`)).title).toBe('Yoga')
  })
})

test('a series that has gone on for more than a thousand dates keeps those to come when its rule changes', async () => {
  const its = await createTestApp({ SITE_TIMEZONE: 'Europe/Berlin', SERIES_HORIZON_MONTHS: '1' })
  its.setNow(now)
  const first = now
    .subtract({ hours: 24 * 1010 })
    .toString()
    .slice(0, 10)
  const times = (hour: string) => ({
    start_date: `${first} ${hour}:00:00`,
    end_date: `${first} ${hour}:30:00`,
  })
  const { series } = await its.create('events', { ...yoga, ...times('08'), recurrence: 'RRULE:FREQ=DAILY' })
  await its.app.extendSeries()
  const coming = async () =>
    (await seriesIn(() => its).datesOf(series.id, { start_date: '2031-03-02' })).map(
      ({ id, start_date }) => [id, start_date] as const,
    )
  const before = await coming()
  expect(before.length).toBeGreaterThan(25)
  const path = `series/${series.id}`
  const answer = await its.ask({ as: 'administrator', method: 'PATCH', path, json: times('09') })
  expect([answer.status, answer.body.applied.removed, answer.body.applied.created]).toEqual([200, [], []])
  expect(await coming()).toEqual(before.map(([id, date]) => [id, date.replace('08:', '09:')]))
  await its.close()
})

test('a rule that does not have the start, and the first one again, give the ids that were', async () => {
  const { series, dates } = await make()
  const { body } = await send(`series/${series}`, { recurrence: 'RRULE:FREQ=WEEKLY;BYDAY=TH;COUNT=4' })
  expect([body.start_date, body.occurrences]).toEqual(['2031-03-06 19:00:00', 4])
  await send(`series/${series}`, { title: 'Power yoga' })
  await send(`series/${series}`, { recurrence: 'RRULE:FREQ=WEEKLY;BYDAY=SU;COUNT=2' })
  await send(`series/${series}`, { recurrence: yoga.recurrence })
  const again = await datesOf(series)
  expect(again.map(({ id, start_date }) => [id, start_date])).toEqual(
    dates.map(({ id, start_date }) => [id, start_date]),
  )
  // Who sends a start means it: what was before it does not come back.
  const later = { start_date: '2031-03-20 19:00:00', end_date: '2031-03-20 20:00:00' }
  await send(`series/${series}`, { ...later, recurrence: 'RRULE:FREQ=WEEKLY;BYDAY=TH;COUNT=2' })
  await send(`series/${series}`, { recurrence: 'RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=2' })
  expect(starts(await datesOf(series))).toEqual(['2031-03-25 19:00:00', '2031-04-01 19:00:00'])
})

test('a date that its rule no longer has is cancelled instead of trashed where tickets are sold for it', async () => {
  const { series, dates } = await make()
  const [plain, sold] = [at(dates, 2), at(dates, 3)]
  const seat = { name: 'Seat', price: '5' }
  expect((await send(`events/${sold.id}/tickets`, seat, 'POST')).status).toBe(201)
  const rule = { recurrence: 'RRULE:FREQ=WEEKLY;BYDAY=TH;COUNT=1' }
  const { body } = await send(`series/${series}`, rule)
  expect(body.applied.removed).toEqual(dates.slice(1).map(({ id }) => id))
  const trashed = await datesOf(series, { status: 'trash' })
  expect(trashed.map(({ id }) => id)).toContain(plain.id)
  expect(trashed.map(({ id }) => id)).not.toContain(sold.id)
  const kept = await app.read(`events/${sold.id}`)
  expect([kept.status, kept.event_status, kept.start_date]).toEqual(['publish', 'canceled', sold.start_date])
  // Cut short, too.
  const others = await make()
  await send(`events/${at(others.dates, 5).id}/tickets`, seat, 'POST')
  await send(`events/${at(others.dates, 4).id}?scope=following`, {}, 'DELETE')
  const [last] = (await datesOf(others.series)).slice(-1)
  expect([last?.id, last?.event_status]).toEqual([at(others.dates, 5).id, 'canceled'])
})

describe('rights', () => {
  test('are needed on every date, else nothing is written', async () => {
    const { series, dates } = await make({ author: app.ids.author })
    await send(`events/${at(dates, 3).id}`, { author: app.ids.editor })
    const { status } = await app.ask({
      as: 'author',
      method: 'PATCH',
      path: `events/${at(dates, 0).id}?scope=all`,
      json: { title: 'Mine' },
    })
    expect(status).toBe(403)
    expect(new Set((await datesOf(series)).map(({ title }) => title))).toEqual(new Set(['Yoga']))
    const before = await app.ask({
      as: 'author',
      method: 'PATCH',
      path: `events/${at(dates, 0).id}`,
      json: { title: 'Mine' },
    })
    expect(before.status).toBe(200)
    for (const as of [undefined, 'subscriber', 'contributor'] as const) {
      const asked = { ...(as ? { as } : {}), path: `series/${series}`, json: { title: 'Theirs' } }
      expect([401, 403]).toContain((await app.ask({ ...asked, method: 'PATCH' })).status)
      expect([401, 403]).toContain((await app.ask({ ...asked, method: 'DELETE' })).status)
    }
  })

  test('contributors propose a series, which waits as one and is published as one', async () => {
    const { series } = await app.create('events', { ...yoga, status: 'publish' }, 'contributor')
    const waiting = await datesOf(series.id)
    expect(waiting.map(({ status, slug }) => [status, slug])).toEqual(yogaDays.map(() => ['pending', '']))
    expect((await app.ask({ path: `series/${series.id}` })).status).toBe(404)
    await send(`series/${series.id}`, { status: 'publish' })
    expect((await datesOf(series.id)).map(({ status }) => status)).toEqual(yogaDays.map(() => 'publish'))
    expect((await app.ask({ path: `series/${series.id}` })).status).toBe(200)
  })

  test('a second editor with an old series is refused', async () => {
    const { series, dates } = await make()
    const etag = (await app.ask({ path: `series/${series}`, as: 'administrator' })).headers['etag'] ?? ''
    const write = (json: object, tag: string) =>
      app.ask({
        as: 'administrator',
        method: 'PATCH',
        path: `events/${at(dates, 1).id}?scope=all`,
        json,
        headers: { 'if-match': tag },
      })
    expect((await write({ title: 'First' }, etag)).status).toBe(200)
    expect((await write({ title: 'Second' }, etag)).status).toBe(412)
    expect(new Set((await datesOf(series)).map(({ title }) => title))).toEqual(new Set(['First']))
  })
})

describe('lists', () => {
  test('have each series once where they are asked to, and say how many more dates there are', async () => {
    const { series, dates } = await make({ title: 'Choir' })
    const { id } = await app.create('events', { ...yoga, recurrence: undefined, title: 'Choir concert' })
    const list = await app.read('events', { search: 'choir', collapse: 'series', orderby: 'id' })
    expect(list.total).toBe(2)
    expect(list.events.map((event: Dated) => event.id)).toEqual([at(dates, 0).id, id])
    expect(list.events[0].series).toMatchObject({ id: series, more: 5 })
    expect(list.events[1]).not.toHaveProperty('series')
    const later = await app.read('events', { search: 'choir', collapse: 'series', start_date: '2031-03-20' })
    expect(later.events.map((event: Dated) => event.start_date)).toEqual(['2031-03-25 19:00:00'])
    expect(later.events[0].series.more).toBe(2)
    expect((await app.read('events', { search: 'choir' })).total).toBe(7)
  })
})

describe('the calendar of a series', () => {
  test('has its rule, what is gone as EXDATE and what differs as dates of its own, under one UID', async () => {
    const { series, dates } = await make()
    await send(`events/${at(dates, 1).id}`, { event_status: 'canceled' })
    await send(`events/${at(dates, 2).id}`, {}, 'DELETE')
    await send(`events/${at(dates, 3).id}`, { start_date: '2031-03-26 18:00', end_date: '2031-03-26 19:00' })
    const { status, text, headers } = await app.ask({ path: `series/${series}.ics` })
    expect([status, headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8'])
    expect(text).toContain('DTSTART;TZID=Europe/Berlin:20310304T190000\r\n')
    expect(text).toContain('RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=6\r\n')
    // The whole of it has the address of all dates, not that of one.
    const [, whole = ''] = text.split('BEGIN:VEVENT')
    expect(whole).toMatch(/^URL:.*\/event\/[\w-]+\/all\/\r$/m)
    expect(text).toContain('EXDATE;TZID=Europe/Berlin:20310318T190000\r\n')
    expect(text).toMatch(/RECURRENCE-ID;TZID=Europe\/Berlin:20310311T190000/)
    expect(text).toMatch(
      /DTSTART;TZID=Europe\/Berlin:20310326T180000[^]*RECURRENCE-ID;TZID=Europe\/Berlin:20310325T190000/,
    )
    expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(3)
    expect(new Set(text.match(/^UID:.*$/gm)).size).toBe(1)
    expect((await app.ask({ path: 'series/999999.ics' })).status).toBe(404)
  })

  test('is read by another program as what is here', async () => {
    const { series, dates } = await make({
      recurrence: [yoga.recurrence, 'EXDATE:20310318', 'RDATE:20310310T190000'],
    })
    await send(`events/${at(dates, 0).id}`, { title: 'Opening' })
    const { text } = await app.ask({ path: `series/${series}.ics` })
    const vevents = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent')
    const [master, ...exceptions] = vevents.map((each) => new ICAL.Event(each))
    if (!master) throw new Error('There is no event.')
    for (const each of exceptions) master.relateException(each)
    const iterator = master.iterator()
    const found: string[] = []
    for (let next = iterator.next(); next && found.length < 20; next = iterator.next()) {
      const { item, startDate } = master.getOccurrenceDetails(next)
      found.push(`${startDate.toString().replace('T', ' ')} ${item.summary}`)
    }
    expect(found).toEqual((await datesOf(series)).map(({ start_date, title }) => `${start_date} ${title}`))
  })
})

describe('what changes nothing writes nothing (D72)', () => {
  interface Again {
    readonly category: number
    readonly start_date: string
    readonly end_date: string
  }
  const stored = async () => ({
    series: await app.db.read.selectFrom('series').selectAll().orderBy('id').execute(),
    events: await app.db.read.selectFrom('events').selectAll().orderBy('id').execute(),
    history: await app.db.read.selectFrom('history').select('id').orderBy('id').execute(),
  })

  test.each([
    ['its title', () => ({ title: 'Yoga' })],
    ['its rule', (_, isLater) => ({ recurrence: yoga.recurrence.replace('=6', isLater ? '=4' : '=6') })],
    ['its categories', ({ category }) => ({ categories: [category] })],
    ['its times', (date) => ({ start_date: date.start_date, end_date: date.end_date })],
    ['all it has', (date) => ({ title: 'Yoga', categories: [date.category], status: 'publish' })],
  ] as readonly [string, (date: Again, isLater: boolean) => object][])(
    '%s again, with each scope, by an event and by the series',
    async (named, sent) => {
      const { id: category } = await app.create('categories', { name: `Sport with ${named}` })
      const { series, dates } = await make({ categories: [category] })
      await send(`events/${at(dates, 1).id}`, { description: 'Guest' })
      const before = await stored()
      const third = await app.read(`events/${at(dates, 2).id}`)
      const first = await app.read(`events/${at(dates, 0).id}`)
      app.setNow(nowOfSeries.add({ hours: 1 }))
      for (const [path, date] of [
        [`events/${third.id}?scope=all`, third],
        [`events/${third.id}?scope=following`, third],
        [`events/${first.id}?scope=following`, first],
        [`series/${series}`, first],
      ] as const) {
        const answer = await send(
          path,
          sent({ ...date, category }, path.includes('following') && date === third),
        )
        expect(answer.status, answer.text).toBe(200)
        expect(await stored()).toEqual(before)
      }
      app.setNow(nowOfSeries)
    },
  )
})
