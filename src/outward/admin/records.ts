// What the screens read of the records of the service; `/doc` describes them whole.

/** What a record can be. */
export type Status = 'publish' | 'future' | 'draft' | 'pending' | 'private' | 'trash'

/** Whether an event takes place. */
export type Happening = 'scheduled' | 'canceled' | 'postponed' | 'rescheduled' | 'moved_online'

/** A category or a tag. Its name is HTML. */
export interface Term {
  readonly id: number
  readonly name: string
  readonly slug: string
  readonly parent: number
  readonly count: number
  /** HTML. */
  readonly description: string
  /** In lists of categories only. */
  readonly color?: string
}

/** A place. Its name is HTML. */
export interface Venue {
  readonly id: number
  readonly venue: string
  readonly status: Status
  readonly address?: string
  readonly city?: string
  readonly zip?: string
  readonly geo_lat?: number | null
  readonly geo_lng?: number | null
}

/** Who organizes. The name is HTML. */
export interface Organizer {
  readonly id: number
  readonly organizer: string
  readonly status: Status
}

/** A stored picture, as an event shows it. */
export interface Picture {
  readonly id: number
  readonly url: string
  readonly width: number
  readonly height: number
  readonly sizes?: Readonly<
    Record<string, { readonly url: string; readonly width: number; readonly height: number }>
  >
}

/** An event. Its texts are HTML, rendered; its dates are on the clock of its zone. */
export interface EventRecord {
  readonly id: number
  readonly author: string
  readonly status: Status
  readonly date: string
  readonly modified: string
  readonly url: string
  readonly title: string
  readonly description: string
  readonly excerpt: string
  readonly slug: string
  readonly image: Picture | false
  readonly all_day: boolean | null
  readonly start_date: string
  readonly end_date: string
  readonly timezone: string
  /** HTML. */
  readonly cost: string
  readonly website: string
  readonly featured: boolean | null
  readonly categories: readonly Term[]
  readonly tags: readonly Term[]
  readonly venue: Venue | readonly Venue[]
  readonly organizer: readonly Organizer[]
  readonly event_status?: Happening
  readonly event_status_reason?: string
  readonly attendance_mode?: 'in_person' | 'online' | 'mixed'
  readonly online_url?: string
  readonly online_url_shown?: 'public' | 'attendees'
  /** Plain text, where the record was asked for to be edited. */
  readonly review_note?: string
  /** What its author is called, and what a reviewer last said, where the record was asked for to be edited. */
  readonly author_name?: string
  readonly decision?: Decision
  readonly series?: {
    readonly id: number
    readonly key: string
    readonly text: string
    readonly changed: readonly string[]
    readonly more?: number
  }
}

/** What a reviewer last said of an event that waits, or waited. */
export interface Decision {
  readonly is: 'asked' | 'rejected'
  /** Empty for a question. */
  readonly reason: string
  /** Plain text; may be empty. */
  readonly message: string
  /** Who said it; empty where they are gone. */
  readonly by: string
  readonly date: string
}

/** A page of events. */
export interface EventPage {
  readonly events: readonly EventRecord[]
  readonly total: number
  readonly total_pages: number
}

/** Who is signed in. */
export interface Me {
  readonly id: number
  readonly username: string
  readonly name: string
  readonly roles: readonly string[]
  readonly capabilities: Readonly<Record<string, true>>
  readonly signs_in_with?: readonly string[]
}

/** The places of an event. */
export function venuesOf({ venue }: Pick<EventRecord, 'venue'>): readonly Venue[] {
  return 'id' in venue ? [venue] : venue
}
