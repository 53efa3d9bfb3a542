/** What becomes of guests, as it is counted. */
export const guestDeeds = [
  'registered',
  'waiting',
  'requested',
  'confirm',
  'accept',
  'decline',
  'cancel',
  'change',
  'again',
  'approve',
  'refuse',
  'place',
  'erase',
  'expire',
] as const
export type GuestDeed = (typeof guestDeeds)[number]

/** Counts what becomes of guests: how often, and never of whom. */
export class GuestTally {
  readonly #numbers = new Map<GuestDeed, number>()

  /** Counts a deed that was done, so many times. */
  note(deed: GuestDeed, times = 1): void {
    this.#numbers.set(deed, this.counted(deed) + times)
  }

  /** How often it was done. */
  counted(deed: GuestDeed): number {
    return this.#numbers.get(deed) ?? 0
  }
}
