import type { Generated } from 'kysely'
import type { OwnType } from '../../fields/own/declaration.ts'
import type { EpochSeconds, Flag } from './tables.ts'

/** The fields that the operator of a calendar has declared: see `fields/own/declaration.ts`. */
export interface OwnFieldsTable {
  id: Generated<number>
  name: string
  /** JSON lists and objects. */
  kinds: string
  label: string
  help: string
  options: string
  categories: string
  type: OwnType
  required: Flag
  public: Flag
  filter: Flag
  min: number | null
  max: number | null
  wire_name: string | null
  schema: string | null
  position: number
  modified_at: EpochSeconds
  /** JSON of what is under way with what records say of it; empty: nothing. */
  changing: string
}
