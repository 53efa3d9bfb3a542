import type { Standing, SystemState } from './asks.ts'

/** A disk that is fuller should be looked at. */
export const fullest = 0.85

/** A backup that is older should be looked at, in milliseconds. */
const oldest_ms = 8 * 86_400_000

/** Answers that take longer should be looked at, half of them or one in a hundred, in milliseconds; and from how many on that is so. */
const slowest_ms = { half: 250, most: 2500 }
const fewestAnswers = 100

/** What somebody should look at. */
export function looksOf({ state, backups }: Standing): readonly string[] {
  const { disk, queues, now_utc: now, letters_elsewhere: elsewhere } = state
  const [last] = backups.backups
  const age = last ? momentOf(now) - momentOf(last.created_utc) : Infinity
  return [
    ...(fullOf(disk) > fullest ? ['disk'] : []),
    ...(backups.possible && (age > oldest_ms || backups.failed !== null) ? ['backup'] : []),
    ...(queues.some(({ name, failed }) => name !== 'mail' && failed > 0) ? ['queues'] : []),
    ...(mailOf(state).failed > 0 ? ['mail'] : []),
    ...(isSlow(state) ? ['speed'] : []),
    ...(elsewhere === null ? [] : ['letters']),
  ]
}

/** The queue of mails. */
export function mailOf({ queues }: SystemState): { readonly failed: number } {
  return queues.find(({ name }) => name === 'mail') ?? { failed: 0 }
}

function isSlow({ answers }: SystemState): boolean {
  if (!answers || answers.count < fewestAnswers) return false
  return (answers.half_ms ?? 0) > slowest_ms.half || (answers.most_ms ?? 0) > slowest_ms.most
}

/** In milliseconds. */
function momentOf(utc: string): number {
  return Date.parse(`${utc.replace(' ', 'T')}Z`)
}

/** How full a disk is, from 0 to 1. */
export function fullOf({ total, free }: SystemState['disk']): number {
  return total === 0 ? 0 : 1 - free / total
}
