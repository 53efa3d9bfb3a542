/** What of the calendar is chosen, under the names that the pages of the calendar have for it in their addresses. */
export type Chosen = Readonly<Partial<Record<(typeof names)[number], string>>>

const names = [
  'categories',
  'venue',
  'organizer',
  'search',
  'free',
  'featured',
  'when',
  'from',
  'until',
] as const

/** How an address says so many days from today on; pages know it. */
export const nextDays = 'next_30_days'

/** Reads what is chosen from the address of the screen. */
export function chosenIn(query: URLSearchParams): Chosen {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = query.get(name)?.trim() ?? ''
      return value === '' ? [] : [[name, value]]
    }),
  )
}

/** The values of a filter that takes several. */
export function listOf(value = ''): readonly string[] {
  return value.split(',').filter(Boolean)
}

/** Whether the last day is before the first. */
export function isBackwards({ from = '', until = '' }: Chosen): boolean {
  return from !== '' && until !== '' && until < from
}

/** The query of an address; empty for nothing. A comma needs no escape there (RFC 3986, 3.4), and people read addresses. */
export function queryText(chosen: Readonly<Record<string, string>>): string {
  const text = new URLSearchParams(chosen).toString().replaceAll('%2C', ',')
  return text === '' ? '' : `?${text}`
}

/**
 * The same as lists of events and feeds of the service take it. Days move with the calendar where they are not named: a feed that is
 * read next month begins then.
 */
export function serviceQuery(chosen: Chosen, dayAfter: (day: string) => string): Record<string, string> {
  const { when, from = '', until = '', ...filters } = chosen
  if (when === undefined && from === '' && until === '') return filters
  const last = when === nextDays ? '30 days' : until === '' ? '' : `${dayAfter(until)} 00:00:00`
  return {
    ...filters,
    ends_after: from === '' ? 'today' : `${from} 00:00:00`,
    ...(last === '' ? {} : { starts_before: last }),
    strict_dates: 'true',
  }
}

/** The same for what is coming: lists without dates begin a day earlier on the wire, with what is over. */
export function comingQuery(chosen: Chosen, dayAfter: (day: string) => string): Record<string, string> {
  const query = serviceQuery(chosen, dayAfter)
  return 'ends_after' in query ? query : { ...query, start_date: 'today' }
}

/** The same as the widget takes it, which always begins today. */
export function widgetFilters(chosen: Chosen): Record<string, string> {
  const { when: _when, from: _from, until: _until, ...filters } = chosen
  // In the order of the attributes in the documentation.
  const order = ['categories', 'venue', 'organizer', 'featured', 'free', 'search'] as const
  return Object.fromEntries(
    order.flatMap((name) => (filters[name] === undefined ? [] : [[name, filters[name]]])),
  )
}
