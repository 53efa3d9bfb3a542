import type { Context } from '../posts/context.ts'
import type { Authors } from './imports.record.ts'
import type { ImportReport } from './imports.report.ts'

/** How far an import has come. */
export interface Progress {
  /** Records dealt with. */
  readonly done: number
  /** How many there are, as far as the source can tell. */
  readonly expected: number | undefined
  readonly report: ImportReport
}

/** Who imports, and how. */
export interface ImportOptions {
  /** What is written is written in this user's name, with every right. */
  readonly user: { readonly id: number; readonly login: string }
  readonly authors: Authors
  readonly now: () => Temporal.Instant
  /** Only tells what would be done. */
  readonly isDryRun?: boolean
  /** Follows removals even when most of what the source had is gone. */
  readonly allowsRemovals?: boolean
  readonly onProgress?: (progress: Progress) => void
  /** Stops after the batch in flight. */
  readonly signal?: AbortSignal
}

/** What an import writes with. */
export type ImportContext = Pick<Context, 'db' | 'media' | 'siteZone'>
