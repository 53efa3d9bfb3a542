import type { Declaration } from '../../fields/own/declaration.ts'
import type { Zone } from '../../pure/calendar/zone.ts'
import type { TableSays } from './csv/csv.says.ts'
import { csvSource } from './csv/csv.source.ts'
import { icalSource } from './ical/ical.source.ts'
import { type DeclaredThere, ImportFault, type ImportSource } from './imports.record.ts'
import { jsonldSource } from './jsonld/jsonld.source.ts'
import { unreadFormat } from './imports.unread.ts'
import { agendaIn } from './openagenda/openagenda.document.ts'
import { agendaSource } from './openagenda/openagenda.source.ts'

/** How texts are read. */
export interface OpenOptions extends TableSays {
  /** The name of the file: rows of a table are remembered under it, and its extension identifies a table. */
  readonly name: string
  /** The name was given for that, and may be that of another file. */
  readonly isNamed?: boolean | undefined
  readonly siteZone: Zone
  /** The address that it was fetched from, if any: a calendar at one can be followed. */
  readonly address?: string | undefined
  readonly now: Temporal.Instant
  /** `SERIES_HORIZON_MONTHS`. */
  readonly horizonMonths?: number
  /** The fields of the columns of a table, by header; of the keys of an agenda. */
  readonly map: ReadonlyMap<string, string>
  /** The fields that the calendar has declared, which tables may have as columns. */
  readonly own?: readonly Declaration[] | undefined
  /** `SITE_LOCALE`: the order where a table does not show it. */
  readonly locale?: string
}

/** What a text is a source of, with the fields that it declares. */
export type TextSource = Omit<ImportSource, 'declarations'> & {
  readonly declared?: readonly DeclaredThere[] | undefined
}

/** The text as a source, by its beginning: iCalendar, an agenda of OpenAgenda, a page or JSON with JSON-LD, else a table. Throws an {@link ImportFault}. */
export function openText(text: string, options: OpenOptions): TextSource {
  const beginning = text.trimStart()
  const unread = unreadFormat(text)
  if (unread !== undefined) throw new ImportFault(`line 1: ${unread}`)
  if (beginning === '') throw new ImportFault('line 1: it is empty.')
  const isCalendar = /^BEGIN:/i.test(beginning) || /\.ics$/i.test(options.name)
  const isPage = /^[<[{]/.test(beginning)
  const agenda = isPage ? agendaIn(text) : undefined
  // Keys of an agenda are given their places as columns are.
  const said = saidOfTable(agenda ? { ...options, map: new Map() } : options)
  if ((isCalendar || isPage) && said !== undefined)
    throw new ImportFault(`line 1: it is no table (CSV), and ${said} is for one.`)
  if (isCalendar) return icalSource(text, options)
  if (agenda) return agendaSource(agenda, options)
  if (isPage) return jsonldSource(text, options)
  if (isTable(beginning, options.name)) return csvSource(text, options)
  throw new ImportFault(
    `line 1: it begins “${beginning.slice(0, 40).replaceAll(/\s+/g, ' ')}” and is none of iCalendar, a table (CSV), a page with JSON-LD, or an export of Kalends.`,
  )
}

/** What of the options is for tables alone. */
function saidOfTable({ map, dates, status, timezone, duration }: OpenOptions): string | undefined {
  if (map.size > 0) return 'a map'
  if (dates) return 'an order of dates'
  if (status) return 'a status'
  if (timezone) return 'a time zone'
  return duration ? 'a duration' : undefined
}

function isTable(beginning: string, name: string): boolean {
  return /\.(?:csv|tsv|txt)$/i.test(name) || /^[^\n]*[,;\t|]/.test(beginning)
}
