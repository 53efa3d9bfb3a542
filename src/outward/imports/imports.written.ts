import type { PostColumns } from '../../storage/schema/tables.ts'
import type { EventRow } from '../../records/rows/event.row.ts'
import type { Planned } from './imports.planned.ts'
import type { ImportedEvent } from './imports.record.ts'

/** A post that was written, before and after; `before` is undefined for a new one. */
export interface WrittenPost<Row extends PostColumns> {
  readonly before: Row | undefined
  readonly after: Row
}

/** An event that was written, and the record that it was made from. */
export interface WrittenEvent extends WrittenPost<EventRow> {
  readonly planned: Planned<ImportedEvent>
}
