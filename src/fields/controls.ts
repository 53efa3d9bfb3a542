import { webAddress } from '../pure/text/typedAddresses.ts'
import type { Field, FieldOf, TypeName } from './field.ts'

/** How a field is typed: in a line, or by one of a few answers. What is typed is text, and empty for what is not known. */
export interface Control {
  readonly is: 'line' | 'answer'
  /** The keyboard that fits, on a line. */
  readonly keys: 'text' | 'tel' | 'email' | 'url' | 'numeric' | 'decimal'
  /** The answers there are, in their order. */
  readonly answers: readonly string[]
  /** The value that was typed; what is none goes as it is, and is refused with a reason. */
  readonly value: (typed: string) => string | number | boolean | null
}

/** The types that forms can draw: fields of others a screen has by hand. */
export type ControlType = Extract<TypeName, 'text' | 'number' | 'flag' | 'fact' | 'link' | 'degrees'>

const line = {
  is: 'line',
  keys: 'text',
  answers: [],
  value: (typed) => typed.trim(),
} as const satisfies Control

const answer = { ...line, is: 'answer', answers: ['true', 'false'] } as const

const controls: { readonly [Type in ControlType]: (field: FieldOf<Type>) => Control } = {
  text: ({ format }) => ({ ...line, keys: format ?? 'text' }),
  number: () => ({ ...line, keys: 'numeric', value: numberTyped }),
  flag: () => ({ ...answer, value: (typed) => typed === 'true' }),
  // What nobody knows is none of both (D77).
  fact: () => ({
    ...answer,
    answers: ['', 'true', 'false'],
    value: (typed) => (typed === '' ? null : typed === 'true'),
  }),
  link: () => ({ ...line, keys: 'url', value: webAddress }),
  degrees: () => ({ ...line, keys: 'decimal', value: numberTyped }),
}

/** How a field is typed; as text where a screen has it by hand. */
export function controlOf(field: Field): Control {
  return isDrawn(field) ? (controls[field.type] as (field: Field) => Control)(field) : line
}

/** A value of a record, as it is typed. */
export function typedOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : ''
}

function isDrawn(field: Field): field is Extract<Field, { readonly type: ControlType }> {
  return field.type in controls
}

/** The number that was typed, with a comma or a true minus too. */
function numberTyped(typed: string): number | string | null {
  const text = typed.trim().replace('−', '-').replace(',', '.')
  if (text === '') return null
  const value = Number(text)
  return Number.isFinite(value) ? value : text
}
