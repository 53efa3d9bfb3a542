/** The kinds of links of an event: its tickets count as links too, except for those in the trash. */
export const linkKinds = ['venue', 'organizer', 'term', 'ticket'] as const
export type LinkKind = (typeof linkKinds)[number]

/** All links of an event, of all kinds: a view. */
export interface EventLinksView {
  readonly event_id: number
  /** The index in {@link linkKinds}. */
  readonly kind: number
  /** The position among the links of its kind: they keep the order in which they were given, except for terms. */
  readonly position: number
  readonly id: number
}

/** Where links of a kind come from. */
const sources: Readonly<Record<LinkKind, string>> = {
  venue: 'position as position, venue_id as id from event_venues',
  organizer: 'position as position, organizer_id as id from event_organizers',
  term: '0 as position, term_id as id from event_terms',
  ticket: `position as position, id as id from tickets where status = 'publish'`,
}

/** The statement that makes the view. */
export const eventLinksView = `create view event_links as ${linkKinds
  .map((kind, number) => `select event_id, ${number} as kind, ${sources[kind]}`)
  .join(' union all ')}`
