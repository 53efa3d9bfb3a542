import type { Generated } from 'kysely'
import type { EpochSeconds, Flag } from './tables.ts'

/** Something that records were imported from, and how far the last reading of it came. */
export interface ImportSourcesTable {
  id: Generated<number>
  name: string
  /** How many readings have begun. */
  run: number
  /** Where an unfinished reading goes on; null when nothing of it has been written, or nothing is unfinished. */
  cursor: string | null
  /** JSON of what the last reading has done so far. */
  report: string | null
  started_at: EpochSeconds
  finished_at: EpochSeconds | null
}

/** What a source calls a record, and which one it is here: nothing is imported twice. */
export interface ImportKeysTable {
  source_id: number
  kind: string
  source_key: string
  record_id: number
  /** JSON of the digests of its fields, as they were last read. */
  digest: string
  /** The reading that last brought it. */
  run: number
  /** 1 once the source had it no longer and that was followed here. */
  gone: Flag
}

/** A page of a source as it was last read: asked for again, it is only sent if it has changed. */
export interface ImportPagesTable {
  source_id: number
  address: string
  validator: string
  /** JSON of the keys of its records. */
  records: string
}

export const importStatuses = ['running', 'done', 'failed'] as const
export type ImportStatus = (typeof importStatuses)[number]

/** An import that was asked for by the API. */
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
  /** When it last told how far it is. */
  updated_at: EpochSeconds
}

/** Addresses that records had elsewhere, and which record each leads to. */
export interface RedirectsTable {
  /** Path and query, decoded, without a slash at the end. */
  path: string
  kind: string
  record_id: number
}
