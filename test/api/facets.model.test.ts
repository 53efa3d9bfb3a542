import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'
import { type Calendar, storeCalendar } from './calendar.ts'
import { callers, edgeIn, names, now } from './model.ts'
import { runs } from '../support/runs.ts'

type Query = Readonly<Record<string, unknown>>
type Counted = Readonly<Record<string, unknown>> & { readonly id: number; readonly count: number }

const but = (query: Query, names: readonly string[]): Query =>
  Object.fromEntries(Object.entries(query).filter(([name]) => !names.includes(name)))

describe.each(['UTC', 'America/New_York', 'Pacific/Apia'])('in a calendar of %s', (zone) => {
  let app: TestApp
  let calendar: Calendar
  beforeAll(async () => {
    app = await createTestApp({ SITE_TIMEZONE: zone, PER_PAGE_MAX: '200' })
    app.setNow(now)
    calendar = await storeCalendar(app, zone, now, 1970)
  })
  afterAll(() => app.close())

  test('every count is what the list has when its value is chosen', async () => {
    const { categories, tags, venues } = calendar
    const some = (items: readonly { id: number }[]) =>
      fc.subarray(
        items.map(({ id }) => id),
        { minLength: 1, maxLength: 2 },
      )
    const readable = venues.filter(({ status }) => status === 'publish')
    const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined, freq: 3 })
    const filters = fc.record({
      caller: fc.constantFrom(...callers),
      categories: optional(some(categories)),
      tags: optional(some(tags)),
      venue: optional(some(readable)),
      featured: optional(fc.boolean()),
      ticketed: optional(fc.constant(false)),
      search: optional(fc.constantFrom('jazz', 'été', '-strasse')),
      password: optional(fc.constant('sesame')),
      dates: fc.constantFrom<Query>(
        {},
        {},
        { start_date: '2031-03-09' },
        { starts_after: '2031-03-08', ends_before: '2033-03-09', strict_dates: true },
        { ends_after: '2031-03-01' },
        { starts_before: '2031-03-12' },
        { start_date: '2031-03-10', starts_before: '2031-03-10' },
      ),
    })
    await fc.assert(
      fc.asyncProperty(filters, async ({ caller, dates: dated, ...others }) => {
        const query = { ...JSON.parse(JSON.stringify(others)), ...dated }
        const totalOf = async (own: readonly string[], chosen: Query): Promise<number> =>
          (await app.read('events', { ...but(query, own), ...chosen }, caller)).total
        const facets = await app.read('events/facets', { ...query, facet_limit: 200 }, caller)
        expect(facets.total).toBe(await totalOf([], {}))
        for (const [kind, name, items] of [
          ['categories', 'categories', categories],
          ['tags', 'tags', tags],
          ['venues', 'venue', readable],
        ] as const) {
          const listed = new Map<number, number>()
          for (const { id } of items) {
            const total = await totalOf([name], { [name]: id })
            if (total > 0) listed.set(id, total)
          }
          const known = (facets[kind] as Counted[]).filter(({ id }) => items.some((item) => item.id === id))
          expect(new Map(known.map(({ id, count }) => [id, count]))).toEqual(listed)
        }
        for (const name of ['featured', 'ticketed']) {
          for (const { value, count } of facets[name])
            expect(count, `${name} ${value}`).toBe(await totalOf([name], { [name]: value }))
        }
        expect(sum(facets.cost)).toBe(facets.total)
        const own = [...names, 'strict_dates']
        for (const { date, count } of facets.days)
          expect(count, date).toBe(await totalOf(own, { start_date: date, starts_before: date }))
        for (const { month, count } of facets.months) {
          const first = Temporal.PlainYearMonth.from(month)
          const last = first.toPlainDate({ day: first.daysInMonth })
          expect(count, month).toBe(
            await totalOf(own, { start_date: `${month}-01`, starts_before: last.toString() }),
          )
        }
        for (const name of ['days', 'months']) {
          const { from, to } = facets.periods[name]
          expect(sum(facets[name])).toBe(await totalOf(own, { start_date: from, starts_before: to }))
        }
      }),
      { numRuns: runs(25) },
    )
  })

  test('what is included by id is counted on its days', async () => {
    const published = calendar.events.filter(({ status, hidden }) => status === 'publish' && !hidden)
    const facets = await app.read('events/facets', { include: published.map(({ id }) => id).join(',') })
    expect(facets.total).toBe(published.length)
    const days = Map.groupBy(published, (event) =>
      edgeIn(zone, 'starts', event).toZonedDateTimeISO(zone).toPlainDate().toString(),
    )
    const inDays = [...days].filter(([day]) => day <= facets.periods.days.to)
    expect(facets.days).toEqual(
      inDays
        .toSorted(([one], [other]) => one.localeCompare(other))
        .map(([date, { length: count }]) => ({ date, count })),
    )
    expect(sum(facets.months)).toBe(published.length)
  })
})

const sum = (facet: readonly { readonly count: number }[]) =>
  facet.reduce((total, { count }) => total + count, 0)
