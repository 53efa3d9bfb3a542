import { Type, type StaticDecode } from 'typebox'
import {
  longestHelp,
  longestLabel,
  mostOptions,
  ownKinds,
  type OwnOption,
  type OwnSchema,
  ownSchemas,
  ownTypes,
  type Texts,
  wireForm,
} from '../../fields/own/declaration.ts'
import { editContext } from '../../pure/params/contexts.ts'
import { flag } from '../../pure/params/flags.ts'
import { idListOrNone } from '../../pure/params/lists.ts'
import { abridged, Fault, parameter, quote } from '../../pure/params/parameter.ts'
import { choice, choiceList } from '../../pure/params/texts.ts'
import { withoutControls } from '../../pure/text/controls.ts'
import { languages } from '../../pure/text/language.ts'
import { nearest } from '../../pure/text/nearestWords.ts'

const nameForm = /^[a-z][a-z0-9_]{0,39}$/
const formSays = 'must be small letters, digits and underscores, beginning with a letter, 40 at most'

/** The names of the fields, as they stand in addresses. */
export const byName = Type.Object({
  name: parameter(Type.String({ description: 'The name of the field.' }), String),
})
export type ByName = StaticDecode<typeof byName>

const name = parameter(
  Type.String({ description: 'The name by which programs know it; it never changes.' }),
  (sent) => {
    if (typeof sent !== 'string' || !nameForm.test(sent)) throw new Fault(`${formSays}, not ${quote(sent)}`)
    return sent
  },
)

const isObject = (sent: unknown): sent is Readonly<Record<string, unknown>> =>
  typeof sent === 'object' && sent !== null && !Array.isArray(sent)

function textsFrom(sent: unknown, longest: number): Texts {
  // A text alone is in the language of the site; which that is, the write knows.
  const given = typeof sent === 'string' ? { '': sent } : sent
  if (!isObject(given)) throw new Fault('must be a text, or an object with a text for each language')
  const texts: Record<string, string> = {}
  for (const [language, text] of Object.entries(given)) {
    if (language !== '' && !languages.some((one) => one === language))
      throw new Fault(`has the language ${quote(language)}; these are known: ${languages.join(', ')}`)
    if (typeof text !== 'string') throw new Fault('must have texts, nothing else')
    const line = withoutControls(text).replaceAll(/\s+/g, ' ').trim()
    if (line.length > longest) throw new Fault(`must have at most ${longest} characters, not ${line.length}`)
    if (line !== '') texts[language] = line
  }
  return texts
}

const label = parameter(
  Type.Unsafe({
    description: `What people call it: a text, or texts by language; ${longestLabel} characters.`,
  }),
  (sent) => {
    const texts = textsFrom(sent, longestLabel)
    if (Object.keys(texts).length === 0) throw new Fault('cannot be empty')
    return texts
  },
)

const help = parameter(
  Type.Unsafe({
    description: `A sentence beside it in forms: a text, or texts by language; ${longestHelp} characters.`,
  }),
  (sent) => (sent === null ? {} : textsFrom(sent, longestHelp)),
)

const options = parameter(
  Type.Unsafe({
    description: 'What can be chosen, in order: objects with a value and a label.',
    type: 'array',
    maxItems: mostOptions,
    items: { type: 'object' },
  }),
  (sent): readonly OwnOption[] => {
    if (!Array.isArray(sent)) throw new Fault('must be a list of objects with value and label')
    if (sent.length > mostOptions) throw new Fault(`may have ${mostOptions} at most, not ${sent.length}`)
    const all = (sent as unknown[]).map((one): OwnOption => {
      if (!isObject(one)) throw new Fault('must be a list of objects with value and label')
      const { value, label: called = value, ...more } = one
      const [other] = Object.keys(more)
      if (other !== undefined)
        throw new Fault(`has ${quote(other)} in an option, which has value and label alone`)
      if (typeof value !== 'string' || !nameForm.test(value))
        throw new Fault(`has the value ${quote(value)}, which ${formSays}`)
      const texts = textsFrom(called, longestLabel)
      return { value, label: Object.keys(texts).length === 0 ? textsFrom(value, longestLabel) : texts }
    })
    const twice = all.find(({ value }, at) => all.findIndex((one) => one.value === value) !== at)
    if (twice) throw new Fault(`has ${quote(twice.value)} twice`)
    return all
  },
)

const bound = (says: string) =>
  Type.Optional(
    parameter(Type.Unsafe({ description: says }), (sent): number | string | null => {
      if (sent === null || sent === '') return null
      if (typeof sent === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(sent)) return sent
      const number = typeof sent === 'number' || typeof sent === 'string' ? Number(sent) : Number.NaN
      if (!Number.isFinite(number))
        throw new Fault(`must be a number, or a day of a date, not ${quote(sent)}`)
      return number
    }),
  )

const wireName = parameter(
  Type.Unsafe({ description: 'Its key in custom_fields of the original; its name where there is none.' }),
  (sent): string | null => {
    if (sent === null || sent === '') return null
    if (typeof sent !== 'string' || !wireForm.test(sent))
      throw new Fault(`must be letters, digits, underscores and hyphens, 80 at most, not ${quote(sent)}`)
    return sent
  },
)

const schemaName = parameter(
  Type.Unsafe({ description: 'What schema.org calls it; null for nothing.', enum: [...ownSchemas, null] }),
  (sent): OwnSchema | null => {
    if (sent === null || sent === '') return null
    const text = typeof sent === 'string' ? sent.trim().toLowerCase() : ''
    const found = ownSchemas.find((one) => one.toLowerCase() === text)
    if (!found) throw new Fault(`must be one of ${ownSchemas.join(', ')}, not ${quote(sent)}`)
    return found
  },
)

const position = parameter(
  Type.Integer({ description: 'Where it stands among the others: the place that it gets, from 1.' }),
  (sent): number => {
    const number = typeof sent === 'number' || typeof sent === 'string' ? Number(sent) : Number.NaN
    if (!Number.isInteger(number) || number < 1 || number > 1000)
      throw new Fault(`must be a place from 1, not ${quote(sent)}`)
    return number
  },
)

/** What may be said of a field at any time. */
const changeable = {
  kinds: Type.Optional(choiceList(ownKinds, 'Which records have it: event, venue, organizer.')),
  label: Type.Optional(label),
  help: Type.Optional(help),
  options: Type.Optional(options),
  required: Type.Optional(flag('Whether what is published must have it.')),
  public: Type.Optional(flag('Whether everybody sees it (true), or those alone who edit.')),
  filter: Type.Optional(flag('Whether lists are narrowed by it, and counted.')),
  categories: Type.Optional(
    idListOrNone('The categories, with those below, whose events are asked for it; none: all.'),
  ),
  min: bound('The least number, or the first day.'),
  max: bound('The greatest number, or the last day; of texts the most characters.'),
  wire_name: Type.Optional(wireName),
  schema: Type.Optional(schemaName),
  position: Type.Optional(position),
}

export const createFieldParams = Type.Object({
  name,
  type: choice(ownTypes, 'What it takes; it never changes, but from choice to choices.'),
  ...changeable,
  label,
})
export type CreateField = StaticDecode<typeof createFieldParams>

const replace = parameter(
  Type.Unsafe({
    description: 'What records get in place of options that are taken away: a value, or null for none.',
  }),
  (sent): Readonly<Record<string, string | null>> => {
    if (!isObject(sent)) throw new Fault('must be an object, such as {"kids": "children"}')
    for (const value of Object.values(sent))
      if (value !== null && typeof value !== 'string') throw new Fault('must have values, or null for none')
    return sent as Readonly<Record<string, string | null>>
  },
)

export const updateFieldParams = Type.Object({
  ...changeable,
  type: Type.Optional(choice(ownTypes, 'Cannot change, but from choice to choices.')),
  new_name: Type.Optional(name),
  replace: Type.Optional(replace),
})
export type UpdateField = StaticDecode<typeof updateFieldParams>

export const readFieldsParams = Type.Object({
  kind: Type.Optional(choice(ownKinds, 'Those of this kind of record alone.')),
  context: Type.Optional(editContext('With “edit”, labels in all languages, and how many records have it.')),
  language: Type.Optional(
    choice(languages, 'The language of labels that are in it (by default: that of the site).'),
  ),
})
export type ReadFields = StaticDecode<typeof readFieldsParams>

export const removeFieldParams = Type.Object({
  force: Type.Optional(flag('Removes it with its values.')),
})

/** What was sent of fields of one’s own in a write of a record, by name; null clears all. */
export type SentOwn = Readonly<Record<string, unknown>> | null

/** The most characters that all values of a record take, as JSON. */
export const mostCharacters = 20_000

/** The sentence about more than that. */
export const tooMuch = (length: number) => `may have ${mostCharacters} characters in all, not ${length}`

/** How it is described, wherever a document has it. */
export const ownSays =
  'Values of the fields that this calendar has declared (GET …/fields), by name; what is not sent stays, null, "" and [] clear one, and null alone all.'

export const ownParam = parameter(Type.Unsafe({ description: ownSays, type: 'object' }), (sent): SentOwn => {
  const given: unknown = typeof sent === 'string' && sent.trim().startsWith('{') ? parsed(sent) : sent
  if (given === null || given === '' || (Array.isArray(given) && given.length === 0)) return null
  if (!isObject(given))
    throw new Fault(`must be an object with values by the names of fields, not ${quote(sent)}`)
  const { length } = JSON.stringify(given)
  if (length > mostCharacters) throw new Fault(tooMuch(length))
  return given
})

/** How lists of values are described, wherever a document has them. */
export const ownListsSays = {
  add: 'With fields: values, by the names of fields that take several, that each event has beside its own.',
  remove: 'With fields: such values that no event has from now on.',
} as const

/** Lists of values by the names of fields that take several. */
export const ownListsParam = (does: keyof typeof ownListsSays) =>
  parameter(
    Type.Unsafe({
      description: ownListsSays[does],
      type: 'object',
      additionalProperties: { type: 'array', items: { type: 'string' } },
    }),
    (sent): Readonly<Record<string, readonly unknown[]>> => {
      const isOfLists = isObject(sent) && Object.values(sent).every((one) => Array.isArray(one))
      if (!isOfLists || JSON.stringify(sent).length > mostCharacters)
        throw new Fault(
          `must be an object with lists of values by the names of fields, with ${mostCharacters} characters at most, not ${quote(sent)}`,
        )
      return sent as Readonly<Record<string, readonly unknown[]>> // Each was found to be a list.
    },
  )

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** The sentence about a name that none of these fields has. */
export function unknownField(sent: string, names: readonly string[], kind: string): string {
  const meant = nearest(sent, names)
  const near = meant === undefined ? '' : `; the nearest is “${meant}”`
  return `has ${quote(sent)}, which is no field of ${kind}s${near}`
}

/** Several sentences about one parameter. */
export const together = (faults: readonly string[]) => abridged(faults, '; ')

/** How lists of each kind are narrowed by fields, wherever a document says so. */
export const ownFilterSays = {
  event:
    'Keep events by the fields that this calendar has declared as filters, by name: values with commas (any of them), -value (not), * (said), -* (not said), 1 or 0, and of numbers and days 6, ..6, 6.. or 3..6.',
  venue: 'The same of their venues.',
  linked: 'Keep records by the fields that this calendar has declared as filters: see the list of events.',
} as const

/** What a list is narrowed by: `fields[audience]=children,families`. */
export function ownFilterParam(of: keyof typeof ownFilterSays) {
  return parameter(
    Type.Unsafe({
      description: ownFilterSays[of],
      type: 'object',
      additionalProperties: { type: 'string' },
    }),
    (sent): Readonly<Record<string, string>> | undefined => {
      if (sent === '' || sent === null) return undefined
      if (!isObject(sent)) throw new Fault('must name fields, as in fields[audience]=children')
      const entries = Object.entries(sent).map(([name, value]) => {
        const texts: readonly unknown[] = Array.isArray(value) ? value : [value]
        const parts = texts.map((one) => {
          if (typeof one !== 'string' && typeof one !== 'number' && typeof one !== 'boolean')
            throw new Fault(`has ${quote(name)}, which must be a text`)
          return String(one)
        })
        return [name, parts.join(',')] as const
      })
      if (entries.length > mostFilters) throw new Fault(`may name ${mostFilters} fields at most`)
      return entries.length === 0 ? undefined : Object.fromEntries(entries)
    },
  )
}

/** By how many fields a list is narrowed at most. */
const mostFilters = 20
