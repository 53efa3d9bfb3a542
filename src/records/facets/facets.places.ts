import { type AskedList, filtersOf, type ListReader } from '../events/events.filters.ts'
import { visiblePlaces } from '../../storage/index/codes.ts'
import { countByLink } from '../../storage/index/facets.ts'
import type { Context } from '../../http/context.ts'
import { sightOf } from '../posts/posts.visibility.ts'

/** At how many venues with coordinates that the reader sees the events of a list are. */
export async function countPlaces(
  context: Context,
  params: AskedList['params'],
  reader: ListReader,
): Promise<number> {
  return context.index.ask(async (snapshot) => {
    const { filters } = await filtersOf({ context, snapshot, params, reader })
    const counts = await countByLink(await context.index.find(snapshot, filters), 'venues')
    const places = visiblePlaces(snapshot.places, sightOf(reader.caller))
    return [...counts.keys()].filter((id) => places.has(id)).length
  })
}
