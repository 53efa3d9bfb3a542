import { describe, expect, test } from 'vitest'
import { changed, fileOf, read } from './ical.cases.fixture.ts'

describe('a moment in UTC', () => {
  const when = async (text: string) => {
    const { events } = await read(text)
    const { start_date, end_date, timezone } = events[0]?.fields ?? {}
    return [start_date, end_date, timezone]
  }
  const instants = ['2027-04-13T17:30:00Z', '2027-04-13T19:00:00Z']
  const within = (line: string) =>
    changed('utc-without-zone.ics', /^BEGIN:VEVENT/m, `${line}\r\nBEGIN:VEVENT`)
  const zone = (tzid: string) => `BEGIN:VTIMEZONE\r\nTZID:${tzid}\r\nEND:VTIMEZONE`

  test.each([
    ['without a zone of the calendar is shown in that of the site', '', 'Europe/Berlin'],
    ['is shown in the zone that the calendar names', 'X-WR-TIMEZONE:Asia/Tokyo', 'Asia/Tokyo'],
    ['is shown in the only zone that it defines', zone('Europe/Lisbon'), 'Europe/Lisbon'],
    [
      'is shown in that of the site if it defines several',
      `${zone('Europe/Lisbon')}\r\n${zone('Asia/Tokyo')}`,
      'Europe/Berlin',
    ],
    ['is shown in that of the site if nobody knows its own', 'X-WR-TIMEZONE:Mars/Olympus', 'Europe/Berlin'],
  ])('%s', async (_, line, timezone) => {
    expect(await when(within(line))).toEqual([...instants, timezone])
  })

  test('may be told by an offset, or with the zone that it is in', async () => {
    const offset = fileOf('utc-without-zone.ics')
      .replace('T173000Z', 'T193000+0200')
      .replace('T190000Z', 'T21:00:00+02:00')
    expect(await when(offset)).toEqual([...instants, 'Europe/Berlin'])
    const named = fileOf('utc-without-zone.ics').replaceAll(/(DTSTART|DTEND):/g, '$1;TZID=Europe/Rome:')
    expect(await when(named)).toEqual([...instants, 'Europe/Rome'])
  })
})

describe('a place that is an address', () => {
  test('is the website, and no venue', async () => {
    const { events, venues } = await read(fileOf('location-is-address.ics'))
    expect(events[0]).toMatchObject({
      venues: [],
      fields: { website: 'https://meet.example.org/room/42' },
      lost: [],
    })
    expect(venues).toEqual([])
  })

  const meet = 'https://meet.example.org/room/42'
  test.each([
    ['without a scheme', 'meet.example.org/room/42', [], meet],
    ['within brackets', `<${meet}>`, [], meet],
    ['with a word before it', `Online: ${meet}`, [], meet],
    ['as a link', `<a href="${meet}">Zoom</a>`, [], meet],
    ['beside a place', `Old Mill\\, Norwich (${meet})`, ['Old Mill'], meet],
    ['in brackets', `Old Mill (${meet})`, ['Old Mill'], meet],
    ['of letters', 'https://müller.example/räume', [], 'https://xn--mller-kva.example/r%C3%A4ume'],
    ['which it is not', 'St.Pauli', ['St.Pauli'], null],
    ['of nothing', 'Online', ['Online'], null],
  ])('%s', async (_, location, names, website) => {
    const { events, venues } = await read(
      changed('location-is-address.ics', /LOCATION:.*/, `LOCATION:${location}`),
    )
    expect(venues.map(({ venue }) => venue)).toEqual(names)
    expect(events[0]?.fields['website']).toBe(website)
  })

  test('beside a website follows the description', async () => {
    const { events } = await read(
      changed('location-is-address.ics', /^URL.*|^SUMMARY/m, 'URL:https://club.example/webinar\r\nSUMMARY'),
    )
    expect(events[0]?.fields).toMatchObject({
      website: 'https://club.example/webinar',
      description: `<a href="${meet}">${meet}</a>`,
    })
  })

  test.each(['CONFERENCE;VALUE=URI', 'X-GOOGLE-CONFERENCE', 'X-MICROSOFT-SKYPETEAMSMEETINGURL'])(
    'or that %s has is where it is online',
    async (name) => {
      const { events } = await read(changed('location-is-address.ics', /LOCATION:.*/, `${name}:${meet}`))
      expect(events[0]?.fields).toMatchObject({
        website: null,
        online_url: meet,
        attendance_mode: 'online',
      })
    },
  )
})

describe('values that are written loosely', () => {
  test('are read as they are meant', async () => {
    const { events, venues, organizers } = await read(fileOf('loose-values.ics'))
    expect(events).toMatchObject([
      { fields: { title: 'Film with talk', website: 'https://film.example/1' }, lost: [], assumed: [] },
    ])
    expect(venues).toEqual([
      { venue: 'Kino', address: 'Main St 1', geo_lat: 52.52, geo_lng: 13.41, status: 'publish' },
    ])
    expect(organizers).toEqual([{ organizer: 'Film Club', status: 'publish' }])
  })

  test.each([
    ['52.52;13.41', 52.52, 13.41],
    ['52,52;13,41', 52.52, 13.41],
    ['52.52 13.41', 52.52, 13.41],
    [' -33.5 , +151.2 ', -33.5, 151.2],
    ['52.52\\;13.41', 52.52, 13.41],
    ['geo:52.52,13.41?z=12', 52.52, 13.41],
  ])('coordinates %s', async (geo, geo_lat, geo_lng) => {
    const { venues } = await read(changed('loose-values.ics', /GEO:.*/, `GEO:${geo}`))
    expect(venues).toMatchObject([{ geo_lat, geo_lng }])
  })

  test.each([
    [
      'ORGANIZER;CN=Film Club:MAILTO:film@club.example',
      { organizer: 'Film Club', email: 'film@club.example' },
    ],
    [
      'ORGANIZER;CN="Club: Film":mailto:film@club.example',
      { organizer: 'Club: Film', email: 'film@club.example' },
    ],
    [
      'ORGANIZER;CN=Club: Film:mailto:film@club.example',
      { organizer: 'Club: Film', email: 'film@club.example' },
    ],
    ['ORGANIZER:Film Club <film@club.example>', { organizer: 'Film Club', email: 'film@club.example' }],
    ['ORGANIZER:film@club.example', { organizer: 'film@club.example', email: 'film@club.example' }],
    [
      'ORGANIZER;CN=Film\\, Club:https://club.example/',
      { organizer: 'Film, Club', website: 'https://club.example/' },
    ],
  ])('%s', async (line, fields) => {
    const { organizers } = await read(changed('loose-values.ics', /ORGANIZER:.*/, line))
    expect(organizers).toMatchObject([fields])
  })

  test.each(['mailto:unknownorganizer@calendar.google.com', 'invalid:nomail', 'urn:uuid:1', ''])(
    'of the organizer %j nothing is made',
    async (value) => {
      const { organizers } = await read(changed('loose-values.ics', /ORGANIZER:.*/, `ORGANIZER:${value}`))
      expect(organizers).toEqual([])
    },
  )

  test('and what is not understood is told as lost', async () => {
    const { events, venues } = await read(
      fileOf('loose-values.ics')
        .replace(/GEO:.*/, 'GEO:north')
        .replace(/URL.*/, 'URL:see the flyer'),
    )
    expect(events[0]?.lost).toEqual([
      'URL: it is “see the flyer”, which is no web address',
      'GEO: it is “north”, which are no coordinates such as 52.5;13.4',
    ])
    expect(venues[0]).not.toHaveProperty('geo_lat')
  })

  test.each([
    ['2027-03-09T19:00:00', '2027-03-09T18:00:00Z'],
    ['2027-03-09 19:00', '2027-03-09T18:00:00Z'],
    ['20270309T1900', '2027-03-09T18:00:00Z'],
    ['20270309t190000', '2027-03-09T18:00:00Z'],
    ['20270309T190000.000', '2027-03-09T18:00:00Z'],
    ['March 9, 2027 7:00 PM', '2027-03-09T18:00:00Z'],
  ])('the moment %s', async (text, start) => {
    const { events } = await read(
      changed('loose-values.ics', /DTSTART.*/, `DTSTART;TZID=Europe/Berlin:${text}`),
    )
    expect(events[0]?.fields['start_date']).toBe(start)
  })

  test('days as Outlook writes them, from midnight to midnight', async () => {
    const { events } = await read(
      fileOf('loose-values.ics')
        .replace(/DTSTART.*/, 'DTSTART;TZID=Europe/Berlin:20270309T000000')
        .replace(/DTEND.*/, 'DTEND;TZID=Europe/Berlin:20270311T000000\r\nX-MICROSOFT-CDO-ALLDAYEVENT:TRUE'),
    )
    expect(events[0]?.fields).toMatchObject({
      all_day: true,
      start_date: '2027-03-09',
      end_date: '2027-03-10',
    })
  })

  test('a place as Apple writes it', async () => {
    const apple = String.raw`X-APPLE-STRUCTURED-LOCATION;VALUE=URI;X-ADDRESS="Mill Lane 3\\nNorwich";X-APPLE-RADIUS=70;X-TITLE="Mill, old":geo:52.6,1.29`
    const { venues } = await read(
      changed('loose-values.ics', /GEO:.*/, apple).replace(
        /LOCATION:.*/,
        String.raw`LOCATION:Mill\, old\nMill Lane 3\nNorwich`,
      ),
    )
    expect(venues).toEqual([
      {
        venue: 'Mill, old',
        address: 'Mill Lane 3',
        city: 'Norwich',
        geo_lat: 52.6,
        geo_lng: 1.29,
        status: 'publish',
      },
    ])
  })
})

describe('a calendar that cancels', () => {
  test('has its event in the trash', async () => {
    const { events } = await read(fileOf('method-cancel.ics'))
    expect(events).toMatchObject([{ key: 'method-cancel-1@example.org', fields: { status: 'trash' } }])
  })

  test.each(['REPLY', 'COUNTER', 'REFRESH', 'DECLINECOUNTER'])(
    'or answers (%s) tells of no event, and that is told',
    async (method) => {
      const { records } = await read(changed('method-cancel.ics', /METHOD:.*/, `METHOD:${method}`))
      expect(records).toMatchObject([{ fault: expect.stringContaining(`METHOD:${method}`) }])
    },
  )

  test.each(['PUBLISH', 'REQUEST', 'ADD'])('but not one of the method %s', async (method) => {
    const { events } = await read(changed('method-cancel.ics', /METHOD:.*/, `METHOD:${method}`))
    expect(events).toMatchObject([{ fields: { status: 'publish' } }])
  })
})

test('a file without an event is told, and so is the address of one, which may have some again', async () => {
  const empty = 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n'
  expect((await read(empty)).records).toMatchObject([{ kind: 'event', fault: 'The calendar has no event.' }])
})
