import type { Scope } from '../events/change.ts'

/** What is to be saved as what. */
export interface Intent {
  /** A draft saves itself; everything else is asked for. */
  readonly as: 'draft' | 'chosen'
  readonly scope?: Scope
}

/** Whether more than one date of a series is meant. */
export function isOfSeveral({ scope }: Intent): boolean {
  return scope === 'following' || scope === 'all'
}

/** The scope as it is sent; nothing for an event that is of no series. */
export function scopeOf({ scope }: Intent): object {
  return scope === undefined ? {} : { scope }
}
