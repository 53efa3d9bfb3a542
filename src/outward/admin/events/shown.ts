import type { Narrowed } from './filterValues.ts'

/** Which events a list has. */
export const tabs = ['upcoming', 'waiting', 'drafts', 'past', 'trash'] as const
export type Tab = (typeof tabs)[number]

/** How a list is in order, unless it is as usual for it: by the time or by the title, up or down. */
export const orders = ['when', '-when', 'title', '-title'] as const
export type Order = (typeof orders)[number]

/** How far ahead a list can be looked at, in days. */
export const daysAhead = [7, 14, 30] as const
export type Days = (typeof daysAhead)[number]

/** What a list shows, as its address says. */
export interface Shown extends Narrowed {
  readonly tab: Tab
  readonly page: number
  /** How many days of those to come are shown; undefined: all. */
  readonly days: Days | undefined
  /** The first and the last day that are shown, as `2031-03-11`; empty: all before, or after. */
  readonly first: string
  readonly last: string
  /** Whether a month among the words that are looked for is a word like others. */
  readonly isWords: boolean
  /** Whether each date of a series has a row of its own. */
  readonly isEvery: boolean
  /** The series whose dates alone are shown, by its id. */
  readonly series: string
  readonly order: Order | undefined
}
