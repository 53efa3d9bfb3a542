import type { RowSet } from '../db/rowSet.ts'
import { eventWords } from '../text/search.ts'
import { showsPublished } from './events.filters.ts'
import type { Asked } from './events.source.ts'
import { limitsOf, windowOf } from './events.window.ts'

/** The events within the window that the search finds; undefined without a search, or where SQL is to do the search. */
export async function findFound({ context, params, reader }: Asked): Promise<RowSet | undefined> {
  const { search } = params
  // A password that was sent opens protected events to the search.
  const isAnybodys = showsPublished(params, reader) && reader.digest === undefined
  if (search === undefined || !isAnybodys) return undefined
  return context.db.findListed(eventWords(search), limitsOf(windowOf(params, context, reader.now)))
}
