import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'

/** A trigger that runs after a row is written, in SQL that both kinds of databases understand. */
export interface Trigger {
  readonly name: string
  /** The event and its table, such as `insert on terms` or `update of parent on terms`. */
  readonly after: string
  /** The condition on the rows `new` and `old`. */
  readonly when?: string | undefined
  /** Executed one after the other; each may use `new` and `old`. */
  readonly statements: readonly string[]
  /** Statements that do the same, `when` included, for all rows that a statement has {@link inserted}, if the database can. */
  readonly together?: readonly string[]
}

/** The table, in a `from`, of all rows that a statement has inserted, each as `new`. */
export const inserted = 'inserted as new'

/** Makes a trigger in one of the two kinds of databases. */
export type CreateTrigger = (db: Kysely<Tables>, trigger: Trigger) => Promise<void>
