import { cpuTimeOf } from '../../../../test/support/cpuTime.ts'
import { describe, expect, test } from 'vitest'
import { icalSource } from './ical.source.ts'
import type { ImportRecord } from '../imports.record.ts'
import { calendar, event, eventsIn, now, read, simple, siteZone, timesIn } from './ical.fixture.ts'

describe('the form of a file', () => {
  test.each([
    ['line ends of Unix', calendar(...simple).replaceAll('\r\n', '\n')],
    ['line ends of old Macs', calendar(...simple).replaceAll('\r\n', '\r')],
    ['a byte order mark', `\ufeff${calendar(...simple)}`],
    ['empty lines', calendar(...simple).replaceAll('\r\n', '\r\n\r\n')],
    [
      'small letters',
      calendar(...simple)
        .replaceAll('BEGIN', 'begin')
        .replaceAll('VEVENT', 'vevent'),
    ],
    ['a last line without an end', calendar(...simple).trimEnd()],
    ['two calendars in one file', calendar(...simple) + calendar()],
  ])('%s does not matter', async (_, text) => {
    expect(await timesIn(text)).toEqual([
      'one@example.org 2031-03-11T18:00:00Z – 2031-03-11T20:00:00Z America/New_York',
    ])
  })

  test('folded lines are one, also where a fold parts a character’s name', async () => {
    const [first] = await eventsIn(
      calendar(
        ...event(
          'UID:a',
          'DTSTART:20310311T180000Z',
          'SUMMARY:A title that is lo',
          ' ng\\, and has',
          '\t a tab',
        ),
      ),
    )
    expect(first?.fields['title']).toBe('A title that is long, and has a tab')
  })

  test('a text that was broken without being folded keeps its lines', async () => {
    const [first] = await eventsIn(
      calendar(
        ...event(
          'UID:a',
          'DTSTART:20310311T180000Z',
          'SUMMARY:Talk',
          'DESCRIPTION:First line',
          'and the second',
          '',
          'the last',
        ),
      ),
    )
    expect(first?.fields['description']).toBe('First line\nand the second\nthe last')
  })

  test.each([
    ['', /line 1: an iCalendar file begins with BEGIN:VCALENDAR/],
    ['<!doctype html>', /line 1: an iCalendar file begins with BEGIN:VCALENDAR, not “<!doctype html>”/],
    ['\n\nBEGIN:VCARD', /line 3: .* not “BEGIN:VCARD”/],
  ])('%j is refused with its line', (text, reason) => {
    expect(() => icalSource(text, { siteZone, now })).toThrow(reason)
  })

  test('events that cannot be read are told of with their lines, and the others are read', async () => {
    const { records } = await read(
      calendar(
        ...event('UID:a', 'SUMMARY:No start'),
        ...event('UID:b', 'DTSTART:20310230T100000'),
        ...event('UID:c', 'DTSTART:20310311T990000'),
        ...simple,
        'BEGIN:VEVENT',
        'UID:never-ends',
      ).replace('END:VCALENDAR\r\n', ''),
    )
    expect(
      records.map((record) => ('fault' in record ? `${record.at}: ${record.fault}` : record.key)),
    ).toEqual([
      'line 4: The event DTSTART is missing.',
      'line 8: The event DTSTART is “20310230T100000”, which is no day or time that there is.',
      'line 12: The event DTSTART is “20310311T990000”, which is no day or time that there is.',
      'line 22: The event never ends: END:VEVENT is missing.',
      'undefined: The calendar never ends: END:VCALENDAR is missing, and with it perhaps more.',
      'one@example.org',
    ])
  })

  test('what is no event, and what events say that has no place, is told', async () => {
    const { notes } = await read(
      calendar(
        'BEGIN:VTODO',
        'UID:t',
        'END:VTODO',
        ...simple.toSpliced(1, 0, 'ATTENDEE:mailto:a@example.org'),
      ),
    )
    expect(notes).toEqual([
      '1 × VTODO left out: only events are imported.',
      'ATTENDEE of 1 events has no place here and was left out.',
    ])
  })
})

describe('when an event is', () => {
  test.each<[string, string[], string]>([
    [
      'in UTC',
      ['DTSTART:20310311T180000Z', 'DTEND:20310311T200000Z'],
      '2031-03-11T18:00:00Z – 2031-03-11T20:00:00Z America/New_York',
    ],
    [
      'in a zone by name',
      ['DTSTART;TZID=Europe/Berlin:20310311T180000', 'DURATION:PT1H30M'],
      '2031-03-11T17:00:00Z – 2031-03-11T18:30:00Z Europe/Berlin',
    ],
    [
      'in a zone of Windows',
      [
        'DTSTART;TZID="W. Europe Standard Time":20310311T180000',
        'DTEND;TZID="W. Europe Standard Time":20310311T190000',
      ],
      '2031-03-11T17:00:00Z – 2031-03-11T18:00:00Z Europe/Berlin',
    ],
    [
      'in a zone at the end of a path',
      ['DTSTART;TZID=/freeassociation.sourceforge.net/Europe/Vienna:20310711T180000'],
      '2031-07-11T16:00:00Z – 2031-07-11T16:00:00Z Europe/Vienna',
    ],
    [
      'floating: in the zone of the site',
      ['DTSTART:20310311T180000', 'DTEND:20310311T190000'],
      '2031-03-11T22:00:00Z – 2031-03-11T23:00:00Z America/New_York',
    ],
    [
      'ending in another zone',
      ['DTSTART;TZID=Europe/Berlin:20310311T180000', 'DTEND;TZID=Europe/London:20310311T180000'],
      '2031-03-11T17:00:00Z – 2031-03-11T18:00:00Z Europe/Berlin',
    ],
    [
      'without an end',
      ['DTSTART:20310311T180000Z'],
      '2031-03-11T18:00:00Z – 2031-03-11T18:00:00Z America/New_York',
    ],
    ['a day', ['DTSTART;VALUE=DATE:20310311'], '2031-03-11 – 2031-03-11 America/New_York'],
    ['a day that is not said to be one', ['DTSTART:20310311'], '2031-03-11 – 2031-03-11 America/New_York'],
    [
      'days, the end after the last',
      ['DTSTART;VALUE=DATE:20310311', 'DTEND;VALUE=DATE:20310314'],
      '2031-03-11 – 2031-03-13 America/New_York',
    ],
    [
      'days by their length',
      ['DTSTART;VALUE=DATE:20310311', 'DURATION:P1W'],
      '2031-03-11 – 2031-03-17 America/New_York',
    ],
    [
      'ending before it starts',
      ['DTSTART:20310311T180000Z', 'DTEND:20310311T170000Z'],
      '2031-03-11T18:00:00Z – 2031-03-11T18:00:00Z America/New_York',
    ],
    [
      'over the change of clocks, by its end',
      ['DTSTART;TZID=Europe/Berlin:20310329T220000', 'DTEND;TZID=Europe/Berlin:20310330T060000'],
      '2031-03-29T21:00:00Z – 2031-03-30T04:00:00Z Europe/Berlin',
    ],
    [
      'at a time that the clock skips',
      ['DTSTART;TZID=Europe/Berlin:20310330T023000', 'DURATION:PT1H'],
      '2031-03-30T01:30:00Z – 2031-03-30T02:30:00Z Europe/Berlin',
    ],
  ])('%s', async (_, lines, expected) => {
    expect(await timesIn(calendar(...event('UID:a', 'SUMMARY:x', ...lines)))).toEqual([`a ${expected}`])
  })

  test('a zone nobody knows is read as the site’s, and that is told', async () => {
    const [first] = await eventsIn(
      calendar(...event('UID:a', 'SUMMARY:x', 'DTSTART;TZID=Mars/Olympus:20310311T180000')),
    )
    expect(first?.fields['timezone']).toBe('America/New_York')
    expect(first?.lost).toEqual([
      'DTSTART: nobody knows the zone “Mars/Olympus”; it was read in the zone of the site',
    ])
  })

  test('a calendar that says its zone shows moments in UTC there, and floating ones are read there', async () => {
    const text = calendar(
      'X-WR-TIMEZONE:Asia/Tokyo',
      ...simple,
      ...event('UID:b', 'SUMMARY:x', 'DTSTART:20310311T180000'),
    )
    expect(await timesIn(text)).toEqual([
      'one@example.org 2031-03-11T18:00:00Z – 2031-03-11T20:00:00Z Asia/Tokyo',
      'b 2031-03-11T09:00:00Z – 2031-03-11T09:00:00Z Asia/Tokyo',
    ])
  })
})

describe('what an event says', () => {
  test.each([
    ['STATUS:CONFIRMED', 'publish'],
    ['STATUS:TENTATIVE', 'draft'],
    ['STATUS:CANCELLED', 'publish'],
    ['STATUS:CANCELED', 'publish'],
    ['STATUS:DRAFT', 'draft'],
    ['STATUS:ON-HOLD', 'draft'],
    ['CLASS:PRIVATE', 'private'],
    ['CLASS:CONFIDENTIAL', 'private'],
    ['CLASS:X-FOR-MEMBERS', 'private'],
    ['CLASS:public', 'publish'],
    ['X-CALENDARSERVER-ACCESS:CONFIDENTIAL', 'private'],
    ['TRANSP:OPAQUE', 'publish'],
  ])('%s makes it %s', async (line, status) => {
    const [first] = await eventsIn(calendar(...simple.toSpliced(1, 0, line)))
    expect(first?.fields['status']).toBe(status)
  })

  test('its place, organizer, categories and image are records of their own, each once', async () => {
    const lines = [
      'LOCATION:Town Hall\\, 1 Main Street\\, Springfield',
      'ORGANIZER;CN="Smith, Ann":mailto:ann@example.org',
      'CATEGORIES:Music,Art\\, fine',
      'CATEGORIES:music',
      'ATTACH;FMTTYPE=image/png:https://example.org/a.png',
    ]
    const { records } = await read(
      calendar(
        ...event('UID:a', 'DTSTART:20310311T180000Z', ...lines),
        ...event('UID:b', 'DTSTART:20310312T180000Z', 'GEO:52.5;13.4', ...lines),
      ),
    )
    const linked = records.filter((record): record is ImportRecord => record.kind !== 'event')
    expect(linked.map(({ kind, key, fields }) => [kind, key, fields])).toEqual([
      [
        'venue',
        'Town Hall, 1 Main Street, Springfield',
        {
          venue: 'Town Hall',
          status: 'publish',
          address: '1 Main Street',
          city: 'Springfield',
          geo_lat: 52.5,
          geo_lng: 13.4,
        },
      ],
      [
        'organizer',
        'ann@example.org',
        { organizer: 'Smith, Ann', status: 'publish', email: 'ann@example.org' },
      ],
      ['category', 'music', { name: 'music' }],
      ['category', 'art, fine', { name: 'Art, fine' }],
      ['image', 'https://example.org/a.png', {}],
    ])
    expect(records.at(-1)).toMatchObject({
      venues: ['Town Hall, 1 Main Street, Springfield'],
      organizers: ['ann@example.org'],
      categories: ['music', 'art, fine'],
      image: 'https://example.org/a.png',
    })
  })

  test('texts are texts: what looks like HTML in a title is none, and a description may be HTML', async () => {
    const [first] = await eventsIn(
      calendar(
        ...event(
          'UID:a',
          'DTSTART:20310311T180000Z',
          'SUMMARY:Tom & <b>Jerry</b>',
          'DESCRIPTION:1 < 2\\nline two',
        ),
      ),
    )
    expect(first?.fields).toMatchObject({
      title: 'Tom &amp; &lt;b&gt;Jerry&lt;/b&gt;',
      description: '1 &lt; 2\nline two',
    })
    const [google] = await eventsIn(
      calendar(...event('UID:a', 'DTSTART:20310311T180000Z', 'DESCRIPTION:<p>Hello</p>')),
    )
    expect(google?.fields).toMatchObject({ title: 'Untitled', description: '<p>Hello</p>' })
  })
})

test.each([
  ['a place', `LOCATION:Hall${' '.repeat(300_000)}North\\, Springfield`],
  ['a text of beginnings', `DESCRIPTION:${'<p '.repeat(100_000)}`],
  ['a page of beginnings', `X-ALT-DESC;FMTTYPE=text/html:${'<body '.repeat(50_000)}`],
])('%s is read in one go, however long', async (_, line) => {
  const lines = event('UID:one@example.org', 'SUMMARY:Fair', 'DTSTART:20310311T180000Z', line)
  // What looks at the rest for each of its parts takes minutes.
  expect(
    await cpuTimeOf(async () => expect(await eventsIn(calendar(...lines))).toHaveLength(1)),
  ).toBeLessThan(5_000)
})

test.each([
  [
    'an occurrence that nobody can tell',
    ['DTSTART:20310312T180000Z', 'RECURRENCE-ID:20311301T000000'],
    'The event RECURRENCE-ID is “20311301T000000”, which is no day or time that there is.',
  ],
  [
    'a length of thousands of centuries',
    ['DTSTART:20310312T180000Z', 'DURATION:P100000000D'],
    'The event goes on beyond all days that there are.',
  ],
])('an event with %s is told of, and the others are read', async (_, lines, fault) => {
  const { records } = await read(calendar(...event('UID:odd', 'SUMMARY:Odd', ...lines), ...simple))
  expect(records.flatMap((record) => ('fault' in record ? [record] : []))).toEqual([
    expect.objectContaining({ kind: 'event', at: 'line 4', fault }),
  ])
  expect(records.filter((record) => !('fault' in record)).map(({ key }) => key)).toEqual(['one@example.org'])
})

test('rules are followed one by one, and others are served in between', async () => {
  const daily = (uid: string) =>
    event(`UID:${uid}`, 'SUMMARY:x', 'DTSTART:20310101T180000Z', 'RRULE:FREQ=DAILY;COUNT=2')
  let served = 0
  const beat = setInterval(() => (served += 1), 0)
  await read(calendar(...Array.from({ length: 400 }, (_, index) => daily(String(index))).flat()))
  clearInterval(beat)
  expect(served).toBeGreaterThan(0)
})

test('an event with a great many rules takes place once', async () => {
  const rules = Array.from({ length: 11 }, () => 'RRULE:FREQ=DAILY;COUNT=2')
  const events = await eventsIn(
    calendar(...event('UID:a', 'SUMMARY:x', 'DTSTART:20310101T180000Z', ...rules)),
  )
  expect(events).toHaveLength(1)
  expect(events[0]?.lost).toEqual([
    'RRULE: it has 11 rules, and 10 are the most; only the first occurrence was taken',
  ])
})
