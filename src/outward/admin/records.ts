import type { EventRecord as Served } from '../../records/events/events.record.ts'
import type { ImageRecord, ImageSizeRecord } from '../../records/media/media.record.ts'
import type { OrganizerRecord } from '../../records/organizers/organizers.view.ts'
import type { NestedTermRecord, TermRecord } from '../../records/terms/terms.view.ts'
import type { VenueRecord } from '../../records/venues/venues.view.ts'

// What the screens read of the records of the service; `/doc` describes them whole.

/** What a record can be. */
export type Status = EventRecord['status']

/** Whether an event takes place. */
export type Happening = NonNullable<EventRecord['event_status']>

/** A category or a tag. Its name is HTML. */
export type Term = Pick<NestedTermRecord, 'id' | 'name' | 'slug' | 'parent' | 'count' | 'description'> &
  Pick<TermRecord, 'color'>

/** A place. Its name is HTML. */
export type Venue = Pick<
  VenueRecord,
  'id' | 'venue' | 'status' | 'address' | 'city' | 'zip' | 'geo_lat' | 'geo_lng'
>

/** Who organizes. The name is HTML. */
export type Organizer = Pick<OrganizerRecord, 'id' | 'organizer' | 'status'>

/** A stored picture, as an event shows it. */
export type Picture = Pick<ImageRecord, 'id' | 'url' | 'width' | 'height'> & {
  readonly sizes?: Readonly<Record<string, Pick<ImageSizeRecord, 'url' | 'width' | 'height'>>>
}

/** What events show of other records. */
type Linked = 'series' | 'image' | 'categories' | 'tags' | 'venue' | 'organizer'

/** An event. Its texts are HTML, rendered; its dates are on the clock of its zone. */
export type EventRecord = Pick<
  Served,
  | 'id'
  | 'author'
  | 'status'
  | 'date'
  | 'modified'
  | 'url'
  | 'title'
  | 'description'
  | 'excerpt'
  | 'slug'
  | 'all_day'
  | 'start_date'
  | 'end_date'
  | 'timezone'
  | 'cost'
  | 'website'
  | 'featured'
> &
  // What records leave out where it is not said.
  Partial<Omit<Served, Linked>> & {
    readonly series?: Omit<NonNullable<Served['series']>, 'rest_url'>
    readonly image: Picture | false
    readonly categories: readonly Term[]
    readonly tags: readonly Term[]
    readonly venue: Venue | readonly Venue[]
    readonly organizer: readonly Organizer[]
  }

/** What a reviewer last said of an event that waits, or waited. */
export type Decision = NonNullable<EventRecord['decision']>

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
