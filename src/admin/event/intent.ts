import type { Scope } from '../events/change.ts'
import type { Status } from '../records.ts'

/** What is to be saved as what. */
export interface Intent {
  /** A draft saves itself; everything else is asked for. */
  readonly as: 'draft' | 'chosen'
  readonly scope?: Scope
  /** Whether dates that were changed by themselves change, too. */
  readonly isOverriding?: boolean
}

/** Statuses of events that nobody but editors sees: they save themselves. */
export const unseen: ReadonlySet<Status> = new Set(['draft', 'pending'])

/** Whether more than one date of a series is meant. */
export function isOfSeveral({ scope }: Intent): boolean {
  return scope === 'following' || scope === 'all'
}

/** The scope as it is sent; nothing for an event that is of no series. */
export function scopeOf({ scope, isOverriding = false }: Omit<Intent, 'as'>): object {
  return scope === undefined ? {} : { scope, ...(isOverriding ? { override: true } : {}) }
}
