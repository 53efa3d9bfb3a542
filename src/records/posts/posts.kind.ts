/** The tables that hold posts. */
export type PostTable = 'events' | 'venues' | 'organizers'

/** What distinguishes one kind of post where the same code handles all kinds. */
export interface PostKind {
  readonly table: PostTable
  /** The singular: in `items.kind`, in public addresses and in the codes of refusals. */
  readonly name: 'event' | 'venue' | 'organizer'
  /** The type in the address of a post that is not public: `?post_type=…&p=…`. */
  readonly postType: string
  /** Wire: a venue or organizer has a slug from the start, an event from when it leaves draft and pending. */
  readonly draftsHaveSlugs: boolean
  /** Wire: a venue or organizer shows UTC dates that were sent even as a draft, an event does not. */
  readonly draftsShowGivenDates: boolean
}

/** The kinds of posts, by table. */
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
