import type { Limits } from '../calendar/window.ts'
import { startOfDay } from '../db/listings/listings.days.ts'
import type { Context } from '../posts/context.ts'
import type { Asked } from './events.source.ts'
import { daysOfStarts } from './events.starts.ts'
import { sumEvents } from './events.total.ts'
import { limitsOf, listBetween, windowOf } from './events.window.ts'

/** What is nearer to the end that a list is gone through from is sooner met than looked for, by so many events. */
const far = 10_000

/** A place in a list, by how many of its events are met before it. */
interface Place {
  readonly offset: number
  readonly total: number
  /** Whether those that start last are met first. */
  readonly isBackwards: boolean
}

/**
 * A list in the order of starts without most of what is met before the place, and how many of its events are met before it still.
 * Numbers of days tell on which day the place is, as far as events are spread over the days as all are, and then how many are
 * before that day exactly. The list as it was where there are no such numbers.
 */
export async function seek(
  asked: Asked,
  { offset, total, isBackwards }: Place,
  least = far,
): Promise<{ readonly asked: Asked; readonly offset: number }> {
  const { context, params, reader, found } = asked
  if (offset < least || found || params.include) return { asked, offset }
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

/** So many times as far as numbers differ by chance the place is looked for before it. */
const leeway = 4

/** The day before which about this share of all listed events start, as far as these do within the limits. */
async function findDay(context: Context, limits: Limits, share: number): Promise<number | undefined> {
  const days = await daysOfStarts(context, limits)
  let left = days.reduce((sum, { events }) => sum + events, 0) * share
  return days.find(({ events }) => (left -= events) < 0)?.day
}
