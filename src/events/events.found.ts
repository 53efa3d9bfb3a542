import type { RowSet } from '../db/rowSet.ts'
import type { Shown } from '../db/spans.ts'
import { eventWords } from '../text/search.ts'
import { othersShown, seesOf, showsAllPublished } from './events.shown.ts'
import type { Asked } from './events.source.ts'
import { limitsOf, windowOf } from './events.window.ts'

/** The events within the window that the search finds; undefined without a search, or where SQL is to do the search. */
export async function findFound(asked: Asked): Promise<RowSet | undefined> {
  const { search } = asked.params
  const shown = search === undefined ? undefined : shownOf(asked)
  return search !== undefined && shown
    ? asked.context.db.findListed({ words: eventWords(search) }, shown)
    : undefined
}

/** What a list shows, if that can be told without the database. */
export function shownOf(asked: Asked): Shown | undefined {
  const { context, params, reader } = asked
  // A password that was sent opens protected events to a search.
  const isKnown = showsAllPublished(asked) && !othersShown(asked).includes('trash')
  if (!isKnown || reader.digest !== undefined) return undefined
  return { within: limitsOf(windowOf(params, context, reader.now)), sees: seesOf(asked) }
}
