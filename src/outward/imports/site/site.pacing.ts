import { readRetryAfter } from '../../../pure/calendar/retryAfter.ts'
import { ImportFault } from '../imports.record.ts'

/** Pauses after consecutive failures, each twice as long as the one before, in milliseconds. */
const pauses_ms = { first: 1_000, most: 60_000 }

/** The longest pause that a site may ask for; after that, the import ends. */
const longestRetryAfter_ms = 3_600_000

/** Makes all requests wait while a site is busy or broken. */
export interface Pacing {
  /** Resolves when the pause is over. */
  turn(): Promise<void>
  /**
   * Begins a pause after so many consecutive failures, or of the length in `Retry-After` if there is one (RFC 9110, 10.2.3).
   * Throws an {@link ImportFault} when that is too long.
   */
  pause(failures: number, retryAfter: string | undefined): void
}

/** Makes the pacing of one site, without a pause at first. */
export function createPacing(
  now: () => Temporal.Instant,
  sleep: (time_ms: number) => Promise<unknown>,
): Pacing {
  let pausedUntil_ms = -Infinity
  return {
    turn: async () => {
      const wait_ms = pausedUntil_ms - now().epochMilliseconds
      if (wait_ms > 0) await sleep(wait_ms)
    },
    pause: (failures, retryAfter) => {
      const asked_ms = readRetryAfter(retryAfter, now())
      if (asked_ms !== undefined && asked_ms > longestRetryAfter_ms)
        throw new ImportFault(
          `The source wants to be left alone for ${Math.ceil(asked_ms / 60_000)} minutes.`,
        )
      const own_ms = Math.min(pauses_ms.first * 2 ** (failures - 1), pauses_ms.most)
      pausedUntil_ms = Math.max(pausedUntil_ms, now().epochMilliseconds + (asked_ms ?? own_ms))
    },
  }
}
