import process from 'node:process'
import { startOfDate } from '../../pure/calendar/day.ts'
import { zonesApart_s } from '../../pure/calendar/daySpan.ts'
import { epochSeconds, instantOf, isoWithOffset, wallText } from '../../pure/calendar/text.ts'
import type { EpochSeconds } from '../../storage/schema/tables.ts'
import type { ListEvents } from '../../records/events/events.params.ts'
import { isOpen, presentedDigest } from '../../records/rows/event.access.ts'
import { eachEvent, findEventIds, type Walk } from '../../records/events/events.list.ts'
import { windowOf } from '../../records/events/events.window.ts'
import { invalidParams } from '../../http/decodedParameters.ts'
import { nextTurn } from '../../storage/index/facets.registration.ts'
import { etagOf } from '../../pure/params/conditional.ts'
import type { Answer, Ask } from '../../http/resource.ts'
import type { Site } from '../../http/site.ts'
import { TimeSlices } from '../../http/timeSlices.ts'
import type { Context } from '../../http/context.ts'
import { looksSomewhere } from '../../records/posts/posts.places.ts'
import type { Feed, FeedEvent } from './feed.ts'
import { feedEventInTimeSlices } from './feed.event.ts'
import { publicNames } from './feed.fields.ts'
import { asCancelled, type AsCancelled } from './feeds.cancelled.ts'
import { writeWithinLimit } from './feeds.limit.ts'
import { eventsOfSeries, seriesUid } from './feeds.series.ts'
import { subjectOf } from './feeds.subject.ts'
import type { Format } from './formats.ts'

/** What feeds contain about the site, and how long they list cancelled events. */
export interface FeedFacts {
  readonly siteName: string
  readonly siteDescription: string
  /** 0: not at all. */
  readonly cancelledDays: number
  /** The version of the program: another one may write feeds differently. */
  readonly version: string
}

/** The most events in a feed without `page`, which are some ten megabytes; `page` reads the rest. */
const maxEvents = 10_000

/** How long readers should wait before they ask again. Asking takes little, as mostly nothing has changed. */
const refresh_s = 3600

/** The parameters of a list, with those of its calendar. */
export type ListOfFeed = ListEvents & AsCancelled & { readonly recurrence?: 'rule' | undefined }

/** What may be asked of a list whose series are told by their rules: these are whole, whatever of them a filter would leave. */
const unfiltered = new Set(['recurrence', 'cancelled', 'page', 'per_page', 'order', 'orderby'])

/** The list with each series once, where series are told by their rules. Throws 400 where it has filters. */
function withRulesAlone(ask: Ask<object, ListOfFeed>): Ask<object, ListOfFeed> {
  const { params } = ask
  if (params.recurrence === undefined) return ask
  const [filter] = Object.entries(params).flatMap(([name, value]) =>
    value === undefined || unfiltered.has(name) ? [] : [name],
  )
  if (filter !== undefined)
    throw invalidParams({
      recurrence: `goes with the whole list, and ${filter} is a filter: a rule stands for all dates of its series`,
    })
  return { ...ask, params: { ...params, collapse: 'series' } }
}

/** The list as formats of news have it, where nothing else is asked for: each series once, or readers see its dates as so many news. */
function asNews(ask: Ask<object, ListOfFeed>, { news }: Format): Ask<object, ListOfFeed> {
  if (!news) return ask
  const { params } = ask
  const isChosen = params.include !== undefined || params.post_parent !== undefined
  const usual = isChosen ? {} : ({ collapse: 'series' } as const)
  return { ...ask, params: { ...usual, orderby: news.orderby, ...given(params) } }
}

/** What was sent. */
function given(params: ListOfFeed): ListOfFeed {
  return Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined))
}

/** The list of events as a feed: all that match, or the page that is asked for. */
export async function feedOfEvents(
  context: Context,
  facts: FeedFacts,
  { format, ask: asked }: { format: Format; ask: Ask<object, ListOfFeed> },
): Promise<Answer> {
  const ask = asNews(withRulesAlone(asked), format)
  // The revision is read first: after a change meanwhile, the next answer has another one.
  const revision = await context.db.revision()
  const walk = await walkOf(context, facts, { format, ask })
  const feed = await headOf(context, facts, { format, ask })
  const { caller, digest } = walk.reader
  const etag = weakEtag([
    revision,
    format.extension,
    [facts, context.siteZone, context.costFormat, context.geoUnit],
    feed,
    { ...walk, reader: { caller, digest } },
    // The current meaning of “today” and the like; the rest of a list depends on its parameters.
    windowOf(ask.params, context, ask.now),
    ask.params.registration ? await turnOf(context, ask.now) : undefined,
  ])
  const open = async () => {
    const { ids, hasMore, more } = await findEventIds(context, walk)
    const next = pageOf(ask.search, walk.page + 1)
    const nextUrl = hasMore ? addressOf(ask.site, format, next) : undefined
    const events = feedEvents(context, ids, { walk, ask, more })
    if (!isToFollow(ask)) return format.write({ ...feed, nextUrl }, events)
    const told = (next: FeedEvent) => feedUntil(context, { feed, format, ask, next })
    return writeWithinLimit(format.write, { feed: { ...feed, nextUrl }, events, told })
  }
  return { body: undefined, stream: { contentType: format.contentType, etag, open } }
}

/** When registrations turn next by the clock alone: until then, a list by them is what it is. */
async function turnOf({ index }: Context, now: Temporal.Instant): Promise<string> {
  return index.ask(async (snapshot) => String(nextTurn(snapshot, epochSeconds(now))))
}

/**
 * Whether the list is of what is on and what comes then, in the order of starts, all of it: the feeds that pages offer are. Such a
 * feed ends where it would become too long for those who follow it.
 */
function isToFollow({ params }: Pick<Ask<object, ListEvents>, 'params'>): boolean {
  const { page, per_page, include, ends_after, orderby = 'start_date', order = 'asc' } = params
  if (page !== undefined || per_page !== undefined || include !== undefined) return false
  return ends_after !== undefined && orderby === 'start_date' && order === 'asc'
}

/** The feed, with what it says of its end: when the next event begins, and where the rest is. */
async function feedUntil(
  context: Context,
  { feed, format, ask, next }: { feed: Feed; format: Format; ask: Ask<object, ListEvents>; next: FeedEvent },
): Promise<Feed> {
  const query = new URLSearchParams(ask.search)
  const window = windowOf(ask.params, context, ask.now)
  for (const [name, { at }] of Object.entries(window)) query.set(name, isoWithOffset(at, context.siteZone))
  const rest = await restBegins(context, next.start.at)
  const since = rest - 1 > (window.starts_after?.at ?? -Infinity) ? rest : next.start.at
  query.set('ends_after', isoWithOffset(since - 1, context.siteZone))
  query.set('starts_after', isoWithOffset(since - 1, context.siteZone))
  query.set('strict_dates', 'true')
  const nextUrl = addressOf(ask.site, format, `?${query.toString()}`)
  const from = instantOf(next.start.at).toZonedDateTimeISO(context.siteZone.id).toPlainDateTime()
  const says = `What begins at ${wallText(from)} or later is at ${nextUrl}`
  return { ...feed, nextUrl, description: joined([feed.description, says]) }
}

/**
 * From when a list has all that begins at a moment or later: whole days of other zones can be later there than on the calendar here. What
 * began between the two is told again.
 */
async function restBegins({ db, siteZone }: Context, at: number): Promise<number> {
  const { day } = await db.read
    .selectFrom('events')
    .select(({ fn }) => fn.min('start_wall').as('day'))
    .where('all_day', '=', 1)
    .where('starts_at', '>=', at)
    .where('starts_at', '<', at + zonesApart_s)
    .executeTakeFirstOrThrow()
  return day === null ? at : Math.min(at, startOfDate(Temporal.PlainDate.from(day.slice(0, 10)), siteZone))
}

/** Which events are read, and for whom. */
async function walkOf(
  context: Context,
  facts: FeedFacts,
  { format, ask: { params, caller, from, now } }: { format: Format; ask: Ask<object, ListEvents> },
): Promise<Walk> {
  const digest = await presentedDigest(context, params.password, from)
  return {
    params,
    reader: { caller, now, digest },
    page: params.page ?? 1,
    perPage: Math.min(
      params.per_page === undefined ? maxEvents : Math.min(params.per_page, context.perPageMax),
      format.news?.most ?? maxEvents,
    ),
    // Of what is cancelled, nothing is told but that it is: it is in the feeds that it was in, and not found by what it said (D62).
    cancelledSince:
      format.saysCancelled && !looksInto(params) ? cancelledSince(facts, context, now) : undefined,
  }
}

/** Whether a list finds events by what they say or where they are. */
function looksInto(params: ListEvents): boolean {
  return (
    [params.search, params.q, params.geoloc, params.ticketed, params.free].some(
      (given) => given !== undefined,
    ) || looksSomewhere(params)
  )
}

/** The members that describe the feed. */
async function headOf(
  context: Context,
  { siteName, siteDescription }: FeedFacts,
  { format, ask }: { format: Format; ask: Ask<object, ListEvents> },
): Promise<Feed> {
  const { names, says } = await subjectOf(context, ask)
  return {
    title: names.length === 0 ? siteName : `${siteName}: ${names.join(', ')}`,
    description: joined([siteDescription, says]),
    url: addressOf(ask.site, format, ask.search),
    pageUrl: `${ask.site.home}/`,
    language: 'en',
    siteZone: context.siteZone,
    refresh_s,
    ownNames: publicNames(context.declared),
  }
}

/**
 * The beginning of the first day, on the clock of the site, whose trashed events are listed as cancelled: as many days ago as
 * the setting says, and whole days, so that a feed stays the same for a day.
 */
export function cancelledSince(
  { cancelledDays }: Pick<FeedFacts, 'cancelledDays'>,
  { siteZone }: Pick<Context, 'siteZone'>,
  now: Temporal.Instant,
): EpochSeconds | undefined {
  if (cancelledDays === 0) return undefined
  const today = now.toZonedDateTimeISO(siteZone.id).startOfDay()
  return epochSeconds(today.subtract({ days: cancelledDays }).toInstant())
}

async function* feedEvents(
  context: Context,
  ids: readonly number[],
  { walk, ask, more }: { walk: Walk; ask: Ask<object, ListOfFeed>; more: ReadonlyMap<number, number> },
): AsyncGenerator<FeedEvent, void, undefined> {
  const slices = new TimeSlices()
  const { site, params: as } = ask
  for await (const whole of eachEvent(context, ids, walk)) {
    if (as.recurrence && whole.event.series_id !== null) {
      for (const one of await eventsOfSeries(context, whole.event.series_id, ask)) yield asCancelled(one, as)
      continue
    }
    const source = { ...whole, isBlanked: !isOpen(whole.event, walk.reader.digest) }
    const event = await feedEventInTimeSlices(source, site, { ...context, slices })
    yield asCancelled({ ...event, ...standingFor(whole.event.series_id, { params: as, site, more }) }, as)
  }
}

/** The series that one of its dates stands for in a list that has each series once. */
function standingFor(
  id: number | null,
  { params, site, more }: { params: ListOfFeed; site: Site; more: ReadonlyMap<number, number> },
): Partial<FeedEvent> {
  if (id === null || params.collapse !== 'series') return {}
  return { standsFor: { uid: seriesUid(id, site), further: more.get(id) ?? 0 } }
}

/** Sentences, each with its end. */
function joined(sentences: readonly string[]): string {
  return sentences
    .filter((sentence) => sentence !== '')
    .map((sentence, at, all) =>
      at < all.length - 1 && !/[.!?…]$/.test(sentence) ? `${sentence}.` : sentence,
    )
    .join(' ')
}

function addressOf(site: Site, { extension }: Format, search: string): string {
  return new URL(`${site.rest}/events.${extension}${search}`).href
}

function pageOf(search: string, page: number): string {
  const query = new URLSearchParams(search)
  query.set('page', String(page))
  return `?${query.toString()}`
}

/**
 * Made from everything that a feed depends on rather than from its text: the revision, the reader and the parameters, the
 * settings, the version of the program, and of the rules of time zones. Weak (RFC 9110, 8.8.1), since a change that is
 * written while a feed is sent may be in it already.
 */
function weakEtag(sources: readonly unknown[]): string {
  const { node, tz } = process.versions
  return `W/${etagOf(JSON.stringify([node, tz, ...sources]))}`
}
