import { isDeepStrictEqual } from 'node:util'
import {
  currentOwn,
  type Declaration,
  type OwnKind,
  type OwnValue,
  storedOwn,
} from '../../fields/own/declaration.ts'
import { readOwnValue } from '../../fields/own/values.ts'
import { mostCharacters, type SentOwn, tooMuch, unknownField } from './own.params.ts'

/** What a write says of fields of one’s own, and what it is about. */
export interface OwnChange {
  readonly kind: OwnKind
  readonly sent: SentOwn | undefined
  /** What is stored, of a new record nothing. */
  readonly stored: string
  /** Whether everybody may see it before and after the write. */
  readonly wasPublic: boolean
  readonly isPublic: boolean
  /** Of an event the categories that it has then, with those above them. */
  readonly categories?: readonly number[]
}

/** What is wrong with what was sent of a field. */
export interface OwnFault {
  readonly name: string
  /** A name that no field has, a value that does not fit, one that lacks, or too much in all. */
  readonly what: 'unknown' | 'value' | 'lacking' | 'much'
  /** The sentence about the name or about all, or the end of “which …”. */
  readonly says: string
}

/** What is stored after a write, with these fields: what was sent, and of the rest what was there; or what is wrong with it. */
export function settleOwn(
  all: readonly Declaration[],
  change: OwnChange,
): { readonly stored: string } | { readonly faults: readonly OwnFault[] } {
  const { kind, sent, stored } = change
  const declared = all.filter(({ kinds }) => kinds.includes(kind))
  const before = currentOwn(declared, stored)
  const after: Record<string, OwnValue> = sent === null ? {} : { ...before }
  const faults: OwnFault[] = []
  for (const [name, value] of Object.entries(sent ?? {})) {
    const field = declared.find((one) => one.name === name)
    if (!field) {
      // What a record says of a field that is gone is cleared with it.
      if (value === null) delete after[name]
      else faults.push({ name, what: 'unknown', says: unknownField(name, namesOf(declared), kind) })
      continue
    }
    if (field.changing?.does === 'remove' && value !== null) {
      // What was read is written back; nothing else is said of it any more.
      if (!isDeepStrictEqual(value, before[name]))
        faults.push({ name, what: 'value', says: 'is being removed, with all that records say of it' })
      continue
    }
    const read = readOwnValue(field, value)
    // What was read is written back as it was, also where what is declared has become narrower since.
    if ('fault' in read && isDeepStrictEqual(before[name], value)) continue
    if ('fault' in read) faults.push({ name, what: 'value', says: read.fault })
    else if (read.value === undefined) delete after[name]
    else after[name] = read.value
  }
  if (faults.length > 0) return { faults }
  const lacking = declared.filter(
    (field) =>
      field.required &&
      field.changing?.does !== 'remove' &&
      change.isPublic &&
      after[field.name] === undefined &&
      isAskedFor(field, change) &&
      // A public record may stay as incomplete as it was.
      !(change.wasPublic && before[field.name] === undefined),
  )
  if (lacking.length > 0)
    return {
      faults: lacking.map(({ name }) => ({
        name,
        what: 'lacking',
        says: 'what is published must have it',
      })),
    }
  const whole = storedOwn(after)
  if (whole.length > mostCharacters && whole.length > stored.length)
    return { faults: [{ name: 'fields', what: 'much', says: tooMuch(whole.length) }] }
  return { stored: whole }
}

const namesOf = (declared: readonly Declaration[]) => declared.map(({ name }) => name)

function isAskedFor({ categories }: Declaration, { kind, categories: own = [] }: OwnChange): boolean {
  return kind !== 'event' || categories.length === 0 || categories.some((id) => own.includes(id))
}
