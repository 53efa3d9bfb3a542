import { describe, expect, test } from 'vitest'
import { cpuTimeOf } from '../../../../test/support/cpuTime.ts'
import { caseOf, fair, lineOf, page, read } from './jsonld.fixture.ts'

test('wild.html', async () => {
  const { events, faults } = await read(caseOf('wild.html'))
  expect(events.map(lineOf)).toEqual([
    'A in CDATA | 2026-12-05T19:00:00 – 2026-12-05T21:00:00 | Hall, Main St 1, Town',
    'B raw newline | 2026-12-06T19:00:00+01:00 | Hall',
    'C unquoted &amp; entity | 2026-12-07T19:00:00+01:00 | Somewhere',
    'D in ItemList | 2026-12-08T20:00:00Z | Club',
    'E bad offset | 2026-12-09T17:00:00 – 2026-12-09T21:00:00 | Hall',
    'G parent | 2026-12-20 – 2026-12-21',
    'G sub one | 2026-12-20T10:00:00+01:00',
    'G sub two | 2026-12-21T10:00:00+01:00',
    'H schedule | 2026-12-01T19:30:00 – 2026-12-01T21:00:00 | Hall',
    'H schedule | 2026-12-08T19:30:00 – 2026-12-08T21:00:00 | Hall',
    'H schedule | 2026-12-15T19:30:00 – 2026-12-15T21:00:00 | Hall',
    'H schedule | 2026-12-22T19:30:00 – 2026-12-22T21:00:00 | Hall',
  ])
  expect(events[3]?.fields).toMatchObject({ cost: ['10.00 €', '15.00 €'], timezone: 'Europe/Berlin' })
  expect(events[4]?.assumed?.[0]).toMatch(/^startDate: “2026-12-09T17:00:0009:00” has no offset/)
  expect(faults).toEqual([
    'The event “I microdata” is marked up in microdata, which is not read: only JSON-LD is.',
  ])
})

test('refs-and-dates.html', async () => {
  const { events, venues, organizers } = await read(caseOf('refs-and-dates.html'))
  expect(events.map(lineOf)).toEqual([
    'A Choir evening | 2027-03-02T19:00:00+01:00 – 2027-03-02T21:00:00+01:00 | Old Mill, Mill Lane 3, Norwich',
    'B Date with a blank | 2027-03-03T20:00:00 – 2027-03-03T22:00:00 | Old Mill',
    'C Date in words | 2027-03-04T20:00:00 | Old Mill',
    'D Price in euro | 2027-03-05T20:00:00 | Old Mill',
  ])
  expect(events[3]?.fields['cost']).toEqual(['12.50 €'])
  expect(venues[0]).toMatchObject({ venue: 'Old Mill', address: 'Mill Lane 3', city: 'Norwich' })
  expect(organizers).toEqual([{ organizer: 'Mill Choir', status: 'publish', email: 'choir@venue.example' }])
})

describe('a page is a graph', () => {
  test('across its scripts, by relative and absolute names, and through places', async () => {
    const { events, organizers } = await read(
      page(
        { '@graph': [{ ...fair, '@id': '/fair', location: { '@id': 'https://a.example/#hall' } }] },
        { '@type': 'Place', '@id': '#hall', name: 'Hall', address: 'Main St 1, Town' },
        { '@type': 'Organization', '@id': '_:b0', name: 'Choir' },
        { '@type': 'Event', '@id': 'https://a.example/fair', organizer: { '@id': '_:b0' }, url: '/fair?x' },
      ),
      'https://a.example/',
    )
    expect(events.map(lineOf)).toEqual(['Fair | 2027-03-02T19:00:00 | Hall, Main St 1, Town'])
    expect(events[0]?.fields['website']).toBe('https://a.example/fair?x')
    expect(organizers).toMatchObject([{ organizer: 'Choir' }])
  })

  test('parts of an event are where it is, and events of a place are there', async () => {
    const hall = { '@type': 'Place', name: 'Hall', address: 'Main St 1, Town' }
    const { events } = await read(
      page(
        {
          '@type': 'Festival',
          name: 'Days',
          startDate: '2027-03-02',
          location: hall,
          subEvent: [{ ...fair, name: 'Part' }],
        },
        { ...hall, name: 'Club', event: [{ ...fair, name: 'Night' }] },
      ),
    )
    expect(events.map(lineOf)).toEqual([
      'Days | 2027-03-02 | Hall, Main St 1, Town',
      'Part | 2027-03-02T19:00:00 | Hall, Main St 1, Town',
      'Night | 2027-03-02T19:00:00 | Club, Main St 1, Town',
    ])
  })

  test('what is named and nowhere to be found is told', async () => {
    const { events } = await read(page({ ...fair, location: { '@id': '#nowhere' } }))
    expect(events[0]).toMatchObject({ venues: [], lost: ['location: “#nowhere” is nowhere in the page'] })
  })

  test.each([
    ['a prefix', { '@type': 'schema:Event', 'schema:name': 'Fair', 'schema:startDate': '2027-03-02' }],
    [
      'addresses',
      {
        '@type': ['http://schema.org/Event'],
        'http://schema.org/name': [{ '@value': 'Fair' }],
        'http://schema.org/startDate': [{ '@value': '2027-03-02' }],
      },
    ],
    ['the aliases of its context', { type: 'Event', name: 'Fair', startDate: '2027-03-02' }],
  ])('names of schema.org may be written with %s', async (_, thing) => {
    expect((await read(page(thing))).events.map(lineOf)).toEqual(['Fair | 2027-03-02'])
  })

  test('values with types and languages are those alone', async () => {
    const { events } = await read(
      page({
        '@type': ['Event'],
        name: [
          { '@value': 'Fair', '@language': 'en' },
          { '@value': 'Markt', '@language': 'de' },
        ],
        startDate: { '@type': 'Date', '@value': '2027-03-02' },
      }),
    )
    expect(events.map(lineOf)).toEqual(['Fair | 2027-03-02'])
  })
})

test.each<[string, object, string]>([
  ['a blank and no seconds', { startDate: '2027-03-02 19:00' }, '2027-03-02T19:00:00'],
  ['am and pm', { startDate: '2027-03-02 07:00 PM' }, '2027-03-02T19:00:00'],
  ['an offset without a colon', { startDate: '2027-03-02T19:00:00+0100' }, '2027-03-02T19:00:00+01:00'],
  ['an offset behind a blank', { startDate: '2027-03-02 19:00:00 +01:00' }, '2027-03-02T19:00:00+01:00'],
  ['fractions of a second', { startDate: '2027-03-02T19:00:00.000Z' }, '2027-03-02T19:00:00Z'],
  ['all in one', { startDate: '20270302T190000Z' }, '2027-03-02T19:00:00Z'],
  ['a time of one digit', { startDate: '2027-3-2T9:00' }, '2027-03-02T09:00:00'],
  ['an American date', { startDate: '03/13/2027 7:00 pm' }, '2027-03-13T19:00:00'],
  ['a German one', { startDate: '2. März 2027, 19:00 Uhr' }, '2027-03-02T19:00:00'],
  ['a French one', { startDate: '2 mars 2027 à 19h30' }, '2027-03-02T19:30:00'],
  ['the form of browsers', { startDate: 'Tue, 02 Mar 2027 19:00:00 GMT' }, '2027-03-02T19:00:00Z'],
  ['a number of seconds', { startDate: '1804014000' }, '2027-03-02T19:00:00Z'],
  ['a time beside the day', { startDate: '2027-03-02', startTime: '19:00' }, '2027-03-02T19:00:00'],
  ['the end of a day', { startDate: '2027-03-02T24:00' }, '2027-03-03T00:00:00'],
  [
    'the zone in brackets',
    { startDate: '2027-03-02T19:00+01:00[Europe/Berlin]' },
    '2027-03-02T19:00:00+01:00',
  ],
  ['an end by its duration', { duration: 'PT2H30M' }, '2027-03-02T19:00:00 – 2027-03-02T21:30:00'],
  ['an end by its time', { endTime: '01:00' }, '2027-03-02T19:00:00 – 2027-03-03T01:00:00'],
  ['an end that is the same day', { endDate: '2027-03-02' }, '2027-03-02T19:00:00'],
  [
    'a length, and an end that is the same day',
    { endDate: '2027-03-02', duration: 'PT2H' },
    '2027-03-02T19:00:00 – 2027-03-02T21:00:00',
  ],
  [
    'the first and the last second of days',
    { startDate: '2027-03-02T00:00:00+00:00', endDate: '2027-03-03T23:59:59+00:00' },
    '2027-03-02 – 2027-03-03',
  ],
  ['an end that is a later day', { endDate: '2027-03-04' }, '2027-03-02T19:00:00 – 2027-03-04T23:59:59'],
])('a moment with %s', async (_, said, when) => {
  const { events } = await read(page({ ...fair, ...said }))
  expect(events.map(lineOf)).toEqual([`Fair | ${when}`])
})

test('line breaks that are escaped twice are some', async () => {
  const description = String.raw`&lt;p&gt;One&lt;/p&gt;\n&lt;p&gt;C:\new&lt;/p&gt;\n`
  const { events } = await read(page({ ...fair, description }))
  expect(events[0]?.fields['description']).toBe(String.raw`<p>One</p>${'\n'}<p>C:\new</p>`)
})

test('what counts from now is no date', async () => {
  const { events } = await read(page({ ...fair, startDate: 'tomorrow 8pm' }))
  expect(events[0]?.fields['start_date']).toBe(null)
})

test('several dates are several events, and what is no date is told', async () => {
  const { events } = await read(
    page({ ...fair, startDate: ['2027-03-02T19:00', '2027-03-09T19:00'], endDate: ['2027-03-02T20:00'] }),
  )
  expect(events.map(lineOf)).toEqual([
    'Fair | 2027-03-02T19:00:00 – 2027-03-02T20:00:00',
    'Fair | 2027-03-09T19:00:00',
  ])
  const odd = await read(page({ ...fair, endDate: 'late' }))
  expect(odd.events[0]?.lost).toEqual(['endDate: it is “late”, which is no day or time'])
})

test.each<[object, readonly string[]]>([
  [
    { repeatFrequency: 'P1W', byDay: 'https://schema.org/Wednesday', repeatCount: 2 },
    ['2027-03-03T19:30:00', '2027-03-10T19:30:00'],
  ],
  [
    { repeatFrequency: 'Daily', endDate: '2027-03-04', exceptDate: '2027-03-03' },
    ['2027-03-02T19:30:00', '2027-03-04T19:30:00'],
  ],
  [
    { byDay: ['MO', { '@id': 'https://schema.org/Tuesday' }], repeatCount: 2 },
    ['2027-03-02T19:30:00', '2027-03-08T19:30:00'],
  ],
  [
    { repeatFrequency: 'P1M', byDay: 'Friday', byMonthWeek: 2, repeatCount: 2 },
    ['2027-03-12T19:30:00', '2027-04-09T19:30:00'],
  ],
  [{ repeatFrequency: 'P2W', repeatCount: 2 }, ['2027-03-02T19:30:00', '2027-03-16T19:30:00']],
])('a schedule %j', async (rule, starts) => {
  const eventSchedule = { startDate: '2027-03-02', startTime: '19:30', ...rule }
  const { events } = await read(page({ '@type': 'Event', name: 'Class', eventSchedule }))
  expect(events.map(({ fields }) => fields['start_date'])).toEqual(starts)
})

test('a schedule that cannot be followed is told, and leaves the dates of the event', async () => {
  const { events } = await read(page({ ...fair, eventSchedule: { repeatFrequency: 'sometimes' } }))
  expect(events.map(lineOf)).toEqual(['Fair | 2027-03-02T19:00:00'])
  expect(events[0]?.lost).toEqual([
    'eventSchedule: its repeatFrequency is “sometimes”, which is none such as P1W',
  ])
})

test.each<[object, string]>([
  [{ eventStatus: 'https://schema.org/EventScheduled' }, 'publish'],
  [{ eventStatus: 'http://schema.org/EventMovedOnline' }, 'publish'],
  [{ eventStatus: { '@id': 'https://schema.org/EventCancelled' } }, 'publish'],
  [{ eventStatus: 'cancelled', isPublic: false }, 'private'],
  [{ eventStatus: 'https://schema.org/EventPostponed' }, 'publish'],
  [{ eventStatus: 'who knows' }, 'draft'],
  [{ creativeWorkStatus: 'Draft' }, 'draft'],
  [{ visibility: 'private' }, 'private'],
  [{ isPublic: false }, 'private'],
  [{ isPrivate: 'true' }, 'private'],
])('%j is %s', async (said, status) => {
  const { events } = await read(page({ ...fair, ...said }))
  expect(events[0]?.fields['status']).toBe(status)
})

test.each<[object, object]>([
  [{ eventStatus: 'https://schema.org/EventScheduled' }, { event_status: 'scheduled' }],
  [{ eventStatus: { '@id': 'https://schema.org/EventCancelled' } }, { event_status: 'canceled' }],
  [{ eventStatus: 'cancelled' }, { event_status: 'canceled' }],
  [{ isCancelled: true }, { event_status: 'canceled' }],
  [{ eventStatus: 'schema:EventPostponed' }, { event_status: 'postponed' }],
  [{ eventStatus: 'http://schema.org/EventRescheduled' }, { event_status: 'rescheduled' }],
  [{ eventStatus: 'http://schema.org/EventMovedOnline' }, { event_status: 'moved_online' }],
  [
    {
      eventAttendanceMode: 'https://schema.org/MixedEventAttendanceMode',
      location: [
        { '@type': 'VirtualLocation', url: 'https://meet.example/a' },
        { '@type': 'Place', name: 'Hall' },
      ],
    },
    { attendance_mode: 'mixed', online_url: 'https://meet.example/a' },
  ],
  [{ eventAttendanceMode: 'OfflineEventAttendanceMode' }, { attendance_mode: 'in_person' }],
])('%j says what happens to it', async (said, fields) => {
  const { events } = await read(page({ ...fair, ...said }))
  expect(events[0]?.fields).toMatchObject(fields)
})

describe('the same name and start', () => {
  const at = (name: string) => ({ ...fair, url: 'https://a.example/', location: { '@type': 'Place', name } })

  test('at two places are two events', async () => {
    const { events } = await read(page(at('Hall A'), at('Hall B')))
    expect(events.map(lineOf)).toEqual([
      'Fair | 2027-03-02T19:00:00 | Hall A',
      'Fair | 2027-03-02T19:00:00 | Hall B',
    ])
    expect(new Set(events.map(({ key }) => key)).size).toBe(2)
  })

  test('twice is one event, which says all that is said of it', async () => {
    const { events } = await read(
      page(at('Hall A'), { ...fair, url: 'https://a.example/', description: 'More' }, at('Hall A')),
    )
    expect(events.map(lineOf)).toEqual(['Fair | 2027-03-02T19:00:00 | Hall A'])
    expect(events[0]?.fields['description']).toBe('More')
  })

  test('with something else said of it is told', async () => {
    const { events } = await read(
      page({ ...at('A'), offers: { price: 5 } }, { ...at('A'), offers: { price: 6 } }),
    )
    expect(events[0]?.fields['cost']).toEqual(['5'])
    expect(events[0]?.lost?.[0]).toMatch(/^cost: the page has it again/)
  })
})

test.each([
  ['a path', '/1', 'https://a.example/1'],
  ['no scheme', 'a.example/1', 'https://a.example/1'],
  ['letters of any language', 'https://bücher.example/ä', 'https://xn--bcher-kva.example/%C3%A4'],
])('an address with %s is whole', async (_, url, website) => {
  const { events } = await read(page({ ...fair, url }), 'https://a.example/list')
  expect(events[0]?.fields['website']).toBe(website)
})

test('a place that is an address is the website, and no venue', async () => {
  const { events, venues } = await read(page({ ...fair, location: 'https://meet.example/room' }))
  expect(events[0]?.fields['website']).toBe('https://meet.example/room')
  expect(venues).toEqual([])
})

test('events in microdata that the JSON-LD has as well are not told', async () => {
  const microdata =
    '<div itemscope itemtype="http://schema.org/MusicEvent"><h2 itemprop="name"><a href="/1">Fair</a></h2></div>'
  const { faults } = await read(page(fair).replace('<body>', `<body>${microdata}`))
  expect(faults).toEqual([])
})

test('pages made to take long do not', async () => {
  const hostile = [
    page(fair).replace('<body>', `<body>${'<a itemtype="Event" '.repeat(50_000)}`),
    `${page(fair)}<script type="application/ld+json">[${'"\\'.repeat(50_000)}`,
    `${page(fair)}<script type="application/ld+json">${'//-->'.repeat(50_000)}</script>`,
    page(...Array.from({ length: 2_000 }, () => ({ ...fair, '@id': '#x', location: { '@id': '#x' } }))),
  ]
  for (const text of hostile) {
    expect(await cpuTimeOf(async () => void (await read(text)))).toBeLessThan(5_000)
  }
})
