import { parseDateExpression, resolveDateExpression } from './dateExpression.ts'
import { wallText } from './text.ts'
import type { Zone } from './zone.ts'

/** When all tests of moments take place: a Wednesday, 09:45:30 in New York. */
export const now = Temporal.Instant.from('2026-10-14T13:45:30.5Z')
/** The zone of an id that Temporal knows. */
export function zoneOf(id: string): Zone {
  return { name: id, id }
}

/** What a notation means in the zone. */
export function resolve(value: string | number, id = 'UTC') {
  const moment = parseDateExpression(value)
  return moment && resolveDateExpression(moment, zoneOf(id), now)
}

/** What the zone's clock shows then. */
export function wallOf(value: string | number, id = 'UTC') {
  const resolved = resolve(value, id)
  return resolved && wallText(resolved.wall)
}
