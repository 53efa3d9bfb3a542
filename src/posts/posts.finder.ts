import type { ApiError } from '../errors.ts'
import type { Faults } from '../http/resource.ts'

/** How an address names one record. */
export interface Finder<Path> {
  /** The id of the record; undefined when the address names none. */
  find(path: Path): Promise<number | undefined>
  /** The faults of an address that names none. */
  unknown(path: Path): Faults
  /** The refusal of an update at such an address, where that is no fault of a parameter (D25). */
  missing?(path: Path): ApiError
}
