import type { Faults } from '../http/resource.ts'

/** How an address names one record. */
export interface Finder<Path> {
  /** The id of the record; undefined when the address names none. */
  find(path: Path): Promise<number | undefined>
  /** The faults of an address that names none. */
  unknown(path: Path): Faults
}
