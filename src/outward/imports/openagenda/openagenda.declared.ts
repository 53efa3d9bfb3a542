import {
  type Declaration,
  isChoice,
  longestHelp,
  longestLabel,
  longestOfAll,
  mostOptions,
  type OwnType,
  wireForm,
} from '../../../fields/own/declaration.ts'
import { programName } from '../../../fields/own/programName.ts'
import { isObject } from '../../../pure/params/lists.ts'
import { fold } from '../../../pure/text/fold.ts'
import { languages } from '../../../pure/text/language.ts'
import { ownSets } from '../../../records/own/own.sets.ts'
import type { DeclaredThere } from '../imports.record.ts'
import { asWire, type Wire } from '../site/site.wire.ts'
import type { SchemaField } from './openagenda.document.ts'
import { type FieldReading, standard } from './openagenda.fields.ts'
import { plain, spoken } from './openagenda.texts.ts'

/** The types of fields here of those that agendas add; files are none. */
const types: Readonly<Record<string, OwnType>> = {
  radio: 'choice',
  select: 'choice',
  checkbox: 'choices',
  multiselect: 'choices',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  link: 'link',
  date: 'date',
  text: 'text',
  textarea: 'text',
  multilingual: 'text',
  markdown: 'text',
  html: 'text',
}

/** What an agenda has added, and the ages that its events say, as fields to be declared here, but for what a map places and for what the calendar has already. */
export function declarationsOf(
  { fields, map, own }: FieldReading,
  events: readonly Wire[],
): readonly DeclaredThere[] {
  const taken = new Set<string>()
  const added = fields.flatMap((field): DeclaredThere[] => {
    const type = types[field.type]
    if (type === undefined || standard.has(field.key) || map.has(field.key) || isHere(field, own)) return []
    const name = nameFor(field.key, taken)
    const { label, info, optional, read } = field.wire
    const options = optionsOf(field)
    if (isChoice(type) && (options.length === 0 || options.length > mostOptions)) return []
    return [
      {
        name,
        type,
        kinds: ['event'],
        label: shortened(label, longestLabel) ?? field.key.slice(0, longestLabel),
        help: shortened(info, longestHelp) ?? '',
        ...(isChoice(type) ? { options } : {}),
        ...(type === 'text' ? { max: longestOfAll } : {}),
        required: optional === false,
        // What only some of its members read is for those who edit.
        public: !isForFew(read),
        wire_name: wireForm.test(field.key) ? field.key : null,
      },
    ]
  })
  return [...added, ...(saysAges(events) && !map.has('age') ? agesLacking(own) : [])]
}

/** The ready-made fields of ages, but for those that the calendar has. */
function agesLacking(own: readonly Declaration[]): readonly DeclaredThere[] {
  return ownSets.ages.filter(
    ({ name, schema }) => !own.some((field) => field.name === name || field.schema === schema),
  )
}

/** Whether any of these events says for which ages it is. */
function saysAges(events: readonly Wire[]): boolean {
  return events.some(({ age }) => ['min', 'max'].some((end) => plain(asWire(age)?.[end]) !== ''))
}

function isForFew(read: unknown): boolean {
  return [read].flat().some((one) => plain(one) !== '' && plain(one) !== 'public')
}

function optionsOf({ options }: SchemaField) {
  const taken = new Set<string>()
  return options.map((option) => ({
    value: nameFor(plain(option['value']) || `option ${plain(option['id'])}`, taken),
    label: shortened(option['label'], longestLabel) ?? plain(option['value']).slice(0, longestLabel),
  }))
}

/** A text, or the texts in languages that the calendar speaks, else the first as one of the site; undefined for none. */
function shortened(value: unknown, most: number): string | Readonly<Record<string, string>> | undefined {
  const cut = (text: string) => text.replaceAll(/\s+/g, ' ').slice(0, most).trim()
  if (!isObject(value)) return cut(plain(value)) || undefined
  const known = languages.flatMap((language) => {
    const text = cut(plain(value[language]))
    return text === '' ? [] : [[language, text] as const]
  })
  return known.length > 0 ? Object.fromEntries(known) : cut(spoken(value, '')) || undefined
}

/** Whether the calendar has a field under this name, or one that people call so. */
function isHere({ key, wire }: SchemaField, own: readonly Declaration[]): boolean {
  const labels = new Set(
    [wire['label'], ...Object.values(asWire(wire['label']) ?? {})].map((label) => fold(plain(label))),
  )
  labels.delete('')
  return own.some(
    ({ name, wire_name, label }) =>
      (wire_name ?? name) === key ||
      name === key ||
      Object.values(label).some((text) => labels.has(fold(text))),
  )
}

/** A name for programs that none of these has yet. */
function nameFor(text: string, taken: Set<string>): string {
  const name = programName(fold(text), [...taken], 'n')
  taken.add(name)
  return name
}
