import { expect, test } from 'vitest'
import { startOfDate } from '../calendar/day.ts'
import { findZone } from '../calendar/zone.ts'
import { runsOf } from './events.facets.periods.ts'

/** Zones and years with unusual days: longer and shorter ones, a day that was skipped, offsets with seconds. */
test.each([
  ['UTC', 2031, 1],
  ['Europe/Berlin', 2031, 5],
  ['Europe/Berlin', 1893, undefined],
  ['America/St_Johns', 2006, 5],
  ['Africa/Casablanca', 2031, undefined],
  ['Pacific/Apia', 2011, undefined],
  ['Africa/Monrovia', 1972, undefined],
])('every second of a day in %s in %i is in the run of its day', (name, year, count) => {
  const zone = findZone(name) ?? { name, id: name }
  const from = Temporal.PlainDate.from({ year, month: 1, day: 1 })
  const to = from.with({ month: 12, day: 31 })
  const runs = runsOf({ from, to }, zone)
  if (count !== undefined) expect(runs).toHaveLength(count)
  const dayAt = (at: number) => {
    const run = runs.find(({ until }) => at < until)
    return run && run.index + Math.trunc((at - run.at) / run.length_s)
  }
  for (let day = 0; day < from.daysInYear; day += 1) {
    const first = startOfDate(from.add({ days: day }), zone)
    const next = startOfDate(from.add({ days: day + 1 }), zone)
    if (next > first) expect([dayAt(first), dayAt(next - 1)]).toEqual([day, day])
  }
  expect(runs[0]?.at).toBe(startOfDate(from, zone))
  expect(runs.at(-1)?.until).toBe(startOfDate(to.add({ days: 1 }), zone))
})
