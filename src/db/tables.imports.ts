import type { Generated } from 'kysely'
import type { EpochSeconds, Flag } from './tables.ts'

/** A source that records were imported from, and how far the last run came. */
export interface ImportSourcesTable {
  id: Generated<number>
  name: string
  /** How many runs have begun. */
  run: number
  /** Where an unfinished run continues; null when it has written nothing yet, or no run is unfinished. */
  cursor: string | null
  /** JSON of what the last run has done so far. */
  report: string | null
  started_at: EpochSeconds
  finished_at: EpochSeconds | null
}

/** The key of a record at its source, and its id here, so that nothing is imported twice. */
export interface ImportKeysTable {
  source_id: number
  kind: string
  source_key: string
  record_id: number
  /** JSON of digests of its fields as they were last read. */
  digest: string
  /** The last run in which the source had it. */
  run: number
  /** 1 once the source no longer had it and it was removed here. */
  gone: Flag
}

/** A page of a source as it was last read, so that it is only sent again if it has changed. */
export interface ImportPagesTable {
  source_id: number
  address: string
  validator: string
  /** JSON of the keys of its records. */
  records: string
}

/** What the last run of a source has told of records: all of it, as reports keep the first remarks alone. */
export interface ImportRemarksTable {
  source_id: number
  /** In the order in which they were made, from 1. */
  number: number
  /** JSON of the remark. */
  remark: string
}

export const importStatuses = ['running', 'done', 'failed'] as const
export type ImportStatus = (typeof importStatuses)[number]

/** An import that was started through the API. */
export interface ImportsTable {
  id: Generated<number>
  user_id: number
  /** What is imported: an address, or the name of a file. */
  source: string
  status: ImportStatus
  done: number
  expected: number | null
  /** JSON of what it has done so far. */
  report: string
  /** Why it failed, as a sentence. */
  fault: string | null
  created_at: EpochSeconds
  /** When it last reported its progress. */
  updated_at: EpochSeconds
}

/** The addresses that records had at their sources, and the record that each leads to. */
export interface RedirectsTable {
  /** Path and query, decoded, without a trailing slash. */
  path: string
  kind: string
  record_id: number
}
