import {
  type Declaration,
  declaredFor,
  isChoice,
  isForWidgets,
  shownOwn,
  type Texts,
} from '../../fields/own/declaration.ts'
import { optionText } from '../../records/own/own.words.ts'
import { ownFilterFault } from '../../records/own/own.filters.ts'
import type { Visit } from './visit.ts'

/** The name of a filter by a field of one’s own in addresses, as in the service. */
export type OwnName = `fields[${string}]`

export const ownName = ({ name }: Pick<Declaration, 'name'>): OwnName => `fields[${name}]`
export const isOwnName = (name: string): name is OwnName => name.startsWith('fields[')

/** The fields by which pages narrow their lists: what is for editors alone is on no page, whoever looks at it. */
export function pageFields({ context: { declared } }: Pick<Visit, 'context'>): readonly Declaration[] {
  return declaredFor(declared, 'event').filter((field) => field.filter && field.public)
}

/** How many values a card shows. */
const mostOnCards = 2

/** The first things that an event says of choices by which pages are narrowed, in words. */
export function saidOnCards(
  visit: Pick<Visit, 'context' | 'locale'>,
  { own }: { readonly own: string },
): readonly string[] {
  if (own === '') return []
  const fields = pageFields(visit).filter(({ type }) => isChoice(type))
  const said = shownOwn(fields, own, 'everybody') ?? {}
  return fields
    .flatMap((field) =>
      [said[field.name] ?? []].flat().map((value) => optionText(visit, field, String(value))),
    )
    .slice(0, mostOnCards)
}

/** The fields of which widgets show what events say: public choices, and what is so or not. */
export function widgetFields(declared: Visit['context']['declared']): readonly Declaration[] {
  return declaredFor(declared, 'event').filter(isForWidgets)
}

/**
 * What public choices of these fields of events are called, and what is so, by field, value and language; undefined where none is named.
 * A widget, which shows what events say of them, knows its reader’s language.
 */
export function labelsFor(
  declared: Visit['context']['declared'],
  named: string | null,
): Readonly<Record<string, Readonly<Record<string, Texts>>>> | undefined {
  if (named === null) return undefined
  const names = named.split(',').map((name) => name.trim())
  const fields = names.flatMap((name) => widgetFields(declared).filter((field) => field.name === name))
  return Object.fromEntries(
    fields.flatMap(({ name, type, label, options }) => {
      if (type === 'boolean') return [[name, { true: label }]]
      return [[name, Object.fromEntries(options.map((option) => [option.value, option.label]))]]
    }),
  )
}

/** No more fields than these are looked for in an address. */
const mostNamed = 20

/** What an address says of fields, each once: boxes send each value by itself, and two inputs from and until. */
export function ownSent(visit: Pick<Visit, 'context'>, query: URLSearchParams): Record<OwnName, string> {
  const said = [...query].flatMap(([key, sent]) => {
    const [, name, part = ''] = /^fields\[([^\]]*)\](?:\[(from|until|)\])?$/.exec(key) ?? []
    const value = sent.trim()
    return name === undefined || value === '' ? [] : [{ name, part, value }]
  })
  const fields = pageFields(visit)
  const named = [...Map.groupBy(said, ({ name }) => name)].slice(0, mostNamed)
  return Object.fromEntries(
    named.map(([name, parts]) => {
      const field = fields.find((one) => one.name === name)
      const last = (wanted: string) => parts.findLast(({ part }) => part === wanted)?.value
      const [from, until] = [last('from'), last('until')]
      if (from !== undefined || until !== undefined)
        return [ownName({ name }), `${from ?? ''}..${until ?? ''}`]
      const isSeveral = field === undefined || isChoice(field.type)
      return [ownName({ name }), isSeveral ? severalOf(parts) : (last('') ?? '')]
    }),
  )
}

/** Who chooses a value means that, and not any, or none, as the address did before. */
function severalOf(parts: readonly { readonly value: string }[]): string {
  const values = parts.map(({ value }) => value)
  const exact = values.filter((value) => value !== '*' && value !== '-*')
  return (exact.length > 0 ? exact : values.slice(-1)).join(',')
}

type Sent = Readonly<Record<string, string>>

/** Parameters as the service reads them: what is said of fields belongs together. */
export function withFields(sent: Sent): Readonly<Record<string, unknown>> {
  const all = Object.entries(sent)
  const own = all.filter(([name]) => isOwnName(name))
  if (own.length === 0) return sent
  const fields = Object.fromEntries(own.map(([name, value]) => [fieldNameIn(name), value]))
  return { ...Object.fromEntries(all.filter(([name]) => !isOwnName(name))), fields }
}

const fieldNameIn = (name: string) => name.slice('fields['.length, -1)

/** Which of them are not understood, or are by a field that no page knows. */
export function ownMisread(visit: Visit, sent: Sent): readonly string[] {
  const { context, caller } = visit
  const isKnown = (name: string) => pageFields(visit).some((field) => ownName(field) === name)
  const asked = { declared: context.declared, kind: 'event', caller } as const
  return Object.entries(sent).flatMap(([name, value]) => {
    if (!isOwnName(name)) return []
    const isGood = isKnown(name) && ownFilterFault({ [fieldNameIn(name)]: value }, asked) === undefined
    return isGood ? [] : [name]
  })
}
