import type { EpochSeconds } from './tables.ts'

/** What the author of an event that is not public yet tells whoever reviews it. It goes once that is decided: `notes.ts`. */
export interface EventNotesTable {
  event_id: number
  /** Plain text of several lines; never empty. */
  note: string
}

/** What a reviewer last said of an event that waits, or waited. It goes once the event is public: `notes.ts`. */
export interface EventDecisionsTable {
  event_id: number
  decision: 'asked' | 'rejected'
  /** Why it was rejected; empty where something was asked. */
  reason: string
  /** Plain text of several lines; may be empty. */
  message: string
  /** Who said it; null where they are gone. */
  by_id: number | null
  decided_at: EpochSeconds
}
