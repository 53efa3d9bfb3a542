import type { Limits } from '../calendar/window.ts'
import { startOfDay } from '../db/listings/listings.days.ts'
import { RowSet } from '../db/rowSet.ts'
import type { Context } from '../posts/context.ts'
import { isOfFound } from './events.shown.ts'
import type { Asked } from './events.source.ts'
import { daysOfStarts } from './events.starts.ts'
import { filtersOf, sumEvents } from './events.total.ts'
import { limitsOf, listBetween, windowOf } from './events.window.ts'

/** With fewer events than this before the place, going through them takes less than looking for the place. */
const far = 10_000

/** A place in a list, by how many of its events come before it. */
interface Place {
  readonly offset: number
  /** How many events are wanted from there on. */
  readonly limit: number
  readonly total: number
  /** Whether the list is read from its end. */
  readonly isBackwards: boolean
}

/** A shorter list, and the place in it. */
interface Sought {
  readonly asked: Asked
  readonly offset: number
}

/**
 * Cuts off most of a list, in the order of starts, that comes before the place; answers the shorter list and the new offset.
 * The day of the place is estimated from the counts by day, as if the events of this list were spread over the days like
 * all events; then the events before that day are counted exactly. Without such counts the list stays as it is.
 */
export async function seek(asked: Asked, place: Place, least = far): Promise<Sought> {
  const { offset, total, isBackwards } = place
  const { context, params, reader, found } = asked
  if (found)
    return isOfFound({ params: filtersOf(asked) }) ? seekAmong({ ...asked, found }, place) : { asked, offset }
  if (offset < least || params.include) return { asked, offset }
  const { starts_at: starts, ends_at: ends } = limitsOf(windowOf(params, context, reader.now))
  const between = (starts: Limits): Asked => ({ ...asked, params: listBetween(params, { starts, ends }) })
  const share = Math.max(0, offset - leeway * Math.sqrt(offset)) / total
  const day = await findDay(context, starts, isBackwards ? 1 - share : share)
  if (day === undefined) return { asked, offset }
  const at = startOfDay(isBackwards ? day + 1 : day)
  if (at <= starts.from || at >= starts.until) return { asked, offset }
  const [earlier, later] = [
    { from: starts.from, until: at },
    { from: at, until: starts.until },
  ]
  const passed = await sumEvents(between(isBackwards ? later : earlier))
  if (passed === undefined || passed > offset) return { asked, offset }
  return { asked: between(isBackwards ? earlier : later), offset: offset - passed }
}

/** The same of a list whose events are all known already. */
async function seekAmong(
  asked: Asked & { readonly found: RowSet },
  { offset, limit, total, isBackwards }: Place,
): Promise<Sought> {
  const part = { offset: isBackwards ? total - offset - limit : offset, limit }
  const stretch = await asked.context.db.findStretch(asked.found, part)
  if (!stretch) return { asked, offset }
  const { ids, before, after } = stretch
  return { asked: { ...asked, found: RowSet.of(ids) }, offset: offset - (isBackwards ? after : before) }
}

/** How many standard deviations before the estimated place the list is cut. */
const leeway = 4

/** The day before which about this share of the listed events within the limits start. */
async function findDay(context: Context, limits: Limits, share: number): Promise<number | undefined> {
  const days = await daysOfStarts(context, limits)
  let left = days.reduce((sum, { events }) => sum + events, 0) * share
  return days.find(({ events }) => (left -= events) < 0)?.day
}
