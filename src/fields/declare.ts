import type { Field, Not, Options } from './field.ts'

/** A kind of record with its fields, in the order of its parameters. */
export interface Kind<Name extends string = string, Fields extends FieldsByName = FieldsByName> {
  readonly name: Name
  readonly fields: Fields
  readonly names: readonly string[]
}

type FieldsByName = Readonly<Record<string, Field>>

/** The names of the fields of a kind. */
export type NameOf<Of extends Kind> = keyof Of['fields'] & string

/** The names of the fields of a kind of which this is declared. */
export type NamesWith<Of extends Kind, Said> = {
  [Name in NameOf<Of>]: Of['fields'][Name] extends Said ? Name : never
}[NameOf<Of>]

/** The names of the fields of a kind that a room has not refused. */
export type NamesTaken<Of extends Kind, Room extends keyof Options> = Exclude<
  NameOf<Of>,
  NamesWith<Of, { readonly [At in Room]: Not }>
>

/** The fields of a kind that a room has refused, with the reasons. */
export function refusalsOf<Of extends Kind, const Room extends keyof Options>(
  kind: Of,
  room: Room,
): Readonly<Record<NamesWith<Of, { readonly [At in Room]: Not }>, string>> {
  const refusals = valuesOf(kind, (field) => {
    const said = field[room]
    return isNot(said) ? said.not : undefined
  })
  return refusals as Readonly<Record<NameOf<Of>, string>>
}

/** The columns of the fields of a kind. */
export type ColumnName<Of extends Kind> = {
  [Name in NameOf<Of>]: Of['fields'][Name] extends { readonly column: infer Column } ? Column & string : Name
}[NameOf<Of>]

/** Declares the fields of a kind of record. */
export function declare<const Name extends string, const Fields extends FieldsByName>(
  name: Name,
  fields: Fields,
): Kind<Name, Fields> {
  return { name, fields, names: Object.keys(fields) }
}

/** The names of the fields of which something is true, in their order. */
export function namesWhere<Of extends Kind>(
  { fields, names }: Of,
  has: (field: Field, name: NameOf<Of>) => unknown,
): NameOf<Of>[] {
  return (names as readonly NameOf<Of>[]).filter((name) => has(fields[name] as Field, name))
}

/** What is said of each field, by its name and in their order; undefined leaves it out. */
export function valuesOf<Of extends Kind, Value>(
  { fields, names }: Of,
  of: (field: Field, name: NameOf<Of>) => Value | undefined,
): Readonly<Partial<Record<NameOf<Of>, Value>>> {
  const values: Partial<Record<NameOf<Of>, Value>> = {}
  for (const name of names as readonly NameOf<Of>[]) {
    const value = of(fields[name] as Field, name)
    if (value !== undefined) values[name] = value
  }
  return values
}

/** The members of a record in their order: those that are given, and each field of `own` after the key that it is declared to follow. */
export function recordOf(
  { fields, names }: Kind,
  given: Readonly<Record<string, unknown>>,
  own: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const there = names.filter((name) => name in given || name in own)
  const after = there
    .map((name, at) => [name, fields[name]?.at ?? there[at - 1] ?? ''] as const)
    .filter(([name]) => !(name in given))
  return moved({ ...given, ...own }, Object.fromEntries(after))
}

/** The same values, of which some come after others than they do by their fields. */
export function moved<Value>(
  values: Readonly<Record<string, Value>>,
  after: Readonly<Record<string, string>>,
): Readonly<Record<string, Value>> {
  const names = Object.keys(values).filter((name) => !(name in after))
  let waiting = Object.entries(after).filter(([name]) => name in values)
  while (waiting.length > 0) {
    const rest = waiting.filter(([name, before]) => {
      const place = names.indexOf(before)
      if (place !== -1) names.splice(place + 1, 0, name)
      return place === -1
    })
    if (rest.length === waiting.length)
      throw new Error(`There is nothing after which ${rest.join()} may come.`)
    waiting = rest
  }
  return Object.fromEntries(names.map((name) => [name, values[name] as Value])) // Each is a key of them.
}

/** Whether a field is left out of something. */
export function isNot(said: unknown): said is Not {
  return typeof said === 'object' && said !== null && 'not' in said
}

/** The column of a field in the table of its record; null where it has none. */
function columnOf(name: string, { column = name }: Field): string | null {
  return column
}

/** The columns of the fields of which something is true, in their order. */
export function columnsWhere<Of extends Kind>(
  kind: Of,
  has: (field: Field, name: NameOf<Of>) => unknown,
): ColumnName<Of>[] {
  const columns = namesWhere(kind, has).flatMap((name) => columnOf(name, kind.fields[name] as Field) ?? [])
  return columns as ColumnName<Of>[] // Each is that of a field.
}

/** All columns of a kind in the table of its record: those of its fields, each with what stands beside it. */
export function columnsOf({ fields, names }: Kind): string[] {
  return names.flatMap((name) => {
    const field = fields[name] as Field
    return [columnOf(name, field) ?? [], Object.keys(field.beside ?? {})].flat()
  })
}
