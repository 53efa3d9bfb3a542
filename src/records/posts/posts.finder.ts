import type { ApiError } from '../../pure/errors/errors.ts'
import type { Faults } from '../../http/resource.ts'

/** How an address names one record. */
export interface Finder<Path> {
  /** The id of the record; undefined when the address names none. */
  find(path: Path): Promise<number | undefined>
  /** The faults of an address that names none. */
  unknown(path: Path): Faults
  /** The id of what a record has become that had this address: it was merged into that one, or had this slug. */
  moved?(path: Path): Promise<number | undefined>
  /** The refusal of an update at such an address, where that is no fault of a parameter (D25). */
  missing?(path: Path): ApiError
}
