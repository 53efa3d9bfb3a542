import { isNot, type Kind, type NameOf, namesWhere } from '../../../fields/declare.ts'
import type { Field, FieldOf, Not, TypeName } from '../../../fields/field.ts'
import { websiteIn } from './site.texts.ts'
import { textIn, type Wire } from './site.wire.ts'

/** The types of which a member of a record says all by itself. */
type ByType = 'text' | 'link' | 'flag' | 'fact' | 'choice' | 'degrees'

/** What a record says of a field, as its parameter takes it: null for none, undefined where it says nothing of it. */
type Reader<Type extends TypeName> = (
  wire: Wire,
  name: string,
  about: { readonly field: FieldOf<Type>; readonly isKalends: boolean },
) => unknown

const readers: { readonly [Type in ByType]: Reader<Type> } = {
  // Records leave out members without a value.
  text: (wire, name) => textIn(wire, name) || null,
  link: websiteIn,
  flag: (wire, name) => (typeof wire[name] === 'boolean' ? wire[name] : undefined),
  fact: (wire, name) => wire[name] ?? null,
  // A Kalends leaves out what is usual; others do not know the choices that are told here.
  choice: (wire, name, { field, isKalends }) =>
    textIn(wire, name) || (isKalends ? field.words?.[0] : undefined),
  degrees: (wire, name) => (typeof wire[name] === 'number' ? wire[name] : undefined),
}

/** The fields that are read by hand, with the reasons: whatever no member says all by itself, has to be. */
type ByHand<Of extends Kind> = Readonly<
  Record<
    {
      [Name in NameOf<Of>]: Of['fields'][Name] extends
        | { readonly type: ByType }
        | { readonly byHand: true }
        | { readonly site: Not }
        ? never
        : Name
    }[NameOf<Of>],
    string
  >
> &
  Readonly<Partial<Record<NameOf<Of>, string>>>

/** What a record of either kind of service says of the fields of a kind by their members; `byHand`: but these. */
export function valuesIn<Of extends Kind>(
  kind: Of,
  wire: Wire,
  { byHand, isKalends }: { readonly byHand: ByHand<Of>; readonly isKalends: boolean },
): Readonly<Record<string, unknown>> {
  const names = namesWhere(
    kind,
    // What says more about a field is read with it.
    (field, name) =>
      !isNot(field.site) && field.byHand !== true && !(name in byHand) && !((field.of ?? '') in byHand),
  )
  const said = new Map<string, unknown>()
  for (const name of names) {
    const field = kind.fields[name] as Field
    const read = readers[field.type as ByType] as Reader<TypeName> // The others are by hand.
    const value = read(wire, name, { field, isKalends })
    if (value !== undefined) said.set(name, value)
  }
  const isWhole = (name: string) => {
    const { with: other } = kind.fields[name] as FieldOf<'degrees'>
    return other === undefined || said.has(other)
  }
  return Object.fromEntries([...said].filter(([name]) => isWhole(name)))
}
