import type { Place } from '../geo/sphere.ts'
import type { Snapshot } from './snapshot.ts'
import { type Sight, statesSeen } from './states.ts'

/** The venues with coordinates that the reader sees, by id. */
export function visiblePlaces(
  { places }: Pick<Snapshot, 'places'>,
  sight: Sight,
): ReadonlyMap<number, Place> {
  const [seen, seenAsOwn] = [statesSeen(sight, false), statesSeen(sight, true)]
  const visible = new Map<number, Place>()
  for (const [id, place] of places)
    if (seen[place.state] === 1 || (seenAsOwn[place.state] === 1 && place.author === sight.reader))
      visible.set(id, place)
  return visible
}
