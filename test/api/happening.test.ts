import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ SITE_TIMEZONE: 'Europe/Berlin' })
  app.setNow(Temporal.Instant.from('2031-03-01T12:00Z'))
})
afterAll(() => app.close())

const evening = { title: 'Walk', start_date: '2031-03-11 18:00:00', end_date: '2031-03-11 20:00:00' }
let id = 0
beforeEach(async () => {
  id = (await app.create('events', evening)).id
})

const put = async (json: object, path = `events/${id}`) =>
  app.ask({ as: 'administrator', method: 'PUT', path, json })
const keys = new Set([
  'event_status',
  'event_status_reason',
  'previous_start_dates',
  'attendance_mode',
  'online_url',
  'online_url_shown',
])

describe('what happens to an event', () => {
  test('is in its record only while something does', async () => {
    expect(Object.keys(await app.read(`events/${id}`)).filter((key) => keys.has(key))).toEqual([])
    const { body } = await put({ event_status: 'Cancelled', event_status_reason: ' Snow\nand  ice ' })
    expect(body).toMatchObject({ event_status: 'canceled', event_status_reason: 'Snow and ice' })
    expect((await put({ event_status_reason: null })).body).not.toHaveProperty('event_status_reason')
    await put({ event_status_reason: 'Ice' })
    const again = (await put({ event_status: 'scheduled' })).body
    expect(Object.keys(again).filter((key) => keys.has(key))).toEqual([])
  })

  test('is accepted when an event is made, too', async () => {
    const made = await app.create('events', {
      ...evening,
      event_status: 'moved_online',
      attendance_mode: 'online',
      online_url: 'https://meet.example/a',
      previous_start_dates: ['2031-01-01 00:00:00'],
    })
    expect(made).toMatchObject({
      event_status: 'moved_online',
      attendance_mode: 'online',
      online_url: 'https://meet.example/a',
    })
    expect(made).not.toHaveProperty('previous_start_dates')
    expect(Object.keys(await app.read(`events/${made.id}`)).at(-1)).toBe('json_ld')
  })

  test('remembers the starts of an event that is rescheduled, which cannot be written', async () => {
    await put({ start_date: '2031-03-12 18:00:00', end_date: '2031-03-12 20:00:00' })
    expect(await app.read(`events/${id}`)).not.toHaveProperty('previous_start_dates')
    await put({ event_status: 'rescheduled', start_date: '2031-03-13 18:00', end_date: '2031-03-13 20:00' })
    const { body } = await put({
      event_status: 'rescheduled',
      start_date: '2031-03-14 18:00',
      end_date: '2031-03-14 20:00',
      previous_start_dates: [],
    })
    expect(body.previous_start_dates).toEqual(['2031-03-12 18:00:00', '2031-03-13 18:00:00'])
    const { json_ld } = await app.read(`events/${id}`)
    expect(json_ld).toMatchObject({
      eventStatus: 'https://schema.org/EventRescheduled',
      previousStartDate: ['2031-03-12T18:00:00+01:00', '2031-03-13T18:00:00+01:00'],
    })
  })

  test.each([
    [{ event_status: 'called off' }, 'event_status'],
    [{ event_status: 7 }, 'event_status'],
    [{ event_status_reason: 'x'.repeat(501) }, 'event_status_reason'],
    [{ event_status_reason: ['Snow'] }, 'event_status_reason'],
    [{ attendance_mode: 'remote' }, 'attendance_mode'],
    [{ online_url: 'http://meet.example/a' }, 'online_url'],
    [{ online_url: 'meet.example' }, 'online_url'],
    [{ online_url: 'javascript:alert(1)' }, 'online_url'],
    [{ online_url_shown: 'members' }, 'online_url_shown'],
  ])('%j is refused, and nothing is written', async (sent, name) => {
    const before = await app.read(`events/${id}`)
    const { status, body } = await put({ ...sent, title: 'Other' })
    expect([status, Object.keys(body.data.params)]).toEqual([400, [name]])
    expect(await app.read(`events/${id}`)).toEqual(before)
  })

  test('raises the sequence of the event in feeds', async () => {
    const sequence = async () =>
      (await app.ask({ path: `events/${id}.ics` })).text.match(/SEQUENCE:(\d+)/)?.[1]
    expect(await sequence()).toBe('0')
    await put({ event_status: 'canceled' })
    expect(await sequence()).toBe('1')
    await put({ event_status_reason: 'Snow' })
    expect(await sequence()).toBe('1')
  })
})

describe('lists', () => {
  test('have what is cancelled, and find events by what happens to them and how they are attended', async () => {
    const titles = async (query: object, path = 'events') =>
      (await app.read(path, { ...query, search: 'Happening' })).events.map(
        ({ title }: { title: string }) => title,
      )
    await app.create('events', { ...evening, title: 'Happening one', event_status: 'canceled' })
    await app.create('events', { ...evening, title: 'Happening two', attendance_mode: 'mixed' })
    await app.create('events', { ...evening, title: 'Happening three' })
    expect(await titles({})).toHaveLength(3)
    expect(await titles({ event_status: 'cancelled' })).toEqual(['Happening one'])
    expect(await titles({ event_status: 'scheduled' })).toEqual(['Happening two', 'Happening three'])
    expect(await titles({ event_status: 'scheduled,canceled' })).toHaveLength(3)
    expect(await titles({ attendance_mode: ['online', 'mixed'] })).toEqual(['Happening two'])
    const facets = await app.read('events/facets', { event_status: 'canceled', search: 'Happening' })
    expect(facets.total).toBe(1)
    const { status, body } = await app.ask({ path: 'events', query: { event_status: 'gone' } })
    expect([status, Object.keys(body.data.params)]).toEqual([400, ['event_status']])
    const list = await app.read('events', { event_status: 'canceled', per_page: 1, search: 'Happening' })
    expect(list.rest_url).toContain('event_status=canceled')
  })

  test('tell those without the password whether an event takes place, and not why or where', async () => {
    const secret = await app.create('events', {
      ...evening,
      title: 'Secret happening',
      password: 'sesame',
      event_status: 'canceled',
      event_status_reason: 'Snow',
      attendance_mode: 'online',
      online_url: 'https://meet.example/secret',
    })
    const { events } = await app.read('events', { include: secret.id })
    expect(events[0]).toMatchObject({ event_status: 'canceled' })
    expect(JSON.stringify(events[0])).not.toMatch(/Snow|attendance|meet\.example/)
    const online = await app.read('events', { attendance_mode: 'online', include: secret.id })
    expect(online.total).toBe(0)
    const feed = await app.ask({ path: 'events.ics', query: { include: secret.id } })
    expect(feed.text).toContain('STATUS:CANCELLED')
    expect(feed.text).not.toMatch(/Snow|meet\.example/)
  })
})

describe('the address of an event online', () => {
  test('for attendees is shown to nobody who may not edit the event', async () => {
    const fields = {
      attendance_mode: 'online',
      online_url: 'https://meet.example/hidden',
      online_url_shown: 'attendees',
    }
    await put(fields)
    for (const path of [
      `events/${id}`,
      'events',
      `events/${id}.ics`,
      'events.ics',
      'events.csv',
      'events.json',
    ]) {
      for (const as of [undefined, 'subscriber', 'author'] as const) {
        const { text } = await app.ask({ path, ...(as ? { as } : {}) })
        expect(text).not.toContain('meet.example/hidden')
      }
    }
    const page = await app.ask({ path: `/event/walk/`, absolute: true })
    expect(page.text).not.toContain('meet.example/hidden')
    expect(await app.read(`events/${id}`)).toMatchObject({
      attendance_mode: 'online',
      online_url_shown: 'attendees',
      json_ld: {
        eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
        location: { '@type': 'VirtualLocation' },
      },
    })
    expect(await app.read(`events/${id}`, {}, 'editor')).toMatchObject(fields)
    expect((await app.read('events', { search: 'hidden' })).total).toBe(0)
  })
})

describe('JSON-LD', () => {
  test.each([
    [{ event_status: 'canceled' }, { eventStatus: 'https://schema.org/EventCancelled' }],
    [{ event_status: 'postponed' }, { eventStatus: 'https://schema.org/EventPostponed' }],
    [
      { event_status: 'moved_online', online_url: 'https://meet.example/a' },
      {
        eventStatus: 'https://schema.org/EventMovedOnline',
        eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
        location: { '@type': 'VirtualLocation', url: 'https://meet.example/a' },
      },
    ],
    [
      { attendance_mode: 'mixed', online_url: 'https://meet.example/a', venue: { venue: 'Hall' } },
      {
        eventAttendanceMode: 'https://schema.org/MixedEventAttendanceMode',
        location: [{ '@type': 'Place' }, { '@type': 'VirtualLocation', url: 'https://meet.example/a' }],
      },
    ],
  ])('of %j', async (sent, expected) => {
    await put(sent)
    const { json_ld } = await app.read(`events/${id}`)
    expect(json_ld).toMatchObject({ ...expected, startDate: '2031-03-11T18:00:00+01:00' })
  })
})

describe('calendars', () => {
  const calendar = async (query: object = {}) =>
    (await app.ask({ path: `events/${id}.ics`, query: query as Record<string, unknown> })).text

  test('say that an event is cancelled, and keep what it is', async () => {
    await put({ event_status: 'canceled', event_status_reason: 'Snow' })
    const text = await calendar()
    expect(text).toMatch(/STATUS:CANCELLED[^]*SUMMARY:Cancelled: Walk\r\n/)
    expect(text).toMatch(/COMMENT:Snow\r\n[^]*URL:/)
    const prefixed = await calendar({ cancelled: 'prefix' })
    expect(prefixed).toMatch(/STATUS:CONFIRMED[^]*SUMMARY:Cancelled: Walk\r\n/)
    const { status, body } = await app.ask({ path: `events/${id}.ics`, query: { cancelled: 'yes' } })
    expect([status, Object.keys(body.data.params)]).toEqual([400, ['cancelled']])
    const list = await app.ask({ path: 'events.ics', query: { include: id, cancelled: 'prefix' } })
    expect(list.text).toContain('SUMMARY:Cancelled: Walk')
  })

  test('say that one is postponed, and where one is online', async () => {
    await put({ event_status: 'postponed', online_url: 'https://meet.example/a', attendance_mode: 'online' })
    expect(await calendar()).toMatch(/STATUS:TENTATIVE[^]*SUMMARY:Postponed: Walk\r\n/)
    expect(await calendar()).toContain('CONFERENCE;VALUE=URI;LABEL=Online:https://meet.example/a')
  })

  test('have where an event is online in its place and its text, and so have the forms of other calendars', async () => {
    await put({
      attendance_mode: 'online',
      online_url: 'https://meet.example/open',
      online_url_shown: 'public',
    })
    const read = async (as?: 'editor') =>
      (await app.ask({ path: `events/${id}.ics`, ...(as ? { as } : {}) })).text.replaceAll('\r\n ', '')
    const { slug } = await app.read(`events/${id}`)
    const forms = async (as?: 'editor') => {
      const { text } = await app.ask({ path: `/event/${slug}/`, absolute: true, ...(as ? { as } : {}) })
      return [...text.matchAll(/href="(https:\/\/(?:calendar\.google|outlook\.live)[^"]*)"/g)].map(
        ([, href = '']) => new URL(href.replaceAll('&amp;', '&')).searchParams,
      )
    }
    expect(await read()).toMatch(/^LOCATION:(?:.*; )?https:\/\/meet\.example\/open\r$/m)
    expect(await read()).toMatch(/^DESCRIPTION:(?:.*\\n)?https:\/\/meet\.example\/open\\n\\nhttp.*\r$/m)
    const shown = await forms()
    expect(shown).toHaveLength(2)
    for (const form of shown) {
      expect(form.get('location')).toContain('https://meet.example/open')
      expect(form.get('details') ?? form.get('body')).toContain('https://meet.example/open')
    }
    // Who may edit the event hands its calendar on, too.
    await put({ online_url_shown: 'attendees' })
    for (const as of [undefined, 'editor'] as const) {
      expect(await read(as)).not.toMatch(/^(?:LOCATION|DESCRIPTION):.*meet\.example/m)
      for (const form of await forms(as)) expect(form.toString()).not.toContain('meet.example')
    }
  })
})

test('the sale of tickets ends when the event is cancelled', async () => {
  await app.create(`events/${id}/tickets`, { name: 'Seat', kind: 'paid', price: '12' })
  const isOnSale = async () => (await app.read(`events/${id}/tickets`)).tickets[0].is_on_sale
  expect(await isOnSale()).toBe(true)
  await put({ event_status: 'canceled' })
  expect(await isOnSale()).toBe(false)
  expect((await app.read(`events/${id}`)).json_ld.offers).toMatchObject({
    availability: 'https://schema.org/SoldOut',
  })
})

test('clients of the original read and write it as custom fields and read it as a class', async () => {
  const path = `/wp/v2/tribe_events/${id}`
  const read = async () => (await app.ask({ path, absolute: true })).body
  expect((await read()).meta).not.toHaveProperty('_tribe_events_status')
  const meta = { _tribe_events_status: 'canceled', _tribe_events_status_reason: 'Snow' }
  const { status } = await app.ask({
    as: 'administrator',
    method: 'POST',
    path,
    absolute: true,
    json: { meta },
  })
  expect(status).toBe(200)
  expect((await read()).meta).toMatchObject(meta)
  expect((await read()).class_list).toContain('tribe-events-status__list-event-canceled')
  expect(await app.read(`events/${id}`)).toMatchObject({
    event_status: 'canceled',
    event_status_reason: 'Snow',
  })
  const bad = await app.ask({
    as: 'administrator',
    method: 'POST',
    path,
    absolute: true,
    json: { meta: { _tribe_events_status: 'gone' } },
  })
  expect([bad.status, Object.keys(bad.body.data.params)]).toEqual([400, ['meta']])
})

test('pages say it: in lists, and on the page of the event with the reason', async () => {
  const { slug } = await app.create('events', {
    start_date: '2031-03-20 18:00:00',
    end_date: '2031-03-20 20:00:00',
    title: 'Struck out',
    event_status: 'canceled',
    event_status_reason: 'Snow & ice',
  })
  const page = async (path: string) =>
    (await app.ask({ path, absolute: true, headers: { accept: 'text/html', 'accept-language': 'en' } })).text
  const own = await page(`/event/${slug}/`)
  expect(own).toMatch(/class="banner"[^]*This event is cancelled[^]*Snow &amp; ice/)
  expect(own).toContain('<s>Struck out</s>')
  expect(await page('/list?search=Struck')).toMatch(/row is-off[^]*tag off[^]*Cancelled/)
  expect(await page('/month/2031-03')).toMatch(/is-off[^]*Struck out[^]*Cancelled/)
  expect(await page('/week/2031-03-20')).toMatch(/is-off[^]*Struck out[^]*Cancelled/)
  expect(await page(`/event/walk/`)).not.toContain('class="banner')
})
