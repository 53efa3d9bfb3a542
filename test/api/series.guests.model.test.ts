import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { fewRuns } from '../support/runs.ts'
import { day, noon, openPlain, register } from './guests.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await openPlain()
  app.setNow(noon)
})
afterAll(() => app.close())

const week = ['MO', 'TU', 'WE', 'TH', 'FR']

/** Rules with which the series could begin, and to which it goes back. */
const rules = fc.record({
  days: fc.subarray(week, { minLength: 1, maxLength: 2 }),
  count: fc.integer({ min: 2, max: 5 }),
  interval: fc.integer({ min: 1, max: 2 }),
  hour: fc.integer({ min: 8, max: 20 }),
})
type Rule = typeof rules extends fc.Arbitrary<infer Value> ? Value : never

const lineOf = ({ days, count, interval }: Rule) =>
  `RRULE:FREQ=WEEKLY;INTERVAL=${interval};BYDAY=${days.join()};COUNT=${count}`
/** A rule gives its start: the first of its days in a week that begins on Monday. */
function timesOf({ days, hour }: Rule) {
  const day = 17 + week.indexOf(days[0] ?? 'MO')
  return { start_date: `2031-03-${day} ${hour}:00`, end_date: `2031-03-${day} ${hour + 1}:00` }
}

async function standing(series: number) {
  const rows = await app.db.read
    .selectFrom('events')
    .leftJoin('guests', 'guests.event_id', 'events.id')
    .select([
      'events.id',
      'events.status',
      'events.event_status',
      'events.start_wall',
      'guests.name',
      'guests.state',
    ])
    .where('events.series_id', '=', series)
    .where('events.status', '=', 'publish')
    .orderBy('events.start_wall')
    .execute()
  return rows
}

test('guests stay with their date, wherever the rule moves them: back at the rule that it was, all is as before', async () => {
  await fc.assert(
    fc.asyncProperty(rules, rules, async (first, drawn) => {
      // As often a week: else a day that is new may be the one to which a date goes back.
      const other = { ...drawn, interval: first.interval, days: drawn.days.slice(0, first.days.length) }
      fc.pre(other.days.length === first.days.length)
      const made = await app.create('events', {
        ...day,
        ...timesOf(first),
        recurrence: [lineOf(first)],
        registration: { capacity: 5 },
      })
      const before = await standing(made.series.id)
      for (const { id } of before)
        expect((await register(app, id, { name: `Guest of ${id}` })).status).toBe(201)
      const registered = await standing(made.series.id)
      const change = (rule: Rule) =>
        app.ask({
          as: 'editor',
          method: 'POST',
          path: `series/${made.series.id}`,
          json: { ...timesOf(rule), recurrence: [lineOf(rule)] },
        })
      const answer = await change(other)
      expect(answer.status, answer.text).toBe(200)
      const now = await standing(made.series.id)
      // Each date to which somebody comes is there still, if only to say that it does not take place.
      const there = new Map(now.map((row) => [row.id, row]))
      for (const { id, name } of registered)
        expect(there.get(id)).toMatchObject({ name, state: 'registered' })
      await change(first)
      const after = (await standing(made.series.id)).filter(({ event_status }) => event_status !== 'canceled')
      expect(after.map(({ id, start_wall, name }) => [id, start_wall, name])).toEqual(
        registered.map(({ id, start_wall, name }) => [id, start_wall, name]),
      )
    }),
    { numRuns: fewRuns(60) },
  )
})
