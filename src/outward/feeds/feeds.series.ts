import { datesUntil, lastOfAll } from '../../pure/calendar/recurrence.dates.ts'
import { linesOf } from '../../pure/calendar/recurrence.ts'
import { wallText } from '../../pure/calendar/text.ts'
import type { Reader } from '../../storage/db/dialect.ts'
import { ApiError } from '../../pure/errors/errors.ts'
import { withLinks } from '../../records/events/events.linked.ts'
import { findEventRows } from '../../records/rows/event.query.ts'
import { isOpen } from '../../records/rows/event.access.ts'
import { etagOf } from '../../pure/params/conditional.ts'
import type { Answer, Ask, Resource } from '../../http/resource.ts'
import type { Site } from '../../http/site.ts'
import type { Context } from '../../http/context.ts'
import { type ById, byId, noParams } from '../../pure/params/path.ts'
import { chainOf } from '../../records/series/series.chain.ts'
import { visibleOccurrences } from '../../records/series/series.query.ts'
import { findSeries } from '../../records/schedules/schedules.query.ts'
import { scheduleShown } from '../../records/schedules/schedules.own.ts'
import type { Schedule } from '../../records/schedules/schedules.row.ts'
import { allDatesUrl } from '../../records/series/series.view.ts'
import { horizonOf, keyOf, timesAt, wallOf } from '../../records/schedules/schedules.times.ts'
import type { FeedEvent, FeedMoment } from './feed.ts'
import { feedEvent } from './feed.event.ts'
import { asCancelled, type AsCancelled, withCancelled } from './feeds.cancelled.ts'
import { formatByExtension } from './formats.ts'
import { icalOf } from './ical.ts'

/**
 * The calendar of a series in the form of its rule, with one UID: what calendars show and move as one. What goes on from it since it was
 * split is in it as well, each part with its own UID, as calendars themselves split series: who subscribes to one has all of them.
 */
export function seriesFeedResource(context: Context): Resource<ById> {
  return {
    path: '/series/{id}.ics',
    pathParams: byId,
    isExtension: true,
    endpoints: [
      {
        methods: ['GET'],
        summary: 'Read a series as iCalendar: its rule, and the dates that differ from it.',
        params: withCancelled(noParams),
        answer: {
          status: 200,
          says: 'The series as iCalendar.',
          schema: 'Series',
          mediaTypes: ['text/calendar'],
        },
        handle: async (ask: Ask<ById, AsCancelled>) => calendarOfSeries(context, ask),
      },
    ],
    lacks: async () => ({}),
  }
}

async function calendarOfSeries(context: Context, ask: Ask<ById, AsCancelled>): Promise<Answer> {
  const { path, params } = ask
  const events: FeedEvent[] = []
  for (const { id } of await chainOf(context.db.read, path.id))
    events.push(...(await eventsOfSeries(context, id, ask)))
  if (events.length === 0) throw new ApiError('rest_series_not_found', { id: path.id })
  const text = icalOf(...events.map((event) => asCancelled(event, params)))
  return {
    body: undefined,
    stream: {
      contentType: formatByExtension('ics')?.contentType ?? 'text/calendar',
      etag: etagOf(text),
      open: async () => once(text),
    },
  }
}

async function* once(text: string): AsyncGenerator<string, void, undefined> {
  yield text
}

/** What a series is called in all feeds that tell it once. */
export function seriesUid(id: number, { host }: Pick<Site, 'host'>): string {
  return `series-${id}@${host}`
}

/** The series as an event that repeats, and its dates that differ from it; none unless the reader sees any of its dates. */
export async function eventsOfSeries(
  context: Context,
  id: number,
  { caller, site, now }: Pick<Ask, 'caller' | 'site' | 'now'>,
): Promise<FeedEvent[]> {
  const { read } = context.db
  const series = await findSeries(read, id)
  const seen = series ? await visibleOccurrences(read, id, caller) : []
  if (!series || seen.length === 0) return []
  const rows = await findEventRows(
    read,
    seen.map((one) => one.id),
  )
  const wholes = await withLinks(await context.rows.get(), rows, caller)
  const schedule = scheduleShown(series, seen, context.siteZone)
  const uid = seriesUid(id, site)
  const dates = wholes.map((whole) => {
    const source = { ...whole, isBlanked: !isOpen(whole.event, undefined) }
    return { whole, event: feedEvent(source, site, context), key: whole.event.series_key ?? '' }
  })
  // The series is told as its last date that nobody has changed by itself: that has what all have from now on.
  const plain = dates.filter(({ whole }) => whole.event.series_changed === '[]')
  const model = (plain.at(-1) ?? dates.at(-1))?.event
  if (!model) return []
  const at = momentsOf(schedule)
  const first = timesAt(schedule.start, schedule)
  const until = horizonOf(schedule, now, context.seriesHorizonMonths)
  const ruled = keysOf(schedule, series.laid_until === null ? undefined : until)
  const keys = new Set(dates.map(({ key }) => key))
  const lines = linesOf(schedule.recurrence, schedule, 'feed')
  const clock = { isAllDay: schedule.isAllDay, zone: schedule.zone }
  const master: FeedEvent = {
    ...model,
    ...clock,
    uid,
    url: allDatesUrl(site, seen[0]),
    sequence: series.sequence,
    modifiedAt: Math.max(series.modified_at, await lastChangeIn(read, id)),
    start: at(keyOf(schedule.start, schedule)),
    end: first ? { at: first.ends_at, wall: first.end_wall } : model.end,
    repeats: {
      rule: lines.find((line) => line.startsWith('RRULE:'))?.slice('RRULE:'.length),
      // What has begun before the rule was another one is told by its days.
      added: [...keys]
        .filter((key) => !ruled.has(key))
        .toSorted()
        .map(at),
      excluded: [...ruled, ...excludedIn(schedule)]
        .filter((key, index, all) => !keys.has(key) && all.indexOf(key) === index)
        .toSorted()
        .map(at),
    },
  }
  const exceptions = dates
    .filter(({ event, key }) => differs(event, model) || !isOnTime(event, key, schedule))
    .map(({ event, key }): FeedEvent =>
      Object.assign({}, event, { uid, repeats: { dateOf: at(key), of: clock } }),
    )
  return [master, ...exceptions]
}

/** The last change of any date of a series, also of those that are gone into the trash. */
async function lastChangeIn(db: Reader, id: number): Promise<number> {
  const { modified, trashed } = await db
    .selectFrom('events')
    .select(({ fn }) => [fn.max('modified_at').as('modified'), fn.max('trashed_at').as('trashed')])
    .where('series_id', '=', id)
    .executeTakeFirstOrThrow()
  return Math.max(modified, trashed ?? 0)
}

function momentsOf(schedule: Schedule): (key: string) => FeedMoment {
  return (key) => {
    const wall = wallOf(key)
    const times = timesAt(wall, schedule)
    return {
      at: times?.starts_at ?? 0,
      wall: wallText(wall),
    }
  }
}

/** The keys that the rule gives, as far as they are laid out. */
function keysOf(schedule: Schedule, until: Temporal.PlainDateTime | undefined): Set<string> {
  const last = until ?? lastOfAll
  const rule = { ...schedule.recurrence, added: [], excluded: [], excludedDays: [] }
  const { dates } = datesUntil(rule, schedule.start, last)
  return new Set(dates.map((wall) => keyOf(wall, schedule)))
}

function excludedIn(schedule: Schedule): string[] {
  return schedule.recurrence.excluded.map((wall) => keyOf(wall, schedule))
}

/** What a date has of its own. */
const own = new Set<keyof FeedEvent>([
  'id',
  'uid',
  'sequence',
  'url',
  'restUrl',
  'start',
  'end',
  'zone',
  'zoneLetters',
  'publishedAt',
  'modifiedAt',
])

function differs(event: FeedEvent, model: FeedEvent): boolean {
  return (Object.keys(model) as (keyof FeedEvent)[]).some(
    (name) => !own.has(name) && JSON.stringify(event[name]) !== JSON.stringify(model[name]),
  )
}

function isOnTime({ start, end }: FeedEvent, key: string, schedule: Schedule): boolean {
  const times = timesAt(wallOf(key), schedule)
  return times?.starts_at === start.at && times.ends_at === end.at
}
