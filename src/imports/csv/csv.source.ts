import { batchesOf, inTurns } from '../imports.batches.ts'
import type { Clock } from '../imports.fields.ts'
import { linkedFirst, unlessLeftOut } from '../imports.links.ts'
import type { ImportRecord, ImportSource, Unreadable } from '../imports.record.ts'
import { columnsOf } from './csv.columns.ts'
import { readRow } from './csv.event.ts'
import { readTable, type Row } from './csv.read.ts'

/**
 * A table of events (RFC 4180) as a source; its rows are remembered under `name`, and `map` gives fields for columns. Throws an
 * `ImportFault` when it is no table of events.
 */
export function csvSource(
  text: string,
  { name, map, ...clock }: { name: string; map: ReadonlyMap<string, string> } & Clock,
): ImportSource {
  const { headers, rows } = readTable(text)
  const { columns, unused } = columnsOf(headers, map)
  const meaning = [...columns].map(([field, index]) => `${headers[index] ?? ''} → ${field}`)
  const notes = [
    `Columns: ${meaning.join(', ')}.`,
    ...(unused.length > 0 ? [`Columns left out: ${unused.join(', ')}.`] : []),
  ]
  return {
    name: `CSV ${name}`,
    follows: 'nothing',
    // Always read from the beginning: records that have not changed are left alone.
    async *read() {
      const read: (ImportRecord | Unreadable)[] = []
      for await (const row of inTurns(rows))
        read.push(...readOrTell(row, headers.length, (row) => unlessLeftOut(readRow(row, columns), clock)))
      yield* batchesOf(linkedFirst(read), notes)
    },
  }
}

function readOrTell(
  row: Row,
  width: number,
  read: (row: Row) => readonly ImportRecord[],
): readonly (ImportRecord | Unreadable)[] {
  if (row.cells.length <= width) return read(row)
  const fault = `The row has ${row.cells.length} cells, and there are ${width} columns.`
  return [{ kind: 'event', key: '', at: `line ${row.line}`, fault }]
}
