import { hash } from 'node:crypto'
import type { Declaration } from '../../../fields/own/declaration.ts'
import { todayIn } from '../../../pure/calendar/day.ts'
import { batchesOf, batchesOfGroups, inTurns } from '../imports.batches.ts'
import { toldOfOwnFeed } from '../imports.ownFeeds.ts'
import type { Clock } from '../imports.fields.ts'
import { longestName } from '../imports.relatedSources.ts'
import { linkedFirst, unlessLeftOut } from '../imports.links.ts'
import {
  type ImportedEvent,
  ImportFault,
  type ImportRecord,
  type ImportSource,
  type Unreadable,
} from '../imports.record.ts'
import { dayFields, type DayReadings, DaySurvey } from './csv.days.ts'
import { readEventRow, readLinkedRow } from './csv.event.ts'
import { plainHeader } from './csv.headers.ts'
import { KeysOfRows } from './csv.keys.ts'
import type { Row } from './csv.rows.ts'
import type { TableSays } from './csv.says.ts'
import { findTable, rowsOf, type Table } from './csv.table.ts'

/** How a table is read. */
export interface TableOptions extends Clock, TableSays {
  /** The name of the file, under which its rows are remembered. */
  readonly name: string
  /** Where it was fetched from, which says which of all files of a name it is. */
  readonly address?: string | undefined
  /** The name was given for this: it says which file it is. */
  readonly isNamed?: boolean | undefined
  /** The fields of columns, by header. */
  readonly map: ReadonlyMap<string, string>
  /** The fields that the calendar has declared. */
  readonly own?: readonly Declaration[] | undefined
  /** `SITE_LOCALE`, which decides where the table does not. */
  readonly locale?: string
}

/** More rows would take gigabytes as records; larger tables are imported in parts. */
const mostRows = 250_000

type Read = ImportRecord | Unreadable

/** Before the names of files, under which rows are remembered. */
const prefix = 'CSV '

/**
 * A table of events, venues or organizers (RFC 4180) as a source. Throws an `ImportFault` when it is none. It is gone through
 * twice: what all of its dates look like says how each of them is read.
 */
export function csvSource(text: string, options: TableOptions): ImportSource {
  const table = findTable(text, options.map, options.own)
  const { name } = options
  const address = options.address === undefined || options.isNamed ? undefined : shortened(options.address)
  return {
    name: `${prefix}${address ?? name}`,
    ...(address === undefined ? {} : { formerly: `${prefix}${name}` }),
    ...(options.isNamed || table.columns.has('uid') ? {} : { namesRows: prefix }),
    follows: 'nothing',
    ...(table.columns.has('uid') ? { table: { columns: [...table.columns] } } : {}),
    // Always read from the beginning: records that have not changed are left alone.
    async *read() {
      const days = await surveyed(table, options)
      const keys = new KeysOfRows()
      const index = table.headers.findIndex((header) => plainHeader(header) === 'modifiedutc')
      const modified = index < 0 ? undefined : index
      const read: (readonly Read[])[] = []
      for await (const row of inTurns(rowsOf(table)))
        read.push(told(row, readRow(row, table, { ...options, table: { ...table, modified }, days }), keys))
      const notes = [...notesOn(table), ...days.notes(headersBy(table))]
      // What a row names that says nothing new is not made, so that it has to be beside it.
      if (table.columns.has('uid')) yield* batchesOfGroups(read, notes)
      else yield* batchesOf(linkedFirst(read.flat()), notes)
    },
  }
}

/** Names are in an index, which takes no text of any length. */
function shortened(address: string): string {
  return address.length > longestName ? hash('sha256', address, 'base64url') : address
}

/** Goes through all dates of the table; throws when it has too many rows. */
async function surveyed(table: Table, options: TableOptions): Promise<DayReadings> {
  const survey = new DaySurvey()
  const columns = dayFields.flatMap((field) => {
    const index = table.columns.get(field)
    return index === undefined ? [] : [{ field, index }]
  })
  let rows = 0
  for await (const row of inTurns(rowsOf(table))) {
    rows += 1
    if (rows > mostRows)
      throw new ImportFault(
        `The table has more than ${mostRows} rows. Import it in parts of no more than that.`,
      )
    for (const { field, index } of columns) survey.see(field, row.cells[index]?.trim() ?? '')
  }
  return survey.decide({
    dates: options.dates,
    languages: table.languages,
    locale: options.locale ?? 'en',
    today: todayIn(options.siteZone, options.now),
  })
}

function readRow(row: Row, table: Table, reading: Parameters<typeof readEventRow>[1]): readonly Read[] {
  const { kind, headers } = table
  const fault = row.fault ?? faultOfWidth(row, headers.length)
  if (fault !== undefined) return [{ kind, key: '', at: `line ${row.line}`, fault }]
  if (kind !== 'event') return readLinkedRow(row, kind, reading)
  const read = readEventRow(row, reading)
  return read.some((record) => 'fault' in record) ? read : unlessLeftOut(read as ImportRecord[], reading)
}

/** Spreadsheets write separators for columns that once held something; a text beyond the last column belongs to none. */
function faultOfWidth({ cells }: Row, width: number): string | undefined {
  if (cells.slice(width).every((cell) => cell.trim() === '')) return undefined
  return `The row has ${cells.length} cells, and there are ${width} columns.`
}

/** The records of a row, whose event has a key that no other row has; a row that says just what another one does is told. */
function told(row: Row, records: readonly Read[], keys: KeysOfRows): readonly Read[] {
  const event = records.find(
    (record): record is ImportedEvent => record.kind === 'event' && !('fault' in record),
  )
  if (!event) return records
  const named = keys.nameFor(event, row)
  if ('fault' in named) return [{ kind: 'event', key: event.key, at: `line ${row.line}`, fault: named.fault }]
  return records.map((record) => (record === event ? named.event : record))
}

function notesOn(table: Table): string[] {
  const isOwn =
    table.columns.has('uid') && table.headers.some((header) => plainHeader(header) === 'modifiedutc')
  const { headers, columns, unused, homeless, above, linesBefore } = table
  const meaning = [...columns].map(([field, index]) => `${headers[index]?.trim() ?? ''} → ${field}`)
  const titles = above.map(({ line, cells }) => {
    const said = cells.filter((cell) => cell.trim() !== '').join(' ')
    return `line ${line + linesBefore}: “${said.slice(0, longestTitle)}” stands above the headers and was left out.`
  })
  return [
    ...titles,
    ...(isOwn ? [toldOfOwnFeed('table')] : []),
    `Columns: ${meaning.join(', ')}.`,
    ...(homeless.length > 0
      ? [`Columns that have no place here, and were lost: ${homeless.join(', ')}.`]
      : []),
    ...(unused.length > 0 ? [`Columns left out: ${unused.join(', ')}.`] : []),
  ]
}

/** How much of what stands above the headers is told, in characters. */
const longestTitle = 80

function headersBy({ headers, columns }: Table) {
  return (field: (typeof dayFields)[number]) => headers[columns.get(field) ?? -1]?.trim() ?? field
}
