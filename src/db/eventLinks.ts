/** The kinds of links of an event: its tickets count as links too, except for those in the trash. */
export const linkKinds = ['venue', 'organizer', 'term', 'ticket'] as const
export type LinkKind = (typeof linkKinds)[number]

/** All links of an event, of all kinds. Kept up to date by triggers, or a view: the program never writes here. */
export interface EventLinksTable {
  readonly event_id: number
  /** The index in {@link linkKinds}. */
  readonly kind: number
  /** The position among the links of its kind: they keep the order in which they were given, except for terms. */
  readonly position: number
  readonly id: number
}

/** Where links of a kind come from. */
export interface LinkSource {
  readonly table: string
  readonly id: string
  readonly position: string
  /** The condition, in SQL, that a row of that name is a link; without it all are. */
  readonly isLink?: (row: string) => string
}

export const linkSources = {
  venue: { table: 'event_venues', id: 'venue_id', position: 'position' },
  organizer: { table: 'event_organizers', id: 'organizer_id', position: 'position' },
  term: { table: 'event_terms', id: 'term_id', position: '0' },
  ticket: { table: 'tickets', id: 'id', position: 'position', isLink: (row) => `${row}.status = 'publish'` },
} as const satisfies Record<LinkKind, LinkSource>

/** A query for all links, in no order: the columns of {@link EventLinksTable}. */
export const allEventLinks: string = linkKinds
  .map((kind, number) => {
    const { table, id, position, isLink }: LinkSource = linkSources[kind]
    return `select event_id, ${number} as kind, ${position} as position, ${id} as id
      from ${table}${isLink ? ` where ${isLink(table)}` : ''}`
  })
  .join(' union all ')
