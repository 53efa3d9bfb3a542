/** The wait before each attempt, in seconds, as the Standard Webhooks specification has them: 75 hours in all. */
const waits_s = [0, 5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400] as const

/** How often something is tried before it is given up. */
export const mostAttempts = waits_s.length

/** How much longer a wait may be than it has to: what failed together is not tried again together. */
const spread = 0.2

/** The longest wait after a failed attempt, whatever the other side asks for, in seconds. */
export const longestPause_s = waits_s.at(-1) ?? 0

/** How long the wait after so many attempts may be by the table, in seconds: no longer for what is being tried. */
export function longestWait(attempts: number): number {
  return Math.ceil((waits_s[attempts] ?? 0) * (1 + spread))
}

/**
 * The wait after so many failed attempts, in seconds; undefined once it is to be given up. `chance` is a random number from 0 to
 * below 1. It is no shorter than what the other side has asked for, at most a day.
 */
export function waitAfter(attempts: number, chance: number, retryAfter_s = 0): number | undefined {
  const wait_s = waits_s[attempts]
  if (wait_s === undefined) return undefined
  const asked_s = Math.min(retryAfter_s, longestPause_s)
  return Math.ceil(Math.max(wait_s, asked_s) * (1 + spread * chance))
}
