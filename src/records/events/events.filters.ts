import { type Caller, can } from '../../http/auth/rights.ts'
import { epochSeconds } from '../../pure/calendar/text.ts'
import type { BoundName } from '../../pure/calendar/window.ts'
import { type DaySpan, endingIn, type Past, startingIn } from '../../pure/calendar/daySpan.ts'
import type { Filters, TimeRange } from '../../storage/index/filters.ts'
import { type Sight, visiblePlaces } from '../../storage/index/codes.ts'
import { type Snapshot, withDescendants } from '../../storage/index/snapshot.ts'
import type { Context } from '../../http/context.ts'
import type { AmongPosts } from '../posts/posts.among.ts'
import { looksSomewhere, type Nearby, type PlaceFilters } from '../posts/posts.places.ts'
import { idsNow } from '../posts/posts.merged.query.ts'
import { sightOf } from '../posts/posts.visibility.ts'
import { categoryKind, tagKind, type TermKind } from '../terms/terms.kind.ts'
import { resolveFilter, type TermName } from '../terms/terms.query.ts'
import { eventWords } from '../../pure/text/search.ts'
import { linkedByNames, nothingLinked } from './events.names.query.ts'
import type { ListEvents } from './events.params.ts'
import { findAround } from '../geocoding/geocoding.typedPlace.ts'
import { ownFilters, ownSets } from '../own/own.filters.ts'
import { venuesWith } from '../venues/venues.access.query.ts'
import { limitsOf, windowOf } from './events.window.ts'

/** Who reads a list, when, and the digest of the password that was sent. */
export interface ListReader {
  readonly caller: Caller
  readonly now: Temporal.Instant
  readonly digest?: string | undefined
}

/** The parameters of a list, and what may narrow it or widen it elsewhere than in the events namespace. */
export interface ListAmong extends ListEvents, AmongPosts {
  /** Only these, within the dates of the list. */
  readonly only?: readonly number[] | undefined
  readonly except?: readonly number[] | undefined
  /** On in each of these spans of days, and over before others, as pages count days: what {@link DaySpan} says. */
  readonly days?: readonly DaySpan[] | undefined
  readonly over?: Past | undefined
  /** Beginning in any of these stretches, at an hour of its day. */
  readonly hours?: readonly TimeRange[] | undefined
  /** Those that are left out of other lists are in this one. */
  readonly withHidden?: true
}

/** A list that is asked for, at one moment of the index. */
export interface AskedList {
  readonly context: Context
  readonly snapshot: Snapshot
  readonly params: Partial<ListAmong>
  readonly reader: ListReader
  /** Public events that came into the trash no earlier belong to the list, as cancelled; undefined: none do. */
  readonly cancelledSince?: number | undefined
}

/** What a list is narrowed by, and the venues around the place that it looks around. */
export interface Narrowed {
  readonly filters: Filters
  readonly nearby: Nearby | undefined
}

type Narrow<Value> = (value: Value, asked: AskedList) => Partial<Filters> | Promise<Partial<Filters>>

/**
 * Parameters that are no entries of the table below: those that choose the page and its order or say how others are read; the status,
 * which is a part of what the reader sees; the bounds, which have a table of their own; and those of places, which are applied together.
 */
type Elsewhere =
  | (
      | 'page'
      | 'per_page'
      | 'orderby'
      | 'order'
      | 'strict_dates'
      | 'password'
      | 'status'
      | 'collapse'
      | 'context'
      | 'language'
    )
  | BoundName
  | keyof PlaceFilters
type Filterable = Omit<ListEvents, Elsewhere>

/** How each list parameter narrows the list; one that is declared and missing here does not compile. */
const narrow: { readonly [Name in keyof Filterable]-?: Narrow<NonNullable<Filterable[Name]>> } = {
  search: async (text, { context, snapshot }) => ({
    words: await context.words.find(snapshot, eventWords(text)),
  }),
  q: async (text, { context, snapshot, reader }) => {
    const words = eventWords(text)
    const sets = await context.words.find(snapshot, words)
    const named = await linkedByNames(context.db, reader.caller, [...words.all, ...words.none])
    return { mentions: sets.map(({ ids, isIn }, at) => ({ ids, isIn, linked: named[at] ?? nothingLinked })) }
  },
  // A category means those below it too.
  categories: async (named, { context, snapshot }) => ({
    categories: withDescendants(snapshot, await idsNamed(context, categoryKind, named)),
  }),
  tags: async (named, { context }) => ({ tags: await idsNamed(context, tagKind, named) }),
  // What was merged goes on in what it has become: feeds with its ID do not break.
  venue: async (ids, { context }) => ({ venues: await idsNow(context.db.read, 'venue', ids) }),
  organizer: async (ids, { context }) => ({ organizers: await idsNow(context.db.read, 'organizer', ids) }),
  featured: (wanted) => ({ featured: wanted }),
  ticketed: (wanted) => ({ ticketed: wanted }),
  free: (wanted) => ({ free: wanted }),
  include: (ids) => ({ ids }),
  post_parent: (id) => ({ parent: id }),
  // Wire: for readers it has no effect, as recorded (`wire-events.md` 5.3).
  author: (ids, { reader }) => (can(reader.caller, 'edit_own') ? { authors: ids } : {}),
  imported: (wanted, { reader }) => (can(reader.caller, 'edit_own') ? { imported: wanted } : {}),
  event_status: (wanted) => ({ eventStatus: wanted }),
  attendance_mode: (wanted) => ({ attendance: wanted }),
  access: async (fields, { context, reader }) => ({
    accessible: await venuesWith(context.db.read, fields, reader.caller),
  }),
  time_of_day: (parts) => ({ partsOfDay: parts }),
  fields: (filters, { context, reader: { caller } }) => ({
    own: ownFilters(filters, { declared: context.declared, kind: 'event', caller }),
  }),
  venue_fields: async (filters, { context, reader: { caller } }) => ({
    ownVenues: await ownSets(context.db, filters, { declared: context.declared, kind: 'venue', caller }),
  }),
  registration: (states, { snapshot, reader }) => ({
    registration: { states, times: snapshot.times, now_s: epochSeconds(reader.now) },
  }),
  geoloc: (wanted, { snapshot, reader }) => ({
    placed: { venues: [...visiblePlaces(snapshot.places, sightOf(reader.caller)).keys()], isAt: wanted },
  }),
}

/** By what the events of a list are chosen (`wire-events.md` 5). */
export async function filtersOf(asked: AskedList): Promise<Narrowed> {
  const { context, snapshot, params, reader, cancelledSince } = asked
  const { starts_at: starts, ends_at: ends } = limitsOf(windowOf(params, context, reader.now))
  const nearby = looksSomewhere(params)
    ? await findAround(visiblePlaces(snapshot.places, sightOf(reader.caller)), params, context)
    : undefined
  const names = Object.keys(narrow) as (keyof Filterable)[]
  const given = await Promise.all(
    names.map(async (name) => {
      const value = params[name]
      // The table is typed by name, so that name and value belong together.
      return value === undefined ? {} : (narrow[name] as Narrow<typeof value>)(value, asked)
    }),
  )
  const filters: Filters = {
    sight: sightIn(params, reader, cancelledSince),
    ...(params.withHidden ? {} : { hidden: false }),
    starts: startingIn(starts, context.siteZone),
    ends: endingIn(ends, context.siteZone),
    ...(params.only ? { ids: params.only } : {}),
    ...(params.except ? { except: params.except } : {}),
    ...(params.days ? { days: params.days } : {}),
    ...(params.over ? { over: params.over } : {}),
    ...(params.hours ? { hours: params.hours } : {}),
    published: params.published,
    changed: params.changed,
    ...(params.writers ? { authors: params.writers } : {}),
    ...(nearby ? { nearby: nearby.ids } : {}),
    ...(isOfContents(params) ? { open: { digest: reader.digest } } : {}),
  }
  return { filters: Object.assign(filters, ...given) as Filters, nearby }
}

/** The filters by what a password protects; those of places are some, too. */
const ofContents = [
  'search',
  'q',
  'categories',
  'tags',
  'venue',
  'organizer',
  'featured',
  'ticketed',
  'free',
  'geoloc',
  'attendance_mode',
  'access',
  'fields',
  'venue_fields',
  'registration',
] as const satisfies readonly (keyof ListEvents)[]

/** Whether a list has no event whose password the reader lacks, as being in it would tell what the event contains (D30, D62). */
function isOfContents(params: Partial<ListEvents>): boolean {
  return ofContents.some((name) => params[name] !== undefined) || looksSomewhere(params)
}

/** What the reader of a list sees; events that were cancelled since belong to what is public. */
export function sightIn(
  { status }: Partial<ListEvents>,
  { caller }: ListReader,
  cancelledSince: number | undefined,
): Sight {
  const sight = sightOf(caller, status)
  return (status?.includes('publish') ?? true) ? { ...sight, cancelledSince } : sight
}

/** The ids of the named terms that exist. */
async function idsNamed(
  { db }: Context,
  { taxonomy }: TermKind,
  named: readonly TermName[],
): Promise<readonly number[]> {
  return (await resolveFilter(named, db, taxonomy)).ids
}
