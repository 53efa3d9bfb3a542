import fc from 'fast-check'
import { instantOf, wallText } from '../../pure/calendar/text.ts'
import { findZone, type Zone, zoneAbbreviation } from '../../pure/calendar/zone.ts'
import { sampleWith } from './feed.fixture.ts'
import type { FeedEvent, FeedMoment } from './feed.ts'
import { anyCharacter } from '../../../test/support/anyCharacter.ts'

const names = [
  ...Intl.supportedValuesOf('timeZone'),
  'UTC',
  'EST5EDT',
  'UTC+0',
  'UTC+5',
  'UTC-9:30',
  '+05:45',
  '-0800',
]

/** Zones with and without daylight saving, on all sides of UTC. */
export const anyZone: fc.Arbitrary<Zone> = fc.constantFrom(...names.flatMap((name) => findZone(name) ?? []))

/** Any text, with characters that have a meaning in formats. */
export const hostileText: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      fc.string({ unit: anyCharacter, maxLength: 12 }),
      fc.string({ unit: 'grapheme', maxLength: 12 }),
      fc.constantFrom(
        ';',
        ',',
        ':',
        '"',
        "'",
        '\\',
        '\\n',
        '\\,',
        '^',
        '^n',
        '=',
        '+',
        '-',
        '@',
        '<',
        '>',
        '&',
        '&amp;',
      ),
      fc.constantFrom(
        ']]>',
        '<![CDATA[',
        '\r\n',
        '\r',
        '\n',
        '\t',
        '\0',
        '\x85',
        '\u2028',
        '\ufeff',
        '\uffff',
        '\ud800',
      ),
      fc.constantFrom(
        'END:VEVENT',
        '\r\nBEGIN:VALARM',
        '👩‍👩‍👧‍👦',
        '🏳️‍🌈',
        'שלום',
        '\u202eabc',
        'مرحبا',
        'x'.repeat(200),
        '日'.repeat(80),
      ),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''))

/** A year's worth of seconds around the years that calendars are about. */
const from = Temporal.Instant.from('1973-01-02T00:00Z').epochMilliseconds / 1000
const until = Temporal.Instant.from('2060-01-01T00:00Z').epochMilliseconds / 1000

/** A moment in a zone: any, or within a few hours of a change of its clocks. */
function instantIn({ id }: Zone): fc.Arbitrary<number> {
  const any = fc.integer({ min: from, max: until })
  const nearChange = fc.tuple(any, fc.integer({ min: -6 * 3600, max: 6 * 3600 })).map(([seconds, away]) => {
    const change = instantOf(seconds).toZonedDateTimeISO(id).getTimeZoneTransition('previous')
    const at = (change?.epochMilliseconds ?? 0) / 1000
    return (at > from ? at : seconds) + Math.round(away / 900) * 900
  })
  return fc.oneof(any, nearChange)
}

function momentAt(at: number, { id }: Zone): FeedMoment {
  return { at, wall: wallText(instantOf(at).toZonedDateTimeISO(id).toPlainDateTime()) }
}

/** Events with a time of day, from none to a week long. */
export const anyTimedEvent: fc.Arbitrary<FeedEvent> = anyZone.chain((zone) =>
  fc
    .tuple(instantIn(zone), fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 7 * 86_400 })))
    .map(([at, length]) =>
      sampleWith({
        zone,
        zoneLetters: zoneAbbreviation(zone, instantOf(at)),
        start: momentAt(at, zone),
        end: momentAt(at + length, zone),
      }),
    ),
)

/** Events of whole days, from one to forty. */
export const anyAllDayEvent: fc.Arbitrary<FeedEvent> = fc
  .tuple(anyZone, fc.integer({ min: from, max: until }), fc.integer({ min: 0, max: 39 }))
  .map(([zone, seconds, days]) => {
    const first = instantOf(seconds).toZonedDateTimeISO(zone.id).toPlainDate()
    const last = first.add({ days })
    return sampleWith({
      zone,
      isAllDay: true,
      start: { at: first.toZonedDateTime(zone.id).epochMilliseconds / 1000, wall: `${first} 00:00:00` },
      end: {
        at: last.add({ days: 1 }).toZonedDateTime(zone.id).epochMilliseconds / 1000 - 1,
        wall: `${last} 23:59:59`,
      },
    })
  })

/** Events whose every text is hostile. */
export const anyHostileEvent: fc.Arbitrary<FeedEvent> = fc
  .tuple(
    hostileText,
    hostileText,
    hostileText,
    hostileText,
    fc.array(hostileText, { minLength: 1, maxLength: 3 }),
  )
  .map(([title, description, name, address, categories]) =>
    sampleWith({
      title,
      description,
      descriptionHtml: description,
      summary: description,
      venues: [{ name, address }],
      organizers: [{ name, email: '', url: 'https://club.example/' }],
      categories,
      tags: categories,
      cost: address,
    }),
  )
