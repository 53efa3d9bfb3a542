import type { Asked } from '../api.ts'
import { states, type State } from '../common/statuses.ts'
import { ownIn, ownQuery } from '../own/query.ts'
import { happenings } from '../common/statuses.ts'

/** What has an id, and of which several can be looked for at once. */
export const narrowKinds = ['category', 'venue', 'organizer', 'tag'] as const
export type NarrowKind = (typeof narrowKinds)[number]

/** Where events that are looked for come from. */
export const comings = ['imported', 'own'] as const
export type Coming = (typeof comings)[number]

/** What events are looked for by, in the list and in the month. Lists of IDs have commas between them; nothing is looked for by an empty text. */
export type Narrowed = Readonly<Record<NarrowKind | 'search' | 'author' | 'own', string>> & {
  readonly state: State | ''
  readonly from: Coming | ''
}

/** What is chosen from, and what becomes of it. */
export interface Narrowing {
  readonly narrowed: Narrowed
  /** How the service is asked for all that is shown: what can be chosen is counted within it. */
  readonly within: NonNullable<Asked['query']>
  readonly onChange: (change: Partial<Narrowed>) => void
}

/** Nothing is looked for: all events are shown. */
export const everything: Narrowed = {
  search: '',
  category: '',
  venue: '',
  organizer: '',
  tag: '',
  author: '',
  state: '',
  from: '',
  own: '',
}

/** What an address says; what it cannot mean counts as missing. */
export function narrowedIn(query: URLSearchParams): Narrowed {
  const ids = (name: string) =>
    /^\d{1,15}(?:,\d{1,15}){0,49}$/.test(query.get(name) ?? '') ? (query.get(name) ?? '') : ''
  return {
    search: query.get('search') ?? '',
    category: ids('category'),
    venue: ids('venue'),
    organizer: ids('organizer'),
    tag: ids('tag'),
    author: ids('author'),
    state: states.find((state) => state === query.get('state')) ?? '',
    from: comings.find((from) => from === query.get('from')) ?? '',
    own: ownIn(query),
  }
}

/** What is looked for, and nothing else that is known of it. */
export function onlyNarrowed(of: Narrowed): Narrowed {
  const { search, category, venue, organizer, tag, author, state, from, own } = of
  return { search, category, venue, organizer, tag, author, state, from, own }
}

/** The same as an address says it. */
export function narrowedQuery(of: Narrowed): Readonly<Record<string, string>> {
  const { own, ...others } = onlyNarrowed(of)
  return { ...others, ...ownQuery(own) }
}

/** Whether anything is looked for. */
export function isNarrowed(narrowed: Narrowed): boolean {
  return Object.values(onlyNarrowed(narrowed)).some((value) => value !== '')
}

/** The IDs of a list with commas. */
export function idsOf(list: string): readonly number[] {
  return list === '' ? [] : list.split(',').map(Number)
}

/** How the service is asked for it, among events of the statuses. */
export function filtersOf(
  { search, category, venue, organizer, tag, author, state, from, own }: Narrowed,
  status: string | readonly string[],
): NonNullable<Asked['query']> {
  const happening = happenings.find((one) => one === state)
  const isStatus = state !== '' && happening === undefined && typeof status !== 'string'
  return {
    status: isStatus ? state : status,
    ...(happening === undefined ? {} : { event_status: happening }),
    q: search,
    categories: category,
    tags: tag,
    venue,
    organizer,
    author,
    ...ownQuery(own),
    ...(from === '' ? {} : { imported: from === 'imported' }),
  }
}
