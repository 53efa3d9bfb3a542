import type { Language } from '../../pure/text/language.ts'
import { type Declaration, type OwnType, textIn } from './declaration.ts'
import { longestText } from './values.ts'

/** A schema in JSON, as programs are told of it (JSON Schema 2020-12). */
export type JsonSchema = Readonly<Record<string, unknown>>

/** What a field takes, with what people call it in a language; null takes its value away. */
function ownSchemaOf(field: Declaration, language: Language): JsonSchema {
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

/** An object with the values of these fields, by name; of others nothing is known. */
export function ownValuesSchema(
  fields: readonly Declaration[],
  language: Language,
  description: string,
): JsonSchema {
  const properties = Object.fromEntries(fields.map((field) => [field.name, ownSchemaOf(field, language)]))
  return { type: 'object', description, properties, additionalProperties: false }
}
