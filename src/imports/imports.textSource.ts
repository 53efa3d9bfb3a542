import type { DayOrder } from '../calendar/dayText.ts'
import type { Zone } from '../calendar/zone.ts'
import { csvSource } from './csv/csv.source.ts'
import { icalSource } from './ical/ical.source.ts'
import { ImportFault, type ImportSource } from './imports.record.ts'
import { jsonldSource } from './jsonld/jsonld.source.ts'

/** How texts are read. */
export interface OpenOptions {
  /** The name of the file: rows of a table are remembered under it, and its extension identifies a table. */
  readonly name: string
  readonly siteZone: Zone
  /** The address that it was fetched from, if any: a calendar at one can be followed. */
  readonly address?: string | undefined
  readonly now: Temporal.Instant
  /** `SERIES_HORIZON_MONTHS`. */
  readonly horizonMonths?: number
  /** The fields of the columns of a table, by header. */
  readonly map: ReadonlyMap<string, string>
  /** The order of the numbers in the dates of a table, where it is said. */
  readonly dates?: DayOrder | undefined
  /** `SITE_LOCALE`: the order where a table does not show it. */
  readonly locale?: string
}

/** The text as a source, by its beginning: iCalendar, a page or JSON with JSON-LD, else a table. Throws an {@link ImportFault}. */
export function openText(text: string, options: OpenOptions): ImportSource {
  const beginning = text.trimStart()
  const workbook = workbookIn(text)
  if (workbook !== undefined) throw new ImportFault(workbook)
  if (beginning === '') throw new ImportFault('line 1: it is empty.')
  const isCalendar = /^BEGIN:/i.test(beginning) || /\.ics$/i.test(options.name)
  const isPage = /^[<[{]/.test(beginning)
  if ((isCalendar || isPage) && (options.map.size > 0 || options.dates))
    throw new ImportFault(
      `line 1: it is no table (CSV), and ${options.dates ? 'an order of dates' : 'a map'} is for the columns of one.`,
    )
  if (isCalendar) return icalSource(text, options)
  if (isPage) return jsonldSource(text, options)
  if (isTable(beginning, options.name)) return csvSource(text, options)
  throw new ImportFault(
    `line 1: it begins “${beginning.slice(0, 40).replaceAll(/\s+/g, ' ')}” and is none of iCalendar, a table (CSV), a page with JSON-LD, or an export of Kalends.`,
  )
}

function isTable(beginning: string, name: string): boolean {
  return /\.(?:csv|tsv|txt)$/i.test(name) || /^[^\n]*[,;\t|]/.test(beginning)
}

/** What to do with the workbook of a spreadsheet; undefined for other texts. They are told by their first bytes. */
function workbookIn(text: string): string | undefined {
  const isPacked = text.startsWith('PK\u0003\u0004')
  // D0 CF 11 E0, in the code page of Windows or as UTF-8 that is none.
  const isOld = ['\u00d0\u00cf\u0011\u00e0', '\ufffd\ufffd\u0011\ufffd'].some((bytes) =>
    text.startsWith(bytes),
  )
  if (!isPacked && !isOld) return undefined
  return (
    'line 1: it is a workbook of a spreadsheet (.xlsx, .xls or .ods), not a table as text. Save the sheet as CSV and import that: in ' +
    'Excel by File, Save As, “CSV UTF-8 (comma delimited)”; in LibreOffice by File, Save As, “Text CSV”; in Google Sheets by ' +
    'File, Download, “Comma-separated values”.'
  )
}
