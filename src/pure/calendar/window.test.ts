import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseDateExpression } from './dateExpression.ts'
import { utcText } from './text.ts'
import { bounds, defaultWindow, listBound, type BoundName } from './window.ts'

const now = Temporal.Instant.from('2026-10-14T02:30:00Z')
const zone = (id: string) => ({ name: id, id })

function boundOf(kind: BoundName, text: string, strict: boolean, id = 'UTC') {
  const moment = parseDateExpression(text)
  const bound = moment && listBound(moment, kind, strict, zone(id), now)
  return bound && [utcText(bound.at), bound.wall]
}

describe('a bound names a whole day', () => {
  test.each([
    ['start_date', '2031-03-11 00:00:00', '2031-03-11 00:00:00'],
    ['end_date', '2031-03-11 23:59:59', '2031-03-11 23:59:59'],
    ['starts_before', '2031-03-12 00:00:00', '2031-03-11 23:59:59'],
    ['starts_after', '2031-03-11 23:59:59', '2031-03-11 23:59:59'],
    ['ends_before', '2031-03-12 00:00:00', '2031-03-11 23:59:59'],
    ['ends_after', '2031-03-11 23:59:59', '2031-03-11 23:59:59'],
  ] as const)('%s=2031-03-11 15:00', (kind, at, wall) => {
    expect(boundOf(kind, '2031-03-11 15:00', false)).toEqual([at, wall])
  })

  test('of the site', () => {
    expect(boundOf('start_date', '2031-07-11', false, 'America/New_York')).toEqual([
      '2031-07-11 04:00:00',
      '2031-07-11 00:00:00',
    ])
    expect(boundOf('end_date', '2031-07-11', false, 'Asia/Tokyo')).toEqual([
      '2031-07-11 14:59:59',
      '2031-07-11 23:59:59',
    ])
  })

  test('also when it came with an offset', () => {
    expect(boundOf('start_date', '2031-03-11T00:00:00+05:00', false)).toEqual([
      '2031-03-10 00:00:00',
      '2031-03-10 00:00:00',
    ])
  })

  test('of today for a phrase, in the zone of the site', () => {
    expect(boundOf('start_date', 'tomorrow', false)?.[1]).toBe('2026-10-15 00:00:00')
    expect(boundOf('start_date', 'tomorrow', false, 'America/New_York')?.[1]).toBe('2026-10-14 00:00:00')
  })

  test.each(['UTC', 'America/New_York', 'Asia/Tokyo'])('at the ends of all years, in %s too', (id) => {
    for (const strict of [false, true]) {
      const [first, last] = [
        boundOf('start_date', '0001-01-01', strict, id),
        boundOf('end_date', '9999-12-31', strict, id),
      ]
      expect(first?.[0]?.slice(0, 10), id).toMatch(/^0001-01-01|^0001-01-02/)
      expect(last?.[0]?.slice(0, 10), id).toMatch(/^9999-12-3[01]/)
      for (const [kind, bound] of [
        ['start_date', first],
        ['end_date', last],
      ] as const)
        expect(boundOf(kind, bound?.[1] ?? '', strict, id)).toEqual(bound)
    }
  })

  test('and the site clock it is written as gives the same bound again', () => {
    const kinds = fc.constantFrom(...(Object.keys(bounds) as BoundName[]))
    const ids = fc.constantFrom(...Intl.supportedValuesOf('timeZone'))
    fc.assert(
      fc.property(kinds, ids, fc.integer({ min: 0, max: 4e9 }), (kind, id, at) => {
        const bound = boundOf(kind, `@${at}`, false, id)
        expect(boundOf(kind, bound?.[1] ?? '', false, id)).toEqual(bound)
      }),
    )
  })
})

describe('a strict bound is the moment given', () => {
  test.each(Object.keys(bounds) as BoundName[])('%s', (kind) => {
    expect(boundOf(kind, '2031-03-11 10:00:01', true)).toEqual(['2031-03-11 10:00:01', '2031-03-11 10:00:01'])
  })

  test('in its own offset, or that of the site', () => {
    expect(boundOf('start_date', '2031-03-11T00:00:00+05:00', true)?.[0]).toBe('2031-03-10 19:00:00')
    expect(boundOf('start_date', '2031-07-11', true, 'America/New_York')?.[0]).toBe('2031-07-11 04:00:00')
  })
})

test('what is known of a day is of the same parameter, strictness and site alone', () => {
  const bound = (...[kind, strict, id]: [BoundName, boolean, string?]) =>
    boundOf(kind, '2031-03-11 15:00:00', strict, id)?.[0]
  // Twice, so that the second time all is known.
  for (const _time of ['first', 'second']) {
    expect(bound('start_date', false)).toBe('2031-03-11 00:00:00')
    expect(bound('starts_before', false)).toBe('2031-03-12 00:00:00')
    expect(bound('start_date', true)).toBe('2031-03-11 15:00:00')
    expect(bound('start_date', true, 'Asia/Tokyo')).toBe('2031-03-11 06:00:00')
    expect(bound('start_date', false, 'Asia/Tokyo')).toBe('2031-03-10 15:00:00')
  }
})

test('a moment that does not resolve sets no bound', () => {
  expect(boundOf('start_date', '+9000 years', false)).toBeUndefined()
})

describe('which events a day keeps', () => {
  const holds = {
    '>=': (a: number, b: number) => a >= b,
    '<=': (a: number, b: number) => a <= b,
    '<': (a: number, b: number) => a < b,
    '>': (a: number, b: number) => a > b,
  }
  const event = (start: string, end: string) => ({
    starts_at: Date.parse(`${start}Z`) / 1000,
    ends_at: Date.parse(`${end}Z`) / 1000,
  })
  const events = {
    long: event('2031-03-08T10:00:00', '2031-03-15T10:00:00'),
    ten: event('2031-03-10T10:00:00', '2031-03-10T12:00:00'),
    late: event('2031-03-10T23:30:00', '2031-03-11T00:30:00'),
    day: event('2031-03-11T00:00:00', '2031-03-11T23:59:59'),
    eleven: event('2031-03-11T10:00:00', '2031-03-11T11:00:00'),
    mid: event('2031-03-12T00:00:00', '2031-03-12T01:00:00'),
  }

  test.each([
    ['start_date', '2031-03-11', 'day eleven mid'],
    ['end_date', '2031-03-11', 'ten late day eleven'],
    ['starts_before', '2031-03-10', 'long ten late'],
    ['starts_after', '2031-03-10', 'day eleven mid'],
    ['ends_before', '2031-03-11', 'ten late day eleven'],
    ['ends_before', '2031-03-12', 'ten late day eleven mid'],
    ['ends_after', '2031-03-11', 'long mid'],
  ] as const)('%s=%s: %s', (kind, text, kept) => {
    const moment = parseDateExpression(text)
    const { at } = (moment && listBound(moment, kind, false, zone('UTC'), now)) ?? { at: NaN }
    const { column, operator } = bounds[kind]
    const found = Object.entries(events).filter(([, times]) => holds[operator](times[column], at))
    expect(found.map(([name]) => name).join(' ')).toBe(kept)
  })
})

describe('without dates', () => {
  const windowIn = (id: string, at = now) => {
    const { start, end } = defaultWindow(zone(id), at)
    return [utcText(start), utcText(end)]
  }

  test('from yesterday to twenty-four months from today, in the zone of the site', () => {
    expect(windowIn('UTC')).toEqual(['2026-10-13 00:00:00', '2028-10-14 23:59:59'])
    expect(windowIn('America/New_York')).toEqual(['2026-10-12 04:00:00', '2028-10-14 03:59:59'])
    expect(windowIn('Asia/Tokyo')).toEqual(['2026-10-12 15:00:00', '2028-10-14 14:59:59'])
  })

  test('a leap day ends on the 28th', () => {
    expect(windowIn('UTC', Temporal.Instant.from('2028-02-29T12:00Z'))[1]).toBe('2030-02-28 23:59:59')
  })
})
