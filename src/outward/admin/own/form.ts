import type { OwnValue, OwnValues } from '../../../fields/own/declaration.ts'
import { ownName, ownSays } from './declared.ts'

// What a record says of a field stands in its form as JSON, under a name of its own: what two people say of two fields is merged as
// that of any other two.

/** By what forms have a field of one’s own. */
export type OwnKey = `own.${string}`

/** What forms have of such fields: as JSON; empty where nothing is said any more. */
export type OwnForm = { readonly [Key in OwnKey]?: string }

/** The name that forms have for the field. */
export const ownKey = (name: string): OwnKey => `own.${name}`

const mark = 'own.'

/** Whether that is a field of one’s own, of all that a form has. */
export const isOwn = (field: string): field is OwnKey => field.startsWith(mark)

/** The name of the field that a form has by this. */
export const nameIn = (key: OwnKey) => key.slice(mark.length)

/** A value as forms have it. */
export const ownTyped = (value: OwnValue | undefined): string =>
  value === undefined ? '' : JSON.stringify(value)

/** The value that a form has. */
export function ownValue(typed: string | undefined): OwnValue | undefined {
  // `ownTyped` has written it.
  return typed ? (JSON.parse(typed) as OwnValue) : undefined
}

/** What a record says, as its form has it. */
export function ownForm(values: OwnValues = {}): OwnForm {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [ownKey(name), ownTyped(value)]))
}

/** What a form has of fields of one’s own. */
export function ownPart(form: object): OwnForm {
  return Object.fromEntries(Object.entries(form).filter(([key]) => isOwn(key)))
}

/** What was changed of them, as it is sent: null clears; nothing where nothing was. */
export function ownSent(form: OwnForm, changed: readonly string[]): Readonly<Record<string, unknown>> {
  const keys = changed.filter(isOwn)
  if (keys.length === 0) return {}
  return { fields: Object.fromEntries(keys.map((key) => [nameIn(key), ownValue(form[key]) ?? null])) }
}

/** The values that a form has, by the names of the fields. */
export function ownValues(form: object): OwnValues {
  return Object.fromEntries(
    Object.entries(ownPart(form)).flatMap(([key, typed]) => {
      const value = isOwn(key) ? ownValue(typed) : undefined
      return value === undefined ? [] : [[key.slice(mark.length), value] as const]
    }),
  )
}

/** What people call the field. */
export function ownLabel(key: OwnKey): string {
  return ownName(nameIn(key))
}

/** What a form has of it, as people read it; empty for nothing. */
export function ownTypedText(key: OwnKey, form: OwnForm): string {
  const value = ownValue(form[key])
  return value === undefined ? '' : ownSays(nameIn(key), value)
}
