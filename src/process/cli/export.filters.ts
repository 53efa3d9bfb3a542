import type { ListEvents } from '../../records/events/events.params.ts'
import type { Option } from './command.ts'

/** The formats of an export, by their names on the command line. */
export const exportFormats = ['json', 'ics', 'csv'] as const

/** Filters of lists of events, by the options of the command that are called as they are. */
export const filterOptions = {
  'start-date': { value: 'DATE', says: 'Only events that start on or after this day.' },
  'end-date': { value: 'DATE', says: 'Only events that end on or before this day.' },
  'starts-before': { value: 'DATE', says: 'Only events that start before the end of this day.' },
  'starts-after': { value: 'DATE', says: 'Only events that start after this day.' },
  'ends-before': { value: 'DATE', says: 'Only events that end before the end of this day.' },
  'ends-after': { value: 'DATE', says: 'Only events that end after this day.' },
  search: { value: 'TEXT', says: 'Only events in which every word occurs.' },
  categories: { value: 'LIST', says: 'Only events in any of these categories, by ID, slug or name.' },
  tags: { value: 'LIST', says: 'Only events with any of these tags, by ID, slug or name.' },
  venue: { value: 'IDS', says: 'Only events at any of these venues.' },
  organizer: { value: 'IDS', says: 'Only events of any of these organizers.' },
  featured: { value: 'true|false', says: 'Only featured events, or only the others.' },
  ticketed: { value: 'true|false', says: 'Only events with tickets, or only those without.' },
  free: { value: 'true|false', says: 'Only events that cost nothing, or only the others.' },
  status: { value: 'LIST', says: 'Only events with any of these statuses; all but the trash if not given.' },
  include: { value: 'IDS', says: 'Only these events.' },
} as const satisfies Readonly<Record<string, Option>>

type OptionName = keyof typeof filterOptions

/** The parameters of lists that the options are. */
const parameters = {
  'start-date': 'start_date',
  'end-date': 'end_date',
  'starts-before': 'starts_before',
  'starts-after': 'starts_after',
  'ends-before': 'ends_before',
  'ends-after': 'ends_after',
  search: 'search',
  categories: 'categories',
  tags: 'tags',
  venue: 'venue',
  organizer: 'organizer',
  featured: 'featured',
  ticketed: 'ticketed',
  free: 'free',
  status: 'status',
  include: 'include',
} as const satisfies Readonly<Record<OptionName, keyof ListEvents>>

/** The filters that a command line gives, by the names of their parameters. */
export type Filters = Readonly<Partial<Record<(typeof parameters)[OptionName], string>>>

/** The filters among the options of a command. */
export function filtersIn(given: Readonly<Record<string, string | boolean | undefined>>): Filters {
  return Object.fromEntries(
    Object.entries(parameters).flatMap(([option, name]) =>
      typeof given[option] === 'string' ? [[name, given[option]]] : [],
    ),
  )
}
