import type { AnyField, Form } from './form.ts'
import type { Intent } from './intent.ts'
import type { Filling } from './proposal.ts'

/** What a change of several dates does. */
export interface Applied {
  readonly changed: readonly number[]
  readonly created: readonly string[]
  readonly removed: readonly number[]
  readonly kept: readonly number[]
  /** Of those that change, those that keep what was changed on them alone. */
  readonly held?: readonly number[]
}

/** Where the work of the reader is. */
export type Progress =
  | { readonly is: 'loading' | 'clean' | 'changed' | 'saving' | 'saved' | 'kept' }
  | { readonly is: 'failed'; readonly why: string; readonly isRefused?: boolean }

/** Two people have changed the same fields. */
export interface Conflict {
  readonly mine: Form
  readonly theirs: Form
  readonly merged: Form
  readonly open: readonly AnyField[]
  readonly etag: string | undefined
  readonly seriesEtag: string | undefined
  /** What was about to be done. */
  readonly next: Intent
}

/** What a repetition gives. */
export interface Schedule {
  /** How many dates; null without an end. */
  readonly total: number | null
  /** The rule in the words of the reader’s language; empty where there are none for it. */
  readonly text: string
}

/** From what an editor begins: another event, a day, a proposal. */
export interface Beginning {
  readonly like: number | undefined
  readonly day: string
  readonly filling?: Filling | undefined
}
