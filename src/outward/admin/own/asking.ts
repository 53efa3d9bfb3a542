import type { OwnKind, OwnValue } from '../../../fields/own/declaration.ts'
import { categories } from '../terms.ts'
import { formerField, ownFields, type SpokenField } from './declared.ts'
import { isOwn, nameIn, type OwnForm, ownKey, ownValue } from './form.ts'
import { t } from './texts.ts'

/**
 * What is asked of a record of this kind, and what its form says all the same; of an event by its categories. What is no field any more
 * stands last as long as something is said of it: nobody could empty it else.
 */
export function ownShown(kind: OwnKind, form: OwnForm, chosen?: readonly number[]): readonly SpokenField[] {
  const all = ownFields(kind)
  const gone = Object.keys(form)
    .filter(isOwn)
    .filter((key) => form[key] && !all.some(({ name }) => ownKey(name) === key))
    .map((key) => goneField(nameIn(key), ownValue(form[key])))
  return [...all.filter((field) => form[ownKey(field.name)] || isAsked(field, chosen)), ...gone]
}

/** A field that there is no more, as it was, as far as that is known: nothing has to be said of it. */
function goneField(name: string, value: OwnValue | undefined): SpokenField {
  const unknown = { id: 0, name, label: name, help: '', kinds: [], options: [], filter: false, position: 0 }
  const unbound = { categories: [], min: null, max: null, schema: null, wire_name: name, modified_utc: '' }
  const type = Array.isArray(value) ? 'choices' : typeof value === 'boolean' ? 'boolean' : 'text'
  const before = formerField(name) ?? { ...unknown, ...unbound, type, public: true }
  return { ...before, required: false }
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
