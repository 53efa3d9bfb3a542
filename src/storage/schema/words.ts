import type { Kysely } from 'kysely'
import type { Tables } from './tables.all.ts'
import type { Trigger } from './trigger.ts'

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
