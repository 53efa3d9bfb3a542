import type { TSchema } from 'typebox'
import type { Custom } from './custom.ts'
import type { Exported } from './exported.ts'
import type { Field, Shape, TypeName } from './field.ts'
import type { FieldType } from './fieldType.ts'
import { choice } from './types/choice.ts'
import { degrees } from './types/degrees.ts'
import { fact } from './types/fact.ts'
import { flag } from './types/flag.ts'
import { html } from './types/html.ts'
import { json } from './types/json.ts'
import { link } from './types/link.ts'
import { links } from './types/links.ts'
import { moment } from './types/moment.ts'
import { number } from './types/number.ts'
import { text } from './types/text.ts'

const types: { readonly [Type in TypeName]: FieldType<Type> } = {
  text,
  html,
  number,
  flag,
  fact,
  choice,
  link,
  moment,
  degrees,
  links,
  json,
}

/** The same, as any field is given to its own. */
interface AnyType {
  readonly shape: Shape
  readonly initial: (field: Field) => string | number | null
  readonly param: (field: Field) => TSchema
  readonly member: (field: Field) => TSchema
  readonly shown: (stored: unknown, field: Field) => unknown
  readonly stored: (sent: unknown, field: Field) => string | number | null
  readonly tool: (field: Field) => TSchema
  readonly custom: (field: Field) => Custom
  readonly cell: (stored: unknown, field: Field) => string | number | boolean
  readonly exported: (field: Field) => Exported
}

/** The type of a field, which reads no other fields. */
export function typeOf({ type }: Field): AnyType {
  return types[type] as unknown as AnyType
}
