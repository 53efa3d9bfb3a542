import type { Generated } from 'kysely'
import type { eventFields } from '../../fields/events.fields.ts'
import type { ColumnsOf } from '../../fields/fields.columns.ts'
import type { organizerFields } from '../../fields/organizers.fields.ts'
import type { venueFields } from '../../fields/venues.fields.ts'
import type { Status } from '../../pure/params/words.ts'

/** 0 or 1: both databases store flags as integers, so that they compare and index alike. */
export type Flag = 0 | 1

/** Seconds since 1970-01-01T00:00:00Z; negative before it. */
export type EpochSeconds = number

/** The kinds that share one id sequence (D2). */
export type ItemKind = 'event' | 'venue' | 'organizer' | 'media' | 'series'

/** The two kinds of term, named as on the wire; they share the other id sequence (D2). */
export type Taxonomy = 'tribe_events_cat' | 'post_tag'

export const roles = ['administrator', 'editor', 'author', 'contributor', 'subscriber'] as const
export type Role = (typeof roles)[number]

/** One row per event, venue, organizer or image ever made: it generates the ids that they share (D2). */
export interface ItemsTable {
  id: Generated<number>
  kind: ItemKind
}

/** A stored image. Files are named by their keys in the store. */
export interface MediaTable {
  id: number
  author_id: number
  date_at: EpochSeconds
  modified_at: EpochSeconds
  title: string
  alt_text: string
  caption: string
  credit: string
  /** The image that is shown; the smaller ones are in `sizes`. */
  file: string
  mime_type: string
  width: number
  height: number
  /** In bytes. */
  filesize: number
  /** The upload if it was too large to be shown as it is; else empty. */
  original_file: string
  /** JSON list of the smaller sizes, in order. */
  sizes: string
  /** SHA-256 of what was uploaded or fetched: equal images that are fetched are stored once. */
  digest: string
  /** What stays in sight where the image is cropped, in per cent of its width and height from the left and the top; null: its middle. */
  focus_x: number | null
  focus_y: number | null
  /** Whether nothing is lost to those who do not see it. */
  decorative: Flag
  folded: string
}

/** The addresses that images were fetched from, so that none is fetched twice. */
export interface MediaSourcesTable {
  url: string
  media_id: number
}

/** What events, venues and organizers have in common. */
export interface PostColumns {
  id: number
  author_id: number
  status: Status
  /** The status that a trashed post had before, which decides who may restore it. */
  status_before: Status | null
  /** Empty while a draft or pending event has none yet. */
  slug: string
  title: string
  description: string
  /** The publication date. */
  date_at: EpochSeconds
  /** 1 until the post first leaves draft and pending. */
  date_floating: Flag
  /** 1 once a publication date was sent; else the post is dated when it stops being a draft. */
  date_given: Flag
  modified_at: EpochSeconds
  image_id: number | null
  /** All searchable texts, folded, one a line: searches look only here. */
  folded: string
  /** The folded title, by which equal records are found (D16). */
  title_folded: string
}

/** What a record says of the fields that are declared (`fields/own/declaration.ts`): JSON by their names, empty for nothing. */
interface OwnColumn {
  own: string
}

export interface EventsTable extends PostColumns, OwnColumn, ColumnsOf<typeof eventFields> {
  all_day: Flag
  /** The zone as it was given (D12). */
  timezone: string
  timezone_abbr: string
  /** Wall clocks in the event's zone, `YYYY-MM-DD HH:MM:SS`; shown, never compared. */
  start_wall: string
  end_wall: string
  starts_at: EpochSeconds
  ends_at: EpochSeconds
  /** JSON list of the texts that were sent. */
  cost: string
  /** The kind of these costs (see `text/costKind.ts`), by which events are counted. */
  cost_kind: Generated<number>
  /** null: never set, so that the record shows the event’s page; '': cleared. */
  website: string | null
  /** null: not protected (D23). */
  password_digest: string | null
  /** Grows with each change of time, place or status (RFC 5545, 3.8.7.4). */
  sequence: Generated<number>
  /** The event’s permanent name in feeds; null: made by a version that had none. */
  uid: string | null
  /** When it came into the trash; null if it is not there. */
  trashed_at: EpochSeconds | null
  /** JSON list of the starts, in epoch seconds, that it had before it was rescheduled, the first one first; empty for none. */
  previous_starts: Generated<string>
  /** The series whose occurrence it is. */
  series_id: number | null
  /** The wall clock at which its series has it, `YYYY-MM-DD HH:MM:SS`, or of whole days the day (RFC 5545, 3.8.4.4): moving it does not change that. */
  series_key: string | null
  /** JSON list of the fields that were changed on it alone. */
  series_changed: Generated<string>
  /** JSON of what it says about who may come (see `registration/registration.row.ts`); empty: nobody registers here. */
  registration: Generated<string>
  /** How many people have a place. */
  registration_taken: Generated<number>
  /** What records show of how many places are left (see `registration/registration.row.ts`). */
  registration_shown: Generated<number>
}

/** A series: the values and the times that its occurrences get. */
export interface SeriesTable {
  id: number
  author_id: number
  /** The title of its occurrences. */
  title: string
  /** JSON of what its occurrences get beside their times (see `schedules/schedules.template.ts`). */
  template: string
  password_digest: string | null
  /** The zone as it was given. */
  timezone: string
  all_day: Flag
  /** The wall clock of its first date, `YYYY-MM-DD HH:MM:SS`. */
  start_wall: string
  /** How long a date lasts by the wall clock, in seconds; of whole days in days. */
  duration: number
  /** JSON list of the lines of its recurrence, on its own clock. */
  recurrence: string
  /** The wall clock up to which its dates are laid out; null: all of them are. */
  laid_until: string | null
  /** The wall clock from which on its rule is followed, where its first date is a later one; null: that is its start. */
  rule_from: string | null
  created_at: EpochSeconds
  modified_at: EpochSeconds
  /** The series that it goes on from since “this and following” has split that one. */
  continues: Generated<number | null>
  /** Grows with each change of its dates: see `schema/series.ts`. */
  sequence: Generated<number>
}

export interface VenuesTable extends PostColumns, OwnColumn, ColumnsOf<typeof venueFields> {
  /** The address that geocoding last handled, a line for each column (see `geocoding.query.ts`); null: none yet. */
  geocoded_address: string | null
  /** The coordinates that geocoding set: as long as the venue has these, nobody has set others. */
  geocoded_lat: number | null
  geocoded_lng: number | null
  /** When to try that address again; null: done. */
  geocode_at: EpochSeconds | null
}

export type OrganizersTable = PostColumns & OwnColumn & ColumnsOf<typeof organizerFields>

/** Links in the order in which they were given. Those of a trashed venue stay, so that restoring it links it again (D14). */
export interface EventVenuesTable {
  event_id: number
  venue_id: number
  position: number
}

export interface EventOrganizersTable {
  event_id: number
  organizer_id: number
  position: number
}

export interface TermsTable {
  id: Generated<number>
  taxonomy: Taxonomy
  /** Plain text; shown with `&` as an entity. */
  name: string
  name_folded: string
  slug: string
  description: string
  /** 0 at the top. */
  parent: number
  /** Of a category: the name of the colour that was chosen for it. */
  color: Generated<string | null>
  /** How many published events have the term; updated by every write that changes it. */
  count: Generated<number>
  folded: string
}

export interface EventTermsTable {
  event_id: number
  term_id: number
}

export const ticketKinds = ['rsvp', 'paid', 'external'] as const
export type TicketKind = (typeof ticketKinds)[number]

export const ticketStatuses = ['publish', 'trash'] as const
export type TicketStatus = (typeof ticketStatuses)[number]

/** A way to take part in an event. Its author and who may read it are those of the event. */
export interface TicketsTable {
  id: Generated<number>
  event_id: number
  status: TicketStatus
  kind: TicketKind
  name: string
  description: string
  /**
   * Plain decimal digits such as `12.50`; null: not known, or the ticket is an RSVP. As a text it is exact and, unlike a number
   * of cents, does not depend on how many decimals a currency has.
   */
  price: string | null
  /** ISO 4217. */
  currency: string
  /** null: unlimited. */
  capacity: number | null
  /** null: on sale from the start. */
  sale_start_at: EpochSeconds | null
  /** null: until the event is over. */
  sale_end_at: EpochSeconds | null
  /** The address where the ticket is sold elsewhere; empty for none. */
  url: string
  position: number
  created_at: EpochSeconds
  modified_at: EpochSeconds
}

/** Facts about the installation itself, such as the secret behind keyed digests. */
export interface InstallationTable {
  name: string
  value: string
}
