import { type Kind, type NameOf, type NamesWith, valuesOf } from './declare.ts'
import type { Field } from './field.ts'
import { typeOf } from './types.ts'
import type { StoredOf } from './values.ts'

/** The fields of a kind that are stored as their types say, in columns of their own. */
export type Stored<Of extends Kind> = Exclude<NameOf<Of>, NamesWith<Of, { readonly byHand: true | 'stored' }>>

/** The columns of a row of a kind, as far as they follow from the declaration. */
export type ColumnsOf<Of extends Kind> = { [Name in Stored<Of>]: StoredOf<Of['fields'][Name]> }

const isStored = ({ byHand }: Field) => byHand === undefined || byHand === 'shown'

/** What a new record has stored of a field. */
export const initialOf = (field: Field): string | number | null =>
  field.initial === undefined ? typeOf(field).initial(field) : field.initial

/** Whether what it says more about is sent as in a new record. */
function isEmptied({ fields }: Kind, { of }: Field, sent: Readonly<Record<string, unknown>>): boolean {
  const other = of === undefined ? undefined : fields[of]
  return other !== undefined && of !== undefined && sent[of] === initialOf(other)
}

/** What a new record has stored in them. */
export function blankOf<Of extends Kind>(kind: Of): Readonly<ColumnsOf<Of>> {
  const columns = valuesOf(kind, (field) => (isStored(field) ? initialOf(field) : undefined))
  return columns as unknown as Readonly<ColumnsOf<Of>> // Each is there, as its type stores it.
}

/** What was sent of them, as it is stored; what says more about one that is as in a new record again, is emptied. */
export function storedOf<Of extends Kind>(
  kind: Of,
  sent: Readonly<Record<string, unknown>>,
): Partial<ColumnsOf<Of>> {
  const columns = valuesOf(kind, (field, name) => {
    if (!isStored(field)) return undefined
    if (sent[name] !== undefined) return typeOf(field).stored(sent[name], field)
    return isEmptied(kind, field, sent) ? initialOf(field) : undefined
  })
  return columns as Partial<ColumnsOf<Of>> // As their types store them.
}
