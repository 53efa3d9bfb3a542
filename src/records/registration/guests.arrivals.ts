/** How many of a party were seen at the door, and by which of several tellings that is known. */
export interface Seen {
  readonly arrived: number
  /** Empty: nobody has told anything yet. */
  readonly stamp: string
}

/** What a telling counts by against others of the same guest: its moment, to the millisecond, then the device that told it. */
export function stampOf(at: Temporal.Instant, device: string): string {
  return `${at.toString({ smallestUnit: 'millisecond' })} ${device}`
}

/**
 * What holds of two tellings of the same guest: the later one, of the same moment that of the larger device, of the same device the larger
 * number. So in whichever order phones tell what they saw, and however often, the end is the same.
 */
export function merged(known: Seen, told: Seen): Seen {
  if (told.stamp !== known.stamp) return told.stamp > known.stamp ? told : known
  return told.arrived > known.arrived ? told : known
}
