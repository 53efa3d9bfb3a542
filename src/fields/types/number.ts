import { Type } from 'typebox'
import { idOrNone } from '../../pure/params/numbers.ts'
import { textOfOriginal } from '../custom.ts'
import * as exported from '../exported.ts'
import type { FieldType } from '../fieldType.ts'

/** The ID of another record; null for none. */
export const number: FieldType<'number'> = {
  shape: 'number',
  initial: () => null,
  param: ({ says }) => idOrNone(says),
  member: ({ says, member = says }) => Type.Integer({ description: member }),
  shown: (stored) => stored ?? undefined,
  stored: (sent) => (typeof sent === 'number' ? sent : null),
  tool: () => Type.Integer({ minimum: 0 }),
  custom: () => textOfOriginal,
  cell: (stored) => (typeof stored === 'number' ? stored : ''),
  exported: ({ says, member = says }) => exported.orNull(exported.id(member)),
}
