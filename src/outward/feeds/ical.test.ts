import fc from 'fast-check'
import { zoneNamed } from '../../pure/calendar/zone.ts'
import ICAL from 'ical.js'
import ical from 'node-ical'
import { describe, expect, test } from 'vitest'
import { anyAllDayEvent, anyHostileEvent, anyTimedEvent } from './feed.arbitrary.ts'
import type { FeedEvent } from './feed.ts'
import { momentIn, sampleEvent, sampleFeed, sampleWith, written } from './feed.fixture.ts'
import { icalOf, writeIcal } from './ical.ts'
import { tzidOf } from './ical.zone.ts'
import { runs } from '../../../test/support/runs.ts'

/** The events as ical.js reads them. */
function readByIcalJs(text: string): ICAL.Event[] {
  const calendar = new ICAL.Component(ICAL.parse(text))
  return calendar.getAllSubcomponents('vevent').map((event) => new ICAL.Event(event))
}

/** The one event as node-ical reads it. */
function readByNodeIcal(text: string) {
  const event = Object.values(ical.sync.parseICS(text)).find((one) => one?.type === 'VEVENT')
  if (event?.type !== 'VEVENT') throw new Error('node-ical found no event')
  return event
}

/** What a text may become on its way: line breaks are all the same, and control characters mean nothing. */
function shown(text: string): string {
  return (
    text
      .toWellFormed()
      .replaceAll(/\r\n|[\r\n]/g, '\n')
      // oxlint-disable-next-line no-control-regex
      .replaceAll(/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]/g, '')
  )
}

const linesOf = (text: string) => text.replaceAll('\r\n ', '').split('\r\n')
const at = (zone: string, start: string, end: string): Partial<FeedEvent> => ({
  zone: zoneNamed(zone),
  start: momentIn(zoneNamed(zone), start),
  end: momentIn(zoneNamed(zone), end),
})

test('an event is written with all that it has', () => {
  const lines = linesOf(icalOf(sampleEvent))
  expect(lines.slice(0, 5)).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Kalends//Kalends//EN',
    'CALSCALE:GREGORIAN',
    'BEGIN:VTIMEZONE',
  ])
  expect(lines.slice(lines.indexOf('BEGIN:VEVENT'))).toEqual([
    'BEGIN:VEVENT',
    'UID:event-42@calendar.example',
    'DTSTAMP:20300317T184640Z',
    'CREATED:20300317T174640Z',
    'LAST-MODIFIED:20300317T184640Z',
    'SEQUENCE:3',
    'STATUS:CONFIRMED',
    'DTSTART;TZID=Europe/Rome:20310311T180000',
    'DTEND;TZID=Europe/Rome:20310311T203000',
    'SUMMARY:Jazz at the mill',
    String.raw`DESCRIPTION:Three bands.\n\nBring a chair.\n\nhttps://calendar.example/event/jazz/`,
    String.raw`LOCATION:Old mill\, Via Roma 1\, 00184 Roma`,
    'GEO:41.900000;12.500000',
    'CATEGORIES:Music',
    'ORGANIZER;CN=Jazz club:mailto:jazz@club.example',
    'URL:https://calendar.example/event/jazz/',
    'IMAGE;VALUE=URI;DISPLAY=FULLSIZE;FMTTYPE=image/jpeg:https://calendar.example/media/jazz.jpg',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ])
})

test('what an event has not is left out', () => {
  const bare = { venues: [], organizers: [], categories: [], tags: [], description: '', image: undefined }
  const text = icalOf({ ...sampleEvent, ...bare })
  // Of what is said of it, the address is left.
  expect(text).toMatch(/^DESCRIPTION:https:.*\r$/m)
  expect(text).not.toMatch(/^(?:LOCATION|GEO|CATEGORIES|ORGANIZER|CONTACT|IMAGE|METHOD|NAME|X-WR)/m)
})

test('of several organizers the one with an address organizes; the others can be contacted', () => {
  const organizers = [
    { name: 'Band', email: '', url: 'https://band.example/' },
    { name: 'Doe; Jane', email: 'jane+jazz%x@club.example', url: '' },
  ]
  const lines = linesOf(icalOf({ ...sampleEvent, organizers }))
  expect(lines).toContain('ORGANIZER;CN="Doe; Jane":mailto:jane+jazz%25x@club.example')
  expect(lines).toContain(String.raw`CONTACT:Band\, https://band.example/`)
})

test.each([
  ['confirmed', 'CONFIRMED'],
  ['tentative', 'TENTATIVE'],
  ['cancelled', 'CANCELLED'],
] as const)('an event that is %s has STATUS:%s', (status, written) => {
  expect(linesOf(icalOf({ ...sampleEvent, status }))).toContain(`STATUS:${written}`)
})

describe('when an event is, is written', () => {
  test.each<[string, Partial<FeedEvent>, string[]]>([
    [
      'in UTC for UTC',
      at('UTC', '2031-03-11 18:00:00', '2031-03-11 19:00:00'),
      ['DTSTART:20310311T180000Z', 'DTEND:20310311T190000Z'],
    ],
    [
      'in a fixed offset that IANA names',
      at('UTC+5', '2031-03-11 18:00:00', '2031-03-11 19:00:00'),
      ['DTSTART;TZID=Etc/GMT-5:20310311T180000', 'DTEND;TZID=Etc/GMT-5:20310311T190000'],
    ],
    [
      'in a fixed offset of our own',
      at('UTC+5:30', '2031-03-11 18:00:00', '2031-03-11 19:00:00'),
      ['DTSTART;TZID=UTC+0530:20310311T180000', 'DTEND;TZID=UTC+0530:20310311T190000'],
    ],
    [
      'without an end when it takes no time',
      at('UTC', '2031-03-11 18:00:00', '2031-03-11 18:00:00'),
      ['DTSTART:20310311T180000Z'],
    ],
    [
      'in UTC where the clock shows it twice',
      at('America/New_York', '2027-11-07 00:30:00', '2027-11-07 01:30:00'),
      ['DTSTART;TZID=America/New_York:20271107T003000', 'DTEND:20271107T053000Z'],
    ],
    [
      'by the day, with the day after the last',
      { ...at('America/New_York', '2027-03-13 00:00:00', '2027-03-14 23:59:59'), isAllDay: true },
      ['DTSTART;VALUE=DATE:20270313', 'DTEND;VALUE=DATE:20270315'],
    ],
    [
      'without an end on the last of all days',
      { ...at('UTC', '9999-12-31 00:00:00', '9999-12-31 23:59:59'), isAllDay: true },
      ['DTSTART;VALUE=DATE:99991231'],
    ],
  ])('%s', (_, times, expected) => {
    const lines = linesOf(icalOf({ ...sampleEvent, ...times }))
    const body = lines.slice(lines.indexOf('BEGIN:VEVENT'))
    expect(body.filter((line) => /^DT(?:START|END)/.test(line))).toEqual(expected)
  })
})

describe('a feed', () => {
  test('says what it is, and when to come back', async () => {
    const lines = linesOf(await written(writeIcal, [], { title: 'Town, events', description: 'All; of it' }))
    expect(lines.slice(0, lines.indexOf('BEGIN:VTIMEZONE'))).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Kalends//Kalends//EN',
      'CALSCALE:GREGORIAN',
      String.raw`NAME:Town\, events`,
      String.raw`X-WR-CALNAME:Town\, events`,
      String.raw`DESCRIPTION:All\; of it`,
      String.raw`X-WR-CALDESC:All\; of it`,
      'X-WR-TIMEZONE:Europe/Rome',
      'URL:https://calendar.example/events/',
      'SOURCE;VALUE=URI:https://calendar.example/vendor/events/v1/events.ics?categories=music',
      'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
      'X-PUBLISHED-TTL:PT1H',
    ])
  })

  test.each(['Europe/Rome', 'UTC'])('without events is a calendar still, with the zone %s', async (zone) => {
    const text = await written(writeIcal, [], { siteZone: zoneNamed(zone) })
    expect(
      new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent('vtimezone')?.getFirstPropertyValue('tzid'),
    ).toBe(zone)
  })

  test('tells each zone once, before the first event that needs it', async () => {
    const zones = ['UTC', 'Europe/Rome', 'Asia/Tokyo', 'Europe/Rome', 'UTC+5', 'Etc/GMT-5']
    const events = zones.map((zone, id) =>
      sampleWith({
        uid: `${id}`,
        ...at(zone, '2031-03-11 18:00:00', '2031-03-11 19:00:00'),
      }),
    )
    const text = await written(writeIcal, events)
    expect(linesOf(text).filter((line) => /^(?:TZID|UID)/.test(line))).toEqual([
      'UID:0',
      'TZID:Europe/Rome',
      'UID:1',
      'TZID:Asia/Tokyo',
      'UID:2',
      'UID:3',
      'TZID:Etc/GMT-5',
      'UID:4',
      'UID:5',
    ])
  })

  test('tells events outside of the years that it told of their zone in UTC', async () => {
    const events = ['2031', '1999', '2090'].map((year) =>
      sampleWith({
        ...at('Europe/Rome', `${year}-07-01 18:00:00`, `${year}-07-01 19:00:00`),
      }),
    )
    const starts = linesOf(await written(writeIcal, events)).filter((line) =>
      /^DTSTART.*(?:1999|2090|203107)/.test(line),
    )
    expect(starts).toEqual([
      'DTSTART;TZID=Europe/Rome:20310701T180000',
      'DTSTART:19990701T160000Z',
      'DTSTART:20900701T160000Z',
    ])
  })

  test('begins before the first event is there, and holds no event back', async () => {
    const asked: number[] = []
    async function* events() {
      for (const id of [1, 2, 3]) {
        asked.push(id)
        yield { ...sampleEvent, id, uid: `${id}` }
      }
    }
    const chunks = writeIcal(sampleFeed, events())
    expect((await chunks.next()).value).toContain('BEGIN:VCALENDAR')
    expect(asked).toEqual([])
    expect((await chunks.next()).value).toContain('UID:1')
    expect(asked).toEqual([1])
  })
})

describe('read back by ical.js and node-ical', () => {
  test('events begin and end at the same instants, in the same zones', () => {
    fc.assert(
      fc.property(anyTimedEvent, (event) => {
        const text = icalOf(event)
        const [one] = readByIcalJs(text)
        expect(one?.startDate.toUnixTime()).toBe(event.start.at)
        expect(one?.endDate.toUnixTime()).toBe(event.end.at)
        const other = readByNodeIcal(text)
        expect(other.start.getTime() / 1000).toBe(event.start.at)
        expect(other.end?.getTime()).toBe(event.end.at * 1000)
        const isUtc = linesOf(text).some((line) => /^DTSTART:\d{8}T\d{6}Z$/.test(line))
        expect(one?.startDate.zone?.tzid).toBe(isUtc ? 'UTC' : tzidOf(event.zone))
        expect(other.start.tz).toBe(isUtc ? 'Etc/UTC' : tzidOf(event.zone))
      }),
      { numRuns: runs(1500) },
    )
  })

  test('only moments that clocks show twice lose their zone', () => {
    fc.assert(
      fc.property(anyTimedEvent, (event) => {
        const { wall, at } = event.start
        const readings = (['earlier', 'later'] as const).map((disambiguation) =>
          Temporal.PlainDateTime.from(wall).toZonedDateTime(event.zone.id, { disambiguation }),
        )
        const isClear = readings.every((reading) => reading.epochMilliseconds === at * 1000)
        const isLocal = linesOf(icalOf(event)).some((line) => line.startsWith('DTSTART;TZID='))
        expect(isLocal).toBe(isClear && tzidOf(event.zone) !== undefined)
      }),
    )
  })

  test('all-day events begin and end on the same days', () => {
    fc.assert(
      fc.property(anyAllDayEvent, (event) => {
        const text = icalOf(event)
        const [first, last] = [event.start.wall.slice(0, 10), event.end.wall.slice(0, 10)]
        const after = Temporal.PlainDate.from(last).add({ days: 1 }).toString()
        const [one] = readByIcalJs(text)
        expect([one?.startDate.isDate, one?.startDate.toString(), one?.endDate.toString()]).toEqual([
          true,
          first,
          after,
        ])
        const other = readByNodeIcal(text)
        const day = (date: Date | undefined) =>
          date && new Temporal.PlainDate(date.getFullYear(), date.getMonth() + 1, date.getDate()).toString()
        expect([other.datetype, day(other.start), day(other.end)]).toEqual(['date', first, after])
      }),
    )
  })

  test('texts of any kind are the same', () => {
    fc.assert(
      fc.property(anyHostileEvent, (event) => {
        const text = icalOf(event)
        const [one] = readByIcalJs(text)
        const [venue] = event.venues
        expect(one?.summary).toBe(shown(event.title))
        const description = shown(
          [event.description, event.status === 'cancelled' ? '' : event.url].filter(Boolean).join('\n\n'),
        )
        expect(one?.description ?? '').toBe(description)
        expect(one?.location ?? '').toBe(shown([venue?.name, venue?.address].filter(Boolean).join(', ')))
        // ical.js does not see that a backslash before the separator is escaped itself.
        if (!event.categories.some((name) => shown(name).endsWith('\\'))) {
          expect(one?.component.getFirstProperty('categories')?.getValues() ?? ['']).toEqual(
            event.categories.map(shown),
          )
        }
        const [organizer] = event.organizers
        // In parameters a backslash is a character like any other (RFC 6868); ical.js takes it for an escape.
        if (!organizer?.name.includes('\\')) {
          expect(one?.component.getFirstProperty('organizer')?.getParameter('cn')).toBe(
            shown(organizer?.name ?? ''),
          )
        }
        expect(one?.component.getAllSubcomponents()).toEqual([])
        const other = readByNodeIcal(text)
        expect(other.uid).toBe(event.uid)
        expect(other.sequence).toBe(event.sequence)
        if (isReadRightByNodeIcal(event.title)) expect(other.summary).toBe(shown(event.title))
        if (isReadRightByNodeIcal(event.description)) expect(other.description ?? '').toBe(description)
      }),
      { numRuns: runs(500) },
    )
  })
})

/**
 * node-ical 0.26 misreads an escaped backslash before a letter n or a separator, quoted texts, and quotes beside `TZID=`, takes away what is
 * blank around a text in any language, and takes the separators of Unicode for ends of lines, which they are not (D58).
 */
function isReadRightByNodeIcal(text: string): boolean {
  return (
    text.trim() === text &&
    !/[\u2028\u2029]/.test(text) &&
    !text.includes('\\') &&
    !/^".*"$/.test(text) &&
    !text.includes('TZID=')
  )
}

test('an event that is not for everybody says so to who takes it over', () => {
  expect(linesOf(icalOf({ ...sampleEvent, isPrivate: true }))).toContain('CLASS:PRIVATE')
  expect(icalOf(sampleEvent)).not.toContain('CLASS')
})

test.each([
  ['of three weeks', '2031-03-01 10:00:00', '2031-03-22 18:00:00', ['TRANSP:TRANSPARENT']],
  ['of a week of whole days', '2031-03-03 00:00:00', '2031-03-09 23:59:59', ['TRANSP:TRANSPARENT']],
  ['of a weekend', '2031-03-07 18:00:00', '2031-03-09 18:00:00', []],
  ['of an evening', '2031-03-07 18:00:00', '2031-03-07 20:00:00', []],
])('an event %s keeps nobody from anything else only if it goes on for a week', (_, start, end, expected) => {
  const text = icalOf(sampleWith(at('Europe/Rome', start, end)))
  expect(linesOf(text).filter((line) => line.startsWith('TRANSP'))).toEqual(expected)
})
