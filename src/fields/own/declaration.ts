import type { Language } from '../../pure/text/language.ts'

/** The types of fields of one’s own; what each takes stands in `own/values.ts`. */
export const ownTypes = ['text', 'number', 'choice', 'choices', 'boolean', 'link', 'date'] as const
export type OwnType = (typeof ownTypes)[number]

/** The kinds of records that may have them. */
export const ownKinds = ['event', 'venue', 'organizer'] as const
export type OwnKind = (typeof ownKinds)[number]

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

/** What is shown of stored values, in the order of the declarations; to everybody, or also what those see who edit. */
export function shownOwn(
  declared: readonly Declaration[],
  stored: string,
  audience: 'everybody' | 'editors',
): OwnValues | undefined {
  if (stored === '' || declared.length === 0) return undefined
  const values = ownOf(stored)
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
