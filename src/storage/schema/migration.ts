import type { Kysely } from 'kysely'
import type { Tables } from './tables.all.ts'
import type { SchemaWords } from './words.ts'

/**
 * A step of the schema: forward only, in one transaction with all others that wait. Without `oldest` it only adds (tables, columns with
 * a default, indexes, triggers that the programs before it cannot break), as these go on serving meanwhile and afterwards.
 */
export interface Migration {
  /** The version that brings it. Once that is released, the step never changes. */
  readonly release: string
  readonly up: (db: Kysely<Tables>, schema: SchemaWords) => Promise<void>
  /** It takes away what this version, of an earlier minor, had stopped using: older programs cannot use the database afterwards. */
  readonly oldest?: string
  /** What is done beside the requests, once `up` is done: whatever touches each row of a large table. */
  readonly backfill?: Backfill
}

/**
 * Work on all rows of a table, a few at a time, in an order in which a cursor goes on. It writes what readers derive from the old form
 * already, so that nobody sees a change: no revision, entry, message.
 */
export interface Backfill {
  /** The columns that it writes, as `series.sequence`: they have a trigger only from its last transaction on. */
  readonly writes: readonly string[]
  /** How many rows it is for, as the progress is told. */
  readonly count: (db: Kysely<Tables>) => Promise<number>
  /** Does the next rows behind the cursor, at most so many; answers how many, and the cursor behind them. None are left: undefined. */
  readonly next: (db: Kysely<Tables>, from: From) => Promise<Done | undefined>
}

/** Where a backfill goes on. */
export interface From {
  /** Behind which rows; undefined at the beginning. */
  readonly cursor: string | undefined
  readonly limit: number
  readonly schema: SchemaWords
}

/** What a transaction of a backfill has done. */
export interface Done {
  readonly rows: number
  readonly cursor: string
}

/** A step that changes triggers alone: they are made anew after all steps, as those of today read columns that later ones bring. */
export async function triggersAlone(): Promise<void> {}
