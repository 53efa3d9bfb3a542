import { styleText } from 'node:util'
import { forTerminal } from '../../pure/text/terminal.ts'
import type { World } from './command.ts'

/** The columns of a list: the value by heading, which is also the name in JSON. */
export type Columns<Row> = Readonly<Record<string, (row: Row) => string | number | null>>

/** Prints a list: as JSON when asked for, else in columns with headings for people and with tabs for programs. */
export function printList<Row>(
  world: World,
  rows: readonly Row[],
  columns: Columns<Row>,
  json: boolean,
): void {
  const form = world.isTerminal ? 'columns' : 'tabs'
  const text = formatTable(rows, columns, json ? 'json' : form)
  if (text !== '') world.print(text)
}

/** The rows as text, ending without a line break. Without JSON, nothing is shown as `-`. */
function formatTable<Row>(
  rows: readonly Row[],
  columns: Columns<Row>,
  form: 'json' | 'tabs' | 'columns',
): string {
  const entries = Object.entries(columns)
  if (form === 'json') {
    const records = rows.map((row) => Object.fromEntries(entries.map(([name, cell]) => [name, cell(row)])))
    return JSON.stringify(records, null, 2)
  }
  const lines = rows.map((row) => entries.map(([, cell]) => forTerminal(String(cell(row) ?? '-'))))
  if (form === 'tabs') return lines.map((cells) => cells.join('\t')).join('\n')
  const headings = entries.map(([name]) => name.toUpperCase().replaceAll('_', ' '))
  const widths = headings.map((heading, at) =>
    Math.max(heading.length, ...lines.map((cells) => cells[at]?.length ?? 0)),
  )
  const [head = '', ...body] = [headings, ...lines].map((cells) => padded(cells, widths))
  return [styleText('bold', head), ...body].join('\n')
}

function padded(cells: readonly string[], widths: readonly number[]): string {
  return cells
    .map((cell, at) => cell.padEnd(widths[at] ?? 0))
    .join('  ')
    .trimEnd()
}
