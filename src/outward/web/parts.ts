import type { Messages } from '../../pure/locale/messages.ts'

/** The parts of a day, in order, and the hour at which each ends. */
export const partsOfDay = [
  { name: 'morning', until: 12 },
  { name: 'afternoon', until: 17 },
  { name: 'evening', until: 24 },
] as const satisfies readonly { readonly name: keyof Messages; readonly until: number }[]

export type PartOfDay = (typeof partsOfDay)[number]['name']

/** The part of the day that an hour is in. */
export function partOf(hour: number): PartOfDay {
  return (partsOfDay.find(({ until }) => hour < until) ?? partsOfDay[2]).name
}
