import {
  declaredFor,
  type Declaration,
  type Declared,
  type OwnKind,
  ownOf,
  type OwnValues,
} from '../../fields/own/declaration.ts'
import { dayNumberOf, readOwnValue } from '../../fields/own/values.ts'
import { type Caller, can } from '../../http/auth/rights.ts'
import type { Database } from '../../storage/db/dialect.ts'
import { Current } from '../../storage/db/revisionCache.ts'
import { type HeldField, isWanted, type OwnFilter, type Wanted } from '../../storage/index/own.ts'
import { together, unknownField } from './own.params.ts'
import { recordsWithOwn } from './own.query.ts'

/** What a list is narrowed by: texts by the names of fields. */
export type OwnFilters = Readonly<Record<string, string>>

/** Who asks for records of which kind. */
export interface AskedOwn {
  readonly declared: Declared
  readonly kind: OwnKind
  readonly caller: Caller
}

/** The fields that a reader may narrow lists by: internal ones are for who may edit what others wrote, as all others see none of them. */
export function narrowedBy(declared: Declared, kind: OwnKind, caller: Caller): readonly Declaration[] {
  return declaredFor(declared, kind).filter(
    (field) => field.filter && (field.public || can(caller, 'edit_others')),
  )
}

/** Whether a field is a number, or a day, that lists are narrowed to from and until. */
export const isRanged = ({ type }: Pick<Declaration, 'type'>) => type === 'number' || type === 'date'

/** The fields by which lists of events are narrowed, as the index holds them. */
export function heldFields({ all }: Pick<Declared, 'all'>): readonly HeldField[] {
  return declaredFor({ all }, 'event')
    .filter(({ filter }) => filter)
    .map((field) => ({ name: field.name, holds: isRanged(field) ? 'numbers' : 'texts' }))
}

/** The sentence about what is wrong with filters; undefined for nothing. */
export function ownFilterFault(filters: OwnFilters | undefined, asked: AskedOwn): string | undefined {
  if (filters === undefined) return undefined
  const fields = narrowedBy(asked.declared, asked.kind, asked.caller)
  const faults = Object.entries(filters).flatMap(([name, text]) => {
    const field = fields.find((one) => one.name === name)
    if (!field) return [noFilter(name, fields, asked)]
    const wanted = wantedOf(field, text)
    return typeof wanted === 'string' ? [`has ${name}, which ${wanted}`] : []
  })
  return faults.length === 0 ? undefined : together(faults)
}

/** The sentence about a name by which nothing is narrowed; of internal fields it is that of a name that nothing has. */
function noFilter(name: string, fields: readonly Declaration[], { declared, kind }: AskedOwn): string {
  const isOther = declaredFor(declared, kind).some((field) => field.name === name && field.public)
  if (isOther) return `has “${name}”, by which nothing is narrowed: it is not declared as a filter`
  return unknownField(
    name,
    fields.map((one) => one.name),
    kind,
  )
}

/** What is wanted of a field, or what is wrong with the text. */
function wantedOf(field: Declaration, text: string): Wanted | string {
  const wanted = text.trim()
  if (wanted === '*' || wanted === '-*') return anything(field, wanted === '*')
  if (isRanged(field)) return rangeOf(field, wanted)
  if (field.type === 'boolean') {
    const read = readOwnValue(field, wanted)
    if ('fault' in read || read.value === undefined) return `must be 1 or 0, not “${wanted}”`
    // What is not said is not so.
    return read.value === true ? { some: ['true'], none: [] } : { some: [], none: ['true'] }
  }
  return choiceOf(field, wanted)
}

/** That a field says anything, or nothing: of options that are being taken away, for none to take their place, nothing is said any more. */
function anything(field: Declaration, isSaid: boolean): Wanted {
  if (field.changing?.does !== 'replace') return { isSaid }
  const some = field.options.flatMap(({ value }) => storedFor(field, value))
  return isSaid ? { some, none: [] } : { some: [], none: some }
}

/** The texts that records have stored for an option: also those of which it takes the place, until all have it. */
export function storedFor({ changing }: Declaration, option: string): readonly string[] {
  const before = changing?.leaving.filter(({ value }) => changing.replace[value] === option) ?? []
  return [option, ...before.map(({ value }) => value)]
}

function choiceOf(field: Declaration, wanted: string): Wanted | string {
  const [some, none] = [new Set<string>(), new Set<string>()]
  for (const part of wanted.split(',').map((one) => one.trim())) {
    if (part === '') continue
    const read = readOwnValue({ ...field, type: 'choice', changing: null }, part.replace(/^-/, ''))
    if ('fault' in read) return read.fault
    for (const text of storedFor(field, String(read.value))) (part.startsWith('-') ? none : some).add(text)
  }
  return some.size + none.size === 0 ? 'must name a value' : { some: [...some], none: [...none] }
}

function rangeOf(field: Declaration, wanted: string): Wanted | string {
  const numberOf = (text: string): number | undefined =>
    field.type === 'date'
      ? dayNumberOf(text)
      : /^[+-]?\d+(?:\.\d+|,\d{1,2})?$/.test(text)
        ? Number(text.replace(',', '.'))
        : undefined
  const [, from = '', dots, until = ''] = /^(.*?)(\.\.)(.*)$/.exec(wanted) ?? [
    undefined,
    wanted,
    undefined,
    wanted,
  ]
  const [least, most] = [from === '' ? -Infinity : numberOf(from), until === '' ? Infinity : numberOf(until)]
  const example = field.type === 'date' ? '2031-05-01, ..2031-05-01, 2031-05-01..' : '6, ..6, 6.., 3..6'
  if (
    least === undefined ||
    most === undefined ||
    (dots === undefined ? wanted === '' : from === '' && until === '')
  )
    return `must be as ${example}, not “${wanted}”`
  return { least, most }
}

/** What is wanted of each field that the reader may narrow by; undefined of what is refused beforehand, which finds nothing. */
function allWanted(
  filters: OwnFilters,
  asked: AskedOwn,
): readonly { name: string; wanted: Wanted | undefined }[] {
  const fields = narrowedBy(asked.declared, asked.kind, asked.caller)
  return Object.entries(filters).map(([name, text]) => {
    const field = fields.find((one) => one.name === name)
    const wanted = field && wantedOf(field, text)
    return { name, wanted: typeof wanted === 'string' ? undefined : wanted }
  })
}

/** By what events are chosen. */
export function ownFilters(filters: OwnFilters, asked: AskedOwn): readonly OwnFilter[] {
  return allWanted(filters, asked).map(({ name, wanted = { least: Infinity, most: -Infinity } }) => ({
    name,
    wanted,
  }))
}

/** Records by their ids, ascending, that are to be among those of a list, or not. */
export interface OwnSet {
  readonly ids: Float64Array
  readonly isIn: boolean
}

/** The venues or organizers that filters leave in a list, a set for each: of what these say is read once after each revision. */
export async function ownSets(
  db: Database,
  filters: OwnFilters,
  asked: AskedOwn & { readonly kind: LinkedKindName },
): Promise<readonly OwnSet[]> {
  const records = await valuesOf(db, asked.kind)
  return allWanted(filters, asked).map(({ name, wanted }): OwnSet => {
    if (!wanted) return { ids: new Float64Array(), isIn: true }
    // Records that say nothing are not gone through: where they belong to the list, the others are left out of it.
    const isIn = !isWanted(wanted, undefined)
    const ids = records.filter(({ values }) => isWanted(wanted, values[name]) === isIn).map(({ id }) => id)
    return { ids: Float64Array.from(ids), isIn }
  })
}

type LinkedKindName = Exclude<OwnKind, 'event'>

interface Saying {
  readonly id: number
  readonly values: OwnValues
}

const memories = new WeakMap<
  Database,
  Readonly<Record<LinkedKindName, Current<Promise<readonly Saying[]>>>>
>()

async function valuesOf(db: Database, kind: LinkedKindName): Promise<readonly Saying[]> {
  const current = (of: LinkedKindName) =>
    new Current(db, async (): Promise<readonly Saying[]> =>
      (await recordsWithOwn(db.read, of)).map(({ id, own }) => ({ id, values: ownOf(own) })),
    )
  const known = memories.get(db) ?? { venue: current('venue'), organizer: current('organizer') }
  memories.set(db, known)
  return known[kind].get()
}
