/** What the author of an event that is not public yet tells whoever reviews it. It goes once that is decided: `notes.ts`. */
export interface EventNotesTable {
  event_id: number
  /** Plain text of several lines; never empty. */
  note: string
}
