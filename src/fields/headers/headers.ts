import { isNot, type Kind, type NameOf, namesWhere } from '../declare.ts'
import type { Field, Not } from '../field.ts'

/** Under which keys tables have the fields of a kind. */
export type HeaderOf<Of extends Kind> = {
  [Name in NameOf<Of>]: Of['fields'][Name] extends { readonly headers: infer Header }
    ? Header extends Not
      ? never
      : Header & string
    : Name
}[NameOf<Of>]

/** The fields of a kind that tables have, each with the key of its spoken headers, in their order. */
export function headersOf<Of extends Kind>(
  kind: Of,
): readonly (readonly [name: NameOf<Of>, header: HeaderOf<Of>])[] {
  return namesWhere(kind, ({ headers }) => !isNot(headers)).map((name) => {
    const { headers } = kind.fields[name] as Field
    return [name, (typeof headers === 'string' ? headers : name) as HeaderOf<Of>] as const
  })
}
