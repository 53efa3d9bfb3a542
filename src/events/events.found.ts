import type { RowSet } from '../db/rowSet.ts'
import type { Shown } from '../db/spans.ts'
import { eventWords } from '../text/search.ts'
import { linkedTo } from './events.filters.ts'
import type { ListEvents } from './events.params.ts'
import { hasSeveralLinks, othersShown, seesOf, showsAllPublished } from './events.shown.ts'
import type { Asked } from './events.source.ts'
import { limitsOf, windowOf } from './events.window.ts'

/** Whether the events of a list are looked for before it is read. */
export function isLookedFor(params: Partial<ListEvents>): boolean {
  return params.search !== undefined || hasSeveralLinks(params)
}

/**
 * The events within the window that a search finds, of those with the links that are wanted if they are several; undefined
 * with neither, or where SQL is to look for them.
 */
export async function findFound(asked: Asked): Promise<RowSet | undefined> {
  const { context, params } = asked
  const shown = isLookedFor(params) ? shownOf(asked) : undefined
  if (!shown) return undefined
  const linked = hasSeveralLinks(params) ? await linkedTo(context, params) : []
  const words = params.search === undefined ? {} : { words: eventWords(params.search) }
  return context.db.findListed({ ...words, linked }, shown)
}

/** What a list shows, if that can be told without the database. */
export function shownOf(asked: Asked): Shown | undefined {
  const { context, params, reader } = asked
  // A password that was sent opens protected events to a search.
  const isKnown = showsAllPublished(asked) && !othersShown(asked).includes('trash')
  if (!isKnown || reader.digest !== undefined) return undefined
  return { within: limitsOf(windowOf(params, context, reader.now)), sees: seesOf(asked) }
}
