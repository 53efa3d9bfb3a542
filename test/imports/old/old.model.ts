import { wireEvent, wireVenue } from '../fakeSite.ts'

/** A record as an answer tells it. */
export type Wire = Record<string, unknown>

/** The kinds of posts of the original. */
export type OldType = 'tribe_events' | 'tribe_venue' | 'tribe_organizer'

/** An event, venue or organizer as the old site has it. */
export interface OldPost {
  readonly id: number
  readonly type: OldType
  status: string
  /** What its own answer says, but for what the site adds. */
  wire: Wire
  password?: string
  /** Not in any list of events. */
  isHidden?: boolean
  isOver?: boolean
  /** Its cost as it was typed. */
  typedCost?: string
  /** Its own address does not show it. */
  isUnshown?: boolean
  eventStatus?: 'canceled' | 'postponed'
  reason?: string
  venue?: number | undefined
  organizers?: number[]
  categories?: number[]
  tags?: number[]
  image?: number | undefined
  comments?: number
}

/** A category or tag. */
export interface OldTerm {
  readonly id: number
  readonly taxonomy: 'tribe_events_cat' | 'post_tag'
  wire: Wire
  meta?: Wire
  /** Its list counts it, and does not show it. */
  isSkipped?: boolean
}

/** A file of the media library. */
export interface OldFile {
  readonly id: number
  /** Below `/wp-content/uploads/`. */
  readonly path: string
  readonly bytes: Uint8Array
  alt_text?: string
  caption?: string
  title?: string
  /** It is known and cannot be had. */
  isLost?: boolean
  /** The path of its page, where it is not `/?attachment_id=…`. */
  page?: string
}

/** Who wrote records of the site. */
export interface OldUser {
  readonly id: number
  readonly login: string
  readonly email: string
  readonly password: string
  readonly role: 'administrator' | 'subscriber'
}

/** The words in the addresses of the site. */
export interface OldWords {
  readonly events: string
  readonly event: string
  readonly venue: string
  readonly organizer: string
  readonly category: string
  readonly tag: string
}

/** Everything that the old site has. */
export interface OldContents {
  posts: OldPost[]
  terms: OldTerm[]
  files: OldFile[]
  users: OldUser[]
  words: OldWords
  /** Whether it has the newer interface. */
  hasTec?: boolean
}

/** An event on a day of May 2031, from 20:00 to 22:00. */
export function oldEvent(id: number, more: Partial<OldPost> = {}, wire: Wire = {}): OldPost {
  const { url: _url, website: _website, ...usual } = wireEvent(id)
  const day = String(1 + (id % 28)).padStart(2, '0')
  const times = {
    start_date: `2031-05-${day} 20:00:00`,
    end_date: `2031-05-${day} 22:00:00`,
    utc_start_date: `2031-05-${day} 18:00:00`,
    utc_end_date: `2031-05-${day} 20:00:00`,
    timezone: 'Europe/Berlin',
    timezone_abbr: 'CEST',
  }
  return {
    id,
    type: 'tribe_events',
    status: 'publish',
    ...more,
    wire: { ...usual, ...times, featured: false, ...wire },
  }
}

/** A venue. */
export function oldVenue(id: number, more: Partial<OldPost> = {}, wire: Wire = {}): OldPost {
  const { url: _url, ...usual } = wireVenue(id)
  return { id, type: 'tribe_venue', status: 'publish', ...more, wire: { ...usual, ...wire } }
}

/** An organizer. */
export function oldOrganizer(id: number, more: Partial<OldPost> = {}, wire: Wire = {}): OldPost {
  const { url: _url, venue: _venue, city: _city, ...usual } = wireVenue(id)
  const { show_map: _map, show_map_link: _link, ...bare } = usual
  return {
    id,
    type: 'tribe_organizer',
    status: 'publish',
    ...more,
    wire: { ...bare, organizer: `Organizer ${id}`, slug: `organizer-${id}`, ...wire },
  }
}

/** A category or tag. */
export function oldTerm(id: number, taxonomy: OldTerm['taxonomy'], name: string, parent = 0): OldTerm {
  const slug = name.toLowerCase().replaceAll(/\W+/g, '-')
  return { id, taxonomy, wire: { name, slug, description: '', parent } }
}
