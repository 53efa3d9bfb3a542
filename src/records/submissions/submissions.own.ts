import {
  currentOwn,
  type Declaration,
  declaredFor,
  type Declared,
  type OwnKind,
  ownOf,
  type OwnValue,
  storedOwn,
} from '../../fields/own/declaration.ts'
import { isObject } from '../../pure/params/lists.ts'
import { type OwnChange, settleOwn } from '../own/own.settle.ts'
import type { Fields } from './submissions.params.ts'

/** Under which name proposals tell a field that the calendar has declared: each is decided on by itself. */
const before = 'fields.'

/** The fields of the calendar that may be proposed: what is internal is for who edits. */
function proposableOwn(declared: Declared, kind: OwnKind): readonly Declaration[] {
  return declaredFor(declared, kind).filter((field) => field.public)
}

/** Values by the names of fields, null for what is to be cleared; or what is wrong, by the names that proposals have for them. */
export type OwnRead =
  | { readonly values: Readonly<Record<string, OwnValue | null>> }
  | { readonly faults: Readonly<Record<string, string>> }

/** Reads what is proposed of fields of the calendar, as everybody may know them; `under` stands before the names of faults. */
export function readOwn(
  declared: Declared,
  change: Pick<OwnChange, 'kind' | 'sent' | 'stored' | 'categories'> & { readonly isNew: boolean },
  under = '',
): OwnRead {
  const { kind, isNew, sent } = change
  const all = proposableOwn(declared, kind)
  const settled = settleOwn(all, { ...change, isPublic: true, wasPublic: !isNew })
  if ('faults' in settled) {
    const faults = settled.faults.map(({ what, name, says }) => {
      if (what === 'unknown' || what === 'much') return [`${under}fields`, says] as const
      return [`${under}${before}${name}`, what === 'lacking' ? 'must be given' : says] as const
    })
    return { faults: Object.fromEntries(faults.toReversed()) }
  }
  const after = ownOf(settled.stored)
  const names = sent === null ? all.map(({ name }) => name) : Object.keys(sent ?? {})
  const values = names.map((name) => [name, after[name] ?? null] as const)
  // Of what is new nothing is cleared.
  return { values: Object.fromEntries(values.filter(([, value]) => !isNew || value !== null)) }
}

/** What an event says of fields that may be proposed, with null for nothing. */
export function ownNow(declared: Declared, kind: OwnKind, own: string): Readonly<Record<string, unknown>> {
  const values = currentOwn(declaredFor(declared, kind), own)
  return Object.fromEntries(proposableOwn(declared, kind).map(({ name }) => [name, values[name] ?? null]))
}

/** The values that say something, as they are stored. */
export function saidOwn(values: Readonly<Record<string, OwnValue | null>>): string {
  const said = Object.entries(values).filter((one): one is [string, OwnValue] => one[1] !== null)
  return storedOwn(Object.fromEntries(said))
}

/** What is proposed, each field of the calendar under a name of its own: `fields.audience`. */
export function byName({ fields, ...others }: Fields): Fields {
  const own = isObject(fields) ? Object.entries(fields) : []
  return { ...others, ...Object.fromEntries(own.map(([name, value]) => [before + name, value])) }
}

const isOwn = (name: string) => name.startsWith(before)

/** The same as events take it: fields of the calendar together, under `fields`. */
export function together(named: Fields): Fields {
  const own = Object.entries(named).filter(([name]) => isOwn(name))
  const others = Object.entries(named).filter(([name]) => !isOwn(name))
  if (own.length === 0) return Object.fromEntries(others)
  const fields = own.map(([name, value]) => [name.slice(before.length), value] as const)
  return Object.fromEntries([...others, ['fields', Object.fromEntries(fields)]])
}
