import type { Scope } from '../common/deed.ts'
import type { EventRecord, Status } from '../records.ts'
import { mayPublish } from '../session.ts'
import { type AnyField, type Form, isWhole } from './form.ts'
import { repeats } from './repeat.ts'

/** What is to be saved as what. */
export interface Intent {
  /** A draft saves itself; everything else is asked for. */
  readonly as: 'draft' | 'chosen'
  /** Whether nobody asked for it: what was told of the same form before stands. */
  readonly isByItself?: boolean
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

/** Whether what nobody sees yet becomes something else: it is published, scheduled or sent for approval. */
export function isDecided(base: Form, form: Form): boolean {
  return unseen.has(base.status) && form.status !== base.status
}

/** The scope as it is sent; nothing for an event that is of no series. */
export function scopeOf({ scope, isOverriding = false }: Omit<Intent, 'as'>): object {
  return scope === undefined ? {} : { scope, ...(isOverriding ? { override: true } : {}) }
}

/** Whether the service can have an event without anybody being asked. */
export function savesItself(now: Form, stored: EventRecord | undefined): boolean {
  if (!isWhole(now) || repeats(now.repeat) || stored?.series) return false
  return stored === undefined || unseen.has(stored.status)
}

/** What an event is to become, beside what it is. */
const ofStatus: ReadonlySet<AnyField> = new Set<AnyField>(['status', 'publishAt'])

/** Whether fields that were changed are work that could be lost: what a draft is to become is chosen anew when it is opened. */
export function isWork(fields: readonly AnyField[], isDraft: boolean): boolean {
  return fields.some((field) => !isDraft || !ofStatus.has(field))
}

/** A draft of who may not publish is to be sent: that is what can become of it. */
export function toSend(form: Form): Form {
  return form.status === 'draft' && !mayPublish() ? { ...form, status: 'pending' } : form
}
