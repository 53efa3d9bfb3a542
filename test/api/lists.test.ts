import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Role } from '../../src/db/tables.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { type Calendar, type ModelEvent, type ModelTerm, type Status, storeCalendar, vocabulary, type Word, written } from './calendar.ts'

/** In the night after clocks in New York went forward, and a day in one of these zones before it is in another. */
const now = Temporal.Instant.from('2031-03-10T03:30:00Z')

type Caller = Role | undefined
type Posts = { readonly id: number; readonly author: Role; readonly status: Status; readonly before: Status }

/** A filter as it is sent, and which items it keeps. */
interface Filter<Item> {
  readonly sent: Readonly<Record<string, unknown>>
  keeps(item: Item): boolean
}

const callers: readonly Caller[] = [undefined, 'subscriber', 'contributor', 'author', 'editor']
const isWriter = (caller: Caller) => caller !== undefined && caller !== 'subscriber'

/** Who sees what in lists: everybody what is public, writers also their own, editors everything (D30). */
function isVisible({ status, author }: Posts, caller: Caller): boolean {
  if (status === 'trash') return false
  return status === 'publish' || caller === 'editor' || (isWriter(caller) && author === caller)
}

/** Who may edit what is in the trash: its author, contributors unless it had been public, and editors (D30, D22). */
function mayRestore({ author, before }: Posts, caller: Caller): boolean {
  return caller === 'editor' || (author === caller && (caller === 'author' || before !== 'publish'))
}

/** The filter by statuses and, where there is none, what is listed without. */
function listed(caller: Caller, wanted: readonly Status[] | undefined): Filter<Posts> {
  return {
    sent: wanted ? { status: wanted.join(',') } : {},
    keeps: (post) => {
      if (wanted && !wanted.includes(post.status)) return false
      return post.status === 'trash' ? wanted !== undefined && mayRestore(post, caller) : isVisible(post, caller)
    },
  }
}

const statuses = fc.option(
  fc.subarray<Status>(['publish', 'draft', 'pending', 'private', 'trash'], { minLength: 1 }),
  { nil: undefined, freq: 2 },
)

/** A bound as it is sent, and the moment that it means on the site's clock. */
interface Bound {
  readonly text: string
  in(zone: string): Temporal.ZonedDateTime
}

const wall = (text: string): Bound => ({ text, in: (zone) => Temporal.PlainDateTime.from(text).toZonedDateTime(zone) })
const instant = (text: string, iso = text): Bound => ({ text, in: (zone) => Temporal.Instant.from(iso).toZonedDateTimeISO(zone) })
const bounds: readonly Bound[] = [
  ...['2031-03-07', '2031-03-08', '2031-03-09', '2031-03-10', '2031-03-11', '2033-03-09', '2033-03-11'].map(wall),
  ...['2031-03-09 00:00:00', '2031-03-09 23:59:59', '2031-03-10 00:00:01', '2031-03-09 02:30:00'].map(wall),
  instant('2031-03-09T20:00:00+05:00'),
  instant('2031-03-09T05:00:00Z'),
  instant('2031-03-10T03:59:59-00:30'),
  instant(String(Date.parse('2031-03-10T00:00:00Z') / 1000), '2031-03-10T00:00:00Z'),
  { text: 'now', in: (zone) => now.toZonedDateTimeISO(zone) },
  { text: 'yesterday', in: (zone) => now.toZonedDateTimeISO(zone).subtract({ days: 1 }).startOfDay() },
  { text: '+1 day', in: (zone) => now.toZonedDateTimeISO(zone).add({ days: 1 }) },
]

const names = ['start_date', 'end_date', 'starts_before', 'starts_after', 'ends_before', 'ends_after'] as const
type Name = (typeof names)[number]
const compare = Temporal.Instant.compare

/** Whether an event is within a bound: strictly, or by whole days of the site (D27, D28). */
function isWithin(name: Name, bound: Temporal.ZonedDateTime, strict: boolean, { starts, ends }: ModelEvent): boolean {
  const edge = name.startsWith('start') ? starts : ends
  const at = bound.toInstant()
  const day = bound.startOfDay().toInstant()
  const next = bound.toPlainDate().add({ days: 1 }).toZonedDateTime(bound.timeZoneId).toInstant()
  switch (name) {
    case 'start_date':
      return compare(edge, strict ? at : day) >= 0
    case 'end_date':
      return strict ? compare(edge, at) <= 0 : compare(edge, next) < 0
    case 'starts_before':
    case 'ends_before':
      return compare(edge, strict ? at : next) < 0
    case 'starts_after':
    case 'ends_after':
      return strict ? compare(edge, at) > 0 : compare(edge, next) >= 0
  }
}

/** What the dates of a list keep; without any, yesterday to twenty-four months from today (D26). */
function windowOf(given: Partial<Record<Name, Bound>>, strict: boolean, zone: string): Filter<ModelEvent> {
  const today = now.toZonedDateTimeISO(zone).startOfDay()
  const isOpen = names.slice(2).some((name) => given[name])
  const defaults = isOpen ? {} : { start_date: today.subtract({ days: 1 }), end_date: today.add({ months: 24 }) }
  const inForce = { ...defaults, ...Object.fromEntries(Object.entries(given).map(([name, bound]) => [name, bound.in(zone)])) }
  const isDefault = (name: string) => given[name as Name] === undefined
  return {
    sent: {
      ...Object.fromEntries(Object.entries(given).map(([name, { text }]) => [name, text])),
      ...(strict ? { strict_dates: true } : {}),
    },
    keeps: (event) =>
      Object.entries(inForce).every(([name, bound]) => isWithin(name as Name, bound, strict && !isDefault(name), event)),
  }
}

/** A search: words that must all be found, in any text, a phrase, and words none of which may be (D31). */
interface Search {
  readonly all: readonly Word[]
  readonly none: readonly Word[]
  readonly phrase: readonly [Word, Word] | undefined
  readonly way: number
}

const word = fc.constantFrom(...vocabulary)
const search: fc.Arbitrary<Search> = fc.record({
  all: fc.subarray(vocabulary, { maxLength: 2 }),
  none: fc.subarray(vocabulary, { maxLength: 1 }),
  phrase: fc.option(fc.tuple(word, word), { nil: undefined, freq: 1 }),
  way: fc.nat(5),
})

type Texts = { readonly texts: readonly (readonly Word[])[] }

function searchFor({ all, none, phrase, way }: Search): Filter<Texts> {
  const quoted = phrase ? [`"${phrase.map((one) => written(one, way)).join(' ')}"`] : []
  const asked = [...all.map((one) => written(one, way + 1)), ...quoted, ...none.map((one) => `-${written(one, way)}`)]
  return {
    sent: asked.length > 0 ? { search: asked.join(way % 2 ? ' ' : ', ') } : {},
    keeps: ({ texts }) => {
      const has = (one: Word) => texts.some((words) => words.includes(one))
      const isThere = (words: readonly Word[]) =>
        words.some((one, index) => one === phrase?.[0] && words[index + 1] === phrase[1])
      return all.every(has) && !none.some(has) && (phrase === undefined || texts.some(isThere))
    },
  }
}

const given = fc
  .subarray([...names], { maxLength: 3 })
  .chain((some) => fc.record(Object.fromEntries(some.map((name) => [name, fc.constantFrom(...bounds)]))))

/** A term, named by its id, its slug or its name in any case. */
const nameOf = ({ id, slug, name }: ModelTerm, way: number) => [id, slug, name.toUpperCase(), slug.toUpperCase()][way % 4]

/** At most two of these filters at once, beside dates, status and who asks: with more every list is empty. */
function otherFilters({ events, venues, categories, tags }: Calendar): fc.Arbitrary<readonly Filter<ModelEvent>[]> {
  const below = (ids: readonly number[]): number[] => {
    const children = categories.filter(({ id, parent }) => ids.includes(parent) && !ids.includes(id)).map(({ id }) => id)
    return children.length === 0 ? [...ids] : below([...ids, ...children])
  }
  const some = <Item>(items: readonly Item[]) => fc.subarray([...items], { minLength: 1, maxLength: 2 })
  const readable = venues.filter(({ status }) => status === 'publish').map(({ id }) => id)
  const parents = [...new Set(events.map(({ parent }) => parent))].filter((id) => id !== 0 && !isProtected(events, id))
  const filter = (sent: Filter<ModelEvent>['sent'], keeps: Filter<ModelEvent>['keeps']): Filter<ModelEvent> => ({ sent, keeps })
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
    some(readable).map((ids) => filter({ venue: ids.join(',') }, (event) => event.venues.some((id) => ids.includes(id)))),
    fc.boolean().map((featured) => filter({ featured }, (event) => event.featured === featured)),
    fc.constantFrom(...parents).map((id) => filter({ post_parent: id }, ({ parent }) => parent === id)),
  )
  return fc.uniqueArray(one, { maxLength: 2, selector: ({ sent }) => Object.keys(sent).join() })
}

const isProtected = (events: readonly ModelEvent[], id: number) => events.find((event) => event.id === id)?.isProtected

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
    const included = fc.option(fc.subarray(events.map(({ id }) => id), { minLength: 1 }), { nil: undefined, freq: 1 })
    const query = fc.record({
      caller: fc.constantFrom(...callers),
      wanted: statuses,
      dates: given,
      strict: fc.boolean(),
      searched: fc.option(search, { nil: undefined, freq: 1 }),
      hasPassword: fc.boolean(),
      others: otherFilters(calendar),
      included,
    })
    await fc.assert(
      fc.asyncProperty(query, async ({ caller, wanted, dates, strict, searched, hasPassword, others, included: ids }) => {
        const dated = windowOf(dates, strict, zone)
        const looked = searched && searchFor(searched)
        const isSearched = looked?.sent['search'] !== undefined
        const filters: Filter<never>[] = [
          listed(caller, isWriter(caller) ? wanted : undefined),
          ids ? { sent: { ...dated.sent, include: ids.join(',') }, keeps: ({ id }: ModelEvent) => ids.includes(id) } : dated,
          ...(looked ? [looked] : []),
          ...others,
          { sent: hasPassword ? { password: 'sesame' } : {}, keeps: (event: ModelEvent) => !isSearched || hasPassword || !event.isProtected },
          { sent: {}, keeps: ({ hidden }: ModelEvent) => !hidden },
        ]
        const order = (one: ModelEvent, other: ModelEvent) =>
          (ids ? 0 : compare(one.starts, other.starts)) || one.date.localeCompare(other.date) || one.id - other.id
        const expected = kept(events, filters).toSorted(order)
        expect(await idsOf('events', caller, filters)).toEqual(expected.map(({ id }) => id))
      }),
      { numRuns: 700 },
    )
  })

  test('venues are listed as the model says', async () => {
    const { events, venues } = calendar
    const open = events.filter(({ status, isProtected: closed }) => status === 'publish' && !closed)
    const at = (caller: Caller, id: number, isMeant: (event: ModelEvent) => boolean) =>
      events.some((event) => isVisible(event, caller) && event.venues.includes(id) && isMeant(event))
    const query = fc.record({
      caller: fc.constantFrom(...callers),
      wanted: statuses,
      has_events: fc.option(fc.boolean(), { nil: undefined }),
      upcoming: fc.option(fc.boolean(), { nil: undefined, freq: 1 }),
      event: fc.option(fc.constantFrom(...open), { nil: undefined, freq: 1 }),
      city: fc.option(word, { nil: undefined, freq: 1 }),
    })
    await fc.assert(
      fc.asyncProperty(query, async ({ caller, wanted, has_events, upcoming, event, city }) => {
        type Venue = Calendar['venues'][number]
        const filters: Filter<never>[] = [listed(caller, isWriter(caller) ? wanted : undefined)]
        if (has_events !== undefined) {
          filters.push({ sent: { has_events }, keeps: ({ id }: Venue) => at(caller, id, () => true) === has_events })
        }
        if (upcoming !== undefined) {
          const isAhead = ({ starts }: ModelEvent) => compare(starts, now) >= 0
          filters.push({ sent: { only_with_upcoming: upcoming }, keeps: ({ id }: Venue) => !upcoming || at(caller, id, isAhead) })
        }
        if (event) filters.push({ sent: { event: event.id }, keeps: ({ id }: Venue) => event.venues.includes(id) })
        if (city) filters.push({ sent: { search: written(city, 1) }, keeps: ({ texts }: Venue) => texts.flat().includes(city) })
        const order = (one: Venue, other: Venue) => other.date.localeCompare(one.date) || other.id - one.id
        const expected = kept(venues, filters).toSorted(order)
        expect(await idsOf('venues', caller, filters)).toEqual(expected.map(({ id }) => id))
      }),
      { numRuns: 300 },
    )
  })

  test.each(['categories', 'tags'] as const)('%s are listed as the model says', async (kind) => {
    const { events, [kind]: terms } = calendar
    const counts = new Map(terms.map(({ id }) => [id, events.filter((event) => event.status === 'publish' && event[kind].includes(id)).length]))
    const countOf = ({ id }: ModelTerm) => counts.get(id) ?? 0
    const isUsed = (term: ModelTerm): boolean => countOf(term) > 0 || terms.some((other) => other.parent === term.id && isUsed(other))
    const open = events.filter(({ status, isProtected: closed }) => status === 'publish' && !closed)
    const some = fc.subarray([...terms], { minLength: 1 })
    const query = fc.record({
      hide_empty: fc.option(fc.boolean(), { nil: undefined }),
      event: fc.option(fc.constantFrom(...open), { nil: undefined, freq: 1 }),
      include: fc.option(some, { nil: undefined, freq: 1 }),
      exclude: fc.option(some, { nil: undefined, freq: 1 }),
      letter: fc.option(fc.constantFrom('a', 'O', '-5', 'É', 'ta-9'), { nil: undefined, freq: 1 }),
      orderby: fc.constantFrom('name', 'id', 'slug', 'count', 'Anything'),
      order: fc.constantFrom('asc', 'ASC', 'desc', 'whatever'),
    })
    await fc.assert(
      fc.asyncProperty(query, async ({ hide_empty, event, include, exclude, letter, orderby, order }) => {
        const listOf = (chosen: readonly ModelTerm[]) => chosen.map(({ id }) => id).join(',')
        const filters: Filter<never>[] = [{ sent: { orderby, order }, keeps: () => true }]
        if (hide_empty ?? true) filters.push({ sent: {}, keeps: (term: ModelTerm) => event !== undefined || isUsed(term) })
        if (hide_empty !== undefined) filters.push({ sent: { hide_empty }, keeps: () => true })
        if (event) filters.push({ sent: { event: event.id, post: 1 }, keeps: ({ id }: ModelTerm) => event[kind].includes(id) })
        if (include) filters.push({ sent: { include: listOf(include) }, keeps: (term: ModelTerm) => include.includes(term) })
        if (exclude) filters.push({ sent: { exclude: listOf(exclude) }, keeps: (term: ModelTerm) => !exclude.includes(term) })
        if (letter) {
          const part = letter.toLowerCase().replace('é', 'e')
          const isIn = ({ name, slug }: ModelTerm) => name.toLowerCase().includes(part) || slug.includes(part)
          filters.push({ sent: { search: letter }, keeps: isIn })
        }
        const direction = order.toLowerCase() === 'asc' ? 1 : -1
        const expected = kept(terms, filters).toSorted(termOrder(orderby, direction, countOf))
        expect(await idsOf(kind, undefined, filters)).toEqual(expected.map(({ id }) => id))
      }),
      { numRuns: 200 },
    )
  })
})

function termOrder(orderby: string, direction: number, countOf: (term: ModelTerm) => number) {
  const byName = (one: ModelTerm, other: ModelTerm) => (one.name.toLowerCase() < other.name.toLowerCase() ? -1 : 1)
  return (one: ModelTerm, other: ModelTerm): number => {
    if (one.id === other.id) return 0
    if (orderby === 'id') return (one.id - other.id) * direction
    if (orderby === 'slug') return (one.slug < other.slug ? -1 : 1) * direction
    if (orderby === 'count') return (countOf(one) - countOf(other)) * direction || byName(one, other)
    return byName(one, other) * direction
  }
}
