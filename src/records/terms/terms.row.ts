import type { Selectable } from 'kysely'
import type { TermsTable } from '../../storage/schema/tables.ts'

/** A category or tag as stored, without the columns that only serve searching. */
export type TermRow = Omit<Selectable<TermsTable>, 'name_folded' | 'folded'>

/** Categories above others, by id. */
export type Ancestors = ReadonlyMap<number, Pick<TermRow, 'slug' | 'parent' | 'color'>>
