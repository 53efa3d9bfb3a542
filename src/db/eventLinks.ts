/** What is beside an event: what it is linked to, and its tickets but for those in the trash. */
export const linkKinds = ['venue', 'organizer', 'term', 'ticket'] as const
export type LinkKind = (typeof linkKinds)[number]

/** All links of an event, one after the other. The database itself keeps it in step: nobody writes here. */
export interface EventLinksTable {
  readonly event_id: number
  /** Where in {@link linkKinds} it is. */
  readonly kind: number
  /** Where among those of its kind: what an event has of it is in the order in which it was given, but for terms. */
  readonly position: number
  readonly id: number
}

/** Where links of a kind come from. */
export interface LinkSource {
  readonly table: string
  readonly id: string
  readonly position: string
  /** Which rows are links, where not all are; of a row of that name, in SQL. */
  readonly isLink?: (row: string) => string
}

export const linkSources = {
  venue: { table: 'event_venues', id: 'venue_id', position: 'position' },
  organizer: { table: 'event_organizers', id: 'organizer_id', position: 'position' },
  term: { table: 'event_terms', id: 'term_id', position: '0' },
  ticket: { table: 'tickets', id: 'id', position: 'position', isLink: (row) => `${row}.status = 'publish'` },
} as const satisfies Record<LinkKind, LinkSource>

/** Every link there is, in no order: the columns of {@link EventLinksTable}. */
export const allEventLinks: string = linkKinds
  .map((kind, number) => {
    const { table, id, position, isLink }: LinkSource = linkSources[kind]
    return `select event_id, ${number} as kind, ${position} as position, ${id} as id
      from ${table}${isLink ? ` where ${isLink(table)}` : ''}`
  })
  .join(' union all ')
