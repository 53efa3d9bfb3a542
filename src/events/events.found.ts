import type { Places } from '../db/eventSearch.ts'
import type { RowSet } from '../db/rowSet.ts'
import type { Shown } from '../db/spans.ts'
import { eventWords } from '../text/search.ts'
import { findPlaced, linkedTo } from './events.filters.ts'
import { isLookedFor, seesOf, showsAllPublished } from './events.shown.ts'
import type { Asked } from './events.source.ts'
import { limitsOf, windowOf } from './events.window.ts'

/** The events of a list that are looked for; undefined where none are, or where SQL is to look for them. */
export async function findFound(asked: Asked): Promise<RowSet | undefined> {
  const { context, params } = asked
  const shown = isLookedFor(params) ? shownOf(asked) : undefined
  if (!shown) return undefined
  const { search, featured, ticketed } = params
  const wanted = {
    words: search === undefined ? undefined : eventWords(search),
    linked: await linkedTo(context, params),
    places: await placesOf(asked),
    flags: { featured, ticketed },
  }
  return context.db.findListed(wanted, shown)
}

async function placesOf({ context, params: { geoloc }, reader, nearby }: Asked): Promise<Places[]> {
  const around = nearby ? [{ venues: nearby.ids, isAt: true }] : []
  if (geoloc === undefined) return around
  return [...around, { venues: await findPlaced(context, reader.caller), isAt: geoloc }]
}

/** What a list shows, if that can be told without the database. */
export function shownOf(asked: Asked): Shown | undefined {
  const { context, params, reader } = asked
  // A password that was sent opens protected events to a search.
  if (!showsAllPublished(asked) || reader.digest !== undefined) return undefined
  return { within: limitsOf(windowOf(params, context, reader.now)), ...seesOf(asked) }
}
