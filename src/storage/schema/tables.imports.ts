import type { Generated } from 'kysely'
import type { EpochSeconds, Flag } from './tables.ts'

/** The kinds of imported records, in the order in which a batch is written: linked records come before those that link to them. */
export const importKinds = ['image', 'category', 'tag', 'venue', 'organizer', 'event'] as const
export type ImportKind = (typeof importKinds)[number]

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

/** A source that is kept, to be imported again by hand or by itself. */
export interface ImportSchedulesTable {
  id: Generated<number>
  /** What people call it. */
  name: string
  /** Where it is; empty for a file that is sent. */
  url: string
  /** The name of the file; empty for an address. */
  file: string
  /** Which columns of a table are which fields, as pairs such as `Wann=start_date,Was=title`. */
  map: string
  /** The order of days, months and years in the dates of a table; empty: as it shows itself. */
  dates: string
  /** What its events come as where their rows do not say it; empty: published. */
  status: string
  /** The zone of its times where its rows name none; empty: that of the site. */
  timezone: string
  /** How long its events last where their rows say no end: `2h`, or `midnight`; empty: they end as they begin. */
  duration: string
  /** The name under which its records are remembered (`import_sources`); empty before the first run. */
  reading: string
  /** 1: removals are followed even when most is gone. */
  allow_removals: Generated<Flag>
  /** How long after one run the next one is, in seconds; null: by hand alone. */
  every_s: number | null
  /** At what time of the day, where it runs every so many days, such as `03:00` in the zone of the site; empty: whenever. */
  at_time: string
  /** In whose name it is imported; null once they are gone. */
  user_id: number | null
  created_at: EpochSeconds
  /** When it is due; null: it is not. */
  next_at: EpochSeconds | null
  /** Until when a process has it for itself, unless it says so again, and by which key. */
  lease_until: Generated<EpochSeconds>
  lease_key: string
  /** How many runs in a row have failed, and since when. */
  failures: Generated<number>
  failing_since: EpochSeconds | null
  last_success_at: EpochSeconds | null
  /** Where its feed of changes is gone on from; empty: all of it is read next. */
  feed_token: string
  /** When all of it was last read. */
  whole_at: Generated<EpochSeconds>
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
  /** 1 where it only tells what would be done. */
  dry_run: Generated<Flag>
  /** The source that it is a run of, if it is of one that is kept. */
  schedule_id: number | null
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
