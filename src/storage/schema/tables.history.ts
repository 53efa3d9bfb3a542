import type { Generated } from 'kysely'
import type { EpochSeconds, Flag } from './tables.ts'

/** What has a history, as the feed of changes names it. */
export const historyKinds = ['event', 'venue', 'organizer', 'category', 'tag', 'series'] as const
export type HistoryKind = (typeof historyKinds)[number]

/** What one transaction did to a record, as people would call it. */
export const historyActions = [
  'created',
  'updated',
  'published',
  'canceled',
  'trashed',
  'restored',
  'deleted',
] as const
export type HistoryAction = (typeof historyActions)[number]

/** By which way somebody has written: signed in, by a credential, by an import, or the service itself by its clock. */
export type Via = '' | 'password' | 'token' | 'import' | 'clock' | 'command'

/** What one transaction did to one record: see `history.ts`. */
export interface HistoryTable {
  /** The transaction, in the order of commits. */
  readonly revision: number
  readonly kind: HistoryKind
  readonly id: number
  /** Drawn at random: with it a place is known to be of this history, and not of a database that was restored. */
  readonly mark: Generated<number>
  readonly action: HistoryAction
  /** 0: nobody, but the service itself. */
  readonly user_id: number
  readonly via: Via
  /** The id of the import or the credential. */
  readonly via_id: number | null
  readonly at: EpochSeconds
  /** Whether everybody could see it before, and can afterwards. Of series always 1: they are as public as their dates. */
  readonly was_public: Flag
  readonly is_public: Flag
  /** Of an event: the series whose date it is. */
  readonly series_id: number | null
}

/** A column that the transaction has changed, as it was before. */
export interface HistoryValuesTable {
  readonly revision: number
  readonly kind: HistoryKind
  readonly id: number
  readonly field: string
  /** As text, whatever its type; links as a JSON list of ids in their order. */
  readonly was: string | null
}

/** One row: how many transactions have changed anything that may be shown, and who makes the present one. */
export interface RevisionTable {
  number: number
  user_id: Generated<number>
  via: Generated<Via>
  via_id: Generated<number | null>
  at: Generated<EpochSeconds>
  /** How many of these transactions have said that they touch only events. */
  narrow: Generated<number>
  /** The latest one in which something else that is shown was touched, whatever it has said: triggers write it. */
  wide: Generated<number>
}

/** The tables of the log of changes. */
export interface HistoryTables {
  revision: RevisionTable
  history: HistoryTable
  history_values: HistoryValuesTable
}
