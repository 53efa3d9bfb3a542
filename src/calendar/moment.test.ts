import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { momentExamples, parseMoment, resolveMoment, resolveWall } from './moment.ts'
import { isoWithOffset, parseWall, wallText } from './text.ts'
import { findZone } from './zone.ts'

/** A Wednesday, 09:45:30 in New York. */
const now = Temporal.Instant.from('2026-10-14T13:45:30.5Z')
const zoneOf = (id: string) => ({ name: id, id })

function resolve(value: string | number, id = 'UTC') {
  const moment = parseMoment(value)
  return moment && resolveMoment(moment, zoneOf(id), now)
}

function wallOf(value: string | number, id = 'UTC') {
  const resolved = resolve(value, id)
  return resolved && wallText(resolved.wall)
}

describe('a notation without a zone is a wall clock', () => {
  test.each([
    ['2031-05-01 11:00:00', '2031-05-01 11:00:00'],
    ['2031-05-01 11:00', '2031-05-01 11:00:00'],
    ['2031-05-01T11:00:00', '2031-05-01 11:00:00'],
    ['2031-05-01t11:00:00.987654', '2031-05-01 11:00:00'],
    ['  2031-05-01   11:00 ', '2031-05-01 11:00:00'],
    ['2031-5-1 9:05', '2031-05-01 09:05:00'],
    ['2031-05-01 9am', '2031-05-01 09:00:00'],
    ['2031-05-01 9:30 P.M.', '2031-05-01 21:30:00'],
    ['2031-05-01 12am', '2031-05-01 00:00:00'],
    ['2031-05-01 12pm', '2031-05-01 12:00:00'],
    ['2031-05-01 noon', '2031-05-01 12:00:00'],
    ['2031/05/01 10:00', '2031-05-01 10:00:00'],
    ['05/01/2031 3pm', '2031-05-01 15:00:00'],
    ['5/1/2031', '2031-05-01 00:00:00'],
    ['1.5.2031', '2031-05-01 00:00:00'],
    ['01-05-2031 10:00', '2031-05-01 10:00:00'],
    ['1 May 2031 11:00', '2031-05-01 11:00:00'],
    ['May 1, 2031 11:00', '2031-05-01 11:00:00'],
    ['May 1st, 2031 at 3pm', '2031-05-01 15:00:00'],
    ['1st of May 2031', '2031-05-01 00:00:00'],
    ['1-May-2031', '2031-05-01 00:00:00'],
    ['2031-May-01', '2031-05-01 00:00:00'],
    ['3pm, 1 May 2031', '2031-05-01 15:00:00'],
    ['Thu, 1 May 2031 10:00:00', '2031-05-01 10:00:00'],
    ['Sept. 5 2031', '2031-09-05 00:00:00'],
    ['2031-03', '2031-03-01 00:00:00'],
    ['March 2031', '2031-03-01 00:00:00'],
    ['20310501', '2031-05-01 00:00:00'],
    ['20310501 10:00', '2031-05-01 10:00:00'],
    ['20310501T100000', '2031-05-01 10:00:00'],
    ['20310501T1000', '2031-05-01 10:00:00'],
    ['1970-01-01', '1970-01-01 00:00:00'],
    ['1850-06-01 10:00:00', '1850-06-01 10:00:00'],
    ['2028-02-29', '2028-02-29 00:00:00'],
    ['1 May', '2026-05-01 00:00:00'],
  ])('%j', (text, wall) => {
    expect(wallOf(text)).toBe(wall)
    expect(wallOf(text, 'Asia/Kathmandu')).toBe(wall)
  })
})

describe('an instant is converted to the zone (D10)', () => {
  test.each([
    ['2031-05-01T10:00:00Z', '2031-05-01 10:00:00'],
    ['2031-05-01 10:00z', '2031-05-01 10:00:00'],
    ['2031-05-01T10:00:00.5+02:00', '2031-05-01 08:00:00'],
    ['2031-05-01T10:00:00-0500', '2031-05-01 15:00:00'],
    ['2031-05-01 10:00 +2', '2031-05-01 08:00:00'],
    ['2031-05-01 10:00 GMT+0200', '2031-05-01 08:00:00'],
    ['2031-05-01 10:00 UTC', '2031-05-01 10:00:00'],
    ['2031-05-01 10:00 EST', '2031-05-01 15:00:00'],
    ['2031-05-01 10:00 edt', '2031-05-01 14:00:00'],
    ['2031-05-01 10:00 Europe/Rome', '2031-05-01 08:00:00'],
    ['2031-05-01T10:00[Europe/Rome]', '2031-05-01 08:00:00'],
    ['2031-05-01T10:00+02:00[Europe/Rome]', '2031-05-01 08:00:00'],
    ['2031-05-01T10:00Z[Europe/Rome]', '2031-05-01 10:00:00'],
    ['Thu, 01 May 2031 10:00:00 +0000', '2031-05-01 10:00:00'],
    ['20310501T100000Z', '2031-05-01 10:00:00'],
    ['1940000400', '2031-06-23 17:00:00'],
    ['@1940000400', '2031-06-23 17:00:00'],
    ['@1940000400.75', '2031-06-23 17:00:00'],
    ['@0', '1970-01-01 00:00:00'],
    ['-86400', '1969-12-31 00:00:00'],
    [1_940_000_400, '2031-06-23 17:00:00'],
    [-1_940_000_400, '1908-07-11 07:00:00'],
  ])('%j', (value, utc) => {
    expect(wallOf(value)).toBe(utc)
    const there = parseWall(utc).toZonedDateTime('UTC').withTimeZone('America/New_York').toPlainDateTime()
    expect(wallOf(value, 'America/New_York')).toBe(wallText(there))
  })
})

describe('what is no notation', () => {
  test.each([
    '',
    '0',
    '00',
    '2031',
    '2027 ',
    '99990101x',
    '20311301',
    '20310230',
    '1e9',
    '1.5',
    '@',
    '@x',
    'garbage',
    'now-ish',
    '2031-13-01',
    '2031-02-30',
    '2031-2-29',
    '2031-00-01',
    '31/31/2031',
    '0000-00-00 00:00:00',
    '0000-01-01',
    '12345-01-01',
    '2031-01-01 25:00',
    '24:00',
    '25:00',
    '10:60',
    '10:00:60',
    '13pm',
    '0am',
    'ago',
    'at',
    ',',
    '2031-05-01 10:00 10:00',
    '2031-05-01 2031-05-02',
    'monday tuesday',
    'Fri, 1 May 2031',
    '2031-05-01T00:00:00 05:00',
    'Europe/Rome',
    'est',
    '+02:00',
    '2031-05-01+02:00',
    '2031-05-01 +2',
    '2031-05-01 10:00 +15:00',
    '2031-05-01 10:00 Mars/Phobos',
    '2031-05-01 10:00 constructor',
    '253402300800',
    '-62135596801',
    '99999999999999999999',
    'x'.repeat(101),
    ' '.repeat(101),
  ])('%j', (text) => {
    expect(parseMoment(text)).toBeUndefined()
  })

  test.each([0, 1, 2031, 20310501, 99_999_999, -2031, 1_940_000_400.5, NaN, Infinity, 1e20])(
    '%j as a number (D50)',
    (value) => expect(parseMoment(value)).toBeUndefined(),
  )
})

describe('phrases count from now in the zone (D11)', () => {
  test.each([
    [' ', '2026-10-14 09:45:30'],
    ['now', '2026-10-14 09:45:30'],
    ['now UTC', '2026-10-14 09:45:30'],
    ['today', '2026-10-14 00:00:00'],
    ['Today 10:00', '2026-10-14 10:00:00'],
    ['midnight', '2026-10-14 00:00:00'],
    ['noon', '2026-10-14 12:00:00'],
    ['3pm', '2026-10-14 15:00:00'],
    ['yesterday', '2026-10-13 00:00:00'],
    ['tomorrow', '2026-10-15 00:00:00'],
    ['tomorrow 9am', '2026-10-15 09:00:00'],
    ['9am tomorrow', '2026-10-15 09:00:00'],
    ['tomorrow at noon', '2026-10-15 12:00:00'],
    ['tomorrow 9am PDT', '2026-10-15 12:00:00'],
    ['+1 week', '2026-10-21 09:45:30'],
    [' 1 week', '2026-10-21 09:45:30'],
    ['+1 week 10:00', '2026-10-21 10:00:00'],
    ['+1 week 2 days', '2026-10-23 09:45:30'],
    ['+2 days 08:30', '2026-10-16 08:30:00'],
    ['-3 months', '2026-07-14 09:45:30'],
    ['1 week 2 days ago', '2026-10-05 09:45:30'],
    ['+2 hours', '2026-10-14 11:45:30'],
    ['+90 minutes', '2026-10-14 11:15:30'],
    ['+5 sec', '2026-10-14 09:45:35'],
    ['today +2 hours', '2026-10-14 02:00:00'],
    ['next week', '2026-10-21 09:45:30'],
    ['last year', '2025-10-14 09:45:30'],
    ['2031-01-31 +1 month', '2031-02-28 00:00:00'],
    ['wednesday', '2026-10-14 00:00:00'],
    ['this wednesday', '2026-10-14 00:00:00'],
    ['next wednesday 4pm', '2026-10-21 16:00:00'],
    ['last wednesday', '2026-10-07 00:00:00'],
    ['next friday', '2026-10-16 00:00:00'],
    ['Fri 8pm', '2026-10-16 20:00:00'],
    ['friday next week', '2026-10-23 00:00:00'],
    ['next week friday', '2026-10-23 00:00:00'],
    ['sunday last week', '2026-10-11 00:00:00'],
    ['first day of next month', '2026-11-01 00:00:00'],
    ['first day of next month 12:00', '2026-11-01 12:00:00'],
    ['last day of this year', '2026-12-31 00:00:00'],
    ['last day of february 2028', '2028-02-29 00:00:00'],
    ['first monday of january', '2026-01-05 00:00:00'],
    ['last monday of march 2031', '2031-03-31 00:00:00'],
    ['fifth monday of march 2031', '2031-03-31 00:00:00'],
    ['3rd thursday of november 2027 20:00', '2027-11-18 20:00:00'],
  ])('%j', (text, wall) => {
    expect(wallOf(text, 'America/New_York')).toBe(wall)
  })

  test('the day is that of the zone', () => {
    const evening = Temporal.Instant.from('2026-10-14T23:30:00Z')
    const moment = parseMoment('today')
    const walls = ['UTC', 'Asia/Tokyo'].map((id) => {
      const resolved = moment && resolveMoment(moment, zoneOf(id), evening)
      return resolved && wallText(resolved.wall)
    })
    expect(walls).toEqual(['2026-10-14 00:00:00', '2026-10-15 00:00:00'])
  })

  test('hours are counted by the clock that runs, days by the calendar', () => {
    const before = Temporal.Instant.from('2027-03-13T17:00:00Z')
    const after = (text: string) => {
      const moment = parseMoment(text)
      return moment && resolveMoment(moment, zoneOf('America/New_York'), before)?.wall.toString()
    }
    expect(after('+24 hours')).toBe('2027-03-14T13:00:00')
    expect(after('+1 day')).toBe('2027-03-14T12:00:00')
  })

  test.each(['fifth monday of april 2031', '31 April', '+999999 years', '-3000 years', '999999 years ago'])(
    '%j is a phrase that leads to no day',
    (text) => {
      expect(parseMoment(text)).toBeDefined()
      expect(resolve(text)).toBeUndefined()
    },
  )
})

describe('whether a time of day was given', () => {
  test.each([
    '2031-05-01',
    '20310501',
    '2031-05',
    'tomorrow',
    'next friday',
    'first day of next month',
    '2031-05-01 +1 week',
  ])('%j: no', (text) => expect(resolve(text)?.dateOnly).toBe(true))

  test.each([
    '2031-05-01 00:00',
    '2031-05-01T00:00Z',
    '@0',
    'now',
    ' ',
    'midnight',
    'tomorrow 9am',
    '+1 week',
    'today +1 hour',
  ])('%j: yes', (text) => expect(resolve(text)?.dateOnly).toBe(false))
})

describe('the ends of time', () => {
  test('the first and the last second of the years', () => {
    expect(wallOf('0001-01-01 00:00:00')).toBe('0001-01-01 00:00:00')
    expect(wallOf('9999-12-31 23:59:59')).toBe('9999-12-31 23:59:59')
  })

  test('a day of which a part lies beyond them is refused', () => {
    expect(wallOf('9999-12-31', 'America/New_York')).toBeUndefined()
    expect(wallOf('9999-12-31', 'Asia/Tokyo')).toBe('9999-12-31 00:00:00')
    expect(wallOf('0001-01-01', 'Asia/Tokyo')).toBeUndefined()
  })
})

test('every example of what is accepted is', () => {
  const examples = [...momentExamples.matchAll(/"([^"]+)"/g)].map(([, example = '']) => example)
  expect(examples.length).toBeGreaterThan(5)
  for (const example of examples) expect(resolve(example), example).toBeDefined()
})

test('any text is answered, and what resolves has a year of four digits', () => {
  const words = fc.constantFrom(
    'now',
    'today',
    'next',
    'last',
    'first',
    'day',
    'of',
    'monday',
    'week',
    'march',
    'at',
    'ago',
    '+1',
    '-999999',
    '2031',
    '2031-05-01',
    '10:00',
    '3pm',
    'T',
    'Z',
    '+02:00',
    'Europe/Rome',
    '[',
    ',',
    '/',
    '@',
    '31',
    'years',
    'hours',
  )
  const phrase = fc
    .array(words, { maxLength: 7 })
    .chain((said) => fc.constantFrom(said.join(' '), said.join('')))
  const ids = fc.constantFrom('UTC', 'America/New_York', '+14:00', '-12:00')
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), phrase), ids, (text, id) => {
      const wall = wallOf(text, id)
      if (wall !== undefined) expect(wall).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
    }),
    { numRuns: 2000 },
  )
})

const ids = fc.constantFrom(...Intl.supportedValuesOf('timeZone'), 'UTC', '+05:30', '-03:00')
const seconds = fc.integer({ min: -2_000_000_000, max: 4_000_000_000 })

/** What Intl, which reads its own copy of the zone database, shows on a zone's clock. */
function intlWall(instant: Temporal.Instant, id: string): string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: id, dateStyle: 'short', timeStyle: 'medium' })
  return format.format(instant.epochMilliseconds)
}

describe('against Intl, in all zones, 1906 to 2096', () => {
  test('an instant has the wall clock that Intl shows', () => {
    fc.assert(
      fc.property(ids, seconds, (id, at) => {
        expect(wallOf(`@${at}`, id)).toBe(intlWall(Temporal.Instant.fromEpochMilliseconds(at * 1000), id))
      }),
      { numRuns: 3000 },
    )
  })

  test('a wall clock that Intl shows leads to the first instant at which it does', () => {
    fc.assert(
      fc.property(ids, seconds, (id, at) => {
        const instant = Temporal.Instant.fromEpochMilliseconds(at * 1000)
        const wall = intlWall(instant, id)
        const found = resolveWall(parseWall(wall), zoneOf(id))
        expect(found && intlWall(found.instant, id)).toBe(wall)
        expect(found && Temporal.Instant.compare(found.instant, instant)).toBeLessThanOrEqual(0)
      }),
      { numRuns: 3000 },
    )
  })

  test('around every change of the clocks: the gap moves forward by its length, the overlap takes the first', () => {
    let seen = 0
    for (const id of Intl.supportedValuesOf('timeZone')) {
      const at = now.toZonedDateTimeISO(id).getTimeZoneTransition('next')
      if (at === null) continue
      const jump = (at.offsetNanoseconds - at.subtract({ seconds: 1 }).offsetNanoseconds) / 1e9
      const before = at.subtract({ seconds: 1 }).toPlainDateTime()
      const wall = jump > 0 ? before.add({ seconds: 1 }) : before
      const found = resolveWall(wall, zoneOf(id))
      expect(found && wallText(found.wall), id).toBe(wallText(jump > 0 ? wall.add({ seconds: jump }) : wall))
      expect(found?.instant.epochMilliseconds, id).toBe(at.epochMilliseconds - (jump > 0 ? 0 : 1000))
      seen += 1
    }
    expect(seen).toBeGreaterThan(100)
  })
})

test('what is written is read back: as wall clock, with offset, as timestamp', () => {
  fc.assert(
    fc.property(ids, seconds, (id, at) => {
      const resolved = resolve(`@${at}`, id)
      // Offsets of local mean time have seconds, which ISO 8601 does not write.
      if (resolved === undefined || resolved.wall.toZonedDateTime(id).offset.length > 6) return
      expect(resolve(isoWithOffset(at, zoneOf(id)), id)?.instant.epochMilliseconds).toBe(at * 1000)
      expect(wallOf(wallText(resolved.wall), id)).toBe(wallText(resolved.wall))
      expect(wallOf(wallText(resolved.wall).replace(' ', 'T'), id)).toBe(wallText(resolved.wall))
    }),
  )
})

test('fixed offsets shift by what they say', () => {
  fc.assert(
    fc.property(fc.integer({ min: -720, max: 840 }), (minutes) => {
      const sign = minutes < 0 ? '-' : '+'
      const hours = Math.floor(Math.abs(minutes) / 60)
      const rest = String(Math.abs(minutes) % 60).padStart(2, '0')
      const zone = findZone(`UTC${sign}${hours}:${rest}`)
      const moment = parseMoment(`2031-05-01T10:00:00${sign}${String(hours).padStart(2, '0')}:${rest}`)
      const resolved = zone && moment && resolveMoment(moment, zone, now)
      expect(resolved && wallText(resolved.wall)).toBe('2031-05-01 10:00:00')
      expect(resolved?.instant.epochMilliseconds).toBe(Date.UTC(2031, 4, 1, 10) - minutes * 60_000)
    }),
  )
})
