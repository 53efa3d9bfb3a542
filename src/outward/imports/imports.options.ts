import type { Context } from '../../http/context.ts'
import type { Left } from './imports.leave.ts'
import type { Authors } from './imports.record.ts'
import type { ImportReport } from './imports.report.ts'

/** The progress of an import. */
export interface Progress {
  /** How many records have been handled. */
  readonly done: number
  /** How many there are, as far as the source knows. */
  readonly expected: number | undefined
  readonly report: ImportReport
}

/** Who imports, and how. */
export interface ImportOptions {
  /** The user in whose name everything is written, with all rights. */
  readonly user: { readonly id: number; readonly login: string }
  readonly authors: Authors
  readonly now: () => Temporal.Instant
  /** Only reports what would be done. */
  readonly isDryRun?: boolean
  /** The address of the public pages, which texts name for files of theirs; without it they name the path alone. */
  readonly home?: string | undefined
  /** Fields that the source has and nobody has declared here are declared; absent where the run may not do so. */
  readonly declaring?:
    | {
        /** Those of its own as well, which are no declarations there: as texts. */
        readonly custom?: boolean
        readonly builtIn: ReadonlySet<string>
      }
    | undefined
  /** Tells what is lost of records that have not changed, too. */
  readonly tellsAll?: boolean | undefined
  /** Follows removals even when most of what the source had is gone. */
  readonly allowsRemovals?: boolean
  /** What of all that is not taken. */
  readonly left?: Left | undefined
  readonly onProgress?: (progress: Progress) => void
  /** Stops after the current batch. */
  readonly signal?: AbortSignal
}

/** What an import needs of the context. */
export type ImportContext = Pick<
  Context,
  'db' | 'media' | 'siteZone' | 'costFormat' | 'currencyCode' | 'declared'
>
