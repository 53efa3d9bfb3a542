import type { Found, Listed } from './events.facets.matching.ts'
import { type Counts, countMost, type Targets } from './events.facets.most.ts'
import { usualFacetLimit } from './events.facets.params.ts'

/**
 * How many of the events are linked to each target, by id. Targets with few events may be missing where leaving them out is
 * quicker. Events that were found one by one are counted by the given function.
 */
export async function tally(
  { context, params, starts, found }: Listed,
  targets: Targets,
  countFound: (found: Found) => Promise<Counts>,
): Promise<Counts> {
  const others: Counts = found ? await countFound(found) : new Map()
  return starts ? countMost(context, { starts, targets, limit: limitOf(params), others }) : others
}

/**
 * Asks about the targets with the most events; about these alone where that is enough for the answer, as there are far more
 * targets than are answered.
 */
export async function askAboutMost<Answer>(
  { params }: Pick<Listed, 'params'>,
  counts: Counts,
  ask: (some: Counts, limit: number) => Promise<Answer[]>,
): Promise<Answer[]> {
  const limit = limitOf(params)
  const upwards = Float64Array.from(counts.values()).toSorted()
  for (let size = 2 * limit; ; size *= 8) {
    // All targets with the same number belong to it, since the order among them is not decided here.
    const least = upwards.at(-size) ?? 0
    const answers = await ask(new Map([...counts].filter(([, number]) => number >= least)), limit)
    if (answers.length >= limit || size >= counts.size) return answers
  }
}

function limitOf({ facet_limit }: Listed['params']): number {
  return facet_limit ?? usualFacetLimit
}
