import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely'
import { onceFor, remember } from '../../pure/calendar/cache.ts'
import { type Days, daySpan } from '../../pure/calendar/daySpan.ts'
import { zoneNamed } from '../../pure/calendar/zone.ts'
import {
  type Counts,
  countBeginning,
  countByLink,
  countCodes,
  countWithDescendants,
  edgesOf,
} from '../../storage/index/facets.ts'
import type { LinkName } from '../../storage/index/columns.ts'
import type { Filters } from '../../storage/index/filters.ts'
import type { Hits } from '../../storage/index/hits.ts'
import {
  anyRegistration,
  countStates,
  hasRegistrations,
  nextTurn,
} from '../../storage/index/facets.registration.ts'
import { epochSeconds } from '../../pure/calendar/text.ts'
import type { Dependence } from '../../storage/index/steps.ts'
import type { LinkedKind } from '../linked/linked.kind.ts'
import { organizerKind } from '../organizers/organizers.kind.ts'
import type { Context } from '../../http/context.ts'
import { visibleIn } from '../posts/posts.query.ts'
import { categoryKind, tagKind, type TermKind } from '../terms/terms.kind.ts'
import { categoryColors } from '../terms/terms.query.ts'
import { narrowedBy } from '../own/own.filters.ts'
import { renderTermName, renderTitle } from '../../pure/text/render.ts'
import { venueKind } from '../venues/venues.kind.ts'
import { type EventFacetsParams, type FacetName, facetNames, usualFacetLimit } from './facets.params.ts'
import { countOwn } from './facets.own.ts'
import { type Period, periodsAround, type Span, spanOf } from './facets.periods.ts'
import type { EventFacetsRecord } from './facets.record.ts'
import { choiceOf } from '../events/events.depends.ts'
import { type AskedList, filtersOf, type ListReader } from '../events/events.filters.ts'
import { windowOf } from '../events/events.window.ts'

/** The counts of a list, by facet. */
export type Facets = Omit<EventFacetsRecord, 'rest_url'>

/** What is counted: the events of a list, which can be found again without a filter that belongs to a facet. */
interface Counting {
  readonly asked: AskedList
  readonly facets: readonly FacetName[]
  /** How many targets of a facet are answered at most. */
  readonly limitOf: (name: FacetName) => number
  readonly hits: Hits
  /** The events that the list would have without these filters. */
  readonly without: (...names: readonly (keyof Filters)[]) => Promise<Hits>
  /** Those of which the reader is told what they contain, without the filter that belongs to a facet (D62), or to a field of one’s own. */
  readonly openWithout: (name: keyof Filters, own?: string) => Promise<Hits>
  /** How many of the hits each term has: categories with all below them. Counted once for both kinds of terms. */
  readonly byTerm: (hits: Hits) => Promise<Counts>
}

/** The filters that belong to each facet, without which its events are counted. */
const ownFilters: Readonly<Record<FacetName, readonly (keyof Filters)[]>> = {
  categories: ['categories'],
  tags: ['tags'],
  venues: ['venues'],
  organizers: ['organizers'],
  days: ['starts', 'ends'],
  months: ['starts', 'ends'],
  featured: ['featured'],
  ticketed: ['ticketed'],
  cost: ['free'],
  fields: ['own'],
  registration: ['registration'],
}

/** Counts the events of the list by each facet asked for; `limits`: of some facets fewer targets are wanted. */
export async function countFacets(...asked: Parameters<typeof facetsOf>): Promise<Facets> {
  return (await facetsOf(...asked)).counts
}

/** As {@link countFacets}, with what the counts are made of, where that can be said, and when they turn by the clock alone (`turns`). */
export async function facetsOf(
  context: Context,
  { facets = facetNames, facet_limit = usualFacetLimit, ...params }: EventFacetsParams,
  reader: ListReader,
  limits: Partial<Record<FacetName, number>> = {},
): Promise<{ counts: Facets; turns: number; dependsOn: Dependence | undefined }> {
  const limitOf = (name: FacetName) => limits[name] ?? facet_limit
  return context.index.ask(async (snapshot) => {
    const asked = { context, snapshot, params, reader }
    const { filters } = await filtersOf(asked)
    const hits = await context.index.find(snapshot, filters)
    const without: Counting['without'] = async (...names) =>
      names.some((name) => filters[name] !== undefined)
        ? context.index.find(snapshot, { ...filters, ...nothingOf(names) })
        : hits
    const open = { open: { digest: reader.digest } }
    const allOpen = filters.open ? hits : await context.index.find(snapshot, { ...filters, ...open })
    const openWithout: Counting['openWithout'] = async (name, own) => {
      const left = own === undefined ? undefined : filters.own?.filter((filter) => filter.name !== own)
      if (filters[name] === undefined || (left && left.length === filters.own?.length)) return allOpen
      return context.index.find(snapshot, { ...filters, ...open, [name]: left })
    }
    const byTerm = onceFor(countWithDescendants)
    const counting: Counting = { asked, facets, limitOf, hits, without, openWithout, byTerm }
    const counts: Partial<Facets> = {}
    // Days and months are counted together.
    for (const count of new Set(facets.map((name) => counters[name])))
      Object.assign(counts, await count(counting))
    // Whatever is counted is among what no facet leaves out.
    const chosenBy = choiceOf({ ...filters, ...nothingOf(facets.flatMap((name) => ownFilters[name])) })
    const isOfTimes = counts.registration !== undefined
    const others = facets.includes('registration') ? [anyRegistration] : []
    const dependsOn = isOfTimes ? undefined : chosenBy && { chosenBy: [chosenBy, ...others] }
    const turns = isOfTimes || params.registration ? nextTurn(snapshot, epochSeconds(reader.now)) : Infinity
    return { counts: { ...counts, total: hits.total }, turns, dependsOn }
  })
}

/** How many events of the list each of its venues, organizers or terms has (categories with all below them), by id. */
export async function countLinked(
  context: Context,
  params: AskedList['params'],
  reader: ListReader,
  name: LinkName,
): Promise<Counts> {
  return context.index.ask(async (snapshot) => {
    const { filters } = await filtersOf({ context, snapshot, params, reader })
    // Of protected events nobody is told where they are (D62).
    const hits = await context.index.find(snapshot, { ...filters, open: { digest: reader.digest } })
    return name === 'terms' ? countWithDescendants(hits) : countByLink(hits, name)
  })
}

function nothingOf(names: readonly (keyof Filters)[]): Partial<Filters> {
  return Object.fromEntries(names.map((name) => [name, undefined]))
}

/** Each facet and how it is counted; one that is declared and not here does not compile. */
const counters: { readonly [Name in FacetName]: (counting: Counting) => Promise<Partial<Facets>> } = {
  categories: async (counting) => {
    const counts = await counting.byTerm(await counting.openWithout('categories'))
    return { categories: await mostTerms<'categories'>(counting, counts, categoryKind, ['slug', 'parent']) }
  },
  tags: async (counting) => {
    const counts = await counting.byTerm(await counting.openWithout('tags'))
    return { tags: await mostTerms<'tags'>(counting, counts, tagKind, ['slug']) }
  },
  venues: async (counting) => ({ venues: await mostLinked<'venues'>(counting, venueKind) }),
  organizers: async (counting) => ({ organizers: await mostLinked<'organizers'>(counting, organizerKind) }),
  days: countDays,
  months: countDays,
  featured: async ({ openWithout }) => ({
    featured: await flagCounts(await openWithout('featured'), 'featured'),
  }),
  ticketed: async ({ openWithout }) => ({
    ticketed: await flagCounts(await openWithout('ticketed'), 'ticketed'),
  }),
  cost: async ({ without, openWithout }) => {
    const [{ total }, open] = await Promise.all([without('free'), openWithout('free')])
    const [, free = 0, paid = 0] = await countCodes(open, 'cost')
    const counts = { free, paid, unknown: total - free - paid }
    return { cost: (['free', 'paid', 'unknown'] as const).map((value) => ({ value, count: counts[value] })) }
  },
  fields: async ({ asked: { context, snapshot, reader }, openWithout }) => {
    const { declared, index } = context
    const fields = narrowedBy(declared, 'event', reader.caller)
    if (fields.length === 0) return {}
    index.assertReads(
      snapshot,
      fields.map(({ name }) => name),
    )
    const { language } = declared
    return { fields: await countOwn({ fields, language, hitsOf: (name) => openWithout('own', name) }) }
  },
  registration: async ({ asked: { snapshot, reader }, openWithout }) => {
    if (!hasRegistrations(snapshot)) return {}
    const counts = countStates(await openWithout('registration'), epochSeconds(reader.now))
    return { registration: [...counts].map(([value, count]) => ({ value, count })) }
  },
}

async function flagCounts(hits: Hits, name: 'featured' | 'ticketed') {
  const [, count = 0] = await countCodes(hits, name)
  return [
    { value: true, count },
    { value: false, count: hits.total - count },
  ]
}

/** Events by day and month of their start, as asked for, on the clock of the site; the dates of the list do not apply. */
async function countDays({
  asked,
  facets,
  hits,
  without,
}: Counting): Promise<Pick<Facets, 'days' | 'months' | 'periods'>> {
  const { context, reader, params } = asked
  const isWanted = (name: FacetName) => facets.includes(name)
  const span: Span = params.include ? (edgesOf(hits) ?? {}) : spanOf(windowOf(params, context, reader.now))
  const periods = periodsAround(span, context.siteZone, reader.now)
  const undated = await without('starts', 'ends')
  const counted = (period: Period, unit: 'days' | 'months') => countEach(context, undated, period, unit)
  const [days, months] = [datesOf(periods.days), datesOf(periods.months)]
  return {
    ...(isWanted('days') ? { days: counted(periods.days, 'days') } : {}),
    ...(isWanted('months')
      ? {
          months: counted(periods.months, 'months').map(({ date, count }) => ({
            month: date.slice(0, 7),
            count,
          })),
        }
      : {}),
    periods: { ...(isWanted('days') ? { days } : {}), ...(isWanted('months') ? { months } : {}) },
  }
}

function datesOf({ from, to }: Period) {
  return { from: from.toString(), to: to.toString() }
}

/** The events by the date on which each day or month of a period begins. */
function countEach({ siteZone, dayTurn }: Days, hits: Hits, { from, to }: Period, unit: 'days' | 'months') {
  const { dates, spans } = stepsOf([siteZone.id, dayTurn, from, to, unit].join(' '))
  const counts = countBeginning(hits, spans)
  return dates.flatMap((date, at) => {
    const count = counts[at] ?? 0
    return count > 0 ? [{ date, count }] : []
  })
}

/** The dates and spans of a period by its words. Readers ask for the same again, and the days of a year take 2 ms: as long as all counts of a category. */
const stepsOf = remember(32, (key) => {
  const [zone = '', dayTurn = '', from = '', to = '', unit = ''] = key.split(' ')
  const last = Temporal.PlainDate.from(to)
  const dates: Temporal.PlainDate[] = []
  for (
    let date = Temporal.PlainDate.from(from);
    Temporal.PlainDate.compare(date, last) <= 0;
    date = date.add({ [unit]: 1 })
  )
    dates.push(date)
  const days = { siteZone: zoneNamed(zone), dayTurn }
  const spans = dates.map((date) => daySpan(days, date, date.add({ [unit]: 1 }).subtract({ days: 1 })))
  return { dates: dates.map((date) => date.toString()), spans }
})

/** What is answered of a target: its ID, its name and more, and how many events it has. */
type Target<Name extends 'categories' | 'tags' | 'venues' | 'organizers'> = NonNullable<Facets[Name]>[number]

/** Of the terms that were counted, those of the taxonomy with the most events, with these columns. */
async function mostTerms<Name extends 'categories' | 'tags'>(
  counting: Counting,
  counts: Counts,
  { taxonomy, hierarchical }: TermKind,
  columns: readonly string[],
): Promise<Target<Name>[]> {
  // Both kinds are counted together, and there are far more tags: the database is not asked which is which.
  const categories = await categoryColors(counting.asked.context.db)()
  const own = chosenFrom(counts, (id) => categories.has(id) === hierarchical)
  const where = sql<SqlBool>`terms.taxonomy = ${taxonomy}`
  const shown = { name: 'name', from: 'name', render: renderTermName }
  const limit = counting.limitOf(hierarchical ? 'categories' : 'tags')
  return most(counting, own, { table: 'terms', shown, columns, where, limit })
}

function chosenFrom(counts: Counts, isWanted: (id: number, number: number) => boolean): Counts {
  const chosen = new Map<number, number>()
  for (const [id, number] of counts) if (isWanted(id, number)) chosen.set(id, number)
  return chosen
}

/** The venues or organizers with the most events, of those that their list shows to the reader. */
async function mostLinked<Name extends 'venues' | 'organizers'>(
  counting: Counting,
  { table, name }: LinkedKind,
): Promise<Target<Name>[]> {
  const counts = await countByLink(await counting.openWithout(table), table)
  const where = visibleIn(table, counting.asked.reader.caller, undefined)
  const shown = { name, from: 'title', render: renderTitle }
  const limit = counting.limitOf(table)
  return most(counting, counts, { table, shown, columns: ['slug'], where, limit })
}

/** Which targets are answered, and what of them. */
interface Targets {
  readonly table: 'terms' | 'venues' | 'organizers'
  /** What names them, and the column that it is rendered from; by that those with equally many events are put in order. */
  readonly shown: { readonly name: string; readonly from: string; readonly render: (text: string) => string }
  readonly columns: readonly string[]
  readonly where: Expression<SqlBool>
  readonly limit: number
}

/** The targets with the most events. Those with the most are asked about first, as there are far more than are answered. */
async function most<Row>({ asked }: Counting, counts: Counts, targets: Targets): Promise<Row[]> {
  const { shown, limit } = targets
  const { name, render } = shown
  const upwards = Float64Array.from(counts.values()).toSorted()
  for (let size = 2 * limit; ; size *= 8) {
    // All targets with the same number belong to it, since the order among them is not decided here.
    const least = upwards.at(-size) ?? 0
    const some = chosenFrom(counts, (_, number) => number >= least)
    const { rows } = await rowsOf(asked.context, some, targets)
    if (rows.length >= limit || size >= counts.size)
      return rows.map((row) => Object.assign(row, { [name]: render(String(row[name])) }) as Row)
  }
}

function rowsOf({ db }: Context, counts: Counts, { table, shown, columns, where, limit }: Targets) {
  const column = (name: string): RawBuilder<unknown> => sql.ref(`${table}.${name}`)
  const named = sql`${column(shown.from)} as ${sql.ref(shown.name)}`
  return sql<Record<string, unknown>>`
    select ${sql.join([column('id'), named, ...columns.map(column)])}, counted.number as count
    from ${db.dialect.numbersById(counts)} as counted cross join ${sql.table(table)}
    where ${column('id')} = counted.id and ${where}
    order by counted.number desc, ${column(`${shown.from}_folded`)}, ${column('id')} limit ${limit}`.execute(
    db.read,
  )
}
