import { anonymous } from '../../http/auth/rights.ts'
import type { Site } from '../../http/site.ts'
import { writtenOnce } from '../../http/json.ts'
import { onceFor } from '../../pure/calendar/cache.ts'
import type { Rows } from '../../storage/db/rows.ts'
import type { ReadByIds } from '../../storage/db/statements.ts'
import { shownOf } from './events.depends.ts'
import { linksOfEvents, withThese } from './events.linked.ts'
import { findEventRows } from '../rows/event.query.ts'
import type { EventWithLinks } from './events.row.ts'

/** An event as anybody sees it, which is remembered as long as nothing of what it is made of is touched. */
interface KnownEvent {
  readonly id: number
  readonly madeOf: readonly number[]
  readonly bytes: number
  readonly whole: EventWithLinks
  /** Whether it is kept, as {@link Rows} says: what is not is shown once. */
  isKept?: boolean
}

/** What an event takes in bytes with its record and the text of that, and how often its own texts are there in them. */
const [eventSize, times] = [16_000, 8]

const readKnown = onceFor((rows: Rows): ReadByIds<KnownEvent> => async (db, ids) => {
  const [events, links] = await Promise.all([findEventRows(db, ids), linksOfEvents(db, ids)])
  return (await withThese(rows, { events, links }, anonymous)).map((whole) => {
    const { id, description, excerpt } = whole.event
    const bytes = eventSize + times * (description.length + excerpt.length)
    const known: KnownEvent = {
      id,
      madeOf: shownOf([whole]).terms,
      bytes,
      whole: Object.assign(whole, { isKept: () => known.isKept === true }),
    }
    return known
  })
})

/**
 * The events with these ids, as far as they exist and in their order, with what anybody is shown within them. A page of a list that is made
 * anew after a write mostly has events that were there before.
 */
export async function knownEvents(rows: Rows, ids: readonly number[]): Promise<EventWithLinks[]> {
  const found = await rows.find(readKnown(rows), ids)
  return ids.flatMap((id) => found.get(id)?.whole ?? [])
}

/** A view that remembers the record of an event for each site, as long as the event is kept. Neither is ever changed. */
export function knownView<How, Made extends object>(
  view: (whole: EventWithLinks, site: Site, how: How) => Made,
): (whole: EventWithLinks, site: Site, how: How) => Made {
  const made = new WeakMap<Site, (whole: EventWithLinks, how: How) => Made>()
  return (whole, site, how) => {
    // What is remembered of what nobody shows again took an eighth of each list that nobody has asked for before.
    if (!whole.isKept?.()) return view(whole, site, how)
    const ofSite =
      made.get(site) ?? onceFor((one: EventWithLinks, by: How) => writtenOnce(view(one, site, by)))
    made.set(site, ofSite)
    return ofSite(whole, how)
  }
}
