import { Type, type TSchema } from 'typebox'
import { wholeNumber } from './numbers.ts'
import { Fault, isEmpty, isNone, type Parameter, parameter, quote, readParameter } from './parameter.ts'

/** The most members a list may have: more than any page or event needs, few enough for one SQL statement. */
export const listLimit = 500

/** The most characters that all members of a list may have: names are cleaned and compared in several forms. */
const charactersLimit = 25_000

/** The members of a list given as JSON array, as `k[]=` or as CSV; blank members are left out. */
export function members(sent: unknown): readonly (string | number)[] {
  const list: unknown[] = Array.isArray(sent) ? sent : typeof sent === 'string' ? split(sent) : [sent]
  if (list.length > listLimit)
    throw new Fault(`must have at most ${listLimit} members; it has ${list.length}`)
  const characters = list.reduce<number>((sum, one) => sum + (typeof one === 'string' ? one.length : 0), 0)
  if (characters > charactersLimit)
    throw new Fault(`must have at most ${charactersLimit} characters in all; it has ${characters}`)
  return list
    .map((member: unknown) => {
      if (typeof member === 'number') return member
      if (typeof member === 'string') return member.trim()
      throw new Fault(`must be a list of texts or numbers, and ${quote(member)} is neither`)
    })
    .filter((member) => member !== '')
}

/** The members of a list of texts separated by commas; counted before a text of millions of commas becomes as many. */
function split(text: string): string[] {
  let count = 1
  for (let comma = text.indexOf(','); comma !== -1; comma = text.indexOf(',', comma + 1)) count += 1
  if (count > listLimit) throw new Fault(`must have at most ${listLimit} members; it has ${count}`)
  return text.split(',')
}

/** A list of ids, at least one. */
export function idList(description: string) {
  return parameter(listSchema(Type.Integer({ minimum: 1 }), description), (sent): readonly number[] =>
    atLeastOne(idsIn(sent), sent),
  )
}

/** A list of ids, which may be empty; an empty text, null and 0 mean none too. */
export function idListOrNone(description: string) {
  return parameter(listSchema(Type.Integer({ minimum: 1 }), description), (sent): readonly number[] =>
    isNone(sent) ? [] : idsIn(sent),
  )
}

function idsIn(sent: unknown): readonly number[] {
  const ids = members(sent).map((member) => {
    const id = wholeNumber(member)
    if (id === undefined || id < 1)
      throw new Fault(`must be a list of IDs like 3,5, and ${quote(member)} is none`)
    return id
  })
  return [...new Set(ids)]
}

/** A list of what another parameter reads, each once, at least one. */
export function listOf<Value>(member: Parameter<Value>, schema: TSchema, description: string) {
  return parameter(listSchema(schema, description), (sent): readonly Value[] => {
    const read = members(sent).map((text) => readParameter(member, String(text)) as Value)
    return atLeastOne([...new Set(read)], sent)
  })
}

/**
 * A list that names terms in a filter: ids, slugs or names, at least one. A minus before one leaves nothing out, as people may think: as
 * slugs are read it would even mean the term itself.
 */
export function termFilter(description: string) {
  return parameter(listSchema(Type.String(), description), (sent) => {
    const named = atLeastOne(members(sent), sent)
    const negative = named.find((name) => /^[-\u2010-\u2015\u2212!]/u.test(String(name)))
    if (negative !== undefined)
      throw new Fault(
        `must name what is to be there, by ID, slug or name: ${quote(negative)} leaves nothing out`,
      )
    return named
  })
}

/** The terms of an event: ids, slugs or names; an object with an `id` stands for it (D49). Empty, null or 0: none (D7). */
export function termList(description: string) {
  return parameter(listSchema(Type.String(), description), (sent): readonly (string | number)[] => {
    const given = numbered(sent)
    if (isNone(given)) return []
    if (typeof given === 'string') return members(given)
    // Clients send null for a term that they have not found.
    return members(
      (Array.isArray(given) ? given : [given]).map(idOfObject).filter((member) => !isEmpty(member)),
    )
  })
}

/** A venue or organizer an event is linked to: one that is there, or the fields of one to be made. */
export type Linked = { readonly id: number } | { readonly fields: Readonly<Record<string, unknown>> }

/**
 * The venues or organizers of an event: an id, an object, a list of them or a CSV of ids (D13). Empty values mean none.
 * An object with an `id` stands for that id, whatever else it holds (D49).
 */
export function linkedList(description: string) {
  return parameter(listSchema(Type.Integer(), description), (sent): readonly Linked[] => {
    const given = numbered(sent)
    if (isNone(given)) return []
    const list = Array.isArray(given) ? given : typeof given === 'string' ? members(given) : [given]
    if (list.length > listLimit)
      throw new Fault(`must have at most ${listLimit} members; it has ${list.length}`)
    return list.filter((member) => !isEmpty(member)).map(readLinked)
  })
}

function readLinked(sent: unknown): Linked {
  if (isObject(sent)) {
    if (sent['id'] === undefined || isNone(sent['id'])) return { fields: sent }
    return { id: linkedId(sent['id']) }
  }
  return { id: linkedId(sent) }
}

function linkedId(sent: unknown): number {
  const id = wholeNumber(sent)
  if (id === undefined || id < 1)
    throw new Fault(
      `must be an ID, an object (with an “id”, or the name of a new one), or a list of them, not ${quote(sent)}`,
    )
  return id
}

function idOfObject(sent: unknown): unknown {
  return isObject(sent) && sent['id'] !== undefined ? sent['id'] : sent
}

/** Turns an object whose keys are numbers, or that has none, into a list: PHP encodes lists with gaps, or empty ones, like that. */
function numbered(sent: unknown): unknown {
  return isObject(sent) && Object.keys(sent).every((key) => /^\d+$/.test(key)) ? Object.values(sent) : sent
}

/** Whether it is a JSON object. */
export function isObject(sent: unknown): sent is Record<string, unknown> {
  return typeof sent === 'object' && sent !== null && !Array.isArray(sent)
}

function atLeastOne<Member>(list: readonly Member[], sent: unknown): readonly Member[] {
  if (list.length === 0) throw new Fault(`must name at least one, not ${quote(sent)}`)
  return list
}

function listSchema(items: TSchema, description: string): TSchema {
  return Type.Array(items, { description: `${description} A list, or comma-separated.` })
}
