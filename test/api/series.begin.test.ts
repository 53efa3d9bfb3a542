import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'
import { at, nowOfSeries, seriesIn, starts, yoga, yogaDays } from '../support/series.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ SITE_TIMEZONE: 'Europe/Berlin' })
  app.setNow(nowOfSeries)
})
afterAll(() => app.close())

const { datesOf, send } = seriesIn(() => app)
const { recurrence, ...once } = yoga
let made = 0
const single = async (more: object = {}): Promise<{ id: number; slug: string; url: string }> =>
  app.create('events', { ...once, title: `Choir ${++made}`, ...more })
const wholeOf = async (id: number) => app.read(`events/${id}`, {}, 'administrator')

describe('a single event that gets a recurrence', () => {
  test.each(['', '?scope=all', '?scope=following'])(
    'becomes the first date of a series under its id and address%s',
    async (scope) => {
      const event = await single({
        cost: '12 €',
        categories: ['Singing'],
        tags: ['loud'],
        venue: { venue: `Hall ${made}` },
        organizer: { organizer: `Choir ${made}` },
      })
      const before = await wholeOf(event.id)
      const { status, body } = await send(`events/${event.id}${scope}`, {
        recurrence,
        website: 'https://a.example/',
      })
      expect([status, body.id, body.slug, body.url]).toEqual([200, event.id, event.slug, event.url])
      expect(body.applied).toEqual({
        changed: [event.id],
        created: yogaDays.slice(1).map((day) => `${day} 19:00:00`),
        removed: [],
        kept: [],
      })
      const dates = await datesOf(body.series.id)
      expect(starts(dates)).toEqual(yogaDays.map((day) => `${day} 19:00:00`))
      expect(dates.map(({ slug }) => slug)).toEqual([
        event.slug,
        ...yogaDays.slice(1).map((day) => `${event.slug}-${day}`),
      ])
      expect(dates.map(({ series }) => series?.changed)).toEqual(yogaDays.map(() => []))
      for (const { id } of dates) {
        const date = await wholeOf(id)
        for (const name of ['title', 'cost', 'author', 'status', 'venue', 'organizer'])
          expect(date[name], name).toEqual(before[name])
        const namesOf = (terms: readonly { name: string }[]) => terms.map(({ name }) => name)
        expect(namesOf(date.categories)).toEqual(['Singing'])
        expect(namesOf(date.tags)).toEqual(['loud'])
        expect(date.website).toBe('https://a.example/')
      }
      expect((await app.read(`series/${body.series.id}`)).title).toBe(before.title)
      const later = await send(`events/${at(dates, 3).id}?scope=all`, { title: 'Big choir' })
      expect(later.body.applied.changed).toHaveLength(6)
      expect((await wholeOf(event.id)).title).toBe('Big choir')
    },
  )

  test('counts its terms on every date', async () => {
    const { id } = await single({ tags: ['humming'] })
    const countOf = async () => (await app.read('tags', { search: 'humming' })).tags[0].count
    expect(await countOf()).toBe(1)
    await send(`events/${id}`, { recurrence })
    expect(await countOf()).toBe(6)
  })

  test('is tried out without anything being written', async () => {
    const { id } = await single()
    const { status, body } = await send(`events/${id}?scope=all&dry_run=1`, { recurrence, title: 'Not yet' })
    expect([status, body.changed, body.created.length]).toEqual([200, [id], 5])
    const event = await wholeOf(id)
    expect([event.title, event.series]).toEqual([`Choir ${made}`, undefined])
  })

  test('takes times and other fields that are sent with it', async () => {
    const { id, slug } = await single()
    const { body } = await send(`events/${id}`, {
      recurrence: 'RRULE:FREQ=WEEKLY;COUNT=2',
      title: 'Evening choir',
      start_date: '2031-03-05 20:00',
      end_date: '2031-03-05 21:00',
      status: 'draft',
    })
    expect([body.title, body.start_date, body.slug]).toEqual(['Evening choir', '2031-03-05 20:00:00', slug])
    const dates = await datesOf(body.series.id, { status: 'draft' })
    expect(dates.map(({ title, status, start_date }) => [title, status, start_date])).toEqual([
      ['Evening choir', 'draft', '2031-03-05 20:00:00'],
      ['Evening choir', 'draft', '2031-03-12 20:00:00'],
    ])
  })

  test('moves to the first day that is not left out', async () => {
    const { id } = await single()
    const { body } = await send(`events/${id}`, { recurrence: [recurrence, 'EXDATE:20310304'] })
    expect(body.start_date).toBe('2031-03-11 19:00:00')
    expect(starts(await datesOf(body.series.id))).toEqual(yogaDays.slice(1).map((day) => `${day} 19:00:00`))
  })

  test('keeps its own day where a date before it is added', async () => {
    const { id } = await single()
    const { body } = await send(`events/${id}`, { recurrence: ['RDATE:20310302T190000'] })
    expect([body.id, body.start_date, body.applied.created]).toEqual([
      id,
      '2031-03-04 19:00:00',
      ['2031-03-02 19:00:00'],
    ])
  })

  test('keeps its day when it has begun', async () => {
    const { id } = await single({ start_date: '2031-02-25 19:00', end_date: '2031-02-25 20:00' })
    const { status, body } = await send(`events/${id}`, { recurrence: [recurrence, 'EXDATE:20310225'] })
    expect([status, Object.keys(body.data.params)]).toEqual([400, ['recurrence']])
    expect((await send(`events/${id}`, { recurrence })).body.start_date).toBe('2031-02-25 19:00:00')
  })

  test.each([
    [{ recurrence: 'RRULE:FREQ=WEEKLY;BYDAY=WE;COUNT=3' }, '', 400],
    [{ recurrence: 'RRULE:FREQ=WEEKLY;COUNT=0' }, '', 400],
    [{ recurrence, end_date: '2031-03-03 10:00' }, '', 400],
    [{ recurrence }, '?scope=this', 400],
    [{ recurrence: null }, '', 400],
    [{ recurrence: null }, '?scope=all', 409],
    [{ title: 'X' }, '?scope=all', 409],
  ])('is refused %j%s, and stays what it is', async (sent, scope, expected) => {
    const { id } = await single()
    const before = await wholeOf(id)
    expect((await send(`events/${id}${scope}`, sent)).status).toBe(expected)
    expect(await wholeOf(id)).toEqual(before)
  })

  test('is refused in the trash, unless it comes back with it', async () => {
    const { id } = await single()
    await send(`events/${id}`, {}, 'DELETE')
    expect((await send(`events/${id}`, { recurrence })).status).toBe(400)
    const { status, body } = await send(`events/${id}`, { recurrence, status: 'publish' })
    expect([status, body.status]).toEqual([200, 'publish'])
    expect(await datesOf(body.series.id)).toHaveLength(6)
  })

  test('needs the right to edit it, and the version that was read', async () => {
    const { id } = await single()
    const ask = async (as: 'contributor' | 'author' | 'editor', headers = {}) =>
      app.ask({ as, method: 'PATCH', path: `events/${id}`, json: { recurrence }, headers })
    for (const as of ['contributor', 'author'] as const) {
      // They learn no more of it than of a date of a series.
      const { status, body } = await ask(as)
      expect([status, Object.keys(body.data.params)]).toEqual([400, ['recurrence']])
      const scoped = await app.ask({
        as,
        method: 'PATCH',
        path: `events/${id}`,
        json: { recurrence, scope: 'all' },
      })
      expect(scoped.status).toBe(403)
    }
    expect((await ask('editor', { 'if-match': '"another"' })).status).toBe(412)
    expect((await wholeOf(id)).series).toBeUndefined()
    const { headers } = await app.ask({ as: 'editor', path: `events/${id}` })
    expect((await ask('editor', { 'if-match': String(headers['etag']) })).status).toBe(200)
    // A date of a series has no recurrence of its own.
    expect((await ask('editor')).status).toBe(400)
  })

  test('of who may not publish waits with all of its dates', async () => {
    const mine = await app.create('events', { ...once, title: 'Mine', status: 'pending' }, 'contributor')
    const { status, body } = await app.ask({
      as: 'contributor',
      method: 'PATCH',
      path: `events/${mine.id}`,
      json: { recurrence, status: 'publish' },
    })
    expect(status).toBe(200)
    const dates = await datesOf(body.series.id, { status: 'pending,publish,draft' })
    expect(dates.map((date) => date.status)).toEqual(yogaDays.map(() => 'pending'))
  })

  test('becomes public with all of its dates when that is due, and none before', async () => {
    const { id } = await single({ status: 'future', date: '2031-03-02 09:00' })
    const { body } = await send(`events/${id}`, { recurrence })
    const statuses = async () => {
      await app.app.publishDue()
      const dates = await datesOf(body.series.id, { status: 'publish,future' })
      return dates.map(({ status }) => status)
    }
    expect(await statuses()).toEqual(yogaDays.map(() => 'future'))
    app.setNow(Temporal.Instant.from('2031-03-02T07:59Z'))
    expect(await statuses()).toEqual(yogaDays.map(() => 'future'))
    app.setNow(Temporal.Instant.from('2031-03-02T08:01Z'))
    expect(await statuses()).toEqual(yogaDays.map(() => 'publish'))
    app.setNow(nowOfSeries)
  })

  test('becomes what it was when that is taken back', async () => {
    const { id } = await single()
    const before = await wholeOf(id)
    const { body } = await send(`events/${id}`, { recurrence, title: 'Weekly choir' })
    const path = `series/${body.series.id}/history`
    const [entry] = (await app.read(path, {}, 'administrator')).history
    const undone = await send(`${path}/${entry.revision}/undo`, {}, 'POST')
    expect([undone.status, undone.text]).toEqual([200, expect.any(String)])
    const { modified: _1, modified_utc: _2, ...after } = await wholeOf(id)
    const { modified: _3, modified_utc: _4, ...was } = before
    expect(after).toEqual(was)
    expect((await app.ask({ path: `series/${body.series.id}` })).status).toBe(404)
  })
})

test('a series whose first date is skipped by a change of clocks keeps its clock on the others', async () => {
  const skipped = {
    title: 'Night shift',
    start_date: '2031-03-30 02:30:00',
    end_date: '2031-03-30 04:00:00',
    recurrence: 'RRULE:FREQ=DAILY;COUNT=2',
  }
  const said = [
    { start_date: '2031-03-30 03:30:00', end_date: '2031-03-30 05:00:00' },
    { start_date: '2031-03-31 02:30:00', end_date: '2031-03-31 04:00:00' },
  ]
  const ask = { as: 'administrator', method: 'POST', json: skipped } as const
  expect((await app.ask({ ...ask, path: 'series/preview' })).body).toMatchObject({ dates: said })
  const { body } = await app.ask({ ...ask, path: 'events' })
  expect(body).toMatchObject({ ...said[0], series: { key: '2031-03-30 02:30:00' } })
  expect(await datesOf(body.series.id)).toMatchObject(said)
  const { title: _title, recurrence, ...times } = skipped
  const { id } = (
    await app.ask({
      ...ask,
      path: 'events',
      json: { title: 'Alone', start_date: '2031-03-29 10:00', end_date: '2031-03-29 11:00' },
    })
  ).body
  const begun = { ...times, recurrence }
  await app.ask({ as: 'administrator', method: 'PATCH', path: `events/${id}`, json: begun })
  expect(await datesOf((await app.read(`events/${id}`)).series.id)).toMatchObject(said)
})

test('a series without an end that began long ago has what is to come at once', async () => {
  const { body } = await app.ask({
    as: 'administrator',
    method: 'POST',
    path: 'events',
    json: {
      title: 'Market',
      start_date: '2011-01-01 08:00',
      end_date: '2011-01-01 12:00',
      recurrence: 'FREQ=DAILY',
    },
  })
  const { occurrences, upcoming, next } = await app.read(`series/${body.series.id}`)
  expect(occurrences).toBe(1000)
  expect(upcoming).toBeGreaterThan(700)
  expect(next).toBe(
    `${nowOfSeries
      .toZonedDateTimeISO('Europe/Berlin')
      .toPlainDate()
      .add({ days: next.startsWith(nowOfSeries.toString().slice(0, 10)) ? 0 : 1 })} 08:00:00`,
  )
})

test('an event of years ago that repeats without an end is its first date, and what is to come is there at once', async () => {
  const start_date = '2020-01-01 10:00:00'
  const { id } = await app.create('events', { title: 'Old', start_date, end_date: '2020-01-01 11:00:00' })
  const { body } = await app.ask({
    as: 'administrator',
    method: 'PATCH',
    path: `events/${id}`,
    json: { recurrence: 'RRULE:FREQ=DAILY' },
  })
  expect(body).toMatchObject({ start_date, series: { key: start_date } })
  const { upcoming, next } = await app.read(`series/${body.series.id}`)
  expect(upcoming).toBeGreaterThan(700)
  expect(next).toMatch(/^2031-03-0[12] 10:00:00$/)
})
