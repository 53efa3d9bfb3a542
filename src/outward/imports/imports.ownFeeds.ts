import { happeningFields } from '../../fields/happening.ts'
import { isNot, type Kind, type NameOf, namesWhere } from '../../fields/declare.ts'
import { eventFields } from '../../fields/events.fields.ts'
import type { Field } from '../../fields/field.ts'
import { organizerFields } from '../../fields/organizers.fields.ts'
import { categoryFields, tagFields } from '../../fields/terms.fields.ts'
import { venueFields } from '../../fields/venues.fields.ts'

/** The fields of a kind that another Kalends tells, but for those that a feed holds, and for what every new record has. */
function lacking<Of extends Kind>(
  kind: Of,
  isHeld: (field: Field, name: NameOf<Of>) => boolean | undefined,
): readonly string[] {
  return namesWhere(
    kind,
    (field, name) => !isNot(field.site) && !isHeld(field, name) && !['status', 'date_utc'].includes(name),
  )
}

/** What feeds of ours hold nothing of, by kind of record, as the API calls it: they are for other programs, and no copy. */
const missing = {
  event: [...lacking(eventFields, ({ csv }, name) => !isNot(csv) || name === 'series'), 'uid'],
  // All of the address is one text, which does not tell a state from a province.
  venue: [...lacking(venueFields, ({ place }) => place), 'province', 'state'],
  organizer: lacking(organizerFields, (_, name) => name === 'organizer' || name === 'email'),
  category: lacking(categoryFields, (_, name) => name === 'name'),
  tag: lacking(tagFields, (_, name) => name === 'name'),
  image: ['title', 'alt_text', 'caption', 'credit', 'focus', 'decorative'],
} as const

/** What a calendar in iCalendar says in part, or in words of its own. */
const inPart = ['website', 'featured', 'cost', ...happeningFields]

/** What a calendar in iCalendar lacks beside. */
const missingInCalendar = {
  event: [...new Set([...inPart, ...lacking(eventFields, ({ csv, ical }) => isNot(csv) || !isNot(ical))])],
  tag: ['name'],
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
