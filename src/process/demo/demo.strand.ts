/** What kinds of places there are. */
export const venueKinds = [
  'concert hall',
  'theatre',
  'club',
  'pub',
  'church',
  'museum',
  'gallery',
  'cinema',
  'library',
  'college',
  'workshop',
  'community centre',
  'park',
  'square',
  'sports ground',
  'market',
  'cafe',
] as const
export type VenueKind = (typeof venueKinds)[number]

/** The kinds of pictures, each drawn in a way of its own (`demo.pictures.ts`). */
export const looks = [
  'waves',
  'spotlight',
  'strings',
  'arches',
  'shapes',
  'pages',
  'hills',
  'bunting',
  'plates',
  'reel',
  'tracks',
  'harbour',
] as const
export type Look = (typeof looks)[number]

/** A kind of event that happens in a city again and again. `{words}` in its texts are filled in from `demo.words.ts`. */
export interface Strand {
  /** The category, from the top down. */
  readonly category: readonly string[]
  readonly look: Look
  readonly places: readonly VenueKind[]
  readonly organizers: readonly string[]
  readonly titles: readonly string[]
  /** One sentence of each group makes the description; the first is the excerpt. */
  readonly about: readonly (readonly string[])[]
  /** When it may begin, as `HH:MM`; none: all day. */
  readonly starts: readonly string[]
  /** How long it takes: in minutes, or in days when it lasts all day. */
  readonly lasts: readonly number[]
  readonly costs: readonly (readonly string[])[]
  readonly tags: readonly string[]
  /** How frequent it is, compared with the others. */
  readonly weight: number
  /** From 1 for Monday to 7 for Sunday; by default any. */
  readonly weekdays?: readonly number[]
  /** From 1 to 12; by default all year. */
  readonly months?: readonly number[]
  /** On how many evenings in a row; by default one. */
  readonly run?: readonly number[]
}

/** Something that happens every week, or every few. */
export interface Series extends Pick<Strand, 'category' | 'look' | 'about' | 'costs' | 'tags' | 'months'> {
  readonly title: string
  readonly venue: string
  readonly organizer: string
  readonly weekday: number
  readonly start: string
  /** In minutes. */
  readonly lasts: number
  /** Every so many weeks. */
  readonly every: number
}

/** Something for several days, once a year. */
export interface Festival extends Pick<Strand, 'category' | 'look' | 'about' | 'costs' | 'tags'> {
  readonly title: string
  readonly venues: readonly string[]
  readonly organizer: string
  /** It begins on the first such weekday on or after the day of the month. */
  readonly month: number
  readonly day: number
  readonly weekday: number
  readonly days: number
  /** Kept at the top of the calendar. */
  readonly isSticky?: boolean
}
