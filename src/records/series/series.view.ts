import { linesOf } from '../../pure/calendar/recurrence.ts'
import { epochSeconds } from '../../pure/calendar/text.ts'
import { changedFieldsOf } from '../rows/event.row.ts'
import type { Site } from '../../http/site.ts'
import { renderTitle } from '../../pure/text/render.ts'
import { kinds } from '../posts/posts.kind.ts'
import { postUrl } from '../posts/posts.view.ts'
import type { Zone } from '../../pure/calendar/zone.ts'
import type { Neighbours } from './series.chain.ts'
import type { Occurrence } from './series.query.ts'
import type { SeriesRecord } from './series.record.ts'
import { scheduleShown } from '../schedules/schedules.own.ts'
import type { SeriesRow } from '../schedules/schedules.row.ts'
import { wallOf } from '../schedules/schedules.times.ts'
import { inEnglish, wordsOf } from '../schedules/schedules.words.ts'

/** What the view of a series depends on. */
export interface ShownBy {
  readonly site: Site
  readonly siteZone: Zone
  readonly now: Temporal.Instant
  /** Of each series that is shown. */
  readonly neighbours: ReadonlyMap<number, Neighbours>
}

/** The series on the wire, with what its dates tell that the reader sees. */
export function seriesView(
  series: SeriesRow,
  dates: readonly Occurrence[],
  { site, siteZone, now, neighbours }: ShownBy,
): SeriesRecord {
  const schedule = scheduleShown(series, dates, siteZone)
  const now_s = epochSeconds(now)
  const beside = neighbours.get(series.id)
  const coming = dates.filter(({ starts_at }) => starts_at > now_s)
  const next = coming.find(({ event_status }) => event_status !== 'canceled')
  return {
    id: series.id,
    title: renderTitle(series.title),
    recurrence: linesOf(schedule.recurrence, schedule),
    text: wordsOf(series, siteZone, inEnglish) ?? '',
    timezone: series.timezone,
    all_day: series.all_day === 1,
    start_date: series.start_wall,
    duration: series.duration,
    next: next?.start_wall ?? null,
    occurrences: dates.length,
    upcoming: coming.length,
    changed: dates.filter((date) => changedFieldsOf(date).length > 0).length,
    until: series.laid_until === null ? (dates.at(-1)?.start_wall ?? null) : null,
    url: allDatesUrl(site, dates[0]),
    rest_url: `${site.rest}/series/${series.id}`,
    events_url: `${site.rest}/events?post_parent=${series.id}${windowOf(dates)}`,
    continues: beside?.continues ?? null,
    continued_by: beside?.continuedBy ?? null,
  }
}

/** The window that holds all dates wherever the clocks of the site are: lists alone look at those to come. */
function windowOf(dates: readonly Occurrence[]): string {
  const [first, last] = [dates[0], dates.at(-1)]
  if (!first || !last) return ''
  return `&start_date=${dayBeside(first.start_wall, -1)}&end_date=${dayBeside(last.start_wall, 1)}`
}

function dayBeside(wall: string, days: number): string {
  return wallOf(wall).toPlainDate().add({ days }).toString()
}

/** The page with all dates of the series that an event is of. */
export function allDatesUrl(
  site: Site,
  date: Pick<Occurrence, 'id' | 'slug' | 'status'> | undefined,
): string {
  return date?.status === 'publish' && date.slug !== ''
    ? `${postUrl(site, kinds.event, date)}all/`
    : `${site.home}/`
}
