import { listed, listingFlagNames } from './listings.ts'

/**
 * How many events that lists show to everybody start on a day of UTC, and how many end on it: all of them, and those with each
 * flag. Triggers keep it up to date: the program never writes here.
 */
export interface ListedDaysTable extends Readonly<Record<CountedFlag, number>> {
  readonly edge: Edge
  /** See {@link dayOf}. */
  readonly day: number
  readonly events: number
}

/** A flag of listings by which events are counted. */
export type CountedFlag = (typeof countedFlags)[number]

export const countedFlags = ['featured', ...listingFlagNames] as const

/** The start or the end of an event. */
export type Edge = (typeof edges)[number]

export const edges = ['starts_at', 'ends_at'] as const

/** The length of a day of UTC, in seconds. */
export const day_s = 86_400

/** The seconds from the beginning of the year 0, before any event, to that of 1970. */
const beginning_s = 62_167_219_200

/** The number of the day of a moment in epoch seconds: 0 is the first of January of the year 0. */
export function dayOf(at: number): number {
  return Math.floor((at + beginning_s) / day_s)
}

/** The first second of the day with this number, in epoch seconds. */
export function startOfDay(day: number): number {
  return day * day_s - beginning_s
}

/** The number of the day of a row’s edge, in SQL. Both databases round down when they divide numbers that are not negative. */
export const dayIn = (row: string, edge: Edge): string => `((${row}.${edge} + ${beginning_s}) / ${day_s})`

/** The condition, in SQL, that lists show the event of a row to everybody. */
export const isListed = (row: string): string => `(${listed(`${row}.`)})`
