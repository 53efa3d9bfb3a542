import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { periods } from '../../src/pure/calendar/period.ts'
import { connected } from '../api/mcp.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { runs } from '../support/runs.ts'
import { visit } from './town.ts'

/**
 * Each named period asked at each hour, against a small calendar of its own that counts hours on the clocks of the site: around a month’s
 * last day, and around both nights in which clocks are changed.
 */
const zone = 'Europe/Berlin'
const at = (wall: string) => Temporal.PlainDateTime.from(wall).toZonedDateTime(zone)

interface Happening {
  readonly title: string
  readonly start: Temporal.ZonedDateTime
  readonly end: Temporal.ZonedDateTime
  readonly isAllDay: boolean
}

/** The days around which one asks: a Sunday at a month’s end, and the nights of the clocks. */
const middles = ['2031-08-31', '2031-03-30', '2031-10-26']
const zones = [zone, 'America/New_York', 'Asia/Tokyo']

/** What is on around a day: evenings, nights, mornings, whole days, something long; each in one of the zones. */
function around(middle: string): readonly Happening[] {
  const day = Temporal.PlainDate.from(middle)
  const shapes: readonly (readonly [name: string, from: string, hours: number])[] = [
    ['Breakfast', '08:00', 2],
    ['Tea', '16:00', 3],
    ['Concert', '19:30', 3],
    ['Ball', '22:00', 6],
    ['Afterhour', '23:00', 8],
    ['Late', '00:30', 2],
  ]
  const days = Array.from({ length: 9 }, (_, index) => day.add({ days: index - 3 }))
  const timed = days.flatMap((date) =>
    shapes.map(([name, from, hours]): Happening => {
      const start = date.toZonedDateTime({ timeZone: zone, plainTime: from })
      return { title: `${name} ${date}`, start, end: start.add({ hours }), isAllDay: false }
    }),
  )
  const whole = days.map((date): Happening => {
    const end = date.add({ days: 1 }).toZonedDateTime(zone).subtract({ seconds: 1 })
    return { title: `Fair ${date}`, start: date.toZonedDateTime(zone), end, isAllDay: true }
  })
  return [...timed, ...whole]
}

const all = middles.flatMap(around)

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ SITE_LOCALE: 'en-GB', SITE_TIMEZONE: zone, MCP: 'read' })
  app.setNow(Temporal.Instant.from('2031-01-01T12:00:00Z'))
  for (const [index, { title, start, end, isAllDay }] of all.entries()) {
    const own = isAllDay ? zone : (zones[index % zones.length] ?? zone)
    const wall = (moment: Temporal.ZonedDateTime) =>
      moment.withTimeZone(own).toPlainDateTime().toString({ smallestUnit: 'minute' }).replace('T', ' ')
    await app.create('events', {
      title,
      start_date: wall(start),
      end_date: wall(end),
      timezone: own,
      ...(isAllDay ? { all_day: true } : {}),
    })
  }
}, 120_000)
afterAll(() => app.close())

const before = (one: Temporal.PlainDate, other: Temporal.PlainDate) => Temporal.PlainDate.compare(one, other)

/** The first and last day of a period, where weeks begin on Monday and end with the weekend. */
function daysOf(name: string, today: Temporal.PlainDate): readonly [Temporal.PlainDate, Temporal.PlainDate] {
  const sunday = today.add({ days: 7 - today.dayOfWeek })
  const saturday = sunday.subtract({ days: 1 })
  if (name === 'tomorrow') return [today.add({ days: 1 }), today.add({ days: 1 })]
  if (name === 'weekend') return [before(today, saturday) > 0 ? today : saturday, sunday]
  if (name === 'week') return [today, sunday]
  if (name === 'next_week') return [sunday.add({ days: 1 }), sunday.add({ days: 7 })]
  if (name === 'next_weekend') return [saturday.add({ days: 7 }), sunday.add({ days: 7 })]
  if (name === 'month') return [today, today.toPlainYearMonth().toPlainDate({ day: today.daysInMonth })]
  if (name === 'next_30_days') return [today, today.add({ days: 30 })]
  return [today, today]
}

const isLater = (one: Temporal.ZonedDateTime, other: Temporal.ZonedDateTime) =>
  Temporal.ZonedDateTime.compare(one, other)

/** Whether something that is not over is in a period: of tonight, what began at five or later, also the day before until the turn. */
function isIn(name: string, { start, end, isAllDay }: Happening, now: Temporal.ZonedDateTime): boolean {
  const [first, last] = daysOf(name, now.toPlainDate())
  const opens = start.toPlainDate()
  const turns = (date: Temporal.PlainDate) => date.toZonedDateTime({ timeZone: zone, plainTime: '05:00' })
  if (isAllDay) return name !== 'tonight' && before(opens, first) >= 0 && before(opens, last) <= 0
  if (isLater(end, now) <= 0 || before(opens, last) > 0) return false
  const isToday = before(first, now.toPlainDate()) === 0
  const goesOn = isToday || before(opens, first) >= 0 || isLater(end, turns(first)) > 0
  if (name !== 'tonight') return goesOn
  const isNight = isLater(now, turns(first)) < 0
  const eve = first.subtract({ days: 1 }).toZonedDateTime({ timeZone: zone, plainTime: '17:00' })
  const isOfNight = isLater(start, turns(first)) < 0 && isLater(start, eve) >= 0
  return (start.hour >= 17 && before(opens, first) === 0) || (isNight && isOfNight)
}

async function shown(period: string, now: Temporal.ZonedDateTime): Promise<readonly string[]> {
  app.setNow(now.toInstant())
  const found: string[] = []
  for (let page = 1; page < 20; page += 1) {
    const { text } = await visit(app, `/list?when=${period}&page=${page}`)
    const main = text.slice(text.indexOf('<main'), text.indexOf('</main>')).split('Already over')[0] ?? ''
    const some = [...main.matchAll(/\/event\/([a-z]+)-(\d{4}-\d\d-\d\d)\//g)].map(
      ([, name, date]) => `${name} ${date}`,
    )
    found.push(...some)
    if (!text.includes(`page=${page + 1}`)) break
  }
  return [...new Set(found)].toSorted()
}

const expectedIn = (name: string, now: Temporal.ZonedDateTime) =>
  all
    .filter((one) => isIn(name, one, now))
    .map(({ title }) => title.toLowerCase())
    .toSorted()

const asked = periods.filter((name) => name !== 'past')

describe.each(middles)('around %s', (middle) => {
  test.each(['tonight', 'today', 'tomorrow'])('%s at each hour', async (name) => {
    for (let hour = 0; hour < 24; hour += hour < 6 ? 1 : 4) {
      const now = at(`${middle}T${String(hour).padStart(2, '0')}:20`)
      expect([String(now), await shown(name, now)]).toEqual([String(now), expectedIn(name, now)])
    }
  })
})

test('any period at any minute', async () => {
  const moments = fc.record({
    name: fc.constantFrom(...asked),
    middle: fc.constantFrom(...middles),
    minutes: fc.integer({ min: -36 * 60, max: 48 * 60 }),
  })
  await fc.assert(
    fc.asyncProperty(moments, async ({ name, middle, minutes }) => {
      const now = at(`${middle}T00:00`).add({ minutes })
      expect(await shown(name, now)).toEqual(expectedIn(name, now))
    }),
    { numRuns: runs(25) },
  )
})

test('assistants who ask for tonight after midnight have the night that runs, and the evening to come', async () => {
  app.setNow(at('2031-08-31T01:00').toInstant())
  const client = await connected(app, 'editor')
  const told = async (when: string) => {
    const { content } = await client.callTool({ name: 'search_events', arguments: { when, limit: 25 } })
    return (content as unknown as [{ text: string }])[0].text
  }
  for (const words of ['tonight', 'heute Abend', 'esta noche']) {
    const text = await told(words)
    for (const title of ['Ball 2031-08-30', 'Ball 2031-08-31', 'Concert 2031-08-31'])
      expect(text, words).toContain(title)
    for (const title of ['Concert 2031-08-30', 'Breakfast 2031-08-30', 'Ball 2031-09-01'])
      expect(text, words).not.toContain(title)
  }
  app.setNow(at('2031-08-31T18:00').toInstant())
  expect(await told('tonight')).not.toContain('Ball 2031-08-30')
  await client.close()
})
