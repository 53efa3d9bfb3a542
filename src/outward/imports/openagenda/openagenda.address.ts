/** An agenda at OpenAgenda, by its address. */
export interface AgendaAddress {
  /** By which it is remembered: without the key of who reads it, and without what says how much of each event is told. */
  readonly name: string
  /** Of its events, without parameters. */
  readonly events: string
  /** Of its schema; undefined for the export of its pages, which has none beside it. */
  readonly agenda: string | undefined
  /** Its filters. */
  readonly filters: URLSearchParams
  /** The key of the account of who reads. */
  readonly key: string | undefined
}

const inInterface = /^(.*\/v2\/agendas\/\d{1,15})(?:\/events)?\/?$/
const inPages = /^(.*\/agendas\/\d{1,15})\/events(?:\.v2)?\.json$/

/** What is asked for here, whatever the address says. */
const ours = [
  'detailed',
  'includeLabels',
  'longDescriptionFormat',
  'size',
  'from',
  'monolingual',
  'sort',
  'includeSort',
]
const paging = /^(?:after|if|includeFields)(?:\[.*\])?$/

/**
 * The agenda that an address is of: `https://api.openagenda.com/v2/agendas/123?key=…`, its events, or the export of its pages,
 * `https://openagenda.com/agendas/123/events.v2.json`, with filters if there are any. Undefined for other addresses.
 */
export function agendaAt(text: string): AgendaAddress | undefined {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) return undefined
  const [, agenda] = inInterface.exec(url.pathname) ?? []
  const [, pages] = inPages.exec(url.pathname) ?? []
  if (agenda === undefined && pages === undefined) return undefined
  const filters = new URLSearchParams(url.searchParams)
  const key = filters.get('key') ?? undefined
  for (const name of ['key', ...ours, ...[...filters.keys()].filter((one) => paging.test(one))])
    filters.delete(name)
  filters.sort()
  const events = `${url.origin}${agenda === undefined ? `${pages}/events.v2.json` : `${agenda}/events`}`
  return {
    name: filters.size === 0 ? events : `${events}?${filters.toString()}`,
    events,
    agenda: agenda === undefined ? undefined : `${url.origin}${agenda}`,
    filters,
    key,
  }
}
