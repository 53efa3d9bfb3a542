import type { RowSet } from '../db/rowSet.ts'
import { eventWords } from '../text/search.ts'
import { showsPublished } from './events.filters.ts'
import type { Asked } from './events.source.ts'
import { limitsOf, windowOf } from './events.window.ts'

/** The events within the window that the search finds; undefined where none is asked for, or the database is to find them. */
export async function findFound({ context, params, reader }: Asked): Promise<RowSet | undefined> {
  const { search } = params
  // Who knows a password finds what is in events that it opens.
  const isAnybodys = showsPublished(params, reader) && reader.digest === undefined
  if (search === undefined || !isAnybodys) return undefined
  return context.db.findListed(eventWords(search), limitsOf(windowOf(params, context, reader.now)))
}
