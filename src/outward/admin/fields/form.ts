import { isChoice, mayFilter, type OwnKind, type OwnType } from '../../../fields/own/declaration.ts'
import { programName } from '../../../fields/own/programName.ts'
import {
  changeField,
  createField,
  type FieldSaid,
  type Option,
  type OwnField,
  readField,
  type Texts,
} from './asks.ts'
import { textOf } from './names.ts'
import { filled } from './filled.ts'

/** An option as it is entered. */
export interface Line extends Option {
  /** Which line it is, however it is called. */
  readonly key: number
  /** Its value is fixed, as records may have it, or was typed: it does not follow the label any more. */
  readonly is: 'stored' | 'typed' | 'new'
}

/** A field as it is entered. */
export interface Form {
  readonly label: Texts
  readonly kinds: readonly OwnKind[]
  readonly type: OwnType
  readonly options: readonly Line[]
  readonly replace: Readonly<Record<string, string>>
  readonly help: Texts
  readonly required: boolean
  readonly internal: boolean
  readonly filter: boolean
  readonly categories: readonly number[]
  readonly min: string
  readonly max: string
  /** As it was typed; empty: it is made from the label. */
  readonly name: string
  readonly schema: string
}

/** How the form of a field begins; that of a new one has none. */
export function formOf(field: OwnField | undefined): Form {
  return {
    label: field?.label ?? {},
    kinds: field?.kinds ?? ['event'],
    type: field?.type ?? 'text',
    options: (field?.options ?? []).map(({ value, label }, key) => ({ value, label, key, is: 'stored' })),
    replace: {},
    help: field?.help ?? {},
    required: field?.required ?? false,
    internal: !(field?.public ?? true),
    filter: field?.filter ?? false,
    categories: field?.categories ?? [],
    min: String(field?.min ?? ''),
    max: String(field?.max ?? ''),
    name: field?.name ?? '',
    schema: field?.schema ?? '',
  }
}

/** The value of an option: it follows the label until it is typed or saved. */
export function valueOf(line: Line, lines: readonly Line[]): string {
  if (line.is !== 'new') return line.value
  const others = lines.slice(0, lines.indexOf(line)).map((one) => valueOf(one, lines))
  const fixed = lines.flatMap((one) => (one.is === 'new' ? [] : [one.value]))
  return programName(textOf(line.label), [...others, ...fixed], 'option')
}

/** What is called something. */
const isCalled = ({ label, is }: Line) => is === 'stored' || Object.keys(filled(label)).length > 0

function saidOf(form: Form): FieldSaid {
  const { type, internal, min, max } = form
  const isNumber = type === 'number' || type === 'text'
  const bound = (text: string) => (text.trim() === '' ? null : isNumber ? Number(text) : text)
  return {
    kinds: [...form.kinds],
    type,
    label: filled(form.label),
    help: filled(form.help),
    options: isChoice(type)
      ? form.options
          .filter(isCalled)
          .map((line) => ({ value: valueOf(line, form.options), label: filled(line.label) }))
      : [],
    required: form.required,
    public: !internal,
    filter: form.filter && mayFilter(type),
    categories: form.kinds.includes('event') ? [...form.categories] : [],
    min: type === 'number' || type === 'date' ? bound(min) : null,
    max: isNumber || type === 'date' ? bound(max) : null,
    schema: form.schema,
  }
}

/** The name of a new field, as it was typed or made from its label. */
export function nameIn({ name, label }: Pick<Form, 'name' | 'label'>, names: readonly string[]): string {
  return name.trim() || programName(textOf(label), names, 'field')
}

/** What is missing, told before anything is sent; by the fields of the form. */
export function lacking(form: Form): readonly ('label' | 'kinds' | 'options')[] {
  const { label, kinds, options } = saidOf(form)
  return [
    ...(Object.keys(label).length === 0 ? (['label'] as const) : []),
    ...(kinds.length === 0 ? (['kinds'] as const) : []),
    ...(isChoice(form.type) && options.length === 0 ? (['options'] as const) : []),
  ]
}

/** Saves a new field. */
export function saveNew(form: Form, names: readonly string[]): Promise<void> {
  return createField({ name: nameIn(form, names), ...saidOf(form) })
}

/** The members that differ. */
function differing(one: FieldSaid, other: FieldSaid): readonly (keyof FieldSaid)[] {
  // `saidOf` writes them out.
  const names = Object.keys(one) as (keyof FieldSaid)[]
  return names.filter((name) => stable(one[name]) !== stable(other[name]))
}

/** As JSON, whose keys are in order: a text is the same in whichever order its languages come. */
function stable(value: unknown): string {
  return JSON.stringify(value ?? null, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}

/** Saves what was changed of a field; `changed`, with nothing saved, where somebody else changed it meanwhile, unless it is to hold all the same. */
export async function saveChanges(
  before: OwnField,
  form: Form,
  holds: boolean,
): Promise<'saved' | 'changed'> {
  const { field: now, etag } = await readField(before.name)
  const [was, said] = [saidOf(formOf(before)), saidOf(form)]
  if (!holds && differing(was, saidOf(formOf(now))).length > 0) return 'changed'
  const names = differing(was, said)
  if (names.length === 0) return 'saved'
  const changes = Object.fromEntries(names.map((name) => [name, said[name]]))
  await changeField(before.name, { ...changes, ...replacing(before, form) }, etag)
  return 'saved'
}

/** The options that there were and are taken away. */
export function takenAway(before: OwnField | undefined, { options }: Form): readonly Option[] {
  return (before?.options ?? []).filter(({ value }) => !options.some((line) => line.value === value))
}

/** In place of an option that was taken away: nothing. */
export const nothing = '-'

function replacing(before: OwnField, form: Form) {
  const chosen = takenAway(before, form).flatMap(({ value }) => {
    const instead = form.replace[value]
    return instead ? [[value, instead === nothing ? null : instead] as const] : []
  })
  return chosen.length === 0 ? {} : { replace: Object.fromEntries(chosen) }
}
