import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'

/** A trigger that runs after a row is written, in SQL that both kinds of databases understand. */
export interface Trigger {
  readonly name: string
  /** It runs before instead: of rows that one statement writes, it sees those before it as written, and no other. */
  readonly isBefore?: true
  /** The event and its table, such as `insert on terms` or `update of parent on terms`. */
  readonly after: string
  /** The condition on the rows `new` and `old`. */
  readonly when?: string | undefined
  /** Executed one after the other; each may use `new` and `old`. */
  readonly statements: readonly string[]
  /** Statements that do the same, `when` included, for all rows that a statement has {@link inserted}, if the database can. */
  readonly together?: readonly string[]
}

/** What the two kinds of databases write differently in the declaration of a table or an index. */
export interface SchemaWords {
  /** The type of texts, which are compared by their bytes in UTF-8. */
  readonly text: string
  /** The type of a primary key whose values are given. */
  readonly givenId: string
  /** The type of a primary key that the database generates, never reusing a value. */
  readonly generatedId: string
  /** What follows a table whose rows are to be stored in the order of its key, where that can be said. */
  readonly clustered: string
  /** The part of a column of possibly long texts that goes into an index. */
  readonly keyOf: (column: string) => string
  /** A JSON list of a column of the rows of a `from`, in an order. */
  readonly listInOrder: (column: string, order: string, from: string) => string
  /** A random whole number, as the default of a column. */
  readonly randomNumber: string
  /** The statements that make an index for finding equal texts of any length. */
  readonly equalTexts: (table: string, column: string) => readonly string[]
  /** The statements by which rows of a table are stored in one piece. */
  readonly wholeRows: (table: string) => readonly string[]
  /** The statements that make a trigger. */
  readonly triggers: (trigger: Trigger) => readonly string[]
  /** Takes away all triggers that were made by these statements. */
  readonly dropTriggers: (db: Kysely<Tables>) => Promise<void>
}
