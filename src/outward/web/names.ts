import { anonymous } from '../../http/auth/rights.ts'
import { linkedByNames } from '../../records/events/events.names.query.ts'
import { countLinked } from '../../records/facets/facets.query.ts'
import type { LinkedKind } from '../../records/linked/linked.kind.ts'
import { type PublicName, publicNames } from '../../records/linked/linked.names.query.ts'
import { organizerKind } from '../../records/organizers/organizers.kind.ts'
import { postUrl } from '../../records/posts/posts.view.ts'
import { categoryKind } from '../../records/terms/terms.kind.ts'
import { findAncestors, readTerms } from '../../records/terms/terms.query.ts'
import { termView } from '../../records/terms/terms.view.ts'
import { plainTextOfHtml } from '../../pure/text/plain.ts'
import type { SearchWords } from '../../pure/text/search.ts'
import { venueKind } from '../../records/venues/venues.kind.ts'
import { overlapping } from './calendar.query.ts'
import { titleText } from './card.ts'
import { nameText } from './colours.ts'
import { type Content, type Html, html, joined } from '../../pure/text/htmlTemplate.ts'
import { totalText } from './listing.ts'
import { compareTexts } from '../../pure/locale/locale.ts'
import { markWords } from './marks.ts'
import { ofTexts, ownText } from './ownText.ts'
import { todayOf } from './today.ts'
import type { Visit } from './visit.ts'

/** What events are found by, with a page of its own: what it is, its name, and how many events are to come. */
export interface Named {
  readonly kind: 'venue' | 'organizer' | 'category'
  readonly url: string
  readonly name: string
  /** The city of a venue that has one. */
  readonly city: string
  readonly count: number
}

/** How many events that are on or to come each venue, organizer or term has, by id. */
export async function countsToCome(visit: Visit, name: 'venues' | 'organizers' | 'terms') {
  const { context, caller, now } = visit
  return countLinked(context, overlapping({ from: todayOf(visit) }, visit), { caller, now }, name)
}

/** A public venue or organizer with its count. */
export function namedOf(
  { site }: Visit,
  kind: LinkedKind,
  row: PublicName,
  counts: ReadonlyMap<number, number>,
): Named {
  return {
    kind: kind === venueKind ? 'venue' : 'organizer',
    url: postUrl(site, kind, row),
    name: titleText(row.title),
    city: plainTextOfHtml(row.city),
    count: counts.get(row.id) ?? 0,
  }
}

/**
 * The public venues, organizers and categories that have all of the words in their names (venues: or in their city and postcode), at
 * most so many of each, those with the most events first. A category without events leads nowhere, and is left out.
 */
export async function namesWith(visit: Visit, { all, none }: SearchWords, most: number): Promise<Named[]> {
  if (all.length === 0) return []
  const { db } = visit.context
  const each = await linkedByNames(db, anonymous, [...all, ...none])
  const having = (name: 'venues' | 'organizers' | 'terms'): number[] => {
    const [first = [], ...others] = each.slice(0, all.length).map((linked) => linked[name])
    const without = new Set(each.slice(all.length).flatMap((linked) => linked[name]))
    return first.filter((id) => others.every((ids) => ids.includes(id)) && !without.has(id))
  }
  const found = await Promise.all([
    linkedNamed(visit, venueKind, having('venues')),
    linkedNamed(visit, organizerKind, having('organizers')),
    categoriesNamed(visit, having('terms')),
  ])
  return found.flatMap((some) =>
    some
      .toSorted((one, other) => other.count - one.count || compareTexts(visit.locale, one.name, other.name))
      .slice(0, most),
  )
}

async function linkedNamed(visit: Visit, kind: LinkedKind, ids: readonly number[]): Promise<Named[]> {
  if (ids.length === 0) return []
  const rows = await publicNames(visit.context.db.read, kind, ids)
  const counts = await countsToCome(visit, kind.table)
  return rows.map((row) => namedOf(visit, kind, row, counts))
}

async function categoriesNamed(visit: Visit, ids: readonly number[]): Promise<Named[]> {
  if (ids.length === 0) return []
  const { read } = visit.context.db
  const terms = (await readTerms(read, ids)).filter(({ taxonomy }) => taxonomy === categoryKind.taxonomy)
  if (terms.length === 0) return []
  const [counts, ancestors] = await Promise.all([countsToCome(visit, 'terms'), findAncestors(read, terms)])
  return terms
    .map((term) => ({
      kind: 'category' as const,
      url: termView(term, visit.site, ancestors).url,
      name: nameText(term.name),
      city: '',
      count: counts.get(term.id) ?? 0,
    }))
    .filter(({ count }) => count > 0)
}

/** The kind of it, its city and its events, in words. */
export function saysOf(visit: Visit, { kind, city, count }: Named): string {
  return [visit.locale.messages[kind], city, totalText(visit, count)].filter(Boolean).join(' · ')
}

/** The same within a page, where a city is said to be in the language of the calendar. */
export function lineOf(visit: Visit, { city, count }: Named, kind?: string): Content {
  const parts = [kind, city === '' ? undefined : ownText(visit, city), totalText(visit, count)]
  return joined(
    parts.filter((part) => part !== undefined),
    ' · ',
  )
}

/** How many of each kind stand above the events that were found. */
const mostAbove = 4

/** What has the words in its name, above the events in which they occur; undefined where nothing has. */
export async function namesAbove(visit: Visit, words: SearchWords): Promise<Content> {
  const named = await namesWith(visit, words, mostAbove)
  if (named.length === 0) return undefined
  return html`<section class="named" aria-labelledby="named">
    <h2 id="named">${visit.locale.messages.foundByName}</h2>
    <ul>
      ${named.map((one) => nameLink(visit, one, words.all))}
    </ul>
  </section>`
}

function nameLink(visit: Visit, one: Named, marked: readonly string[]): Html {
  return html`<li>
    <a href="${one.url}"
      ><strong ${ofTexts(visit)}>${markWords(one.name, marked)}</strong
      ><span class="dim">${lineOf(visit, one, visit.locale.messages[one.kind])}</span></a
    >
  </li>`
}
