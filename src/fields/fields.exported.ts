import { type ColumnName, type Kind, moved, namesWhere, type NameOf } from './declare.ts'
import { added, type Exported, type ExportedFields, orNull } from './exported.ts'
import type { Field } from './field.ts'
import { typeOf } from './types.ts'

/** What a room says of the columns of a kind in an export. */
interface Said<Of extends Kind, Left extends string> {
  /** Columns that are in no export, with the reasons. */
  readonly but?: Readonly<Record<Left, string>> & Readonly<Partial<Record<ColumnName<Of>, string>>>
  /** After which column one comes, where that is not the one that is declared before it. */
  readonly after: Readonly<Partial<Record<ColumnName<Of>, string>>>
}

/** The columns of a kind in an export, in their order: those that its room has by hand, and those that follow from the declaration. */
export function exportedOf<
  Of extends Kind,
  const Given extends ExportedFields,
  const Left extends string = never,
>(
  kind: Of,
  given: Given,
  { but, after }: Said<Of, Left>,
): Given & Readonly<Record<Exclude<ColumnName<Of>, Left>, Exported>> {
  const own = namesWhere(kind, () => true).flatMap((name): [column: string, exported: Exported][] => {
    const field = kind.fields[name] as Field
    const column = columnIn(name, field)
    if (column === null || column in given || (but && column in but)) return []
    return [[column, ofField(field)]]
  })
  const order: Readonly<Partial<Record<string, string>>> = after
  const places = own.map(([column], at) => [column, order[column] ?? own[at - 1]?.[0] ?? ''] as const)
  const all = moved({ ...given, ...Object.fromEntries(own) }, Object.fromEntries(places))
  return all as Given & Readonly<Record<Exclude<ColumnName<Of>, Left>, Exported>> // Each is there.
}

function columnIn<Of extends Kind>(name: NameOf<Of>, { column = name }: Field): string | null {
  return column
}

function ofField(field: Field): Exported {
  const type = typeOf(field)
  const exported = field.initial === null ? orNull(type.exported(field)) : type.exported(field)
  return field.added ? added(exported, exported.write(field.initial ?? type.initial(field))) : exported
}
