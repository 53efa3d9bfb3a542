import type { OwnKind } from '../../../fields/own/declaration.ts'
import { categories } from '../terms.ts'
import { ownFields, type SpokenField } from './declared.ts'
import { type OwnForm, ownKey } from './form.ts'
import { t } from './texts.ts'

/** What is asked of a record of this kind, and what it says all the same; of an event by its categories. */
export function ownShown(kind: OwnKind, form: OwnForm, chosen?: readonly number[]): readonly SpokenField[] {
  return ownFields(kind).filter((field) => form[ownKey(field.name)] || isAsked(field, chosen))
}

/** Whether records of these categories, or of some below them, are asked for it. */
function isAsked({ categories: of }: SpokenField, chosen: readonly number[] | undefined): boolean {
  if (of.length === 0 || !chosen) return true
  const above = new Set<number>()
  for (let ids = chosen; ids.length > 0;) {
    for (const id of ids) above.add(id)
    ids = ids.map((id) => categories.value.get(id)?.parent ?? 0).filter((id) => id !== 0 && !above.has(id))
  }
  return of.some((id) => above.has(id))
}

/** What has to be said of a record that is to be public and is not: what was public without it may stay so. */
export function ownLacking(
  shown: readonly SpokenField[],
  form: OwnForm,
  was: OwnForm | undefined,
): Readonly<Record<string, string>> {
  const lacking = shown.filter(({ name, required }) => {
    const key = ownKey(name)
    return required && !form[key] && !(was && !was[key])
  })
  return Object.fromEntries(lacking.map(({ name, label }) => [ownKey(name), t('isMissing', { name: label })]))
}
