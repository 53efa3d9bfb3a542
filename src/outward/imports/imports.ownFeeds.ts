/** What feeds of ours hold nothing of, by kind of record, as the API calls it: they are for other programs, and no copy. */
const missing = {
  event: [
    'excerpt',
    'show_map',
    'show_map_link',
    'sticky',
    'previous_start_dates',
    'online_url_shown',
    'uid',
    'post_parent',
  ],
  venue: [
    'description',
    'slug',
    'province',
    'state',
    'phone',
    'website',
    'step_free',
    'accessible_toilet',
    'hearing_loop',
  ],
  organizer: ['description', 'phone', 'website'],
  category: ['description', 'slug', 'color'],
  tag: ['description'],
  image: ['title', 'alt_text', 'caption', 'credit', 'focus', 'decorative'],
} as const

/** What a calendar in iCalendar lacks beside. */
const missingInCalendar = {
  event: ['website', 'featured', 'cost', 'event_status', 'event_status_reason'],
  tag: ['name', 'slug'],
} as const

/** The sentence that tells what a feed of another Kalends, read as a file, did not bring, and what would. */
export function toldOfOwnFeed(format: 'calendar' | 'table'): string {
  const more: Partial<Record<string, readonly string[]>> = format === 'calendar' ? missingInCalendar : {}
  const lists = Object.entries(missing).map(
    ([kind, fields]) => `${kind} ${[...fields, ...(more[kind] ?? [])].join(', ')}`,
  )
  return (
    `A ${format} that Kalends has written holds no tickets and no rules of series, and does not hold: ${lists.join('; ')}. ` +
    'The address of that calendar, or its export, brings all of it.'
  )
}
