import { setTimeout } from 'node:timers/promises'
import { datesUntil } from '../../pure/calendar/recurrence.dates.ts'
import type { Writer } from '../../storage/db/dialect.ts'
import type { Context } from '../../http/context.ts'
import { makeOccurrences } from './series.create.write.ts'
import { findSeries } from '../schedules/schedules.query.ts'
import { soundly } from '../../pure/text/stored.ts'
import { type Schedule, scheduleIfSound, type SeriesRow } from '../schedules/schedules.row.ts'
import { templateIfSound } from '../schedules/schedules.template.ts'
import { horizonOf, keyOf, wallOf } from '../schedules/schedules.times.ts'

/**
 * How many dates are laid out in one transaction. Others wait for it: they take some ten milliseconds, so that none waits
 * longer.
 */
const datesAtOnce = 20

/** Series are laid out anew when this much of what is laid out has passed, so that each is looked at once a day at most. */
const slack = { days: 1 }

/** How many series are looked for at once. */
const seriesAtOnce = 100

/**
 * Lays out the next dates of series without an end, in small transactions: the cursor moves with the dates, so that a kill neither skips
 * nor doubles one, by whichever process. Answers how many dates were made.
 */
export async function extendSeries(context: Context, now: Temporal.Instant): Promise<number> {
  let made = 0
  // Zones differ by a day at most, which is the slack: what is due in any of them is looked at.
  const until = now.toZonedDateTimeISO('UTC').toPlainDate().add({ months: context.seriesHorizonMonths })
  for (let last = 0; ;) {
    const found = await context.db.read
      .selectFrom('series')
      .selectAll()
      .where('laid_until', 'is not', null)
      .where('laid_until', '<', until.toString())
      .where('id', '>', last)
      .orderBy('id')
      .limit(seriesAtOnce)
      .execute()
    const next = found.at(-1)
    if (!next) return made
    last = next.id
    // One that cannot be read holds up no other.
    for (const series of found) if (isSound(series, context)) made += await extend(context, series, now)
  }
}

/** Whether a series can be laid out further. */
function isSound(series: SeriesRow, { siteZone }: Context): boolean {
  const { laid_until: until } = series
  const isKnown = until !== null && soundly('laid_until', until, () => wallOf(until)) !== undefined
  return isKnown && scheduleIfSound(series, siteZone) !== undefined && templateIfSound(series) !== undefined
}

/** Lays out one series as far as it is due. */
async function extend(context: Context, found: SeriesRow, now: Temporal.Instant): Promise<number> {
  let made = 0
  let series: SeriesRow | undefined = found
  while (series) {
    const began = performance.now()
    const next = nextOf(series, context, now)
    if (!next) return made
    const isMade = await context.db.write(async (tx) => makeNext(tx, next, { ...context, now }))
    if (isMade) made += next.walls.length
    series = await findSeries(context.db.read, found.id)
    // Half of the time is for others, who would otherwise wait for one transaction after the other.
    await setTimeout(performance.now() - began)
  }
  return made
}

/** Dates of a series that are due, and up to where it is laid out with them. */
interface Next {
  readonly series: SeriesRow
  readonly schedule: Schedule
  readonly walls: readonly Temporal.PlainDateTime[]
  readonly laid_until: string
}

/** The next dates of a series, if any are due. They are reckoned outside of transactions, so that nobody waits for that. */
function nextOf(
  series: SeriesRow,
  { siteZone, seriesHorizonMonths }: Context,
  now: Temporal.Instant,
): Next | undefined {
  if (series.laid_until === null) return undefined
  const schedule = scheduleIfSound(series, siteZone)
  if (!schedule) return undefined
  const horizon = horizonOf(schedule, now, seriesHorizonMonths)
  const after = wallOf(series.laid_until)
  if (Temporal.PlainDateTime.compare(after.add(slack), horizon) > 0) return undefined
  const { dates } = datesUntil(schedule.recurrence, schedule.start, horizon, after)
  const walls = dates.slice(0, datesAtOnce)
  const until = walls.length < dates.length ? walls.at(-1) : horizon
  return { series, schedule, walls, laid_until: keyOf(until ?? horizon, schedule) }
}

/** Makes them, unless another process has done so, or somebody has changed the series, since it was read. */
async function makeNext(
  tx: Writer,
  { series, schedule, walls, laid_until }: Next,
  when: Pick<Context, 'siteZone'> & { readonly now: Temporal.Instant },
): Promise<boolean> {
  const moved = await tx
    .updateTable('series')
    .set({ laid_until })
    .where('id', '=', series.id)
    .where('laid_until', '=', series.laid_until)
    .where('modified_at', '=', series.modified_at)
    .executeTakeFirst()
  if (moved.numUpdatedRows === 0n) return false
  await makeOccurrences(tx, { series, schedule, walls }, when)
  return true
}
