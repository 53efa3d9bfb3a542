import { anonymous } from '../../http/auth/rights.ts'
import type { Context } from '../../http/context.ts'
import type { Site } from '../../http/site.ts'
import { withLinks } from '../../records/events/events.linked.ts'
import type { EventForGuests } from '../../records/registration/guests.parts.ts'
import { noteOf } from '../../records/registration/registration.row.ts'
import type { EventRow } from '../../records/rows/event.row.ts'
import type { FeedEvent } from './feed.ts'
import { feedEvent } from './feed.event.ts'
import { whereText } from './feed.text.ts'
import { icalOf, messageOf } from './ical.ts'

/**
 * An event as who comes to it has it in their calendar: with the UID and the SEQUENCE of the public feed, so that both are one there, and with
 * what those who come are told beside that.
 */
export async function eventForGuests(
  context: Context,
  event: EventRow,
  {
    site,
    sender,
  }: { readonly site: Site; readonly sender: { readonly name: string; readonly email: string } },
): Promise<EventForGuests> {
  const [whole] = await withLinks(await context.rows.get(), [event], anonymous)
  if (!whole) throw new Error(`Event ${event.id} cannot be read.`)
  const { online_url } = event
  const shown = feedEvent({ ...whole, event: { ...whole.event, online_url } }, site, context)
  const own = (url: string, isIn = true): FeedEvent => ({
    ...(isIn ? { ...shown, publicOnlineUrl: online_url } : feedEvent(whole, site, context)),
    description: [noteOf(event), shown.description, url].filter((part) => part !== '').join('\n\n'),
  })
  return {
    place: whereText(shown),
    file: (url, isIn) => icalOf(own(url, isIn)),
    message: ({ method, isForOne, attendee, url, at }) => ({
      method,
      text: messageOf(own(url), { method, isForOne, attendee, organizer: sender, at }),
    }),
  }
}
