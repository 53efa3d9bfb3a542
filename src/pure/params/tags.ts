import { openingsIn } from '../text/markup.ts'
import { Fault } from './parameter.ts'

/**
 * The most tags that a parameter may have, with all that is nested in it: a table of a thousand rows. Cleaning them takes
 * some 50 ms, as long as anybody may have to wait for it.
 */
const most = 10_000

/** Throws the fault of a value with more tags, or other `<`, than are looked at. */
export function assertFewTags(sent: unknown): void {
  const count = tagsIn(sent)
  if (count > most) throw new Fault(`must have at most ${most} tags; it has ${count}`)
}

function tagsIn(sent: unknown): number {
  if (typeof sent === 'string') return openingsIn(sent)
  if (typeof sent !== 'object' || sent === null) return 0
  return Object.values(sent).reduce<number>((sum, one) => sum + tagsIn(one), 0)
}
