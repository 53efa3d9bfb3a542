import { Type } from 'typebox'
import * as flags from '../../pure/params/flags.ts'
import { factOfOriginal } from '../custom.ts'
import * as exported from '../exported.ts'
import type { FieldType } from '../fieldType.ts'

/** Yes, no, or not known (D77). Its parameter reads the number that is stored. */
export const fact: FieldType<'fact'> = {
  shape: 'fact',
  initial: () => flags.facts.unknown,
  param: ({ says }) => flags.fact(says),
  member: ({ says }) =>
    Type.Boolean({ description: `${says.replace(/\.$/, '')}; absent where that is not known.` }),
  shown: (stored) => flags.factOf(stored),
  stored: (sent) => (typeof sent === 'number' ? sent : flags.facts.unknown),
  tool: () => Type.Boolean(),
  custom: () => factOfOriginal,
  cell: (stored) => flags.factOf(stored) ?? '',
  exported: ({ says }) => exported.fact(says),
}
