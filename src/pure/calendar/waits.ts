/**
 * By how much the clocks of two processes may differ, in seconds. What waits longer than it can, by more than this, was told to by a
 * clock that was wrong: it would wait until that date, once the clock was set back.
 */
const clocksApart_s = 600

/** From when on a moment is further away than anything waits, where that is `most_s` seconds at most; all in epoch seconds. */
export function tooFar(now: number, most_s: number): number {
  return now + most_s + clocksApart_s
}

/** Whether what waits until a moment has waited long enough: it has come, or is further away than anything waits. */
export function hasCome(until: number, now: number, most_s: number): boolean {
  return until <= now || until > tooFar(now, most_s)
}
