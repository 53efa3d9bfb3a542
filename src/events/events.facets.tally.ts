import type { Found, Listed } from './events.facets.matching.ts'
import { type Counts, countMost, type Targets } from './events.facets.most.ts'
import { usualFacetLimit } from './events.facets.params.ts'

/**
 * How many of the events are linked to each target, by id; of those with the fewest only where this is as quick. Events that
 * were found one by one are counted by what is given for it.
 */
export async function tally(
  { context, params, starts, found }: Listed,
  targets: Targets,
  countFound: (found: Found) => Promise<Counts>,
): Promise<Counts> {
  if (starts) return countMost(context, { starts, targets, limit: params.facet_limit ?? usualFacetLimit })
  return found ? countFound(found) : new Map()
}
