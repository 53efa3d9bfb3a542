import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answered, createTestApp, type TestApp } from '../support/app.ts'
import { faultsIn } from './structured.ts'
import { pathOf, visit, when } from './town.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ SITE_NAME: 'Exampleton', SITE_LOCALE: 'en-GB' })
  app.setNow(Temporal.Instant.from('2031-03-01T12:00:00Z'))
})
afterAll(() => app.close())

/** All data blocks of a page. */
function blocksOf({ text }: Answered): Record<string, unknown>[] {
  const blocks = text.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)
  return [...blocks].map(([, json = '']) => JSON.parse(json))
}

const hall = {
  venue: 'Old &amp; <em>grey</em> hall',
  address: 'Mill Lane 4',
  city: 'Exampleton',
  country: 'DE',
}
const meeting = { online_url: 'https://meet.example/a' }
const organizer = { organizer: 'Players', website: 'https://players.example' }

const events: readonly (readonly [name: string, sent: object, told: object])[] = [
  [
    'an event of which only the time is known',
    {},
    { eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode' },
  ],
  ['one with a website and no place', { website: 'https://players.example' }, {}],
  [
    'one at a place with its address',
    { venue: hall },
    { location: { address: { '@type': 'PostalAddress' } } },
  ],
  [
    'one at a place without an address',
    { venue: { venue: 'Under the old lime' } },
    { location: { name: 'Under the old lime', address: 'Under the old lime' } },
  ],
  ['one at a place of which the town is known', { venue: { venue: 'Shed', city: 'Farville' } }, {}],
  ['one with two organizers', { organizer: [organizer, { organizer: 'The choir' }] }, {}],
  [
    'one with texts full of markup',
    { title: 'A <b>bold</b> &amp; new', description: '<p>Plays &amp; more</p>' },
    {},
  ],
  ['one that lasts all day', { all_day: true }, { startDate: '2031-03-11', endDate: '2031-03-11' }],
  ['one in a zone of its own', { timezone: 'Asia/Kathmandu' }, { startDate: '2031-03-11T18:00:00+05:45' }],
  ['one online', { attendance_mode: 'online', ...meeting }, { location: { url: meeting.online_url } }],
  [
    'one online, where is only for those who come',
    { attendance_mode: 'online', ...meeting, online_url_shown: 'attendees' },
    {},
  ],
  ['one online at nobody knows what address', { attendance_mode: 'online' }, {}],
  ['one at a place and online', { attendance_mode: 'mixed', ...meeting, venue: hall }, {}],
  [
    'one online and at a place that nobody has named',
    { attendance_mode: 'mixed', ...meeting },
    { location: { '@type': 'VirtualLocation' } },
  ],
  [
    'a cancelled one',
    { event_status: 'canceled', cost: '5' },
    { offers: { availability: 'https://schema.org/SoldOut' } },
  ],
  ['a postponed one', { event_status: 'postponed' }, { startDate: '2031-03-11T18:00:00+01:00' }],
  [
    'one moved online',
    { event_status: 'moved_online', venue: hall, ...meeting },
    { location: { '@type': 'VirtualLocation', url: meeting.online_url } },
  ],
  ['a free one', { cost: '0' }, { offers: { price: '0', priceCurrency: 'USD' } }],
  [
    'one of several prices',
    { cost: '5 – 7 €' },
    { offers: { price: '5', lowPrice: '5', highPrice: '7', priceCurrency: 'EUR' } },
  ],
  ['one that costs what nobody can read', { cost: 'a smile' }, {}],
  ['one in a currency of no name', { cost: '50 kr' }, {}],
]

describe('the page of', () => {
  test.each(events)('%s tells search engines all that they ask for', async (name, sent, told) => {
    const { url } = await app.create('events', { title: name, ...when, ...sent })
    const [data, ...others] = blocksOf(await visit(app, pathOf(url)))
    expect(others).toEqual([])
    expect(faultsIn(data)).toEqual([])
    expect(data).toMatchObject(told)
    // A place is told where one was, or an address online.
    const hasPlace = /venue|online|mixed/.test(JSON.stringify(sent))
    expect(Object.hasOwn(data ?? {}, 'location')).toBe(hasPlace)
  })

  test('one that was put off to another day says when it was to be', async () => {
    const { id, url } = await app.create('events', { title: 'Put off', ...when })
    await app.ask({
      as: 'administrator',
      method: 'PUT',
      path: `events/${id}`,
      json: { event_status: 'rescheduled', start_date: '2031-03-12 18:00', end_date: '2031-03-12 20:00' },
    })
    const [data] = blocksOf(await visit(app, pathOf(url)))
    expect(faultsIn(data)).toEqual([])
    expect(data).toMatchObject({ previousStartDate: '2031-03-11T18:00:00+01:00' })
  })

  test('one with tickets offers each, at its price and as long as there are any', async () => {
    const { id, url } = await app.create('events', { title: 'With tickets', ...when })
    for (const ticket of [
      { name: 'Seat', kind: 'paid', price: '12' },
      { name: 'Standing &amp; waiting', kind: 'paid', price: '7.50', capacity: 0 },
      { name: 'Come', kind: 'rsvp' },
    ])
      await app.create(`events/${id}/tickets`, ticket)
    const [data] = blocksOf(await visit(app, pathOf(url)))
    expect(faultsIn(data)).toEqual([])
    expect(data?.['offers']).toMatchObject([
      { price: '12', availability: 'https://schema.org/InStock' },
      { name: 'Standing & waiting', price: '7.50', availability: 'https://schema.org/SoldOut' },
      {},
    ])
  })

  test.each([
    ['open', [{ capacity: 3 }, { capacity: 0 }], 'InStock'],
    ['not yet open', [{ sale_start_date: '2031-03-05 10:00' }, { capacity: 0 }], 'PreOrder'],
    ['sold out', [{ capacity: 0 }, { capacity: 0 }], 'SoldOut'],
    ['over', [{ sale_end_date: '2031-02-01 10:00' }], 'SoldOut'],
  ])('one with a price and tickets whose sale is %s tells that of its price', async (name, tickets, told) => {
    const { id, url } = await app.create('events', { title: `Priced, ${name}`, ...when, cost: '5' })
    for (const ticket of tickets)
      await app.create(`events/${id}/tickets`, { name: 'Seat', kind: 'paid', price: '5', ...ticket })
    const [data] = blocksOf(await visit(app, pathOf(url)))
    expect(faultsIn(data)).toEqual([])
    expect(data?.['offers']).toMatchObject({ price: '5', availability: `https://schema.org/${told}` })
  })

  test('one that is over offers nothing any more, from the second after its end on', async () => {
    const { id, url } = await app.create('events', { title: 'Ends', ...when, cost: '5' })
    await app.create(`events/${id}/tickets`, { name: 'Seat', kind: 'paid', price: '5' })
    const ticketed = await app.create('events', { title: 'Ends, too', ...when })
    await app.create(`events/${ticketed.id}/tickets`, { name: 'Seat', kind: 'paid', price: '5' })
    const offers = async () => [
      blocksOf(await visit(app, pathOf(url)))[0]?.['offers'],
      blocksOf(await visit(app, pathOf(ticketed.url)))[0]?.['offers'],
      (await app.read(`events/${id}`)).json_ld.offers,
    ]
    app.setNow(Temporal.Instant.from('2031-03-11T20:00:00Z'))
    expect((await offers()).every((one) => one !== undefined)).toBe(true)
    app.setNow(Temporal.Instant.from('2031-03-11T20:00:01Z'))
    expect(await offers()).toEqual([undefined, undefined, undefined])
    app.setNow(Temporal.Instant.from('2031-03-01T12:00:00Z'))
  })

  test('one behind a password tells nothing', async () => {
    const { url } = await app.create('events', { title: 'Locked', ...when, password: 'sesame' })
    expect(blocksOf(await visit(app, pathOf(url)))).toEqual([])
  })

  test('all dates of a series tells of it what is told of an event', async () => {
    const { url } = await app.create('events', {
      title: 'Tuesday Club',
      ...when,
      recurrence: 'RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=3',
      venue: hall,
    })
    const [data] = blocksOf(await visit(app, `${pathOf(url)}all/`))
    expect(faultsIn(data)).toEqual([])
    expect(data).toMatchObject({
      '@type': 'EventSeries',
      startDate: '2031-03-11T18:00:00+01:00',
      endDate: '2031-03-25T21:00:00+01:00',
    })
  })
})

test('pages of places and organizers tell of them, and of their events', async () => {
  const { url } = await app.create('events', {
    title: 'Somewhere',
    ...when,
    venue: { venue: 'Barn' },
    organizer,
  })
  const page = (await visit(app, pathOf(url))).text
  for (const kind of ['venue', 'organizer']) {
    const [, path = ''] = new RegExp(`href="http://localhost(/${kind}/[^"]*)"`).exec(page) ?? []
    const [thing, list] = blocksOf(await visit(app, path))
    expect([faultsIn(thing), faultsIn(list)]).toEqual([[], []])
    expect(list).toHaveProperty('itemListElement.0.url', kind === 'venue' ? url : expect.any(String))
  }
})

test.each(['/list', '/day/2031-03-11'])('%s names the pages of its events in their order', async (path) => {
  const page = await visit(app, path)
  const [list, ...others] = blocksOf(page)
  expect([faultsIn(list), others]).toEqual([[], []])
  const main = page.text.slice(page.text.indexOf('<main'))
  const items = list?.['itemListElement'] as { readonly url: string }[]
  expect(items.length).toBeGreaterThan(5)
  for (const { url } of items) expect(main).toContain(`href="${url}"`)
})

test('what search engines are to leave out names nothing', async () => {
  expect(blocksOf(await visit(app, '/list?search=club'))).toEqual([])
  expect(blocksOf(await visit(app, '/day/2031-07-01'))).toEqual([])
})

test('data with faults would be found out', () => {
  const event = { '@context': 'https://schema.org', '@type': 'Event', startDate: '2031-03-11T18:00:00' }
  expect(
    faultsIn({ ...event, performer: 'Organization', offers: { '@type': 'Offer', price: '5 €' } }),
  ).toEqual(
    expect.arrayContaining([
      'Event has no name',
      'startDate is no date, and no moment with an offset',
      'image is missing',
      'the price 5 € is no number',
      'performer is no property of an event',
    ]),
  )
})
