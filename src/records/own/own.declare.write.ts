import { invalidParams } from '../../http/decodedParameters.ts'
import {
  type Declaration,
  type Declared,
  isChoice,
  longestOfAll,
  mayFilter,
  type Texts,
} from '../../fields/own/declaration.ts'
import { dayNumberOf } from '../../fields/own/values.ts'
import { ApiError } from '../../pure/errors/errors.ts'
import { abridged } from '../../pure/params/parameter.ts'
import type { Reader, Writer } from '../../storage/db/dialect.ts'
import { categoryKind } from '../terms/terms.kind.ts'
import { readTerms } from '../terms/terms.query.ts'
import type { Becoming } from './own.changing.write.ts'
import type { CreateField } from './own.params.ts'
import { readDeclarations } from './own.query.ts'
import { addDeclaration, type NewDeclaration, orderDeclarations, usesOfOption } from './own.write.ts'

/** How many fields a calendar may have, and by how many of them lists are narrowed. */
const [mostFields, mostFilters] = [60, 12]

/** What is not said of a new field. */
export const blank = {
  kinds: ['event'],
  help: {},
  options: [],
  required: false,
  public: true,
  filter: false,
  categories: [],
  min: null,
  max: null,
  wire_name: null,
  schema: null,
  position: 0,
  changing: null,
} as const

/** Stores a new field behind the others, or where it is to stand; answers its name. Throws what is wrong with it. */
export async function declare(
  tx: Writer,
  { all, builtIn }: { readonly all: readonly Declaration[]; readonly builtIn: ReadonlySet<string> },
  field: NewDeclaration,
): Promise<string> {
  if (all.some(({ name }) => name === field.name)) throw new ApiError('field-exists', { name: field.name })
  if (all.length >= mostFields) throw new ApiError('too-many-fields', { limit: mostFields })
  if (builtIn.has(field.name))
    throw invalidParams({ name: `is “${field.name}”, which Kalends has already: choose another name` })
  assertSound(all, field)
  const id = await addDeclaration(tx, { ...field, position: all.length + 1 })
  if (field.position > 0)
    await place(
      tx,
      all.map((one) => one.id),
      id,
      field.position,
    )
  return field.name
}

/** Stores a new field as it was sent; answers its name. Throws what is wrong with it. */
export async function declareSent(
  tx: Writer,
  { name, type, label, ...rest }: CreateField,
  by: {
    readonly builtIn: ReadonlySet<string>
    readonly language: Declared['language']
    readonly now: number
  },
): Promise<string> {
  const { builtIn, language, now } = by
  const field = { ...blank, ...wanted(rest, type, language), name, type, label: inLanguage(label, language) }
  return declare(tx, { all: await readDeclarations(tx), builtIn }, { ...field, modified_at: now })
}

/** Puts a field where it is to stand. */
export async function place(tx: Writer, ids: readonly number[], id: number, position: number): Promise<void> {
  const others = ids.filter((one) => one !== id)
  await orderDeclarations(tx, [...others.slice(0, position - 1), id, ...others.slice(position - 1)])
}

/** By what clients of the original know a field. */
const keyOf = ({ name, wire_name: wire }: Pick<Declaration, 'name' | 'wire_name'>) => wire ?? name

/** Throws what does not go together. */
export function assertSound(
  all: readonly Declaration[],
  field: NewDeclaration & { readonly id?: number },
): void {
  const { type, options, filter, min, max, kinds, schema } = field
  const isOfOptions = isChoice(type)
  const others = all.filter(({ id }) => id !== field.id)
  const faults = {
    ...(isOfOptions && options.length === 0
      ? { options: 'must name what can be chosen: one option at least' }
      : {}),
    ...(!isOfOptions && options.length > 0
      ? { options: `are for choices, and this is of the type ${type}` }
      : {}),
    ...(filter && !mayFilter(type) ? { filter: `cannot be true of the type ${type}` } : {}),
    ...(filter && others.filter((one) => one.filter).length >= mostFilters
      ? { filter: `may be true of ${mostFilters} fields at most` }
      : {}),
    ...(min !== null && max !== null && min > max ? { min: 'must not be more than max' } : {}),
    ...boundFaults(field),
    ...(schema?.startsWith('typicalAgeRange') && type !== 'number'
      ? { schema: `is for numbers, and this is of the type ${type}` }
      : {}),
    ...(kinds.length === 0 ? { kinds: 'must name one kind at least' } : {}),
    ...(others.some((one) => keyOf(one) === keyOf(field))
      ? { wire_name: `is that of another field: ${keyOf(field)}` }
      : {}),
  }
  if (Object.keys(faults).length > 0) throw invalidParams(faults)
}

/** What is wrong with bounds: numbers and days have two, and a text has how long it is at most. */
function boundFaults({ type, min, max }: Pick<NewDeclaration, 'type' | 'min' | 'max'>): {
  min?: string
  max?: string
} {
  if (type === 'number' || type === 'date') return {}
  const says = `is for numbers and dates, and this is of the type ${type}`
  const isLength =
    type === 'text' && (max === null || (Number.isInteger(max) && max >= 1 && max <= longestOfAll))
  return {
    ...(min === null ? {} : { min: says }),
    ...(max === null || isLength
      ? {}
      : { max: type === 'text' ? `must be a whole number from 1 to ${longestOfAll}` : says }),
  }
}

/** A text without a language is in that of the site. */
function inLanguage(texts: Texts, language: Declared['language']): Texts {
  const { '': plain, ...rest } = texts as Readonly<Record<string, string>>
  return plain === undefined ? rest : { [language]: plain, ...rest }
}

type Changeable = Partial<Omit<CreateField, 'name' | 'type'>>

/** What was sent, as it is stored. */
export function wanted(
  sent: Changeable,
  type: Declaration['type'],
  language: Declared['language'],
): Partial<NewDeclaration> {
  const { label, help, options, min, max, schema, kinds, categories, required, filter, position, wire_name } =
    sent
  const bound = (name: 'min' | 'max', value: number | string | null) => {
    if (typeof value !== 'string')
      return type === 'date' && value !== null ? fail(name, 'must be a day such as 2031-05-01') : value
    const day = type === 'date' ? dayNumberOf(value) : undefined
    return day ?? fail(name, type === 'date' ? 'is no day that there is' : 'must be a number')
  }
  return {
    ...(label === undefined ? {} : { label: inLanguage(label, language) }),
    ...(help === undefined ? {} : { help: inLanguage(help, language) }),
    ...(options === undefined
      ? {}
      : { options: options.map((one) => ({ value: one.value, label: inLanguage(one.label, language) })) }),
    ...(min === undefined ? {} : { min: bound('min', min) }),
    ...(max === undefined ? {} : { max: bound('max', max) }),
    ...(schema === undefined ? {} : { schema }),
    ...(kinds === undefined ? {} : { kinds }),
    ...(categories === undefined ? {} : { categories }),
    ...(required === undefined ? {} : { required }),
    ...(sent.public === undefined ? {} : { public: sent.public }),
    ...(filter === undefined ? {} : { filter }),
    ...(position === undefined ? {} : { position }),
    ...(wire_name === undefined ? {} : { wire_name }),
  }
}

/** Throws what is wrong with one parameter. */
export function fail(name: string, says: string): never {
  throw invalidParams({ [name]: says })
}

/** Throws where a field is to be asked for in categories that there are not. */
export async function assertCategories(tx: Reader, ids: readonly number[] = []): Promise<void> {
  const found = new Set(
    (await readTerms(tx, ids)).flatMap(({ id, taxonomy }) =>
      taxonomy === categoryKind.taxonomy ? [id] : [],
    ),
  )
  const missing = ids.filter((id) => !found.has(id))
  if (missing.length > 0)
    fail('categories', `has ${abridged(missing.map(String), ', ')}, which is no category`)
}

/**
 * What becomes of options that are taken away, and of what records say where several may be chosen from now on; undefined: nothing changes.
 * Throws 409 where records have such an option and nobody said what they get instead.
 */
export async function becomingOf(
  tx: Writer,
  field: Declaration,
  next: Declaration,
  replace: Readonly<Record<string, string | null>> = {},
): Promise<Becoming | undefined> {
  const left = new Set(next.options.map(({ value }) => value))
  const leaving = field.options.filter(({ value }) => !left.has(value))
  for (const { value } of leaving) {
    const other = replace[value]
    if (other === undefined) {
      const count = await usesOfOption(tx, field.name, value)
      if (count > 0)
        throw new ApiError('option-in-use', {
          records: haveIt(count),
          value,
          first: next.options[0]?.value ?? 'another',
        })
    } else if (other !== null && !left.has(other))
      fail('replace', `has “${other}”, which is no option of ${field.name}`)
  }
  if (leaving.length === 0 && next.type === field.type) return undefined
  return { does: 'replace', replace, leaving }
}

/** How many records have something, as a sentence begins. */
export const haveIt = (count: number) => (count === 1 ? '1 record has' : `${count} records have`)
