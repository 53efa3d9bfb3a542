import fc from 'fast-check'
import ICAL from 'ical.js'
import { describe, expect, test } from 'vitest'
import { anyZone } from './feed.arbitrary.ts'
import { tzidOf, zoneTextOf } from './ical.zone.ts'
import { runs } from '../../../test/support/runs.ts'

const textOf = (id: string, year: number) => zoneTextOf({ id }, year)?.text ?? ''
const observances = (id: string, year: number) =>
  textOf(id, year)
    .split(/(?=BEGIN:STANDARD|BEGIN:DAYLIGHT)/)
    .slice(1)
    .map((block) =>
      block
        .split('\r\n')
        .slice(0, -1)
        .filter((line) => !/^(?:BEGIN|END):(?!D)/.test(line)),
    )

describe('the TZID of', () => {
  test.each([
    ['Europe/Rome', 'Europe/Rome'],
    ['UTC', undefined],
    ['Etc/GMT', undefined],
    ['+00:00', undefined],
    ['+05:00', 'Etc/GMT-5'],
    ['-12:00', 'Etc/GMT+12'],
    ['+05:30', 'UTC+0530'],
    ['Africa/Abidjan', 'Africa/Abidjan'],
  ])('%s is %s', (id, tzid) => {
    expect(tzidOf({ id })).toBe(tzid)
    expect(zoneTextOf({ id }, 2026) === undefined).toBe(tzid === undefined)
  })
})

describe('a zone is told', () => {
  test('by yearly rules where there are any', () => {
    expect(textOf('America/New_York', 2026).split('\r\n')).toEqual([
      'BEGIN:VTIMEZONE',
      'TZID:America/New_York',
      'X-LIC-LOCATION:America/New_York',
      'BEGIN:STANDARD',
      'DTSTART:20251102T020000',
      'TZOFFSETFROM:-0400',
      'TZOFFSETTO:-0500',
      'TZNAME:EST',
      'RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU',
      'END:STANDARD',
      'BEGIN:DAYLIGHT',
      'DTSTART:20260308T020000',
      'TZOFFSETFROM:-0500',
      'TZOFFSETTO:-0400',
      'TZNAME:EDT',
      'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU',
      'END:DAYLIGHT',
      'END:VTIMEZONE',
      '',
    ])
  })

  test.each([
    ['no summer time', 'Asia/Kolkata', ['TZOFFSETFROM:+0530', 'TZOFFSETTO:+0530', 'TZNAME:IST']],
    ['a fixed offset', '-09:30', ['TZOFFSETFROM:-0930', 'TZOFFSETTO:-0930', 'TZNAME:UTC-0930']],
  ])('that has %s: %s', (_, id, clock) => {
    expect(observances(id, 2026)).toEqual([['DTSTART:19700101T000000', ...clock]])
  })

  test('with half an hour of summer time', () => {
    expect(observances('Australia/Lord_Howe', 2026).flat()).toEqual(
      expect.arrayContaining([
        'TZOFFSETFROM:+1030',
        'TZOFFSETTO:+1100',
        'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=1SU',
      ]),
    )
  })

  test('whose winter time is the exception in law, as one with summer time', () => {
    expect(textOf('Europe/Dublin', 2026)).toMatch(
      /BEGIN:DAYLIGHT\r\nDTSTART:20260329T010000\r\n.*\+0000\r\n.*\+0100\r\nTZNAME:IST/,
    )
  })

  test('whose Sunday is neither the nth nor the last', () => {
    expect(textOf('America/Santiago', 2026)).toContain(
      'RRULE:FREQ=YEARLY;BYMONTH=4;BYMONTHDAY=2,3,4,5,6,7,8;BYDAY=SU\r\n',
    )
  })

  test('by rules that end where the law changed', () => {
    expect(textOf('America/New_York', 2000)).toContain(
      'RRULE:FREQ=YEARLY;BYMONTH=4;BYDAY=1SU;UNTIL=20060402T070000Z\r\n',
    )
    expect(textOf('America/New_York', 2000)).toContain('DTSTART:20070311T020000\r\n')
  })

  test('by dates where there is no rule, the first one too', () => {
    const text = textOf('Africa/Casablanca', 2010)
    const [, first = ''] = /DTSTART:(\w+)\r\n(?:TZ.*\r\n)*RDATE:/.exec(text) ?? []
    expect(text).toContain(`RDATE:${first}\r\n`)
    expect(text).not.toMatch(/RDATE:.*,/)
  })

  test('whose clock was put forward for good, without summer time', () => {
    expect(textOf('Europe/Istanbul', 2020)).not.toContain('DAYLIGHT')
  })

  test('by the second, where clocks once were', () => {
    expect(observances('Europe/Paris', 1850)[0]).toEqual(expect.arrayContaining(['TZOFFSETTO:+000921']))
  })

  test('whose clock is set at the very start of its year', () => {
    expect(observances('Pacific/Kiritimati', 1995)[0]).toEqual(
      expect.arrayContaining(['DTSTART:19941231T000000', 'TZOFFSETFROM:-1000', 'TZOFFSETTO:+1400']),
    )
  })

  test('within bounds', () => {
    for (const id of Intl.supportedValuesOf('timeZone')) {
      for (const year of [1, 1900, 1941, 1985, 2026, 9999])
        expect(textOf(id, year).length).toBeLessThan(12_000)
    }
  })
})

test('ical.js reads every zone as Temporal does, at any time that clocks show once', () => {
  fc.assert(
    fc.property(
      anyZone,
      fc.integer({ min: 1973, max: 2060 }),
      fc.integer({ min: 0, max: 40 * 365 * 24 }),
      (zone, year, hours) => {
        const wall = new Temporal.PlainDateTime(year, 1, 1).add({ hours })
        const [first, second] = (['earlier', 'later'] as const).map((disambiguation) =>
          wall.toZonedDateTime(zone.id, { disambiguation }),
        )
        const told = zoneTextOf(zone, year)
        fc.pre(told !== undefined && first?.epochMilliseconds === second?.epochMilliseconds)
        const read = new ICAL.Timezone(new ICAL.Component(ICAL.parse(told?.text ?? '')))
        const { month, day, hour, minute, second: sec } = wall
        const time = ICAL.Time.fromData({
          year: wall.year,
          month,
          day,
          hour,
          minute,
          second: sec,
          isDate: false,
        })
        expect(read.utcOffset(time)).toBe((first?.offsetNanoseconds ?? 0) / 1e9)
      },
    ),
    { numRuns: runs(1500) },
  )
})

test('a rule ends late enough for programs that read its end on the clock of the zone', () => {
  // It was the last time that clocks in Perth were set, at 3:00, which was 18:00 UTC on the day before.
  expect(textOf('Australia/Perth', 2000)).toMatch(/BYMONTH=3;BYDAY=-1SU;UNTIL=20090329T030000Z/)
})
