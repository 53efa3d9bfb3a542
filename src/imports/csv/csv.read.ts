import { CsvError, parse } from 'csv-parse/sync'
import { ImportFault } from '../imports.record.ts'

/** A row of a table, and the line it begins in, from 1. */
export interface Row {
  readonly line: number
  readonly cells: readonly string[]
}

/** A table: the headers of its columns, and its rows. */
export interface Table {
  readonly headers: readonly string[]
  readonly rows: readonly Row[]
}

/** The separators of cells, in the order in which they are tried. */
const separators = [',', ';', '\t', '|']

/** The longest row, in characters. */
const longestRow = 4 * 1024 ** 2

/** Reads a table (RFC 4180) with any separator. Throws an {@link ImportFault} with the line where it is invalid. */
export function readTable(text: string): Table {
  const [headers, ...rows] = rowsOf(text)
  if (!headers)
    throw new ImportFault('line 1: the file is empty; a table begins with the headers of its columns.')
  return { headers: headers.cells, rows }
}

function rowsOf(text: string): Row[] {
  const beginning = text.slice(0, text.search(/[\r\n]|$/))
  const counted = separators.map((separator) => ({ separator, count: beginning.split(separator).length }))
  const { separator } = counted.reduce((best, each) => (each.count > best.count ? each : best))
  const rows: Row[] = []
  try {
    parse(text, {
      bom: true,
      delimiter: separator,
      max_record_size: longestRow,
      relax_column_count: true,
      skip_empty_lines: true,
      on_record: (cells: string[], { lines }) => {
        // Lines are counted at the end of a row, as cells may contain line breaks.
        rows.push({ cells, line: lines - cells.join('').split('\n').length + 1 })
        return null
      },
    })
    return rows
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const lines: unknown = error['lines']
    throw new ImportFault(`line ${Number(lines)}: the table cannot be read: ${error.message}.`)
  }
}
