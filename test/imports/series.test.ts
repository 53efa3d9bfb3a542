import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'
import { calendar, importing, vevent, weekly, yoga } from './clubCalendar.ts'
import { at, nowOfSeries, seriesIn, starts, yogaDays } from '../support/series.ts'

let app: TestApp
const now = nowOfSeries
let clock = now
function setNow(to: Temporal.Instant) {
  clock = to
  app.setNow(to)
}
beforeAll(async () => {
  app = await createTestApp({ SITE_TIMEZONE: 'Europe/Berlin' })
})
beforeEach(async () => {
  setNow(now)
  await app.db.write(async (tx) => {
    await tx.deleteFrom('items').execute()
    await tx.deleteFrom('import_sources').execute()
  })
})
afterAll(() => app.close())

const { datesOf, send } = seriesIn(() => app)
const address = 'https://club.example/calendar.ics'

const read = importing(
  () => app,
  () => clock,
)

/** The only series there is. */
async function only() {
  const { series, total } = await app.read('series', {}, 'administrator')
  expect(total).toBe(1)
  return series[0]
}

describe('a calendar with a rule', () => {
  test('makes one series of ordinary events, whose exceptions are what differs', async () => {
    const moved = vevent(
      'UID:yoga@club',
      'RECURRENCE-ID;TZID=Europe/Berlin:20310311T190000',
      'SUMMARY:Yoga outdoors',
      'DTSTART;TZID=Europe/Berlin:20310312T180000',
      'DTEND;TZID=Europe/Berlin:20310312T193000',
    )
    const cancelled = vevent(
      'UID:yoga@club',
      'RECURRENCE-ID:20310318T180000Z',
      'STATUS:CANCELLED',
      'SUMMARY:Yoga',
      'DTSTART;TZID=Europe/Berlin:20310318T190000',
      'DTEND;TZID=Europe/Berlin:20310318T203000',
    )
    const lines = [
      weekly,
      'EXDATE;TZID=Europe/Berlin:20310325T190000',
      'RDATE;TZID=Europe/Berlin:20310410T100000',
    ]
    const text = calendar(yoga(...lines), moved, cancelled)
    expect(await read(text)).toMatchObject({ created: 6, lost: [], assumed: [] })
    const series = await only()
    expect(series).toMatchObject({
      title: 'Yoga',
      recurrence: [weekly, 'RDATE:20310410T100000', 'EXDATE:20310325T190000'],
      timezone: 'Europe/Berlin',
      start_date: '2031-03-04 19:00:00',
      duration: 5400,
      occurrences: 6,
      changed: 2,
    })
    const dates = await datesOf(series.id)
    expect(
      dates.map(({ start_date, title, event_status, slug, series }) => [
        start_date,
        title,
        event_status,
        slug,
        series?.key,
        series?.changed,
      ]),
    ).toEqual([
      ['2031-03-04 19:00:00', 'Yoga', undefined, 'yoga-2031-03-04', '2031-03-04 19:00:00', []],
      [
        '2031-03-12 18:00:00',
        'Yoga outdoors',
        undefined,
        'yoga-outdoors-2031-03-11',
        '2031-03-11 19:00:00',
        ['end_date', 'start_date', 'title'],
      ],
      ['2031-03-18 19:00:00', 'Yoga', 'canceled', 'yoga-2031-03-18', '2031-03-18 19:00:00', ['event_status']],
      ['2031-04-01 19:00:00', 'Yoga', undefined, 'yoga-2031-04-01', '2031-04-01 19:00:00', []],
      ['2031-04-08 19:00:00', 'Yoga', undefined, 'yoga-2031-04-08', '2031-04-08 19:00:00', []],
      ['2031-04-10 10:00:00', 'Yoga', undefined, 'yoga-2031-04-10', '2031-04-10 10:00:00', []],
    ])
    // Again, it changes nothing, and makes nothing twice.
    const before = await app.db.revision()
    expect(await read(text)).toMatchObject({ created: 0, updated: 0, unchanged: 6, removed: 0 })
    expect(await app.db.revision()).toBe(before)
    expect(await datesOf(series.id)).toEqual(dates)
    // What is laid out later is like what was imported.
    await send(`series/${series.id}`, { recurrence: 'RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=8' })
    expect((await datesOf(series.id)).at(-1)).toMatchObject({ title: 'Yoga', slug: 'yoga-2031-04-22' })
  })

  test('that changes changes the series, and keeps what was changed here', async () => {
    await read(calendar(yoga(weekly)))
    const { id } = await only()
    const dates = await datesOf(id)
    await send(`events/${at(dates, 1).id}`, { title: 'Guest' })
    await send(`series/${id}`, { description: 'Ours' })
    const told = await read(
      calendar(yoga(weekly, 'LOCATION:Old Mill').replace('SUMMARY:Yoga', 'SUMMARY:Slow yoga')),
    )
    expect(told).toMatchObject({ created: 0, updated: 6, removed: 0 })
    const after = await app.read('events', { post_parent: id, per_page: 50, start_date: '2030-01-01' })
    expect(after.events.map(({ id, title }: { id: number; title: string }) => [id, title])).toEqual(
      dates.map(({ id }, index) => [id, index === 1 ? 'Guest' : 'Slow yoga']),
    )
    for (const { description, venue } of after.events)
      expect([description, venue.venue]).toEqual(['<p>Ours</p>', 'Old Mill'])
    await send(`series/${id}`, { recurrence: 'RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=7' })
    const [last] = (await app.read('events', { post_parent: id, start_date: '2031-04-10' })).events
    expect([last.title, last.description, last.venue.venue]).toEqual(['Slow yoga', '<p>Ours</p>', 'Old Mill'])
  })

  test('follows a shorter and a longer COUNT, EXDATE, and another time, with the same events', async () => {
    await read(calendar(yoga(weekly)))
    const { id } = await only()
    const dates = await datesOf(id)
    const shorter = calendar(
      yoga('RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=4', 'EXDATE;TZID=Europe/Berlin:20310318T190000'),
    )
    expect(await read(shorter, { isDryRun: true })).toMatchObject({ created: 0, removed: 3 })
    expect(await read(shorter)).toMatchObject({ created: 0, removed: 3 })
    expect(await read(shorter)).toMatchObject({ created: 0, removed: 0 })
    expect((await datesOf(id)).map((date) => date.id)).toEqual([0, 1, 3].map((index) => at(dates, index).id))
    expect(await datesOf(id, { status: 'trash' })).toHaveLength(3)
    expect(await only()).toMatchObject({
      recurrence: ['RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=4', 'EXDATE:20310318T190000'],
    })
    await read(calendar(yoga(weekly)))
    expect((await datesOf(id)).map((date) => date.id)).toEqual(dates.map((date) => date.id))
    expect(await only()).toMatchObject({ recurrence: [weekly] })
    const later = calendar(yoga(weekly)).replaceAll('T190000', 'T200000').replaceAll('T203000', 'T213000')
    expect(await read(later)).toMatchObject({ created: 0, updated: 6, removed: 0 })
    const moved = await datesOf(id)
    expect(moved.map(({ id, slug }) => [id, slug])).toEqual(dates.map(({ id, slug }) => [id, slug]))
    expect(starts(moved)).toEqual(yogaDays.map((day) => `${day} 20:00:00`))
    expect(moved.map(({ series }) => series?.key)).toEqual(starts(moved))
    expect(await read(later)).toMatchObject({ created: 0, updated: 0, unchanged: 6 })
  })

  test('has no more dates than it says where the series goes on by itself, and does not double those', async () => {
    const endless = calendar(yoga('RRULE:FREQ=WEEKLY;BYDAY=TU'))
    await read(endless)
    const { id } = await only()
    const { occurrences: count } = await only()
    setNow(now.add({ hours: 24 * 22 }))
    expect(await app.app.extendSeries()).toBe(3)
    expect(await read(endless)).toMatchObject({ created: 0, updated: 0, removed: 0 })
    expect((await only()).occurrences).toBe(count + 3)
    await read(calendar(yoga('RRULE:FREQ=WEEKLY;BYDAY=TU;UNTIL=20310408T170000Z')))
    expect(starts(await datesOf(id))).toEqual(yogaDays.map((day) => `${day} 19:00:00`))
    expect((await only()).until).toBe('2031-04-08 19:00:00')
    setNow(now)
  })

  test('that is split, ended or made single here stays so', async () => {
    const endless = calendar(yoga('RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=6'))
    await read(endless)
    const { id } = await only()
    const dates = await datesOf(id)
    const { body } = await send(`events/${at(dates, 3).id}?scope=following`, { title: 'Ours' })
    expect(await read(endless)).toMatchObject({ created: 0, updated: 0, unchanged: 6, removed: 0 })
    expect((await datesOf(body.series.id)).map(({ title }) => title)).toEqual(['Ours', 'Ours', 'Ours'])
    await send(`series/${body.series.id}`, { recurrence: null })
    await send(`series/${id}`, { recurrence: null })
    const longer = endless.replace('COUNT=6', 'COUNT=7')
    expect(await read(longer)).toMatchObject({ created: 1, removed: 0 })
    expect((await app.read('series')).total).toBe(0)
  })

  test('that an address does not have any more goes, and is not laid out further', async () => {
    const other = yoga().replace('yoga@club', 'other@club').replace('SUMMARY:Yoga', 'SUMMARY:Fair')
    await read(calendar(yoga('RRULE:FREQ=MONTHLY;BYDAY=1TU'), other), { from: address })
    const { id } = await only()
    await read(calendar(other), { from: address, allowsRemovals: true })
    expect(await datesOf(id)).toEqual([])
    setNow(now.add({ hours: 24 * 365 }))
    expect(await app.app.extendSeries()).toBe(0)
    setNow(now)
  })

  test.each([
    ['FREQ=HOURLY;COUNT=3', 3, 'FREQ=HOURLY'],
    ['FREQ=WEEKLY;BYDAY=WE;COUNT=3', 3, 'does not give the start'],
    ['FREQ=WEEKLY;COUNT=3\r\nRRULE:FREQ=DAILY;COUNT=3', 5, 'more than one RRULE'],
    ['FREQ=WEEKLY;COUNT=3\r\nEXRULE:FREQ=WEEKLY;INTERVAL=2;COUNT=2', 1, undefined],
    ['FREQ=WEEKLY;COUNT=4\r\nEXRULE:FREQ=WEEKLY;INTERVAL=3;COUNT=2', 2, 'EXRULE'],
  ])('that ours do not have (%s) makes single events, and that is told', async (rule, created, says) => {
    const told = await read(calendar(yoga(`RRULE:${rule}`)))
    expect(told.created).toBe(created)
    expect((await app.read('series')).total).toBe(0)
    if (says === undefined) expect(told.assumed).toEqual([])
    else expect(told.assumed.join()).toMatch(new RegExp(`RRULE: it .*${says}.*; its dates are single events`))
    expect(await read(calendar(yoga(`RRULE:${rule}`)))).toMatchObject({ created: 0, unchanged: created })
  })

  test('of more than a thousand dates begins with the last thousand', async () => {
    const old = yoga('RRULE:FREQ=DAILY').replaceAll('20310304', '20270304')
    const told = await read(calendar(old))
    expect([told.created, told.lost.length]).toEqual([1000, 1])
    expect(await only()).toMatchObject({ occurrences: 1000, recurrence: ['RRULE:FREQ=DAILY'] })
    expect(await read(calendar(old))).toMatchObject({ created: 0, unchanged: 1000, removed: 0 })
  })

  test('in UTC is on the clock of the site as long as that is the same, else it stays in UTC', async () => {
    const inUtc = (rule: string) =>
      calendar(
        vevent('UID:u', 'SUMMARY:U', 'DTSTART:20310304T180000Z', 'DTEND:20310304T190000Z', `RRULE:${rule}`),
      )
    await read(inUtc('FREQ=WEEKLY;BYDAY=TU;COUNT=3'))
    expect(await only()).toMatchObject({ timezone: 'Europe/Berlin', start_date: '2031-03-04 19:00:00' })
    const told = await read(inUtc('FREQ=WEEKLY;BYDAY=TU;COUNT=6'))
    expect(told.assumed.join()).toContain('clock of UTC')
    const { id } = await only()
    const { events } = await app.read('events', { post_parent: id, start_date: '2031-01-01', per_page: 10 })
    expect(events.map((event: { utc_start_date: string }) => event.utc_start_date)).toEqual(
      yogaDays.map((day) => `${day} 18:00:00`),
    )
  })
})

describe('a rule that is gone at the source', () => {
  const whole = { per_page: 50, start_date: '2030-01-01', end_date: '2040-01-01' }
  const listed = async () => {
    const { events } = await app.read('events', whole, 'administrator')
    return events.map(
      ({ start_date, title }: { start_date: string; title: string }) => `${start_date} ${title}`,
    )
  }

  test.each([{}, { from: address }])('leaves one event, from %j', async (from) => {
    await read(calendar(yoga(weekly)), from)
    const { id } = await only()
    const [, second] = await datesOf(id)
    const told = await read(calendar(yoga()), { ...from, isDryRun: true })
    const done = await read(calendar(yoga()), from)
    expect(told).toMatchObject({ removed: 5 })
    expect(done).toMatchObject({ created: 0, removed: 5 })
    expect(done.assumed.join()).toMatch(/RRULE: it does not repeat any more/)
    expect(await listed()).toEqual(['2031-03-04 19:00:00 Yoga'])
    expect(await app.read('series', {}, 'administrator')).toMatchObject({ total: 0 })
    expect((await app.ask({ as: 'administrator', path: `events/${second?.id}` })).status).not.toBe(200)
    expect(await read(calendar(yoga()), from)).toMatchObject({
      created: 0,
      removed: 0,
      updated: 0,
      assumed: [],
    })
    await read(calendar(yoga(weekly)), from)
    expect(await listed()).toHaveLength(6)
  })

  test('leaves what has begun and what was changed here, and the event is the date that it says', async () => {
    await read(calendar(yoga(weekly)))
    const { id } = await only()
    const dates = await datesOf(id)
    await send(`events/${dates[4]?.id}`, { title: 'Yoga by hand' })
    setNow(Temporal.Instant.from('2031-03-12T12:00Z'))
    const single = yoga().replaceAll('20310304T', '20310325T')
    expect(await read(calendar(single))).toMatchObject({ removed: 2, created: 0 })
    expect(await listed()).toEqual([
      '2031-03-04 19:00:00 Yoga',
      '2031-03-11 19:00:00 Yoga',
      '2031-03-25 19:00:00 Yoga',
      '2031-04-01 19:00:00 Yoga by hand',
    ])
    expect((await app.read(`events/${dates[3]?.id}`)).start_date).toBe('2031-03-25 19:00:00')
    const moved = single.replaceAll('20310325T', '20310326T')
    expect(await read(calendar(moved))).toMatchObject({ created: 0 })
    expect((await app.read(`events/${dates[3]?.id}`)).start_date).toBe('2031-03-26 19:00:00')
  })
})

test('the calendar of a series, imported elsewhere, is that of the same series', async () => {
  const made = await app.create('events', {
    title: 'Yoga',
    start_date: '2031-03-04 19:00:00',
    end_date: '2031-03-04 20:30:00',
    description: 'Mats.',
    venue: { venue: 'Studio', city: 'Berlin' },
    categories: ['Sport'],
    recurrence: [weekly, 'EXDATE:20310325T190000', 'RDATE:20310410T100000'],
  })
  const dates = await datesOf(made.series.id)
  await send(`events/${at(dates, 1).id}`, { event_status: 'canceled', event_status_reason: 'Ill' })
  await send(`events/${at(dates, 2).id}`, { start_date: '2031-03-19 18:00', end_date: '2031-03-19 19:00' })
  await send(`events/${at(dates, 3).id}`, {}, 'DELETE')
  const calendarOf = async (id: number) => (await app.ask({ path: `series/${id}.ics` })).text
  const own = await calendarOf(made.series.id)
  await app.db.write(async (tx) => tx.deleteFrom('items').execute())
  await read(own)
  const there = await calendarOf((await only()).id)
  const said = (text: string) =>
    text
      .replaceAll('\r\n ', '')
      .replaceAll(/^(?:UID|URL|DTSTAMP|LAST-MODIFIED|CREATED|SEQUENCE|X-[A-Z-]+|SOURCE)[:;].*\r\n/gm, '')
  expect(said(there)).toBe(said(own))
  expect(there.match(/BEGIN:VEVENT/g)).toHaveLength(3)
})
