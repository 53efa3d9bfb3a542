import { isNot, type Kind, type NamesTaken, namesWhere, type NamesWith, valuesOf } from './declare.ts'
import type { Field } from './field.ts'
import { typeOf } from './types.ts'
import { initialOf } from './fields.columns.ts'
import type { CellOf } from './values.ts'

/** The fields that lists have as columns, as their types say. */
type Told<Of extends Kind> = Exclude<
  NamesTaken<Of, 'csv'>,
  NamesWith<Of, { readonly byHand: true | 'stored' | 'shown' }>
>

/** What lists have of a row. */
export type CellsOf<Of extends Kind> = { readonly [Name in Told<Of>]: CellOf<Of['fields'][Name]> }

/** Their names, in order. */
export function toldNames<Of extends Kind>(kind: Of): readonly Told<Of>[] {
  return namesWhere(kind, isTold) as readonly string[] as readonly Told<Of>[] // Those that its type leaves.
}

const isTold = ({ csv, byHand }: Field) => byHand === undefined && !isNot(csv)

/** What lists have of a row, by the names of its fields and in their order: plain values, empty for none. */
export function cellsOf<Of extends Kind>(kind: Of, row: Readonly<Record<string, unknown>>): CellsOf<Of> {
  const cells = valuesOf(kind, (field, name) =>
    isTold(field) ? typeOf(field).cell(row[field.column ?? name], field) : undefined,
  )
  return cells as unknown as CellsOf<Of> // As their types say.
}

/** Those of the cells that tell more than a new record has, and those that are always told. */
export function toldCells<Of extends Kind>(
  { fields }: Of,
  cells: Readonly<Partial<CellsOf<Of>>>,
): Readonly<Record<string, unknown>> {
  const told = Object.entries<unknown>(cells).filter(([name, cell]) => {
    const field = fields[name] as Field
    return field.always || cell !== typeOf(field).cell(initialOf(field), field)
  })
  return Object.fromEntries(told)
}
