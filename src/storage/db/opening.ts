import type { PostgresLimits } from './postgres/postgres.pool.ts'

/** How a database is opened. */
export interface Opening extends PostgresLimits {
  /** Where a checked copy of a calendar in a file is put before it is brought up to date; undefined: none is made. */
  readonly copiesIn?: string | undefined
  /** Whether no other process uses it, so that it may lose what older ones need. */
  readonly isAlone?: boolean
  /** Gets the name of each migration as it begins. */
  readonly onStep?: ((name: string) => void) | undefined
}
