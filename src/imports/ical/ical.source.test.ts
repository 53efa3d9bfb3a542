import { describe, expect, test } from 'vitest'
import { findZone } from '../../calendar/zone.ts'
import type { ImportedEvent, ImportRecord, Unreadable } from '../imports.record.ts'
import { icalSource } from './ical.source.ts'

const now = Temporal.Instant.from('2031-01-01T00:00:00Z')
const siteZone = findZone('America/New_York') ?? { name: 'UTC', id: 'UTC' }

async function read(text: string): Promise<{ records: (ImportRecord | Unreadable)[]; notes: string[] }> {
  const records: (ImportRecord | Unreadable)[] = []
  const notes: string[] = []
  for await (const batch of icalSource(text, { siteZone, now }).read(undefined, new Map())) {
    records.push(...batch.records)
    notes.push(...(batch.notes ?? []))
  }
  return { records, notes }
}

async function eventsIn(text: string): Promise<ImportedEvent[]> {
  const { records } = await read(text)
  return records.filter((record): record is ImportedEvent => record.kind === 'event' && !('fault' in record))
}

/** When events are, in a few words: `key start – end zone`. */
async function timesIn(text: string): Promise<string[]> {
  const events = await eventsIn(text)
  return events.map(
    ({ key, fields }) =>
      `${key} ${String(fields['start_date'])} – ${String(fields['end_date'])} ${String(fields['timezone'])}`,
  )
}

const calendar = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//test//EN', ...lines, 'END:VCALENDAR', ''].join('\r\n')
const event = (...lines: string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']
const simple = event(
  'UID:one@example.org',
  'SUMMARY:Fair',
  'DTSTART:20310311T180000Z',
  'DTEND:20310311T200000Z',
)

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
    expect(await timesIn(text)).toEqual(['one@example.org 2031-03-11T18:00:00Z – 2031-03-11T20:00:00Z UTC'])
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
      'line 8: The event DTSTART is “2031-02-30T10:00:00”, which is no day or time that there is.',
      'line 12: The event DTSTART is “2031-03-11T99:00:00”, which is no day or time that there is.',
      'line 22: The event never ends: END:VEVENT is missing.',
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
      '2031-03-11T18:00:00Z – 2031-03-11T20:00:00Z UTC',
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
    ['without an end', ['DTSTART:20310311T180000Z'], '2031-03-11T18:00:00Z – 2031-03-11T18:00:00Z UTC'],
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
      '2031-03-11T18:00:00Z – 2031-03-11T18:00:00Z UTC',
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

/** As Outlook writes zones of its own making: rules since 1601, and a name that no database has. */
const custom = (
  tzid: string,
  [standard, daylight]: readonly [string, string],
  rules: readonly [string, string],
) => [
  'BEGIN:VTIMEZONE',
  `TZID:${tzid}`,
  'BEGIN:STANDARD',
  'DTSTART:16010101T030000',
  `TZOFFSETFROM:${daylight}`,
  `TZOFFSETTO:${standard}`,
  `RRULE:FREQ=YEARLY;${rules[0]}`,
  'END:STANDARD',
  'BEGIN:DAYLIGHT',
  'DTSTART:16010101T020000',
  `TZOFFSETFROM:${standard}`,
  `TZOFFSETTO:${daylight}`,
  `RRULE:FREQ=YEARLY;${rules[1]}`,
  'END:DAYLIGHT',
  'END:VTIMEZONE',
]

describe('zones that the file defines', () => {
  const european = ['BYDAY=-1SU;BYMONTH=10', 'BYDAY=-1SU;BYMONTH=3'] as const
  const american = ['BYDAY=1SU;BYMONTH=11', 'BYDAY=2SU;BYMONTH=3'] as const
  const at = (tzid: string) => event('UID:a', 'SUMMARY:x', `DTSTART;TZID="${tzid}":20310711T180000`)

  test.each([
    [
      'are the zone whose city they name',
      '(UTC+01:00) Amsterdam\\, Berlin\\, Bern',
      ['+0100', '+0200'],
      european,
      '2031-07-11T16:00:00Z',
      'Europe/Amsterdam',
    ],
    [
      'are the zone of the site where that is the same',
      'Customized Time Zone',
      ['-0500', '-0400'],
      american,
      '2031-07-11T22:00:00Z',
      'America/New_York',
    ],
  ] as const)('%s', async (_, tzid, offsets, rules, start, zone) => {
    const [first] = await eventsIn(
      calendar(...custom(tzid, offsets, rules), ...at(tzid.replaceAll('\\', ''))),
    )
    expect(first?.fields).toMatchObject({ start_date: start, timezone: zone })
  })

  test('with one offset for ever are that offset where no zone is the same', async () => {
    const fixed = [
      'BEGIN:VTIMEZONE',
      'TZID:Odd',
      'BEGIN:STANDARD',
      'DTSTART:19700101T000000',
      'TZOFFSETFROM:+0113',
      'TZOFFSETTO:+0113',
      'END:STANDARD',
      'END:VTIMEZONE',
    ]
    const [first] = await eventsIn(calendar(...fixed, ...at('Odd')))
    expect(first?.fields).toMatchObject({ start_date: '2031-07-11T16:47:00Z', timezone: '+01:13' })
  })

  test('say where they are in their own words', async () => {
    const [first] = await eventsIn(
      calendar(
        'BEGIN:VTIMEZONE',
        'TZID:Home',
        'X-LIC-LOCATION:Europe/Zurich',
        'END:VTIMEZONE',
        ...at('Home'),
      ),
    )
    expect(first?.fields['timezone']).toBe('Europe/Zurich')
  })
})

describe('series', () => {
  const weekly = event(
    'UID:w',
    'SUMMARY:Class',
    'DTSTART;TZID=Europe/Berlin:20310318T180000',
    'DTEND;TZID=Europe/Berlin:20310318T190000',
    'RRULE:FREQ=WEEKLY;COUNT=4',
  )

  test('become dated events that belong to the first, by the clock on the wall', async () => {
    const events = await eventsIn(calendar(...weekly))
    expect(events.map(({ key, parent, fields }) => [key, parent, fields['start_date']])).toEqual([
      ['w', null, '2031-03-18T17:00:00Z'],
      ['w/2031-03-25T18:00:00', 'w', '2031-03-25T17:00:00Z'],
      ['w/2031-04-01T18:00:00', 'w', '2031-04-01T16:00:00Z'],
      ['w/2031-04-08T18:00:00', 'w', '2031-04-08T16:00:00Z'],
    ])
  })

  test.each([
    ['in the zone of the event', 'EXDATE;TZID=Europe/Berlin:20310325T180000'],
    ['in UTC', 'EXDATE:20310325T170000Z'],
    ['by its day', 'EXDATE;VALUE=DATE:20310325'],
  ])('leave out an occurrence named %s', async (_, line) => {
    const events = await eventsIn(calendar(...weekly.toSpliced(-1, 0, line)))
    expect(events.map(({ fields }) => fields['start_date'])).toEqual([
      '2031-03-18T17:00:00Z',
      '2031-04-01T16:00:00Z',
      '2031-04-08T16:00:00Z',
    ])
  })

  test('end where UNTIL says, which is in UTC', async () => {
    const text = calendar(...weekly).replace('COUNT=4', 'UNTIL=20310401T160000Z')
    expect(await eventsIn(text)).toHaveLength(3)
    expect(await eventsIn(text.replace('20310401T160000Z', '20310401T155959Z'))).toHaveLength(2)
    expect(await eventsIn(text.replace('20310401T160000Z', '20310401'))).toHaveLength(3)
  })

  test('say single occurrences otherwise', async () => {
    const moved = event(
      'UID:w',
      'RECURRENCE-ID:20310325T170000Z',
      'SUMMARY:Moved',
      'DTSTART;TZID=Europe/Berlin:20310326T100000',
      'DURATION:PT1H',
    )
    const events = await eventsIn(calendar(...moved, ...weekly))
    expect(events.map(({ key, fields }) => [key, fields['title'], fields['start_date']])).toEqual([
      ['w', 'Class', '2031-03-18T17:00:00Z'],
      ['w/2031-03-25T18:00:00', 'Moved', '2031-03-26T09:00:00Z'],
      ['w/2031-04-01T18:00:00', 'Class', '2031-04-01T16:00:00Z'],
      ['w/2031-04-08T18:00:00', 'Class', '2031-04-08T16:00:00Z'],
    ])
  })

  test('say one occurrence and all after it otherwise', async () => {
    const moved = event(
      'UID:w',
      'RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20310325T180000',
      'SUMMARY:Later',
      'DTSTART;TZID=Europe/Berlin:20310326T193000',
      'DURATION:PT2H',
    )
    const events = await eventsIn(calendar(...weekly, ...moved))
    expect(events.map(({ fields }) => [fields['title'], fields['start_date'], fields['end_date']])).toEqual([
      ['Class', '2031-03-18T17:00:00Z', '2031-03-18T18:00:00Z'],
      ['Later', '2031-03-26T18:30:00Z', '2031-03-26T20:30:00Z'],
      ['Later', '2031-04-02T17:30:00Z', '2031-04-02T19:30:00Z'],
      ['Later', '2031-04-09T17:30:00Z', '2031-04-09T19:30:00Z'],
    ])
  })

  test('of days stay days', async () => {
    const days = event(
      'UID:d',
      'SUMMARY:x',
      'DTSTART;VALUE=DATE:20310329',
      'DTEND;VALUE=DATE:20310331',
      'RRULE:FREQ=YEARLY;UNTIL=20320401',
      'EXDATE;VALUE=DATE:20330329',
      'RDATE;VALUE=DATE:20310501',
    )
    expect(await timesIn(calendar(...days))).toEqual([
      'd 2031-03-29 – 2031-03-30 America/New_York',
      'd/2031-05-01 2031-05-01 – 2031-05-02 America/New_York',
      'd/2032-03-29 2032-03-29 – 2032-03-30 America/New_York',
    ])
  })

  test('with a rule that cannot be followed are their first occurrence, and that is told', async () => {
    const [first, ...others] = await eventsIn(
      calendar(...weekly).replace('FREQ=WEEKLY;COUNT=4', 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30'),
    )
    expect(others).toEqual([])
    expect(first?.lost?.[0]).toMatch(/^RRULE: it is “.*BYMONTHDAY=30.*only the first occurrence was taken$/)
  })

  test('of which only an occurrence is in the file are that occurrence', async () => {
    const lone = event('UID:x', 'RECURRENCE-ID:20310325T170000Z', 'SUMMARY:Guest', 'DTSTART:20310325T180000Z')
    expect(await timesIn(calendar(...lone))).toEqual([
      'x/2031-03-25T17:00:00 2031-03-25T18:00:00Z – 2031-03-25T18:00:00Z UTC',
    ])
  })

  test('of several versions of an event the latest counts', async () => {
    const version = (sequence: number, title: string) =>
      event('UID:v', `SEQUENCE:${sequence}`, `SUMMARY:${title}`, 'DTSTART:20310311T180000Z')
    const events = await eventsIn(
      calendar(...version(1, 'Old'), ...version(3, 'New'), ...version(2, 'Between')),
    )
    expect(events.map(({ fields }) => fields['title'])).toEqual(['New'])
  })
})

describe('what an event says', () => {
  test.each([
    ['STATUS:CONFIRMED', 'publish'],
    ['STATUS:TENTATIVE', 'draft'],
    ['STATUS:CANCELLED', 'trash'],
    ['CLASS:PRIVATE', 'private'],
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
          address: '1 Main Street, Springfield',
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
