import type { Context } from '../../http/context.ts'
import { canonicalFilter, filterFault, namesIn } from '../events/events.filter.text.ts'
import { longestFilter } from './letters.limits.ts'

/** Parameters that say when: each letter has its own days. */
const ofDates: ReadonlySet<string> = new Set([
  'start_date',
  'end_date',
  'starts_before',
  'starts_after',
  'ends_before',
  'ends_after',
  'strict_dates',
  'include',
])

/** Parameters that choose a page of a list, its order, or how it is shown: a letter has all of it. */
const ofPages: ReadonlySet<string> = new Set([
  'page',
  'per_page',
  'orderby',
  'order',
  'collapse',
  'context',
  'language',
  // They change nothing for those who do not write events.
  'author',
  'imported',
])

/** What is wrong with the filter of a digest, as the end of the sentence “filter …”; undefined: nothing. */
export async function digestFilterFault(
  context: Context,
  filter: string,
  now: Temporal.Instant,
): Promise<string | undefined> {
  // What is empty, as forms send it, says nothing.
  const canonical = canonicalFilter(filter)
  if (Math.max(filter.length, canonical.length) > longestFilter)
    return `must have at most ${longestFilter} characters`
  const names = namesIn(canonical)
  if (names.some((name) => ofDates.has(name))) return 'must have no dates: each letter has its own'
  const ofPage = names.find((name) => ofPages.has(name))
  if (ofPage !== undefined)
    return `must be without ${ofPage}: a letter has all events of its days, in their order`
  return filterFault(context, canonical, now)
}
