import { type DateExpression, namesItsInstant, type Resolved } from './dateExpression.ts'
import { epochSeconds } from './text.ts'
import type { Zone } from './zone.ts'

const day_s = 86_400

/** The last second that is meant where a moment ends a time: a day is all of that day, however long it is in the zone. */
export function lastSecondOf(
  moment: DateExpression,
  { instant, day, dateOnly }: Resolved,
  zone: Zone,
): number {
  if (!dateOnly) return epochSeconds(instant)
  if (namesItsInstant(moment)) return epochSeconds(instant) + day_s - 1
  return epochSeconds(day.add({ days: 1 }).toZonedDateTime(zone.id).toInstant()) - 1
}
