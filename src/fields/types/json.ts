import { Type } from 'typebox'
import { asRead } from '../../pure/params/parameter.ts'
import { textOfOriginal } from '../custom.ts'
import * as exported from '../exported.ts'
import type { FieldType } from '../fieldType.ts'

/** What is kept as JSON; what it is like is known to its room. */
export const json: FieldType<'json'> = {
  shape: 'json',
  initial: () => '',
  param: ({ says }) => asRead(says),
  member: ({ says, member = says }) => Type.Unknown({ description: member }),
  shown: (stored) => stored || undefined,
  stored: (sent) => (sent === undefined || sent === null ? '' : JSON.stringify(sent)),
  tool: () => Type.Unknown(),
  custom: () => textOfOriginal,
  cell: String,
  exported: ({ says, member = says }) => exported.json(member),
}
