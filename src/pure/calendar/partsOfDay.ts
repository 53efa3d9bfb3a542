/** The parts of a day, in order, and the hours from which and before which each is: the night goes on after midnight. */
export const partsOfDay = {
  morning: { from: 5, until: 12 },
  afternoon: { from: 12, until: 17 },
  evening: { from: 17, until: 22 },
  night: { from: 22, until: 5 },
} as const
export type PartOfDay = keyof typeof partsOfDay
export const partNames = Object.keys(partsOfDay) as readonly PartOfDay[]

/** Whether the hour is in the part of the day. */
export function isInPart(name: PartOfDay, hour: number): boolean {
  const { from, until } = partsOfDay[name]
  return from < until ? hour >= from && hour < until : hour >= from || hour < until
}
