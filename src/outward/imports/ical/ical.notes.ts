import { type Calendar, textIn } from './ical.components.ts'
import { toldOfOwnFeed } from '../imports.ownFeeds.ts'
import type { IcalEvent, Reading } from './ical.event.ts'

/** Properties of events that cannot be stored here; the report counts the events that have them. */
const homeless = ['attendee', 'contact', 'comment', 'resources', 'related-to']

/** What of a calendar is not imported, or read otherwise, in sentences. */
export function notesOn(
  { properties, components }: Calendar,
  events: readonly IcalEvent[],
  { ownZone, zones, isOwn }: Reading,
): string[] {
  const others = components.filter(({ name }) => name !== 'VEVENT' && name !== 'VTIMEZONE')
  const kinds = Map.groupBy(others, ({ name }) => name)
  const zone = textIn(properties, 'x-wr-timezone')
  const isUnknown = zone !== '' && ownZone === undefined && zones.find(zone) === undefined
  return [
    ...(isOwn ? [toldOfOwnFeed('calendar')] : []),
    ...(isUnknown ? [`X-WR-TIMEZONE: nobody knows the zone “${zone}”; that of the site stands for it.`] : []),
    ...[...kinds].map(([name, each]) => `${each.length} × ${name} left out: only events are imported.`),
    ...homeless.flatMap((name) => {
      const count = events.filter(({ properties: own }) => own.has(name)).length
      return count === 0
        ? []
        : [`${name.toUpperCase()} of ${count} events has no place here and was left out.`]
    }),
  ]
}
