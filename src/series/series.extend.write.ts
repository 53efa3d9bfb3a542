import { datesUntil } from '../calendar/recurrence.dates.ts'
import type { Context } from '../posts/context.ts'
import { makeOccurrences } from './series.create.write.ts'
import { scheduleOf, type SeriesRow } from './series.row.ts'
import { horizonOf, keyOf, wallOf } from './series.times.ts'

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
    for (const series of found) if (isDue(series, context, now)) made += await extend(context, series.id, now)
  }
}

function isDue(
  series: SeriesRow,
  { siteZone, seriesHorizonMonths }: Context,
  now: Temporal.Instant,
): boolean {
  if (series.laid_until === null) return false
  const horizon = horizonOf(scheduleOf(series, siteZone), now, seriesHorizonMonths)
  return Temporal.PlainDateTime.compare(wallOf(series.laid_until).add(slack), horizon) <= 0
}

async function extend(context: Context, id: number, now: Temporal.Instant): Promise<number> {
  let made = 0
  for (;;) {
    const step = await context.db.write(async (tx) => {
      // Another process may have laid it out, or somebody have changed it, since it was found.
      const series = await tx.selectFrom('series').selectAll().where('id', '=', id).executeTakeFirst()
      if (!series || !isDue(series, context, now)) return undefined
      const schedule = scheduleOf(series, context.siteZone)
      const horizon = horizonOf(schedule, now, context.seriesHorizonMonths)
      const after = wallOf(series.laid_until ?? '')
      const due = datesUntil(schedule.recurrence, schedule.start, horizon).dates.filter(
        (wall) => Temporal.PlainDateTime.compare(wall, after) > 0,
      )
      const some = due.slice(0, datesAtOnce)
      await makeOccurrences(tx, { series, schedule, walls: some }, { now, siteZone: context.siteZone })
      const last = some.length < due.length ? some.at(-1) : horizon
      await tx
        .updateTable('series')
        .set({ laid_until: keyOf(last ?? horizon, schedule) })
        .where('id', '=', id)
        .execute()
      return { made: some.length, isDone: some.length === due.length }
    })
    made += step?.made ?? 0
    if (!step || step.isDone) return made
  }
}
