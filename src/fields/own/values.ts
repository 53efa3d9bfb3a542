import type { TSchema } from 'typebox'
import { flag } from '../../pure/params/flags.ts'
import { Fault, quote, readParameter } from '../../pure/params/parameter.ts'
import { website } from '../../pure/params/texts.ts'
import { withoutControls } from '../../pure/text/controls.ts'
import { type Declaration, longestText, type OwnType, type OwnValue } from './declaration.ts'

/** The largest number either way, and how many decimals are kept. */
const largest = 1e12
const decimals = 1000

/** A value that was read: undefined clears the field. Or what is wrong with it, as the end of “which …”. */
export type ReadValue = { readonly value: OwnValue | undefined } | { readonly fault: string }

/** Whether a stored value is one that the field takes as it is. */
export function isTaken(field: Declaration, value: unknown): boolean {
  if (field.changing?.does === 'remove') return false
  const read = readOwnValue(field, value)
  return 'value' in read && JSON.stringify(read.value) === JSON.stringify(value)
}

/** Reads what was sent as the value of a field, as people and programs write it (D18). */
export function readOwnValue(field: Declaration, sent: unknown): ReadValue {
  if (sent === null || sent === '' || (Array.isArray(sent) && sent.length === 0)) return { value: undefined }
  return readers[field.type](field, sent)
}

// What built-in fields of these types take.
const anAddress = website('')
const aTruth = flag('')

function readBy(declared: TSchema, sent: unknown): ReadValue {
  try {
    const value = readParameter(declared, sent)
    return { value: value === '' || value === null ? undefined : (value as OwnValue) }
  } catch (error) {
    if (error instanceof Fault) return fault(error.message)
    throw error
  }
}

type Read = (field: Declaration, sent: unknown) => ReadValue

const fault = (says: string) => ({ fault: says })

const plain = (sent: unknown): string | undefined =>
  typeof sent === 'string' || typeof sent === 'number'
    ? String(sent).replaceAll(/\s+/g, ' ').trim()
    : undefined

const readers: Readonly<Record<OwnType, Read>> = {
  text: ({ max }, sent) => {
    const text =
      typeof sent === 'number'
        ? String(sent)
        : typeof sent === 'string'
          ? withoutControls(sent).replaceAll(/\r\n?/g, '\n').trim()
          : undefined
    if (text === undefined) return fault(`must be a text, not ${quote(sent)}`)
    const most = max ?? longestText
    if (text.length > most) return fault(`must have at most ${most} characters, not ${text.length}`)
    return { value: text === '' ? undefined : text }
  },
  link: (_, sent) => readBy(anAddress, sent),
  number: ({ min, max }, sent) => {
    // Of three digits behind a comma nobody knows whether they are thousands.
    const text = plain(sent)?.replace(/^([+-]?\d+),(\d{1,2})$/, '$1.$2')
    const number = text === undefined || text === '' ? Number.NaN : Number(text)
    if (!Number.isFinite(number) || Math.abs(number) > largest)
      return fault(`must be a number, not ${quote(sent)}`)
    const range = rangeFault(number, min, max, String)
    return range ?? { value: Math.round(number * decimals) / decimals + 0 }
  },
  date: ({ min, max }, sent) => {
    const text = plain(sent)
    const day = text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) ? dayNumberOf(text) : undefined
    if (text === undefined || day === undefined)
      return fault(`must be a day such as 2031-05-01, not ${quote(sent)}`)
    return rangeFault(day, min, max, dayText) ?? { value: text }
  },
  boolean: (_, sent) => readBy(aTruth, sent),
  choice: (field, sent) => {
    const one = Array.isArray(sent) && sent.length === 1 ? (sent as unknown[])[0] : sent
    const value = optionOf(field, one)
    return value === undefined ? notAmong(field, one) : { value: value ?? undefined }
  },
  choices: (field, sent) => {
    const all: readonly unknown[] = Array.isArray(sent)
      ? sent
      : optionOf(field, sent) === undefined && typeof sent === 'string'
        ? sent.split(/[,|]/)
        : [sent]
    const found = new Set<string>()
    for (const one of all) {
      if (typeof one === 'string' && one.trim() === '') continue
      const value = optionOf(field, one)
      if (value === undefined) return notAmong(field, one)
      if (value !== null) found.add(value)
    }
    const ordered = field.options.map(({ value }) => value).filter((value) => found.has(value))
    return { value: ordered.length === 0 ? undefined : ordered }
  },
}

/** The option with this value, or this label in any language; of one that is being taken away what takes its place, null for nothing. */
function optionOf(
  { options, changing }: Pick<Declaration, 'options' | 'changing'>,
  sent: unknown,
): string | null | undefined {
  const text = plain(sent)
  if (text === undefined) return undefined
  const found = optionAmong(options, text)
  if (found || !changing) return found?.value
  const left = optionAmong(changing.leaving, text)
  return left && (changing.replace[left.value] ?? null)
}

function optionAmong(
  options: Declaration['options'],
  text: string,
): Declaration['options'][number] | undefined {
  const folded = text.toLowerCase()
  return (
    options.find(({ value }) => value === text) ??
    options.find(({ label }) => Object.values(label).some((one) => one.toLowerCase() === folded))
  )
}

/** How many options a sentence names. */
const named = 12

function notAmong({ options, type }: Declaration, sent: unknown): { readonly fault: string } {
  const some = options.slice(0, named).map(({ value }) => value)
  const more = options.length > named ? `, and ${options.length - named} more` : ''
  return fault(
    `must be ${type === 'choice' ? 'one of' : 'some of'} ${some.join(', ')}${more}, not ${quote(sent)}`,
  )
}

function rangeFault(
  value: number,
  min: number | null,
  max: number | null,
  say: (value: number) => string,
): { readonly fault: string } | undefined {
  if (min !== null && value < min) return fault(`must be ${say(min)} or more, not ${say(value)}`)
  if (max !== null && value > max) return fault(`must be ${say(max)} or less, not ${say(value)}`)
  return undefined
}

const day_ms = 86_400_000

/** Days since 1970; undefined where there is no such day. */
export function dayNumberOf(text: string): number | undefined {
  const at = Date.parse(`${text}T00:00:00Z`)
  return Number.isNaN(at) || dayText(at / day_ms) !== text ? undefined : at / day_ms
}

/** The day, as `YYYY-MM-DD`. */
export function dayText(day: number): string {
  return new Date(day * day_ms).toISOString().slice(0, 10)
}
