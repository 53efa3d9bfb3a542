import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'
import type { SchemaWords } from './words.ts'

/**
 * A step of the schema: forward only, in one transaction with all others that wait. It only adds (tables, columns with a default,
 * indexes, triggers that the programs before it cannot break), as these go on serving meanwhile and afterwards.
 */
export interface Migration {
  /** The version that brings it. Once that is released, the step never changes. */
  readonly release: string
  readonly up: (db: Kysely<Tables>, schema: SchemaWords) => Promise<void>
}

/** A step that changes triggers alone: they are made anew after all steps, as those of today read columns that later ones bring. */
export async function triggersAlone(): Promise<void> {}
