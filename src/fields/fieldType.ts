import type { TSchema } from 'typebox'
import type { Custom } from './custom.ts'
import type { Exported } from './exported.ts'
import type { FieldOf, Shape, TypeName } from './field.ts'

/** How the values of a type are read, kept and shown, given what is declared of a field. */
export interface FieldType<Type extends TypeName> {
  /** How the history has it. */
  readonly shape: Shape
  /** What a new record has stored. */
  readonly initial: (field: FieldOf<Type>) => string | number | null
  /** The parameter that reads it. */
  readonly param: (field: FieldOf<Type>) => TSchema
  /** What a record has. */
  readonly member: (field: FieldOf<Type>) => TSchema
  /** What is stored, as a record shows it; undefined leaves it out. */
  readonly shown: (stored: unknown, field: FieldOf<Type>) => unknown
  /** What was sent, as it is stored. */
  readonly stored: (sent: unknown, field: FieldOf<Type>) => string | number | null
  /** What assistants say. */
  readonly tool: (field: FieldOf<Type>) => TSchema
  /** How a custom field of the original has it. */
  readonly custom: (field: FieldOf<Type>) => Custom
  /** How feeds and tables have what is stored: plain text, and empty for none. */
  readonly cell: (stored: unknown, field: FieldOf<Type>) => string | number | boolean
  /** How an export has what is stored. */
  readonly exported: (field: FieldOf<Type>) => Exported
}

/** The most characters that assistants say on one line. */
export const longestLine = 2000
