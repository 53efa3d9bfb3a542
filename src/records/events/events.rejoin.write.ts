import { datesUntil } from '../../pure/calendar/recurrence.dates.ts'
import { mostDates } from '../../pure/calendar/recurrence.rule.ts'
import type { Recurrence } from '../../pure/calendar/recurrence.ts'
import { epochSeconds } from '../../pure/calendar/text.ts'
import type { Zone } from '../../pure/calendar/zone.ts'
import type { Writer } from '../../storage/db/dialect.ts'
import { readSeries } from '../schedules/schedules.query.ts'
import { isWall } from '../schedules/schedules.own.ts'
import { type Schedule, scheduleColumns, scheduleIfSound } from '../schedules/schedules.row.ts'
import { wallOf } from '../schedules/schedules.times.ts'
import type { EventRow } from '../rows/event.row.ts'

/** The most dates of its own that a series has. */
const mostOwn = 500

type Columns = Pick<EventRow, 'series_id' | 'series_key' | 'series_changed'>

/**
 * What makes a date that comes back from the trash a date of its series again (D67, D69): it is not left out any more, and where the
 * rule does not give it, the rule goes on to it if it is the next one, else it is a date of its own. One too many becomes a single
 * event: answers the columns by which it belongs.
 */
export async function rejoinSeries(
  tx: Writer,
  { series_id, series_key }: Pick<EventRow, 'series_id' | 'series_key'>,
  { siteZone, now }: { readonly siteZone: Zone; readonly now: Temporal.Instant },
): Promise<Partial<Columns>> {
  if (series_id === null || series_key === null || !isWall(series_key)) return {}
  const [series] = await readSeries(tx, [series_id])
  const schedule = series && scheduleIfSound(series, siteZone)
  if (!series || !schedule) return {}
  const joined = withDate(schedule, wallOf(series_key))
  if (joined.recurrence.added.length > mostOwn)
    return { series_id: null, series_key: null, series_changed: '[]' }
  const { recurrence } = scheduleColumns(joined)
  if (recurrence === series.recurrence) return {}
  const modified_at = Math.max(epochSeconds(now), series.modified_at + 1)
  await tx.updateTable('series').set({ recurrence, modified_at }).where('id', '=', series_id).execute()
  return {}
}

/** The schedule with a date that it may not have. */
function withDate(schedule: Schedule, wall: Temporal.PlainDateTime): Schedule {
  const day = wall.toPlainDate()
  const { start, recurrence } = schedule
  const open: Recurrence = {
    ...recurrence,
    excluded: recurrence.excluded.filter((one) => !one.equals(wall)),
    excludedDays: recurrence.excludedDays.filter((one) => !one.equals(day)),
  }
  const before = wall.subtract({ seconds: 1 })
  if (datesUntil(open, start, wall, before).dates.length > 0) return { ...schedule, recurrence: open }
  const longer = goingOnTo(open, start, wall)
  return { ...schedule, recurrence: longer ?? { ...open, added: [...open.added, wall] } }
}

/** The recurrence whose rule goes on to the date, if that is its next one. */
function goingOnTo(
  recurrence: Recurrence,
  start: Temporal.PlainDateTime,
  wall: Temporal.PlainDateTime,
): Recurrence | undefined {
  const { rule, until } = recurrence
  if (!rule) return undefined
  const own = { ...recurrence, added: [], excluded: [], excludedDays: [] }
  if (rule.count !== undefined) {
    if (rule.count >= mostDates) return undefined
    const longer = { ...rule, count: rule.count + 1 }
    const last = datesUntil({ ...own, rule: longer }, start, wall).dates
    const isNext = last.length === longer.count && last.at(-1)?.equals(wall)
    return isNext ? { ...recurrence, rule: longer } : undefined
  }
  if (!until) return undefined
  const next = datesUntil({ ...own, until: undefined }, start, wall, until).dates
  return next.length === 1 && next[0]?.equals(wall) ? { ...recurrence, until: wall } : undefined
}
