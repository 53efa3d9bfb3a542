import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anonymous, type Caller } from '../../src/http/auth/rights.ts'
import { type DaySpan, daySpan } from '../../src/pure/calendar/daySpan.ts'
import { todayIn } from '../../src/pure/calendar/day.ts'
import type { Limits } from '../../src/pure/calendar/window.ts'
import { countAgenda, listAgenda } from '../../src/records/agenda/agenda.query.ts'
import { createTestCalendar, type TestCalendar } from '../support/calendar.ts'
import { giveToEachRole } from '../support/people.ts'
import type { Context } from '../../src/http/context.ts'
import { forgetfulContext } from '../support/context.ts'

const now = Temporal.Instant.from('2031-02-15T12:00:00Z')
const day_s = 86_400
/** More events than there are. */
const everything = 10_000

let calendar: TestCalendar
/** Somebody of each role, each with events of their own if they may have any; and nobody. */
let readers: readonly Caller[] = []
beforeAll(async () => {
  calendar = await createTestCalendar({ events: 500, now })
  readers = [anonymous, ...(await giveToEachRole(calendar.db))]
  // Some last for weeks, others have no length.
  for (const [rest, length] of [0, 20 * day_s].entries())
    await calendar.db.write((tx) =>
      tx
        .updateTable('events')
        .set((eb) => ({ ends_at: eb('starts_at', '+', length) }))
        .where(sql<number>`id % 9`, '=', rest)
        .execute(),
    )
})
afterAll(() => calendar.close())

/** How many days each of some spans has that follow one another, and where they begin, around now, where most events are. */
const lengths = fc.tuple(
  fc.integer({ min: -40, max: 20 }),
  fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }),
)

function spansOf([first, days]: readonly [number, readonly number[]], context: Context): DaySpan[] {
  let from = todayIn(context.siteZone, now).add({ days: first })
  return days.map((length) => {
    const span = daySpan(context, from, from.add({ days: length - 1 }))
    from = from.add({ days: length })
    return span
  })
}

/** All of them as one. */
function wholeOf(spans: readonly DaySpan[]): DaySpan {
  const [first, last] = [spans[0], spans.at(-1)]
  if (!first || !last) throw new Error('There is a span at least.')
  return { ...first, until: last.until, lastDay: last.lastDay }
}

test('where there are too many events, each part has its first ones, and so have those that began before', async () => {
  let partial = 0
  await fc.assert(
    fc.asyncProperty(lengths, fc.nat(), fc.integer({ min: 2, max: 200 }), async (asked, who, most) => {
      const reader = { caller: readers[who % readers.length] ?? anonymous, now }
      const context = forgetfulContext(calendar.db)
      const parts = spansOf(asked, context)
      const scope = { span: wholeOf(parts), parts, filters: {} }
      const all = await listAgenda(context, scope, reader, everything)
      const some = await listAgenda(context, scope, reader, most)
      expect(all.isPartial).toBe(false)
      expect(some.isPartial).toBe(all.entries.length > most)
      if (!some.isPartial) {
        expect(some).toEqual(all)
        return
      }
      partial += 1
      const share = Math.ceil(most / 3 / (parts.length + 1))
      const before = { from: -Infinity, until: parts[0]?.from ?? 0 }
      const first = ({ from, until }: Limits) =>
        all.entries.filter(({ starts_at: at }) => at >= from && at < until).slice(0, share)
      // Whole days of zones further west begin after the last day here.
      const after = { from: parts.at(-1)?.from ?? 0, until: Infinity }
      expect(some.entries).toEqual([before, ...parts.slice(0, -1), after].flatMap(first))
    }),
  )
  expect(partial).toBeGreaterThan(10)
})

test('of each part it is counted how many events are on in it, whenever they began', async () => {
  await fc.assert(
    fc.asyncProperty(lengths, fc.nat(), async (asked, who) => {
      const reader = { caller: readers[who % readers.length] ?? anonymous, now }
      const context = forgetfulContext(calendar.db)
      const days = spansOf(asked, context)
      const counted = await countAgenda(context, { days, filters: {} }, reader)
      for (const [at, span] of days.entries())
        expect(counted[at]).toBe(
          (await listAgenda(context, { span, parts: [span], filters: {} }, reader, everything)).entries
            .length,
        )
    }),
    { numRuns: 20 },
  )
})
