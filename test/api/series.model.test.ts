import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'
import { runs } from '../support/runs.ts'
import { at, nowOfSeries, seriesIn, yoga, yogaDays } from '../support/series.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ SITE_TIMEZONE: 'Europe/Berlin' })
})
afterAll(() => app.close())

const { make, datesOf, send } = seriesIn(() => app)
const dates = yogaDays.length

type Field = 'title' | 'description'
type Edit =
  | { readonly do: 'one'; readonly on: number; readonly field: Field; readonly to: string }
  | { readonly do: 'move'; readonly on: number; readonly minutes: number }
  | { readonly do: 'cancel'; readonly on: number }
  | { readonly do: 'trash'; readonly on: number }
  | {
      readonly do: 'several'
      readonly scope: 'all' | 'following'
      readonly on: number
      readonly field: Field
      readonly to: string
      readonly override: boolean
    }
  | {
      readonly do: 'later'
      readonly scope: 'all' | 'following'
      readonly on: number
      readonly minutes: number
    }
  | { readonly do: 'wait'; readonly days: number }

const on = fc.nat({ max: dates - 1 })
const to = fc.constantFrom('One', 'Two', 'Three')
const field = fc.constantFrom<Field>('title', 'description')
const scope = fc.constantFrom('all' as const, 'following' as const)
const minutes = fc.constantFrom(15, 60, 90)
const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.record({ do: fc.constant('one' as const), on, field, to }),
  fc.record({ do: fc.constant('move' as const), on, minutes }),
  fc.record({ do: fc.constant('cancel' as const), on }),
  fc.record({ do: fc.constant('trash' as const), on }),
  fc.record({ do: fc.constant('several' as const), scope, on, field, to, override: fc.boolean() }),
  fc.record({ do: fc.constant('later' as const), scope, on, minutes }),
  fc.record({ do: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 9 }) }),
)

/** A date as it should be. */
interface Modelled {
  readonly id: number
  /** Which of the series that edits have made it is of. */
  series: number
  title: string
  description: string
  start: string
  /** The start that its series gives it. */
  key: string
  status: 'scheduled' | 'canceled'
  isGone: boolean
  readonly own: Set<string>
}

const wall = (text: string) => Temporal.PlainDateTime.from(text.replace(' ', 'T'))
const said = (time: Temporal.PlainDateTime) => time.toString({ smallestUnit: 'second' }).replace('T', ' ')
const plus = (text: string, minutes: number) => said(wall(text).add({ minutes }))
const instantOf = (text: string) => wall(text).toZonedDateTime('Europe/Berlin').toInstant()

async function seen(id: number) {
  return app.read(`events/${id}`, {}, 'administrator')
}

test('whatever is changed of one, some or all dates, each has what a plain list of them says, under its id', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 8 }), async (edits) => {
      let now = nowOfSeries
      app.setNow(now)
      const made = await make({ description: 'One' })
      const model: Modelled[] = made.dates.map(({ id, start_date }) => ({
        id,
        series: 0,
        title: 'Yoga',
        description: 'One',
        start: start_date,
        key: start_date,
        status: 'scheduled',
        isGone: false,
        own: new Set(),
      }))
      let splits = 0
      const begun = new Map<number, object>()
      const hasBegun = ({ start }: Modelled) => Temporal.Instant.compare(instantOf(start), now) <= 0
      for (const one of edits) {
        if (one.do === 'wait') {
          now = now.add({ hours: 24 * one.days })
          app.setNow(now)
          for (const date of model)
            if (hasBegun(date) && !date.isGone && !begun.has(date.id)) begun.set(date.id, await seen(date.id))
          continue
        }
        const date = model[one.on]
        if (!date || date.isGone || hasBegun(date)) continue
        if (one.do === 'trash') {
          await send(`events/${date.id}`, {}, 'DELETE')
          date.isGone = true
          continue
        }
        if (one.do === 'cancel') {
          await send(`events/${date.id}`, { event_status: 'canceled' })
          date.status = 'canceled'
          date.own.add('event_status')
          continue
        }
        if (one.do === 'one') {
          await send(`events/${date.id}`, { [one.field]: one.to })
          if (date[one.field] !== one.to) date.own.add(one.field)
          date[one.field] = one.to
          continue
        }
        if (one.do === 'move') {
          const start = plus(date.start, one.minutes)
          await send(`events/${date.id}`, { start_date: start, end_date: plus(start, 90) })
          date.start = start
          date.own.add('start_date')
          continue
        }
        // What is sent of the times speaks of the date that is named; one that was moved alone has other times than its series.
        if (one.do === 'later' && date.own.has('start_date')) continue
        // Past midnight is another day of the week, which the rule does not have: that is refused.
        if (one.do === 'later' && plus(date.start, one.minutes).slice(0, 10) !== date.start.slice(0, 10))
          continue
        const inOrder = model.filter(({ series }) => series === date.series)
        const first = inOrder.toSorted((a, b) => a.key.localeCompare(b.key))[0]
        const isSplit = one.scope === 'following' && first !== date
        const meant = inOrder.filter(
          (each) => !hasBegun(each) && !each.isGone && (!isSplit || each.key >= date.key),
        )
        const sent =
          one.do === 'several'
            ? { [one.field]: one.to }
            : { start_date: plus(date.start, one.minutes), end_date: plus(date.start, one.minutes + 90) }
        const override = one.do === 'several' && one.override ? '&override=1' : ''
        const answer = await send(`events/${date.id}?scope=${one.scope}${override}`, sent)
        expect(answer.status).toBe(200)
        expect(new Set(answer.body.applied.changed)).toEqual(new Set(meant.map(({ id }) => id)))
        if (isSplit) {
          splits += 1
          for (const each of inOrder) if (each.key >= date.key) each.series = splits
        }
        for (const each of one.do === 'later'
          ? inOrder.filter(({ key }) => !isSplit || key >= date.key)
          : meant) {
          if (hasBegun(each)) continue
          if (one.do === 'several') {
            if (each.own.has(one.field) && !one.override) continue
            each[one.field] = one.to
            each.own.delete(one.field)
          } else {
            each.key = plus(each.key, one.minutes)
            if (!each.own.has('start_date') && !each.isGone) each.start = plus(each.start, one.minutes)
          }
        }
      }
      for (const date of model) {
        const is = await app.db.read
          .selectFrom('events')
          .selectAll()
          .where('id', '=', date.id)
          .executeTakeFirstOrThrow()
        expect([is.title, is.description, is.status === 'trash', is.event_status, is.series_key]).toEqual([
          date.title,
          date.description,
          date.isGone,
          date.status,
          date.key,
        ])
        if (!date.isGone) expect(is.start_wall).toBe(date.start)
      }
      for (const [id, before] of begun) {
        const { series: _now, ...after } = await seen(id)
        const { series: _then, ...then } = before as { series: unknown }
        expect(after).toEqual(then)
      }
      const ids = new Set(model.map(({ id }) => id))
      const found = await app.db.read.selectFrom('events').select(['id', 'series_id']).execute()
      expect(found.filter(({ id, series_id }) => series_id !== null && ids.has(id))).toHaveLength(dates)
      await app.db.write(async (tx) => tx.deleteFrom('items').execute())
    }),
    { numRuns: runs(25) },
  )
})

const rules = [
  'FREQ=WEEKLY;BYDAY=TU',
  'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU',
  'FREQ=DAILY;INTERVAL=7',
  'FREQ=DAILY',
  'FREQ=MONTHLY',
]
const rule = fc.record({ text: fc.constantFrom(...rules), count: fc.integer({ min: 1, max: 9 }) })
const lineOf = ({ text, count }: { text: string; count: number }) => `RRULE:${text};COUNT=${count}`

test('with another rule and its own again, dates have the ids and addresses that they had', async () => {
  app.setNow(nowOfSeries)
  await fc.assert(
    fc.asyncProperty(rule, rule, async (one, other) => {
      const { series, dates: before } = await make({ recurrence: lineOf(one) })
      await send(`series/${series}`, { recurrence: lineOf(other) })
      await send(`series/${series}`, { recurrence: lineOf(one) })
      const named = (dates: readonly { id: number; slug: string; start_date: string }[]) =>
        dates.map(({ id, slug, start_date }) => [id, slug, start_date])
      expect(named(await datesOf(series))).toEqual(named(before))
      await app.db.write(async (tx) => tx.deleteFrom('items').execute())
    }),
    { numRuns: runs(15) },
  )
})

test('laid out day by day, a series has the dates that it has when it is laid out at once', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...rules),
      fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 }),
      async (text, steps) => {
        app.setNow(nowOfSeries)
        const { series } = await app.create('events', { ...yoga, recurrence: `RRULE:${text}` })
        let now = nowOfSeries
        for (const days of steps) {
          now = now.add({ hours: 24 * days })
          app.setNow(now)
          await app.app.extendSeries()
          expect(await app.app.extendSeries()).toBe(0)
        }
        app.setNow(nowOfSeries)
        const { series: other } = await app.create('events', { ...yoga, recurrence: `RRULE:${text}` })
        app.setNow(now)
        await app.app.extendSeries()
        const keysOf = async (id: number) => {
          const rows = await app.db.read
            .selectFrom('events')
            .select('series_key')
            .where('series_id', '=', id)
            .orderBy('series_key')
            .execute()
          return rows.map(({ series_key }) => series_key)
        }
        const keys = await keysOf(series.id)
        expect(keys).toEqual(await keysOf(other.id))
        expect(new Set(keys).size).toBe(keys.length)
        await app.db.write(async (tx) => tx.deleteFrom('items').execute())
      },
    ),
    { numRuns: runs(6) },
  )
})

test('two splits are what one series made directly would be', async () => {
  app.setNow(nowOfSeries)
  const { dates: all } = await make()
  const second = await send(`events/${at(all, 2).id}?scope=following`, { title: 'Second' })
  const third = await send(`events/${at(all, 4).id}?scope=following`, { title: 'Third' })
  const direct = await make({
    ...yoga,
    title: 'Third',
    start_date: '2031-04-01 19:00',
    end_date: '2031-04-01 20:30',
    recurrence: 'RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=2',
  })
  const named = ['title', 'recurrence', 'start_date', 'duration', 'occurrences', 'until', 'text'] as const
  const factsOf = async (id: number) => {
    const series = await app.read(`series/${id}`)
    return named.map((name) => series[name])
  }
  expect(await factsOf(third.body.series.id)).toEqual(await factsOf(direct.series))
  expect(await factsOf(second.body.series.id)).toEqual([
    'Second',
    ['RRULE:FREQ=WEEKLY;BYDAY=TU;UNTIL=20310325T190000'],
    '2031-03-18 19:00:00',
    5400,
    2,
    '2031-03-25 19:00:00',
    'Every Tuesday until 25 March 2031',
  ])
})

test('two editors at once leave what one after the other would, never half of each', async () => {
  app.setNow(nowOfSeries)
  const { series, dates: all } = await make()
  const answers = await Promise.all([
    send(`series/${series}`, { title: 'First', description: 'First' }),
    send(`events/${at(all, 3).id}?scope=all`, { title: 'Second', description: 'Second' }),
    send(`series/${series}`, { title: 'Third', description: 'Third' }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  const { events } = await app.read('events', { post_parent: series, per_page: 50 })
  const told = new Set(
    events.map(({ title, description }: Record<string, string>) => `${title} ${description}`),
  )
  expect(told.size).toBe(1)
  const [only] = told
  expect(only).toMatch(/^(\w+) <p>\1<\/p>$/)
})

test('what was removed since for good is not linked to by dates that are laid out later', async () => {
  app.setNow(nowOfSeries)
  const { series } = await app.create('events', {
    ...yoga,
    recurrence: 'RRULE:FREQ=MONTHLY;BYDAY=1TU',
    venue: { venue: 'Gone' },
    organizer: { organizer: 'Gone' },
    categories: ['Gone', 'There'],
  })
  const [venue] = (await app.read('venues', { search: 'Gone' })).venues
  const [organizer] = (await app.read('organizers', { search: 'Gone' })).organizers
  const [category] = (await app.read('categories', { search: 'Gone' })).categories
  for (const path of [`venues/${venue.id}`, `organizers/${organizer.id}`, `categories/${category.id}`])
    await app.remove(path)
  app.setNow(nowOfSeries.add({ hours: 24 * 70 }))
  expect(await app.app.extendSeries()).toBeGreaterThan(0)
  const { events } = await app.read('events', {
    post_parent: series.id,
    start_date: '2033-03-02',
    per_page: 5,
  })
  expect(events.length).toBeGreaterThan(0)
  for (const date of events)
    expect([date.venue, date.organizer, date.categories.map(({ name }: { name: string }) => name)]).toEqual([
      [],
      [],
      ['There'],
    ])
})
