import { epochSeconds } from '../../pure/calendar/text.ts'
import type { SentRecurrence } from '../../pure/calendar/recurrence.ts'
import type { WithImage } from '../events/events.images.ts'
import { allLinks } from '../events/events.linking.ts'
import type { UpdateEvent } from '../events/events.params.ts'
import { existingEvent } from '../rows/event.access.ts'
import type { EventRow } from '../rows/event.row.ts'
import { ownTerms } from '../events/events.terms.write.ts'
import { type Change, digestOf, updateEventIn } from '../events/events.write.ts'
import { invalidParams } from '../../http/decodedParameters.ts'
import type { Context } from '../../http/context.ts'
import { assertMayEdit } from '../posts/posts.write.ts'
import { slugify } from '../../pure/text/slug.ts'
import { insertSeries, makeOccurrences, setTemplate } from './series.create.write.ts'
import { type Applied, nothing, told } from './series.scope.ts'
import { settleBegun } from './series.settle.ts'
import { datesToLay, keyOf, timesAt } from '../schedules/schedules.times.ts'

/** Why a date of a series has no recurrence of its own. */
export const recurrenceOfOne = 'goes with scope=following or scope=all: a date alone has none'

/** Which event becomes a date of a series, by whom, and what to check before. */
export interface Beginning extends Change {
  readonly context: Context
  readonly isDry: boolean
  readonly pageUrl: (event: EventRow) => string
}

/**
 * Makes a single event the first date of a new series, all or nothing: it keeps its id, its address and its tickets, and gets what was
 * sent; the other dates are made like it. Where its own day is left out it moves to the first day that is not. Throws 400 where the
 * rule does not fit, the event is a date of a series already, or is in the trash and stays there.
 */
export async function beginSeries(
  beginning: Beginning,
  sent: UpdateEvent & WithImage,
  recurrence: SentRecurrence,
): Promise<Applied> {
  const { context, id, caller, now, siteZone, guard, pageUrl } = beginning
  const digest = await digestOf(context, sent.password)
  return context.db.write(async (tx) => {
    const stored = await existingEvent(tx, id)
    assertMayEdit(caller, stored)
    await guard(tx, stored)
    if (stored.series_id !== null) throw invalidParams({ recurrence: recurrenceOfOne })
    if ((sent.status ?? stored.status) === 'trash')
      throw invalidParams({ recurrence: 'goes with an event that is not in the trash: restore it first' })
    const horizonMonths = context.seriesHorizonMonths
    const settled = settleBegun(stored, sent, recurrence, { now, siteZone, horizonMonths })
    if ('faults' in settled) throw invalidParams(settled.faults)
    const { schedule, columns, first } = settled
    const laid = datesToLay(schedule, now, horizonMonths)
    const own = laid.dates.find((wall) => wall.equals(first)) ?? laid.dates[0]
    const times = own?.equals(first) ? columns : own && timesAt(own, schedule)
    if (!own || !times) throw new Error('A series has a date, as was checked before.')
    if (columns !== times && stored.starts_at <= epochSeconds(now))
      throw invalidParams({ recurrence: 'must not leave out the day of the event itself, which has begun' })
    const walls = laid.dates.filter((wall) => wall !== own)
    const applied: Applied = {
      ...told({ ...nothing, created: walls }, schedule),
      changed: [id],
    }
    if (beginning.isDry) return applied
    const { author_id, title, password_digest } = stored
    const row = await insertSeries(
      tx,
      { author_id, title, digest: password_digest, schedule, laid },
      beginning,
    )
    const { after } = await updateEventIn(
      tx,
      {
        context,
        sent,
        digest,
        pageUrl,
        times,
        series: { series_id: row.id, series_key: keyOf(own, schedule), series_changed: '[]' },
      },
      // The guard was asked above, before anything was written.
      { ...beginning, stored, guard: async () => {} },
    )
    const made = { event: after, links: await allLinks(tx, id), terms: await ownTerms(tx, id) }
    const series = await setTemplate(tx, row, made, after.slug || slugify(after.title))
    await makeOccurrences(tx, { series, schedule, walls }, beginning)
    return applied
  })
}
