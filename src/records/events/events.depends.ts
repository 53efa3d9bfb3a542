import type { Filters } from '../../storage/index/filters.ts'
import type { Dependence } from '../../storage/index/steps.ts'
import type { EventWithLinks } from './events.row.ts'

/** What of events and terms the records of these are made of: each category and tag in them says how many events it has. */
export function shownOf(events: readonly EventWithLinks[]): Required<Pick<Dependence, 'shown' | 'terms'>> {
  return {
    shown: events.map(({ event }) => event.id),
    terms: events.flatMap(({ categories, tags }) => [...categories, ...tags].map(({ id }) => id)),
  }
}

/**
 * By what else events would have to be chosen to be among those of a list. Undefined where that cannot be said beforehand: which events
 * have a word, when one registers for which, and what is near a place that somebody typed, was found apart from the filters.
 */
export function choiceOf(filters: Filters): Filters | undefined {
  const { words, mentions, nearby, registration } = filters
  return words || mentions || nearby || registration ? undefined : filters
}
