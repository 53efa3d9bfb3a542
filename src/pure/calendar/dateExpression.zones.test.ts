import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { now, resolve, wallOf, zoneOf } from './dateExpression.fixture.ts'
import { parseDateExpression, resolveDateExpression, resolveWall } from './dateExpression.ts'
import { isoWithOffset, parseWall, wallText } from './text.ts'
import { findZone } from './zone.ts'
import { runs } from '../../../test/support/runs.ts'

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
      { numRuns: runs(3000) },
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
      { numRuns: runs(3000) },
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
      const moment = parseDateExpression(
        `2031-05-01T10:00:00${sign}${String(hours).padStart(2, '0')}:${rest}`,
      )
      const resolved = zone && moment && resolveDateExpression(moment, zone, now)
      expect(resolved && wallText(resolved.wall)).toBe('2031-05-01 10:00:00')
      expect(resolved?.instant.epochMilliseconds).toBe(Date.UTC(2031, 4, 1, 10) - minutes * 60_000)
    }),
  )
})
