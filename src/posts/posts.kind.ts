/** The tables that hold posts. */
export type PostTable = 'events' | 'venues' | 'organizers'

/** What sets one kind of post apart wherever all kinds are treated alike. */
export interface PostKind {
  readonly table: PostTable
  /** The singular: in `items.kind`, in public addresses and in the codes of refusals. */
  readonly name: 'event' | 'venue' | 'organizer'
  /** The type in the address of what is not public: `?post_type=…&p=…`. */
  readonly postType: string
  /** Wire: a venue or organizer has a slug from the start, an event from when it leaves draft and pending. */
  readonly draftsHaveSlugs: boolean
  /** Wire: a venue or organizer shows the UTC dates it was given also as a draft, an event does not. */
  readonly draftsShowGivenDates: boolean
}

/** What sets the kinds of posts apart. */
export const kinds = {
  event: {
    table: 'events',
    name: 'event',
    postType: 'tribe_events',
    draftsHaveSlugs: false,
    draftsShowGivenDates: false,
  },
  venue: {
    table: 'venues',
    name: 'venue',
    postType: 'tribe_venue',
    draftsHaveSlugs: true,
    draftsShowGivenDates: true,
  },
  organizer: {
    table: 'organizers',
    name: 'organizer',
    postType: 'tribe_organizer',
    draftsHaveSlugs: true,
    draftsShowGivenDates: true,
  },
} as const satisfies Record<string, PostKind>
