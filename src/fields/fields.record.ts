import { Type, type TOptional, type TSchema, type TUnsafe } from 'typebox'
import { isNot, type Kind, type NameOf, type NamesWith, recordOf, valuesOf } from './declare.ts'
import type { Field, Not } from './field.ts'
import { typeOf } from './types.ts'
import type { MemberOf } from './values.ts'

/** The fields that records of a kind have under their names. */
type Shown<Of extends Kind> = Exclude<NameOf<Of>, NamesWith<Of, { readonly record: Not }>>

/** Those of which the room has to say how they are shown. */
type ByHand<Of extends Kind> = Exclude<Shown<Of>, Own<Of>>

/** Those that are shown as they are stored. */
type Own<Of extends Kind> = Exclude<Shown<Of>, NamesWith<Of, { readonly byHand: true | string }>>

type Members<Of extends Kind, Given> = Given & {
  [Name in Exclude<Own<Of>, keyof Given>]: Of['fields'][Name] extends { readonly always: true }
    ? TUnsafe<MemberOf<Of['fields'][Name]>>
    : TOptional<TUnsafe<MemberOf<Of['fields'][Name]>>>
}

/** What is shown of a row: what always is, and what is not empty. */
type ShownOf<Of extends Kind> = {
  readonly [Name in Own<Of> & NamesWith<Of, { readonly always: true }>]: MemberOf<Of['fields'][Name]>
} & { readonly [Name in Own<Of>]?: MemberOf<Of['fields'][Name]> }

const isOwn = ({ byHand, record }: Field) => byHand === undefined && !isNot(record)

/** The members of the record of a kind, in their order: those that its room has by hand, and those that follow from the declaration. */
export function membersOf<Of extends Kind, const Given extends Readonly<Record<string, TSchema>>>(
  kind: Of,
  given: Given & Readonly<Record<ByHand<Of>, TSchema>>,
): Members<Of, Given> {
  const own = valuesOf(kind, (field, name) => {
    if (!isOwn(field) || name in given) return undefined
    const member = typeOf(field).member(field)
    return field.always ? member : Type.Optional(member)
  })
  return recordOf(kind, given, own) as Members<Of, Given> // Each is there, and shown as its type says.
}

/** What a record shows of a row: each field that is shown as it is stored, unless it is empty. */
export function shownOf<Of extends Kind>(kind: Of, row: Readonly<Record<string, unknown>>): ShownOf<Of> {
  const members = valuesOf(kind, (field, name) =>
    isOwn(field) ? typeOf(field).shown(row[field.column ?? name], field) : undefined,
  )
  return members as unknown as ShownOf<Of> // As their types say.
}
