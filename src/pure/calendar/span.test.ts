import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseDateExpression, resolveDateExpression, resolveWall } from './dateExpression.ts'
import { eventSpan, type Span } from './span.ts'
import { parseWall, utcText } from './text.ts'
import type { Zone } from './zone.ts'

const now = Temporal.Instant.from('2026-10-14T13:45:30Z')
const zoneOf = (id: string) => ({ name: id, id })

function spanOf(from: string, to: string, id: string, allDay = false) {
  const zone = zoneOf(id)
  const [start, end] = [from, to].map((text) => {
    const moment = parseDateExpression(text)
    return moment && resolveDateExpression(moment, zone, now)
  })
  if (!start || !end) throw new Error(`no moments: ${from}, ${to}`)
  return shown(eventSpan({ start, end, allDay, zone }))
}

/** The span of an event that moves to another zone and keeps its wall clocks (D8); undefined where it leaves what is stored. */
function spanFromWalls(from: string, to: string, allDay: boolean, zone: Zone): Span | undefined {
  const start = resolveWall(parseWall(from), zone)
  const end = resolveWall(parseWall(to), zone)
  return start && end && eventSpan({ start, end, allDay, zone })
}

const shown = (span: Span | undefined) =>
  span && [span.startWall, span.endWall, utcText(span.startsAt), utcText(span.endsAt), span.abbreviation]

describe('all day', () => {
  test.each([
    [
      '2031-07-01 10:00:00',
      '2031-07-01 09:00:00',
      'UTC',
      '2031-07-01 00:00:00',
      '2031-07-01 23:59:59',
      '2031-07-01 00:00:00',
      '2031-07-01 23:59:59',
      'UTC',
    ],
    [
      '2031-07-01',
      '2031-07-01',
      'America/New_York',
      '2031-07-01 00:00:00',
      '2031-07-01 23:59:59',
      '2031-07-01 04:00:00',
      '2031-07-02 03:59:59',
      'EDT',
    ],
    [
      '2031-07-01',
      '2031-07-02',
      'Asia/Tokyo',
      '2031-07-01 00:00:00',
      '2031-07-02 23:59:59',
      '2031-06-30 15:00:00',
      '2031-07-02 14:59:59',
      'JST',
    ],
    [
      '2018-11-04',
      '2018-11-04',
      'America/Sao_Paulo',
      '2018-11-04 00:00:00',
      '2018-11-04 23:59:59',
      '2018-11-04 03:00:00',
      '2018-11-05 01:59:59',
      '-02',
    ],
    // The last hour of the day is skipped: its end is no clock of the day after.
    [
      '2031-03-29 00:00:00',
      '2031-03-29 23:59:59',
      'America/Nuuk',
      '2031-03-29 00:00:00',
      '2031-03-29 23:59:59',
      '2031-03-29 02:00:00',
      '2031-03-30 00:59:59',
      '-02',
    ],
  ])('%s to %s in %s', (from, to, id, ...expected) => {
    expect(spanOf(from, to, id, true)).toEqual(expected)
  })

  test('the days are those of the wall clock, also for instants', () => {
    const span = spanOf('2031-07-01T02:00:00Z', '2031-07-01T03:00:00Z', 'America/New_York', true)
    expect(span?.slice(0, 2)).toEqual(['2031-06-30 00:00:00', '2031-06-30 23:59:59'])
  })

  test('an end on an earlier day is an end before the start', () => {
    const span = spanFromWalls('2031-05-02 00:00:00', '2031-05-01 23:59:59', true, zoneOf('Europe/Paris'))
    expect(span && span.endsAt < span.startsAt).toBe(true)
  })
})

describe('by the clock', () => {
  test('a gap moves forward', () => {
    expect(spanOf('2027-03-14 02:30:00', '2027-03-14 05:00:00', 'America/New_York')).toEqual([
      '2027-03-14 03:30:00',
      '2027-03-14 05:00:00',
      '2027-03-14 07:30:00',
      '2027-03-14 09:00:00',
      'EDT',
    ])
  })

  test('an ambiguous hour is the first', () => {
    expect(spanOf('2027-11-07 01:30:00', '2027-11-07 05:00:00', 'America/New_York')).toEqual([
      '2027-11-07 01:30:00',
      '2027-11-07 05:00:00',
      '2027-11-07 05:30:00',
      '2027-11-07 10:00:00',
      'EDT',
    ])
  })

  test('an offset tells the second of an ambiguous hour', () => {
    expect(spanOf('2027-11-07T01:30:00-05:00', '2027-11-07 05:00:00', 'America/New_York')).toEqual([
      '2027-11-07 01:30:00',
      '2027-11-07 05:00:00',
      '2027-11-07 06:30:00',
      '2027-11-07 10:00:00',
      'EST',
    ])
  })

  test('the abbreviation is that of the start', () => {
    expect(spanOf('2027-03-27 20:00', '2027-03-28 06:00', 'Europe/Paris')?.[4]).toBe('CET')
    expect(spanOf('2027-10-30 20:00', '2027-10-31 06:00', 'Europe/Paris')?.[4]).toBe('CEST')
  })
})

describe('a change of zone', () => {
  test('keeps the wall clocks', () => {
    expect(
      shown(spanFromWalls('2031-07-01 10:00:00', '2031-07-01 12:00:00', false, zoneOf('Asia/Tokyo'))),
    ).toEqual([
      '2031-07-01 10:00:00',
      '2031-07-01 12:00:00',
      '2031-07-01 01:00:00',
      '2031-07-01 03:00:00',
      'JST',
    ])
  })

  test('keeps the days of an all-day event, in every zone', () => {
    const ids = fc.constantFrom(...Intl.supportedValuesOf('timeZone'))
    fc.assert(
      fc.property(ids, fc.integer({ min: 0, max: 40_000 }), fc.boolean(), (id, days, isOfChange) => {
        // From 2012 on: since then no zone has skipped a day.
        const any = Temporal.PlainDate.from('2012-01-01').add({ days })
        const change = any.toZonedDateTime(id).subtract({ seconds: 1 }).getTimeZoneTransition('next')
        const day = ((isOfChange && change?.subtract({ seconds: 1 }).toPlainDate()) || any).toString()
        const span = spanFromWalls(`${day} 00:00:00`, `${day} 23:59:59`, true, zoneOf(id))
        expect(span).toMatchObject({ startWall: `${day} 00:00:00`, endWall: `${day} 23:59:59` })
        expect(span && span.startsAt < span.endsAt).toBe(true)
      }),
    )
  })

  test('is refused where it would leave the years', () => {
    const lastDay = ['9999-12-31 00:00:00', '9999-12-31 23:59:59'] as const
    expect(spanFromWalls(...lastDay, true, zoneOf('UTC'))).toBeDefined()
    expect(spanFromWalls(...lastDay, true, zoneOf('America/New_York'))).toBeUndefined()
  })
})
