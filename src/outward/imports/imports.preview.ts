import type { Declaration } from '../../fields/own/declaration.ts'
import { fields, type Field, type OwnField } from './csv/csv.headers.ts'
import { readMap } from './csv/csv.columns.ts'
import { columnsIn, type FoundTable } from './csv/csv.table.ts'
import type { ImportPreview } from './imports.preview.record.ts'
import { type FileContents, decodeText } from './imports.text.ts'
import { unreadFormat } from './imports.unread.ts'

/** In how much of a file the headers and the first rows are looked for, in bytes. */
const looked_bytes = 256 * 1024

/** How many rows are shown. */
const rowsShown = 8

/** How much of a cell is shown, in characters. */
const longestCell = 300

/** What a file has in its first rows, whether or not it can be imported as it is. */
export function previewOf(
  contents: FileContents,
  name: string,
  { map, own = [] }: { readonly map: string; readonly own?: readonly Declaration[] },
): ImportPreview {
  const beginning = { ...contents, bytes: contents.bytes.subarray(0, looked_bytes) }
  const text = decodeText(beginning)
  // What is no table at all is refused when it is imported, with what to do instead.
  const isOther =
    /^\s*(?:BEGIN:|[<[{])/i.test(text) || /\.ics$/i.test(name) || unreadFormat(text) !== undefined
  const table = isOther ? undefined : columnsIn(text, readMap(map), own)
  if (!table)
    return {
      kind: 'other',
      name,
      separator: '',
      ready: true,
      columns: [],
      rows: [],
      fields: [],
      copy_of: null,
    }
  return {
    kind: 'table',
    name,
    separator: table.separator,
    ready: table.isReady,
    columns: columnsOf(table),
    rows: table.rows.slice(0, rowsShown).map(({ line, cells }) => ({
      line,
      cells: table.headers.map((_, at) => (cells[at] ?? '').trim().slice(0, longestCell)),
    })),
    fields: [...fields, ...own.map(({ name: field }) => `fields.${field}`)],
    copy_of: null,
  }
}

function columnsOf({ headers, columns }: FoundTable): ImportPreview['columns'] {
  const byPosition = new Map<number, Field | OwnField>([...columns].map(([field, at]) => [at, field]))
  return headers.map((header, at) => ({ header: header.trim(), field: byPosition.get(at) ?? null }))
}
