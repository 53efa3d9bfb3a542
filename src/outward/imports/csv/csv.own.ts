import type { Declaration } from '../../../fields/own/declaration.ts'
import type { RowCells } from './csv.cells.ts'
import type { OwnField } from './csv.headers.ts'
import { readYes } from './csv.times.ts'

/** What a row says of fields that the calendar has declared, where its table has columns for them; null for an empty cell. */
export function ownCells(cells: RowCells, own: readonly Declaration[]): Readonly<Record<string, unknown>> {
  const said = own.flatMap((field): [string, unknown][] => {
    const column: OwnField = `fields.${field.name}`
    if (!cells.has(column)) return []
    const text = cells.cell(column)
    if (text === '') return [[column, null]]
    if (field.type === 'boolean') return [[column, readYes(text) ?? text]]
    // With commas and bars between them, choices are read everywhere.
    return [[column, field.type === 'choices' && /[;\n]/.test(text) ? cells.list(text) : text]]
  })
  return Object.fromEntries(said)
}
