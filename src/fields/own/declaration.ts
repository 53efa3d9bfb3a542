import type { Language } from '../../pure/text/language.ts'

/** The types of fields of one’s own; what each takes stands in `own/values.ts`. */
export const ownTypes = ['text', 'number', 'choice', 'choices', 'boolean', 'link', 'date'] as const
export type OwnType = (typeof ownTypes)[number]

/** The kinds of records that may have them. */
export const ownKinds = ['event', 'venue', 'organizer'] as const
export type OwnKind = (typeof ownKinds)[number]

/** Whether it takes one or some of several. */
export const isChoice = (type: OwnType) => type === 'choice' || type === 'choices'

/** Whether lists can be narrowed by what it takes. */
export const mayFilter = (type: OwnType) => type !== 'text' && type !== 'link'

/** What schema.org calls a field. */
export const ownSchemas = [
  'audience',
  'typicalAgeRange.from',
  'typicalAgeRange.to',
  'inLanguage',
  'amenityFeature',
] as const
export type OwnSchema = (typeof ownSchemas)[number]

/** A text in some of the languages; one at least. */
export type Texts = Readonly<Partial<Record<Language, string>>>

/** One of the values that a choice takes. */
export interface OwnOption {
  readonly value: string
  readonly label: Texts
}

/** What is under way with what records say of a field, where too many of them do for one transaction. */
export interface Changing {
  /** The field goes with all that is said of it, or others take the place of options that are no more. */
  readonly does: 'remove' | 'replace'
  /** What takes the place of an option; null: nothing. */
  readonly replace: Readonly<Record<string, string | null>>
  /** The options that are no more. */
  readonly leaving: readonly OwnOption[]
  /** Who has asked for it. */
  readonly by: { readonly userId: number; readonly via: string; readonly viaId?: number | null | undefined }
  /** After which record it goes on. */
  readonly after: { readonly kind: OwnKind; readonly id: number }
  /** How many records have been changed, and how many were to be when it began. */
  readonly done: number
  readonly of: number
}

/** What the operator of a calendar says of a field of their own. */
export interface Declaration {
  readonly id: number
  /** By which programs know it: it never changes. */
  readonly name: string
  readonly kinds: readonly OwnKind[]
  readonly type: OwnType
  readonly label: Texts
  readonly help: Texts
  readonly options: readonly OwnOption[]
  /** What is public must have it. */
  readonly required: boolean
  /** Whether everybody sees it, or those alone who edit. */
  readonly public: boolean
  /** Whether lists are narrowed by it, and counted. */
  readonly filter: boolean
  /** The categories, with those below them, whose events are asked for it; none: all. */
  readonly categories: readonly number[]
  /** Of numbers the least and the greatest, of dates as days since 1970, of texts the longest. */
  readonly min: number | null
  readonly max: number | null
  /** Its key in `custom_fields` of the original; its name. */
  readonly wire_name: string | null
  readonly schema: OwnSchema | null
  readonly position: number
  readonly modified_at: number
  /** What is under way with it; null for nothing. */
  readonly changing: Changing | null
}

/** The longest text in characters, unless a field says something else, and the longest that a field may take. */
export const [longestText, longestOfAll] = [500, 2_000]

/** How many characters a label and a help have at most, and how many options a field. */
export const [longestLabel, longestHelp, mostOptions] = [80, 300, 100]

/** What may be the key of a field in `custom_fields` of the original. */
export const wireForm = /^[\w-]{1,80}$/

/** The longest text that people write in one line. */
const longestLine = 200

/** Whether a field has texts of several lines. */
export function hasLines({ type, max }: { readonly type: OwnType; readonly max?: unknown }): boolean {
  return type === 'text' && Number(max ?? longestText) > longestLine
}

/** The fields that are declared, in their order. */
export interface Declared {
  readonly all: readonly Declaration[]
  /** The language of the site, in which the original’s clients are told. */
  readonly language: Language
}

/** Those of a kind of record. */
export function declaredFor({ all }: Pick<Declared, 'all'>, kind: OwnKind): readonly Declaration[] {
  return all.filter(({ kinds }) => kinds.includes(kind))
}

/** Whether widgets show what events say of it: of public choices, and of what is so or not. */
export function isForWidgets({ public: isPublic, type }: Pick<Declaration, 'public' | 'type'>): boolean {
  return isPublic && (type === 'boolean' || isChoice(type))
}

/** A text in this language, else in that of the site, else in the first that it is in. */
export function textIn(texts: Texts, language: Language, site: Language): string {
  return texts[language] ?? texts[site] ?? Object.values(texts)[0] ?? ''
}

/** A value as records have it. */
export type OwnValue = string | number | boolean | readonly string[]

/** Values by the names of their fields. */
export type OwnValues = Readonly<Record<string, OwnValue>>

/** The values that a record has stored. */
export function ownOf(stored: string): OwnValues {
  if (stored === '') return {}
  try {
    const read: unknown = JSON.parse(stored)
    // `storedOwn` writes objects; what else was put there says nothing.
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? (read as OwnValues) : {}
  } catch {
    return {}
  }
}

/** Values as they are stored: by their names in order, so that the same values are the same text. */
export function storedOwn(values: OwnValues): string {
  const entries = Object.entries(values).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return entries.length === 0 ? '' : JSON.stringify(Object.fromEntries(entries))
}

/** What a value is once what is under way is done; undefined: nothing is said any more. */
function becomes({ type, options, changing }: Declaration, value: OwnValue): OwnValue | undefined {
  if (changing?.does === 'remove') return undefined
  if (!changing || !isChoice(type)) return value
  const left = new Map(
    changing.leaving.map((option) => [option.value, changing.replace[option.value] ?? null]),
  )
  const said = [value].flat().map(String)
  if (Array.isArray(value) === (type === 'choices') && !said.some((one) => left.has(one))) return value
  const some = said.flatMap((one) => (left.has(one) ? (left.get(one) ?? []) : one))
  if (type === 'choice') return some[0]
  const chosen = options.map((option) => option.value).filter((one) => some.includes(one))
  return chosen.length === 0 ? undefined : chosen
}

/** What a record has stored once what is under way with a field is done. */
export function ownAfter(field: Declaration, stored: string): string {
  const { [field.name]: value, ...rest } = ownOf(stored)
  if (value === undefined) return stored
  const other = becomes(field, value)
  return storedOwn(other === undefined ? rest : { ...rest, [field.name]: other })
}

/** The values that a record says, with those options that a field has now: so it is read before what is under way is done. */
export function currentOwn(declared: readonly Declaration[], stored: string): OwnValues {
  const changing = declared.filter((field) => field.changing?.does === 'replace')
  return ownOf(changing.reduce((own, field) => ownAfter(field, own), stored))
}

/** What is shown of stored values, in the order of the declarations; to everybody, or also what those see who edit. */
export function shownOwn(
  declared: readonly Declaration[],
  stored: string,
  audience: 'everybody' | 'editors',
): OwnValues | undefined {
  if (stored === '' || declared.length === 0) return undefined
  const values = currentOwn(declared, stored)
  const shown = declared.flatMap((field) => {
    const value = values[field.name]
    return value === undefined || (audience === 'everybody' && !field.public)
      ? []
      : [[field.name, value] as const]
  })
  return shown.length === 0 ? undefined : Object.fromEntries(shown)
}

/** A value as people read it, in a language: labels of choices, and a tick for what is true. */
export function spokenOwn(field: Declaration, value: OwnValue, language: Language, site: Language): string {
  const labelOf = (one: string) => {
    const option = field.options.find((each) => each.value === one)
    return option ? textIn(option.label, language, site) : one
  }
  if (Array.isArray(value)) return value.map(labelOf).join(', ')
  if (typeof value === 'boolean') return value ? '✓' : '–'
  return typeof value === 'string' && field.type === 'choice' ? labelOf(value) : String(value)
}
