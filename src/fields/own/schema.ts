import type { Language } from '../../pure/text/language.ts'
import { type Declaration, longestText, type OwnType, textIn } from './declaration.ts'

/** A schema in JSON, as programs are told of it (JSON Schema 2020-12). */
export type JsonSchema = Readonly<Record<string, unknown>>

/** What a field takes, with what people call it in a language; null takes its value away. */
export function ownSchemaOf(field: Declaration, language: Language): JsonSchema {
  const say = (texts: Declaration['label']) => textIn(texts, language, language)
  const called = field.options.map(({ value, label }) => `${value} (${say(label)})`)
  const description = [
    say(field.label),
    say(field.help),
    called.join(', '),
    field.required ? 'What is published must have it.' : '',
  ]
    .filter((part) => part !== '')
    .map((part) => (/[.!?…]$/.test(part) ? part : `${part}.`))
    .join(' ')
  return { ...formOf(field), description }
}

/** What records say of a field: as what it takes, but that there is a value. */
export function ownShownSchema(field: Declaration, language: Language): JsonSchema {
  const { type, enum: words, ...rest } = ownSchemaOf(field, language)
  const values = Array.isArray(words) ? { enum: words.filter((word) => word !== null) } : {}
  return { type: [type].flat()[0], ...values, ...rest }
}

/** The longest text by which lists are narrowed. */
const longestFilter = 2000

/** By what lists are narrowed: a text, as it stands in addresses. */
export function ownFilterSchema(field: Declaration, language: Language): JsonSchema {
  const description = `${textIn(field.label, language, language)}: ${howOf(field)}.`
  return { type: 'string', maxLength: longestFilter, description }
}

function howOf({ type, options }: Declaration): string {
  if (type === 'boolean') return 'true or false'
  if (type === 'number') return 'a number, or from and to, such as 6..12, 6.. or ..12'
  if (type === 'date') return 'a day, or from and to, such as 2031-05-01..2031-05-31'
  return `any of ${options.map(({ value }) => value).join(', ')}; several with commas; -${options[0]?.value ?? 'value'} leaves out`
}

const formOf = (field: Declaration): JsonSchema => forms[field.type](field)

const forms: Readonly<Record<OwnType, (field: Declaration) => JsonSchema>> = {
  text: ({ max }) => ({ type: ['string', 'null'], maxLength: max ?? longestText }),
  link: () => ({ type: ['string', 'null'], format: 'uri' }),
  number: ({ min, max }) => ({
    type: ['number', 'null'],
    ...(min === null ? {} : { minimum: min }),
    ...(max === null ? {} : { maximum: max }),
  }),
  boolean: () => ({ type: ['boolean', 'null'] }),
  // Schemas have no bounds of days; what is beyond them is refused with a sentence.
  date: () => ({ type: ['string', 'null'], format: 'date' }),
  choice: ({ options }) => ({ type: ['string', 'null'], enum: [...options.map(({ value }) => value), null] }),
  choices: ({ options }) => ({
    type: ['array', 'null'],
    items: { type: 'string', enum: options.map(({ value }) => value) },
  }),
}

/** An object with something of each of these fields, by name; of others nothing is known. */
export function ownObjectSchema(
  fields: readonly Declaration[],
  described: (field: Declaration) => JsonSchema,
  description: string,
): JsonSchema {
  const properties = Object.fromEntries(fields.map((field) => [field.name, described(field)]))
  return { type: 'object', description, properties, additionalProperties: false }
}
