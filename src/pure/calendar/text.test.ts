import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  dateDetails,
  epochSeconds,
  httpDate,
  instantOf,
  isoWithOffset,
  parseWall,
  utcText,
  wallText,
  wallTextAt,
} from './text.ts'

const seconds = fc.integer({ min: -62_135_596_800, max: 253_402_300_799 })
const zone = (id: string) => ({ name: id, id })

test('the first and last seconds have four digits of a year', () => {
  expect(utcText(-62_135_596_800)).toBe('0001-01-01 00:00:00')
  expect(utcText(253_402_300_799)).toBe('9999-12-31 23:59:59')
  expect(utcText(0)).toBe('1970-01-01 00:00:00')
})

test('UTC text is what Temporal says', () => {
  fc.assert(
    fc.property(seconds, (at) => {
      const wall = instantOf(at).toString({ smallestUnit: 'second' })
      expect(`${utcText(at).replace(' ', 'T')}Z`).toBe(wall)
    }),
  )
})

test('clocks of zones show what Temporal says, also around the moments at which they change', () => {
  const names = [...Intl.supportedValuesOf('timeZone'), '+05:45', 'UTC']
  const nearChange = fc.record({ at: seconds, id: fc.constantFrom(...names) }).chain(({ at, id }) => {
    const change = instantOf(at).toZonedDateTimeISO(id).getTimeZoneTransition('next')
    const moment = change === null ? at : change.epochMilliseconds / 1000
    return fc.record({
      at: fc.integer({ min: -3601, max: 3601 }).map((away) => moment + away),
      id: fc.constant(id),
    })
  })
  const anywhere = fc.record({ at: seconds, id: fc.constantFrom(...names) })
  fc.assert(
    fc.property(fc.array(fc.oneof(nearChange, anywhere), { minLength: 1, maxLength: 6 }), (all) => {
      for (const { at, id } of all) {
        const shown = wallText(instantOf(at).toZonedDateTimeISO(id).toPlainDateTime())
        fc.pre(/^\d{4}-/.test(shown) && !shown.startsWith('0000'))
        expect(wallTextAt(at, zone(id)), id).toBe(shown)
      }
    }),
  )
})

test('HTTP dates are what Date says', () => {
  expect(httpDate(784_111_777)).toBe('Sun, 06 Nov 1994 08:49:37 GMT')
  fc.assert(
    fc.property(seconds, (at) => {
      expect(httpDate(at)).toBe(new Date(at * 1000).toUTCString())
    }),
  )
})

test('a wall clock is written and read back', () => {
  fc.assert(
    fc.property(seconds, (at) => {
      const wall = instantOf(at).toZonedDateTimeISO('UTC').toPlainDateTime()
      expect(wallText(wall)).toBe(utcText(at))
      expect(parseWall(wallText(wall)).equals(wall)).toBe(true)
    }),
  )
})

test('fractions of a second are cut off', () => {
  expect(wallText(Temporal.PlainDateTime.from('2031-05-01T10:00:59.999'))).toBe('2031-05-01 10:00:59')
  expect(epochSeconds(Temporal.Instant.from('1969-12-31T23:59:59.5Z'))).toBe(-1)
})

test('epoch seconds and instants are inverse', () => {
  fc.assert(fc.property(seconds, (at) => epochSeconds(instantOf(at)) === at))
})

test('details keep their leading zeros and their order', () => {
  expect(Object.entries(dateDetails('2027-03-10 09:05:00'))).toEqual([
    ['year', '2027'],
    ['month', '03'],
    ['day', '10'],
    ['hour', '09'],
    ['minutes', '05'],
    ['seconds', '00'],
  ])
})

test.each([
  ['Europe/Paris', '2027-09-01T18:00:00+02:00'],
  ['America/St_Johns', '2027-09-01T13:30:00-02:30'],
  ['UTC', '2027-09-01T16:00:00+00:00'],
  ['+05:45', '2027-09-01T21:45:00+05:45'],
])('in %s: %s', (id, text) => {
  expect(isoWithOffset(epochSeconds(Temporal.Instant.from('2027-09-01T16:00Z')), zone(id))).toBe(text)
})
