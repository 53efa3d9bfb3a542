import { Type, type TOptional, type TSchema } from 'typebox'
import type { Parameter } from '../pure/params/parameter.ts'
import { isNot, type Kind, type NameOf, type NamesWith, valuesOf } from './declare.ts'
import type { Field, Not } from './field.ts'
import { typeOf } from './types.ts'
import type { ValueOf } from './values.ts'

/** The fields of a kind that are parameters. */
type Written<Of extends Kind> = Exclude<NameOf<Of>, NamesWith<Of, { readonly param: Not }>>

/** Those of which the room has to say how they are read. */
type ByHand<Of extends Kind> = Written<Of> & NamesWith<Of, { readonly byHand: true }>

type Params<Of extends Kind, Given> = {
  [Name in Written<Of>]: Name extends keyof Given
    ? Given[Name]
    : TOptional<Parameter<ValueOf<Of['fields'][Name]>>>
}

/** The parameter of a field, as its type has it. */
export function paramOf<Of extends Kind, Name extends NameOf<Of>>(
  { fields }: Of,
  name: Name,
): TOptional<Parameter<ValueOf<Of['fields'][Name]>>> {
  const field = fields[name] as Field
  // It reads what its type says.
  return Type.Optional(typeOf(field).param(field)) as TOptional<Parameter<ValueOf<Of['fields'][Name]>>>
}

/** The parameters that write a record of a kind, in their order: those that its room has by hand, and those that follow from the declaration. */
export function paramsOf<Of extends Kind, const Given extends Readonly<Partial<Record<NameOf<Of>, TSchema>>>>(
  kind: Of,
  given: Given & Readonly<Record<ByHand<Of>, TSchema>>,
): Params<Of, Given> {
  const params = valuesOf(kind, (field, name): TSchema | undefined => {
    if (isNot(field.param)) return undefined
    return given[name] ?? paramOf(kind, name)
  })
  return params as unknown as Params<Of, Given> // Each is there, and read as its type says.
}
