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
