import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { SpanFlag } from '../db/changes.ts'
import type { Taxonomy } from '../db/tables.ts'
import type { LinkedKind } from '../linked/linked.kind.ts'
import { organizerKind } from '../organizers/organizers.kind.ts'
import type { Context } from '../posts/context.ts'
import { findNearby } from '../posts/posts.places.ts'
import { shared, visibleIn } from '../posts/posts.query.ts'
import { categoryKind, tagKind, type TermKind } from '../terms/terms.kind.ts'
import { renderTermName, renderTitle } from '../text/render.ts'
import { venueKind } from '../venues/venues.kind.ts'
import { countCosts } from './events.facets.cost.ts'
import { countDays } from './events.facets.days.ts'
import { countLinks, countWithDescendants } from './events.facets.links.ts'
import { findListed, type Listed, listedWithout, listOf } from './events.facets.matching.ts'
import type { Counts, Targets } from './events.facets.most.ts'
import { type EventFacetsParams, type FacetName, facetNames } from './events.facets.params.ts'
import type { EventFacetsRecord } from './events.facets.record.ts'
import { askAboutMost, tally } from './events.facets.tally.ts'
import type { ListReader } from './events.filters.ts'
import { findFound } from './events.found.ts'
import { totalOf } from './events.total.ts'

/** The counts of a list, by facet. */
export type Facets = Omit<EventFacetsRecord, 'rest_url'>

/**
 * Counts the events of the list by each facet asked for: at once where a server does it, else one after the other, so that other
 * requests have their turn between.
 */
export async function countFacets(
  context: Context,
  params: EventFacetsParams,
  reader: ListReader,
): Promise<Facets> {
  const since = await context.db.revision()
  const nearby = await findNearby(context, params, reader.caller)
  const listed = await findListed({ context, params, reader, nearby, since })
  // Days and months are counted together.
  const wanted = [...new Set((params.facets ?? facetNames).map((name) => counters[name]))]
  const counts: Partial<Facets> = {}
  const add = async (count: (typeof wanted)[number]) => Object.assign(counts, await count(listed))
  if (!context.db.dialect.blocksThread) await Promise.all(wanted.map(add))
  else {
    for (const count of wanted) {
      await setImmediate()
      await add(count)
    }
  }
  return { ...counts, total: listed.total }
}

/** Each facet and how it is counted; one that is declared and not here does not compile. */
const counters: { readonly [Name in FacetName]: (listed: Listed) => Promise<Partial<Facets>> } = {
  categories: async (listed) => ({ categories: await countCategories(listed) }),
  tags: async (listed) => ({ tags: await countTags(listed) }),
  venues: async (listed) => ({
    venues: (await countLinked(listed, venueKind)).map(({ id, title, slug, count }) => ({
      id,
      venue: renderTitle(title),
      slug,
      count,
    })),
  }),
  organizers: async (listed) => ({
    organizers: (await countLinked(listed, organizerKind)).map(({ id, title, slug, count }) => ({
      id,
      organizer: renderTitle(title),
      slug,
      count,
    })),
  }),
  // Months are sums of days.
  days: countDays,
  months: countDays,
  featured: async (listed) => ({ featured: await countFlag(listed, 'featured') }),
  ticketed: async (listed) => ({ ticketed: await countFlag(listed, 'ticketed') }),
  cost: async (listed) => ({ cost: await countCosts(listed) }),
}

async function countFlag(listed: Listed, name: SpanFlag) {
  const all = await listedWithout(listed, name)
  const list = listOf(all)
  const flagged = { ...list, params: { ...list.params, [name]: true } }
  const count = await totalOf({ ...flagged, found: await findFound(flagged) })
  return [
    { value: true, count },
    { value: false, count: all.total - count },
  ]
}

/** A category counts what its filter keeps: its own events and those of all below it, each once (`wire-events.md` 5.3). */
async function countCategories(listed: Listed) {
  const { db } = listed.context
  const counts = await tally(await listedWithout(listed, 'categories'), termsOf(categoryKind), (found) =>
    countWithDescendants(found, db),
  )
  const found = await mostOfTerms(listed, counts, categoryKind.taxonomy)
  return found.map(({ id, name, slug, parent, count }) => ({
    id,
    name: renderTermName(name),
    slug,
    parent,
    count,
  }))
}

async function countTags(listed: Listed) {
  const { db } = listed.context
  const counts = await tally(await listedWithout(listed, 'tags'), termsOf(tagKind), (found) =>
    countLinks(found, db, 'term'),
  )
  const found = await mostOfTerms(listed, counts, tagKind.taxonomy)
  return found.map(({ id, name, slug, count }) => ({ id, name: renderTermName(name), slug, count }))
}

function termsOf({ taxonomy }: TermKind): Targets {
  return {
    link: 'term',
    among: (id) => sql`exists (select 1 from terms where terms.id = ${id} and taxonomy = ${taxonomy})`,
  }
}

/** Of the terms that were counted, those of the taxonomy with the most events. */
async function mostOfTerms(listed: Listed, counts: Counts, taxonomy: Taxonomy) {
  return askAboutMost(listed, counts, (some, limit) =>
    listed.context.db.read
      .selectFrom(countsTable(listed.context, some))
      .crossJoin('terms')
      .whereRef('terms.id', '=', 'counted.id')
      .where('terms.taxonomy', '=', taxonomy)
      .select(['terms.id', 'terms.name', 'terms.slug', 'terms.parent', 'counted.number as count'])
      .orderBy('counted.number', 'desc')
      .orderBy('terms.name_folded')
      .orderBy('terms.id')
      .limit(limit)
      .execute(),
  )
}

/** The venues or organizers with the most events, of those that their list shows to the reader. */
async function countLinked(listed: Listed, { table, name }: LinkedKind) {
  const { context, reader } = listed
  const isVisible = visibleIn(table, reader.caller, undefined)
  const targets: Targets = {
    link: name,
    among: (id) => sql`exists (
      select 1 from ${sql.table(table)} where ${sql.ref(`${table}.id`)} = ${id} and ${isVisible})`,
  }
  const counts = await tally(await listedWithout(listed, name), targets, (found) =>
    countLinks(found, context.db, name),
  )
  const column = <Type>(of: string) => sql<Type>`${sql.ref(`${table}.${of}`)}`
  return askAboutMost(listed, counts, (some, limit) =>
    context.db.read
      .selectFrom(countsTable(context, some))
      .crossJoin(shared(table))
      .where(column('id'), '=', sql.ref('counted.id'))
      .where(isVisible)
      .select([
        column<number>('id').as('id'),
        column<string>('title').as('title'),
        column<string>('slug').as('slug'),
        'counted.number as count',
      ])
      .orderBy('counted.number', 'desc')
      .orderBy(column('title_folded'))
      .orderBy(column('id'))
      .limit(limit)
      .execute(),
  )
}

function countsTable({ db }: Context, counts: Counts) {
  return db.dialect.numbersById(counts).$castTo<{ id: number; number: number }>().as('counted')
}
