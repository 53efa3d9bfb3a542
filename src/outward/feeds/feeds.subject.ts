import { mayRead } from '../../http/auth/rights.ts'
import { instantOf } from '../../pure/calendar/text.ts'
import type { ListEvents } from '../../records/events/events.params.ts'
import { limitsOf, windowOf } from '../../records/events/events.window.ts'
import type { Ask } from '../../http/resource.ts'
import { readLinked } from '../../records/linked/linked.query.ts'
import type { LinkedKind } from '../../records/linked/linked.kind.ts'
import { organizerKind } from '../../records/organizers/organizers.kind.ts'
import type { Context } from '../../http/context.ts'
import { categoryKind, tagKind, type TermKind } from '../../records/terms/terms.kind.ts'
import { readTerms, resolveFilter } from '../../records/terms/terms.query.ts'
import { plainTextOfHtml } from '../../pure/text/plain.ts'
import { renderTermName } from '../../pure/text/render.ts'
import { venueKind } from '../../records/venues/venues.kind.ts'

/** What the list of a feed is narrowed to, for those who see the feed among others. */
export interface Subject {
  /** Names of what was asked for, such as that of a category; none where all events are. */
  readonly names: readonly string[]
  /** Sentences on what is in the feed. */
  readonly says: string
}

/** How many names of one filter are told, and how many characters of a search. */
const mostNames = 5
const longestSearch = 60

/** What the parameters narrow a list to. What this reader may not see is not named. */
export async function subjectOf(
  context: Context,
  ask: Pick<Ask<object, ListEvents>, 'params' | 'search' | 'caller' | 'now'>,
): Promise<Subject> {
  const { params } = ask
  const [categories, tags, venues, organizers] = await Promise.all([
    termNames(context, categoryKind, params.categories),
    termNames(context, tagKind, params.tags),
    linkedNames(context, venueKind, { ids: params.venue, caller: ask.caller }),
    linkedNames(context, organizerKind, { ids: params.organizer, caller: ask.caller }),
  ])
  const searched = searchIn(ask.search)
  const parts = [
    ...phrase('in ', categories),
    ...phrase('tagged ', tags),
    ...phrase('at ', venues),
    ...phrase('by ', organizers),
    ...phrase('about ', searched),
    ...(params.featured === true ? ['featured'] : []),
    ...(params.free === true ? ['free'] : []),
  ]
  return {
    names: [...categories, ...tags, ...venues, ...organizers, ...searched],
    says: [parts.length > 0 ? `Events ${parts.join(', ')}.` : '', daysText(context, ask)]
      .filter(Boolean)
      .join(' '),
  }
}

function phrase(before: string, names: readonly string[]): string[] {
  return names.length === 0 ? [] : [before + names.join(' or ')]
}

async function termNames(
  { db }: Context,
  kind: TermKind,
  asked: ListEvents['categories'],
): Promise<readonly string[]> {
  if (asked === undefined) return []
  const { ids } = await resolveFilter(asked, db, kind.taxonomy)
  const rows = await readTerms(db.read, ids.slice(0, mostNames))
  return abridged(
    byId(rows).map(({ name }) => plainTextOfHtml(renderTermName(name))),
    ids.length,
  )
}

async function linkedNames(
  { db }: Context,
  kind: LinkedKind,
  { ids = [], caller }: { ids: readonly number[] | undefined; caller: Ask['caller'] },
): Promise<readonly string[]> {
  if (ids.length === 0) return []
  const rows = await readLinked(kind)(db.read, ids.slice(0, mostNames))
  const names = byId(rows)
    .filter((row) => mayRead(caller, row))
    .map(({ title }) => plainTextOfHtml(title))
  return abridged(names, ids.length)
}

function byId<Row extends { readonly id: number }>(rows: readonly Row[]): Row[] {
  return rows.toSorted((one, other) => one.id - other.id)
}

function abridged(names: readonly string[], of: number): readonly string[] {
  return of > mostNames ? [...names, '…'] : names
}

function searchIn(query: string): readonly string[] {
  const sent = new URLSearchParams(query)
  const text = (sent.get('search') ?? sent.get('q') ?? '').replaceAll(/[\p{Cc}\s]+/gu, ' ').trim()
  if (text === '') return []
  return [`“${text.length > longestSearch ? `${text.slice(0, longestSearch)}…` : text}”`]
}

/** The days of the window, on the clock of the site. */
function daysText(
  context: Context,
  { params, now }: Pick<Ask<object, ListEvents>, 'params' | 'now'>,
): string {
  const { starts_at, ends_at } = limitsOf(windowOf(params, context, now))
  const first = Number.isFinite(starts_at.from) ? starts_at.from : ends_at.from
  const after = Math.min(starts_at.until, ends_at.until)
  const words = [
    ...(Number.isFinite(first) ? [`from ${dayOf(context, first)}`] : []),
    ...(Number.isFinite(after) ? [`until ${dayOf(context, after - 1)}`] : []),
  ].join(' ')
  return words === '' ? '' : `${words.charAt(0).toUpperCase()}${words.slice(1)}.`
}

/** The day of a second on the clock of the site. */
function dayOf({ siteZone }: Pick<Context, 'siteZone'>, at: number): string {
  return instantOf(at).toZonedDateTimeISO(siteZone.id).toPlainDate().toString()
}
