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
  readonly now: Temporal.Instant
  /** The fields of the columns of a table, by header. */
  readonly map: ReadonlyMap<string, string>
}

/** The text as a source, by its beginning: iCalendar, a page or JSON with JSON-LD, else a table. Throws an {@link ImportFault}. */
export function openText(text: string, options: OpenOptions): ImportSource {
  const beginning = text.trimStart()
  if (beginning === '') throw new ImportFault('line 1: it is empty.')
  const isCalendar = /^BEGIN:/i.test(beginning) || /\.ics$/i.test(options.name)
  const isPage = /^[<[{]/.test(beginning)
  if ((isCalendar || isPage) && options.map.size > 0)
    throw new ImportFault('line 1: it is no table (CSV), and a map is for the columns of one.')
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
