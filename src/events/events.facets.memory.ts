import { todayIn } from '../calendar/day.ts'
import { Memory } from '../db/memory.ts'
import type { Context } from '../posts/context.ts'
import type { EventFacetsParams } from './events.facets.params.ts'
import { countFacets, type Facets } from './events.facets.query.ts'
import { keyOf, type ListReader } from './events.filters.ts'

/** Answers remembered, of some ten kilobytes each. */
const limit = 200

/**
 * Counts facets and remembers the counts until anything changes: they take longer than a list, since every event of it is
 * looked at, and many requests ask for the same ones.
 */
export function createFacetMemory(
  context: Context,
): (params: EventFacetsParams, reader: ListReader) => Promise<Facets> {
  const memory = new Memory<Facets>(context.db, limit)
  return async (params, reader) => {
    // Which days are counted also depends on what day it is.
    const today = todayIn(context.siteZone, reader.now).toString()
    const key = `${today} ${keyOf(context, params, reader)}`
    return memory.find(key, () => countFacets(context, params, reader))
  }
}
