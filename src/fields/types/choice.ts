import { Type } from 'typebox'
import { oneOf } from '../../pure/params/happening.ts'
import * as exported from '../exported.ts'
import type { FieldOf } from '../field.ts'
import { textOfOriginal } from '../custom.ts'
import type { FieldType } from '../fieldType.ts'

const wordsOf = ({ words = [''] }: FieldOf<'choice'>) => words

/** One of a few words. The first is the usual one: a new record has it, and none tells it. */
export const choice: FieldType<'choice'> = {
  shape: 'text',
  initial: (field) => wordsOf(field)[0],
  param: (field) => oneOf(wordsOf(field), field.says),
  member: (field) => Type.Enum([...wordsOf(field)], { description: field.member ?? field.says }),
  shown: (stored, field) => (stored === wordsOf(field)[0] ? undefined : stored),
  stored: (sent, field) => (typeof sent === 'string' ? sent : wordsOf(field)[0]),
  tool: (field) => Type.Enum([...wordsOf(field)]),
  custom: (field) => ({ ...textOfOriginal, schema: Type.Enum([...wordsOf(field)]) }),
  cell: String,
  exported: (field) => exported.oneOf(wordsOf(field), field.member ?? field.says),
}
