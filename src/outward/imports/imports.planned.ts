import type { Declared } from '../../fields/own/declaration.ts'
import type { Writing } from '../../records/posts/posts.write.ts'
import type { Digest } from '../../records/posts/posts.digest.ts'
import type { ReadFields } from './imports.fields.ts'
import type { OwnEvent } from './imports.ownEvents.ts'
import type { Left } from './imports.leave.ts'
import type { Kin } from './imports.relatedSources.ts'
import type { ImportRecord, SourceKey } from './imports.record.ts'
import type { ImportKind } from '../../storage/schema/tables.imports.ts'
import type { PlannedSeries } from './imports.plannedSeries.ts'

/** A record to be written. */
export interface Planned<Of extends ImportRecord = ImportRecord> extends ReadFields {
  readonly record: Of
  readonly digest: Digest
  /** The id of the record here; undefined when it is to be made. */
  readonly id: number | undefined
}

/** What to do with a batch. */
export interface Plan {
  readonly write: readonly Planned[]
  /** Known records that have not changed. */
  readonly unchanged: readonly SourceKey[]
  /** Records that have not changed since another source of the family brought them: this one knows them from now on. */
  readonly joined: readonly Joined[]
  /** The series that dates of the batch are of. */
  readonly series: readonly PlannedSeries[]
}

/** A record that is here, with its digest. */
export interface Joined {
  readonly record: SourceKey
  readonly digest: Digest
  readonly id: number
}

/** A record of one kind to be written. */
export type PlannedOf<Kind extends ImportKind> = Planned<Extract<ImportRecord, { readonly kind: Kind }>>

/** The records of one kind in a plan. */
export function plannedOf<Kind extends ImportKind>({ write }: Plan, kind: Kind): PlannedOf<Kind>[] {
  // The kind determines the type.
  return write.filter(({ record }) => record.kind === kind) as PlannedOf<Kind>[]
}

/** What planning needs. */
export interface Planning {
  /** Undefined as long as nothing of the source was ever written. */
  readonly sourceId: number | undefined
  /** The other sources of its family. */
  readonly kin?: readonly Kin[]
  readonly writing: Writing
  /** The events of here that records of a table of ours are, by key. */
  readonly here?: ReadonlyMap<string, OwnEvent>
  /** What is lost of records that have not changed is told again. */
  readonly tellsAll?: boolean | undefined
  /** The fields that are declared here. */
  readonly declared: Declared
  /** What of all this is not taken. */
  readonly left?: Left | undefined
  /** Where files are, before `/media/…`, as {@link ImportOptions} has it. */
  readonly home?: string | undefined
  /** Images that could not be fetched this time, by key, and why: links to them are ignored, so that they are tried again. */
  readonly lacking: ReadonlyMap<string, string>
}
