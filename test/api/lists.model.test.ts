import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'
import { type Calendar, type ModelEvent, type ModelTerm, storeCalendar, written } from './calendar.ts'
import {
  bounds,
  type Caller,
  callers,
  compare,
  type Filter,
  isWriter,
  listed,
  names,
  now,
  search,
  searchFor,
  seesAll,
  statuses,
  windowOf,
  word,
} from './model.ts'
import { runs } from '../support/runs.ts'

const given = fc
  .subarray([...names], { maxLength: 3 })
  .chain((some) => fc.record(Object.fromEntries(some.map((name) => [name, fc.constantFrom(...bounds)]))))

/** A term, named by its id, its slug or its name in any case. */
const nameOf = ({ id, slug, name }: ModelTerm, way: number) =>
  [id, slug, name.toUpperCase(), slug.toUpperCase()][way % 4]

/** At most two of these filters at once, beside dates, status and who asks: with more every list is empty. */
function otherFilters({
  events,
  venues,
  categories,
  tags,
}: Calendar): fc.Arbitrary<readonly Filter<ModelEvent>[]> {
  const below = (ids: readonly number[]): number[] => {
    const children = categories
      .filter(({ id, parent }) => ids.includes(parent) && !ids.includes(id))
      .map(({ id }) => id)
    return children.length === 0 ? [...ids] : below([...ids, ...children])
  }
  const some = <Item>(items: readonly Item[]) => fc.subarray([...items], { minLength: 1, maxLength: 2 })
  const readable = venues.filter(({ status }) => status === 'publish').map(({ id }) => id)
  const parents = [...new Set(events.map(({ parent }) => parent))].filter(
    (id) => id !== 0 && !isProtected(events, id),
  )
  const filter = (
    sent: Filter<ModelEvent>['sent'],
    keeps: Filter<ModelEvent>['keeps'],
  ): Filter<ModelEvent> => ({ sent, keeps })
  const one = fc.oneof(
    fc.tuple(some(categories), fc.nat(3)).map(([terms, way]) => {
      const ids = below(terms.map(({ id }) => id))
      const named = terms.map((term) => nameOf(term, way)).join(',')
      return filter({ categories: named }, (event) => event.categories.some((id) => ids.includes(id)))
    }),
    fc.tuple(some(tags), fc.nat(3)).map(([terms, way]) => {
      const named = terms.map((term) => nameOf(term, way)).join(',')
      return filter({ tags: named }, (event) => terms.some(({ id }) => event.tags.includes(id)))
    }),
    some(readable).map((ids) =>
      filter({ venue: ids.join(',') }, (event) => event.venues.some((id) => ids.includes(id))),
    ),
    fc.boolean().map((featured) => filter({ featured }, (event) => event.featured === featured)),
    fc.constantFrom(...parents).map((id) => filter({ post_parent: id }, ({ parent }) => parent === id)),
  )
  return fc.uniqueArray(one, { maxLength: 2, selector: ({ sent }) => Object.keys(sent).join() })
}

const isProtected = (events: readonly ModelEvent[], id: number) =>
  events.find((event) => event.id === id)?.isProtected

describe.each(['UTC', 'America/New_York', 'Pacific/Apia'])('in a calendar of %s', (zone) => {
  let app: TestApp
  let calendar: Calendar
  beforeAll(async () => {
    app = await createTestApp({ SITE_TIMEZONE: zone, PER_PAGE_MAX: '200' })
    app.setNow(now)
    calendar = await storeCalendar(app, zone, now, 2031)
  })
  afterAll(() => app.close())

  async function idsOf(kind: string, caller: Caller, filters: readonly Filter<never>[]): Promise<number[]> {
    const query = Object.assign({ per_page: 200 }, ...filters.map(({ sent }) => sent))
    const { status, body, text } = await app.ask({ ...(caller ? { as: caller } : {}), path: kind, query })
    expect(status, text).toBe(200)
    expect(body.total).toBe(body[kind].length)
    return body[kind].map(({ id }: { id: number }) => id)
  }

  const kept = <Item>(items: readonly Item[], filters: readonly Filter<never>[]) =>
    items.filter((item) => filters.every(({ keeps }) => keeps(item as never)))

  test('events are listed as the model says', async () => {
    const { events } = calendar
    const included = fc.option(
      fc.subarray(
        events.map(({ id }) => id),
        { minLength: 1 },
      ),
      { nil: undefined, freq: 3 },
    )
    const query = fc.record({
      caller: fc.constantFrom(...callers),
      wanted: statuses,
      dates: given,
      strict: fc.boolean(),
      searched: fc.option(search, { nil: undefined, freq: 3 }),
      hasPassword: fc.boolean(),
      others: otherFilters(calendar),
      included,
    })
    await fc.assert(
      fc.asyncProperty(
        query,
        async ({ caller, wanted, dates, strict, searched, hasPassword, others, included: ids }) => {
          const dated = windowOf(dates, strict, zone)
          const looked = searched && searchFor(searched)
          // The filters by what a password protects (D30, D62).
          const isOfContents = [...(looked ? [looked] : []), ...others].some(({ sent }) =>
            ['search', 'categories', 'tags', 'venue', 'featured'].some((name) => name in sent),
          )
          const filters: Filter<never>[] = [
            listed(caller, isWriter(caller) ? wanted : undefined),
            ids
              ? {
                  sent: { ...dated.sent, include: ids.join(',') },
                  keeps: ({ id }: ModelEvent) => ids.includes(id),
                }
              : dated,
            ...(looked ? [looked] : []),
            ...others,
            {
              sent: hasPassword ? { password: 'sesame' } : {},
              keeps: (event: ModelEvent) => !isOfContents || hasPassword || !event.isProtected,
            },
            { sent: {}, keeps: ({ hidden }: ModelEvent) => !hidden },
          ]
          const order = (one: ModelEvent, other: ModelEvent) =>
            (ids ? 0 : compare(one.starts, other.starts)) ||
            one.date.localeCompare(other.date) ||
            one.id - other.id
          const expected = kept(events, filters).toSorted(order)
          expect(await idsOf('events', caller, filters)).toEqual(expected.map(({ id }) => id))
        },
      ),
      { numRuns: runs(700) },
    )
  })

  test('venues are listed as the model says', async () => {
    const { events, venues } = calendar
    const open = events.filter(({ status, isProtected: closed }) => status === 'publish' && !closed)
    const at = (caller: Caller, id: number, isMeant: (event: ModelEvent) => boolean) =>
      events.some((event) => seesAll(event, caller) && event.venues.includes(id) && isMeant(event))
    const query = fc.record({
      caller: fc.constantFrom(...callers),
      wanted: statuses,
      has_events: fc.option(fc.boolean(), { nil: undefined }),
      upcoming: fc.option(fc.boolean(), { nil: undefined, freq: 3 }),
      has_upcoming: fc.option(fc.boolean(), { nil: undefined, freq: 3 }),
      event: fc.option(fc.constantFrom(...open), { nil: undefined, freq: 3 }),
      city: fc.option(word, { nil: undefined, freq: 3 }),
    })
    await fc.assert(
      fc.asyncProperty(query, async ({ caller, wanted, has_events, upcoming, has_upcoming, event, city }) => {
        type Venue = Calendar['venues'][number]
        const filters: Filter<never>[] = [listed(caller, isWriter(caller) ? wanted : undefined)]
        if (has_events !== undefined) {
          filters.push({
            sent: { has_events },
            keeps: ({ id }: Venue) => at(caller, id, () => true) === has_events,
          })
        }
        if (upcoming !== undefined) {
          const isAhead = ({ starts }: ModelEvent) => compare(starts, now) >= 0
          filters.push({
            sent: { only_with_upcoming: upcoming },
            keeps: ({ id }: Venue) => !upcoming || at(caller, id, isAhead),
          })
        }
        if (has_upcoming !== undefined) {
          const isComing = ({ ends }: ModelEvent) => compare(ends, now) >= 0
          filters.push({
            sent: { has_upcoming },
            keeps: ({ id }: Venue) => at(caller, id, isComing) === has_upcoming,
          })
        }
        if (event)
          filters.push({ sent: { event: event.id }, keeps: ({ id }: Venue) => event.venues.includes(id) })
        if (city)
          filters.push({
            sent: { search: written(city, 1) },
            keeps: ({ texts }: Venue) => texts.flat().includes(city),
          })
        const order = (one: Venue, other: Venue) => other.date.localeCompare(one.date) || other.id - one.id
        const expected = kept(venues, filters).toSorted(order)
        expect(await idsOf('venues', caller, filters)).toEqual(expected.map(({ id }) => id))
      }),
      { numRuns: runs(300) },
    )
  })

  test.each(['categories', 'tags'] as const)('%s are listed as the model says', async (kind) => {
    const { events, [kind]: terms } = calendar
    const counts = new Map(
      terms.map(({ id }) => [
        id,
        events.filter((event) => event.status === 'publish' && !event.isProtected && event[kind].includes(id))
          .length,
      ]),
    )
    const countOf = ({ id }: ModelTerm) => counts.get(id) ?? 0
    const isUsed = (term: ModelTerm): boolean =>
      countOf(term) > 0 || terms.some((other) => other.parent === term.id && isUsed(other))
    const open = events.filter(({ status, isProtected: closed }) => status === 'publish' && !closed)
    const some = fc.subarray([...terms], { minLength: 1 })
    const query = fc.record({
      hide_empty: fc.option(fc.boolean(), { nil: undefined }),
      event: fc.option(fc.constantFrom(...open), { nil: undefined, freq: 3 }),
      include: fc.option(some, { nil: undefined, freq: 3 }),
      exclude: fc.option(some, { nil: undefined, freq: 3 }),
      letter: fc.option(fc.constantFrom('a', 'O', '-5', 'É', 'ta-9'), { nil: undefined, freq: 3 }),
      orderby: fc.constantFrom('name', 'id', 'slug', 'count', 'Name'),
      order: fc.constantFrom('asc', 'ASC', 'desc', 'Desc'),
    })
    await fc.assert(
      fc.asyncProperty(query, async ({ hide_empty, event, include, exclude, letter, orderby, order }) => {
        const listOf = (chosen: readonly ModelTerm[]) => chosen.map(({ id }) => id).join(',')
        const filters: Filter<never>[] = [{ sent: { orderby, order }, keeps: () => true }]
        if (hide_empty ?? true)
          filters.push({ sent: {}, keeps: (term: ModelTerm) => event !== undefined || isUsed(term) })
        if (hide_empty !== undefined) filters.push({ sent: { hide_empty }, keeps: () => true })
        if (event)
          filters.push({
            sent: { event: event.id, post: open[0]?.id },
            keeps: ({ id }: ModelTerm) => event[kind].includes(id),
          })
        if (include)
          filters.push({
            sent: { include: listOf(include) },
            keeps: (term: ModelTerm) => include.includes(term),
          })
        if (exclude)
          filters.push({
            sent: { exclude: listOf(exclude) },
            keeps: (term: ModelTerm) => !exclude.includes(term),
          })
        if (letter) {
          const part = letter.toLowerCase().replace('é', 'e')
          const isIn = ({ name, slug }: ModelTerm) => name.toLowerCase().includes(part) || slug.includes(part)
          filters.push({ sent: { search: letter }, keeps: isIn })
        }
        const direction = order.toLowerCase() === 'asc' ? 1 : -1
        const expected = kept(terms, filters).toSorted(termOrder(orderby, direction, countOf))
        expect(await idsOf(kind, undefined, filters)).toEqual(expected.map(({ id }) => id))
      }),
      { numRuns: runs(200) },
    )
  })
})

function termOrder(orderby: string, direction: number, countOf: (term: ModelTerm) => number) {
  const byName = (one: ModelTerm, other: ModelTerm) =>
    one.name.toLowerCase() < other.name.toLowerCase() ? -1 : 1
  return (one: ModelTerm, other: ModelTerm): number => {
    if (one.id === other.id) return 0
    if (orderby === 'id') return (one.id - other.id) * direction
    if (orderby === 'slug') return (one.slug < other.slug ? -1 : 1) * direction
    if (orderby === 'count') return (countOf(one) - countOf(other)) * direction || byName(one, other)
    return byName(one, other) * direction
  }
}
