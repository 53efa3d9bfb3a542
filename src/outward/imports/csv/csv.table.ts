import type { Declaration } from '../../../fields/own/declaration.ts'
import { ImportFault } from '../imports.record.ts'
import { assertMap, faultOfHeaders, readHeaders, type ReadHeaders, type TableKind } from './csv.columns.ts'
import { readRows, type Row } from './csv.rows.ts'

/** What a table is of, and where in its text which column stands. */
export interface Table extends Omit<ReadHeaders, 'kind'> {
  readonly kind: TableKind
  readonly separator: string
  readonly headers: readonly string[]
  /** The line of the headers. */
  readonly line: number
  /** What stands above them, such as a title. */
  readonly above: readonly Row[]
  /** The table as text, without what tells spreadsheets its separator. */
  readonly text: string
  /** How many lines were taken from the text. */
  readonly linesBefore: number
}

/** The separators of cells, in the order in which they are tried. */
const separators = [',', ';', '\t', '|']

/** Among how many rows the headers are looked for. */
const rowsLookedAt = 20

/** `sep=;`, which Excel reads and writes; other programs put separators behind it. */
const declared = /^\ufeff?"?sep=(.)"?[,;\t|]*(?:\r\n?|\n|$)/i

/** A row that may be that of the headers, with the separator by which it was read. */
interface Candidate {
  readonly separator: string
  readonly row: Row
  readonly above: readonly Row[]
  readonly read: ReadHeaders
}

/**
 * Finds the separator and the headers of a table: the row among the first ones, by whatever separator, that names most fields.
 * Throws an {@link ImportFault} when there is none, or when the map does not fit.
 */
export function findTable(
  whole: string,
  map: ReadonlyMap<string, string>,
  own: readonly Declaration[] = [],
): Table {
  const [line, separator] = declared.exec(whole) ?? []
  const text = line === undefined ? whole : whole.slice(line.length)
  const all = (separator === undefined ? separators : [separator]).flatMap((sign) =>
    candidates(text, sign, { map, own }),
  )
  const linesBefore = line === undefined ? 0 : 1
  const [best] = all.toSorted((one, other) => scoreOf(other) - scoreOf(one))
  if (!best)
    throw new ImportFault('line 1: the file is empty; a table begins with the headers of its columns.')
  const { row, read } = best
  if (row.fault !== undefined) throw new ImportFault(`line ${row.line + linesBefore}: ${row.fault}`)
  const { kind } = read
  if (kind === undefined || map.size > 0) assertMap(row.cells, map, own)
  if (kind === undefined) throw faultOfHeaders(row.line + linesBefore, row.cells, read)
  return {
    ...read,
    kind,
    separator: best.separator,
    headers: row.cells,
    line: row.line,
    above: best.above,
    text,
    linesBefore,
  }
}

/** The headers of a table and its first rows, whether or not it can be imported by them. */
export interface FoundTable {
  readonly separator: string
  readonly headers: readonly string[]
  readonly columns: ReadHeaders['columns']
  /** Whether the columns are those of a table of events, venues or organizers. */
  readonly isReady: boolean
  readonly rows: readonly Row[]
}

/** The headers and the first rows of a text that may be the beginning of a table; undefined where there are none. */
export function columnsIn(
  whole: string,
  map: ReadonlyMap<string, string>,
  own: readonly Declaration[] = [],
): FoundTable | undefined {
  const [line, declaredOne] = declared.exec(whole) ?? []
  const text = line === undefined ? whole : whole.slice(line.length)
  const linesBefore = line === undefined ? 0 : 1
  const all = (declaredOne === undefined ? separators : [declaredOne]).flatMap((sign) =>
    candidates(text, sign, { map, own }),
  )
  const [best] = all.toSorted((one, other) => scoreOf(other) - scoreOf(one))
  if (!best || best.row.fault !== undefined) return undefined
  const rows: Row[] = []
  for (const row of readRows(text, best.separator)) {
    if (row.line > best.row.line) rows.push({ ...row, line: row.line + linesBefore })
    if (rows.length === rowsLookedAt) break
  }
  const { columns, kind } = best.read
  return { separator: best.separator, headers: best.row.cells, columns, isReady: kind !== undefined, rows }
}

/** The rows of the table below its headers; rows that repeat them are left out. */
export function* rowsOf({
  text,
  separator,
  line,
  headers,
  linesBefore,
}: Table): Generator<Row, void, undefined> {
  const repeated = headers.join('\n')
  for (const row of readRows(text, separator))
    if (row.line > line && row.cells.join('\n') !== repeated) yield { ...row, line: row.line + linesBefore }
}

function candidates(
  text: string,
  separator: string,
  { map, own }: { readonly map: ReadonlyMap<string, string>; readonly own: readonly Declaration[] },
): Candidate[] {
  const rows: Row[] = []
  for (const row of readRows(text, separator)) {
    rows.push(row)
    if (rows.length === rowsLookedAt) break
  }
  return rows.map((row, index) => ({
    separator,
    row,
    above: rows.slice(0, index),
    read: readHeaders(row.cells, map, own),
  }))
}

/** Rows of headers by how many fields they name; of other rows the first one with most cells is taken for that of the headers. */
function scoreOf({ row, read, above }: Candidate): number {
  if (read.kind !== undefined) return 1_000_000 + read.columns.size * 1_000
  return row.cells.length - above.length * 1_000
}
