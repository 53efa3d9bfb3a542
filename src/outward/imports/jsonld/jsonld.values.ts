import { isObject } from '../../../pure/params/lists.ts'
import { decodeEntities } from '../../../pure/text/html.ts'
import { readAddress } from '../imports.address.ts'

/** An object of JSON-LD. */
export type Thing = Readonly<Record<string, unknown>>

/** The things of a page, which may name each other (JSON-LD 1.1, 3.3), and what its addresses are relative to. */
export interface Graph {
  /** The thing with all that the page says of it: that which has its `@id`. */
  of(thing: Thing): Thing
  /** The `@id` of a thing, in full where the address of the page is known; empty without one. */
  idOf(thing: Thing): string
  readonly base: string | undefined
}

/** An event of a page: the line that its script begins in, from 1, and the things that it stands within. */
export interface EventThing {
  readonly line: number
  readonly thing: Thing
  /** The event that it is a part of, and the place or organizer whose event it is, if it stands within one. */
  readonly within: readonly Thing[]
}

/** The types of a thing without where they are defined: `https://schema.org/MusicEvent` is a `MusicEvent`. */
export function typesOf(thing: Thing): string[] {
  // The context of schema.org has `type` for `@type`.
  return valuesIn(thing['@type'] ?? thing['type']).map((type) =>
    typeof type === 'string' ? type.trim().replace(/^.*[/:#]/, '') : '',
  )
}

/** The values of a member: one, several, or a list of JSON-LD; values with a type or a language are those alone. */
export function valuesIn(value: unknown): unknown[] {
  return [value].flat(deepest).flatMap((each) => {
    if (!isObject(each)) return each === undefined || each === null ? [] : [each]
    for (const name of ['@list', '@set']) if (name in each) return valuesIn(each[name])
    return '@value' in each ? valuesIn(each['@value']) : [each]
  })
}

/** How deep lists within lists are read. */
const deepest = 5

/** The things and texts in a member, each thing with all that the page says of it. */
export function thingsIn(value: unknown, graph: Graph): (Thing | string)[] {
  return valuesIn(value).flatMap((each): (Thing | string)[] => {
    if (isObject(each)) return [graph.of(each)]
    return typeof each === 'string' && each.trim() !== '' ? [decodeEntities(each.trim())] : []
  })
}

/** The texts in a member; numbers as they are written. */
export function textsIn(value: unknown): string[] {
  return valuesIn(value)
    .map((each) => (typeof each === 'number' ? String(each) : each))
    .filter((each): each is string => typeof each === 'string')
    .map((text) => decodeEntities(text.trim()))
    .filter((text) => text !== '')
}

/** The first text in a member; empty if there is none. */
export function textIn(thing: Thing, name: string): string {
  return textsIn(thing[name])[0] ?? ''
}

/** The first text in a member that may be the name of a thing: `Germany`, or an object of that name or `@id`. */
export function nameIn(value: unknown, graph: Graph): string {
  const [first] = thingsIn(value, graph)
  if (first === undefined || typeof first === 'string') return first ?? ''
  return textIn(first, 'name') || textIn(first, '@id')
}

/** The first web address in a member, in full; one without a scheme gets `https://`, one of the page’s own site its origin. */
export function addressIn(value: unknown, graph: Graph): string | undefined {
  for (const each of valuesIn(value)) {
    const thing = isObject(each) ? graph.of(each) : undefined
    const text = thing ? textIn(thing, '@id') || textIn(thing, 'url') : textsIn(each)[0]
    const address = text === undefined ? undefined : addressOf(text, graph.base)
    if (address !== undefined) return address
  }
  return undefined
}

function addressOf(text: string, base: string | undefined): string | undefined {
  const isRelative = base !== undefined && /^(?:\/(?!\/)|\.\.?\/|[?#])/.test(text)
  return isRelative ? URL.parse(text, base)?.href : readAddress(text)
}
