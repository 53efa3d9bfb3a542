import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anonymous, type Caller } from '../../src/auth/rights.ts'
import type { Limits } from '../../src/calendar/window.ts'
import { countAgenda, listAgenda } from '../../src/agenda/agenda.query.ts'
import { createTestCalendar, type TestCalendar } from '../support/calendar.ts'
import { giveToEachRole } from '../support/people.ts'
import { forgetfulContext } from '../support/context.ts'

const now = Temporal.Instant.from('2031-02-15T12:00:00Z')
const now_s = now.epochMilliseconds / 1000
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

/** Parts that follow one another, around now, where most events are. */
const parts: fc.Arbitrary<Limits[]> = fc
  .tuple(
    fc.integer({ min: -40, max: 20 }),
    fc.array(fc.integer({ min: 1, max: 9 * day_s }), { minLength: 1 }),
  )
  .map(([first, lengths]) => {
    let from = now_s + first * day_s
    return lengths.map((length) => {
      const part = { from, until: from + length }
      from = part.until
      return part
    })
  })

test('where there are too many events, each part has its first ones, and so have those that began before', async () => {
  let partial = 0
  await fc.assert(
    fc.asyncProperty(parts, fc.nat(), fc.integer({ min: 2, max: 200 }), async (parts, who, most) => {
      const reader = { caller: readers[who % readers.length] ?? anonymous, now }
      const context = forgetfulContext(calendar.db)
      const all = await listAgenda(context, { parts, filters: {} }, reader, everything)
      const some = await listAgenda(context, { parts, filters: {} }, reader, most)
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
      expect(some.entries).toEqual([before, ...parts].flatMap(first))
    }),
  )
  expect(partial).toBeGreaterThan(10)
})

test('of each part it is counted how many events are on in it, whenever they began', async () => {
  await fc.assert(
    fc.asyncProperty(parts, fc.nat(), async (parts, who) => {
      const reader = { caller: readers[who % readers.length] ?? anonymous, now }
      const context = forgetfulContext(calendar.db)
      const days = parts.map((part) => ({ ...part, turn: part.from }))
      const counted = await countAgenda(context, { days, filters: {} }, reader)
      for (const [at, part] of parts.entries())
        expect(counted[at]).toBe(
          (await listAgenda(context, { parts: [part], filters: {} }, reader, everything)).entries.length,
        )
    }),
    { numRuns: 20 },
  )
})
