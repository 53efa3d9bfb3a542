import { Type } from 'typebox'
import { idList } from '../../pure/params/lists.ts'
import { textOfOriginal } from '../custom.ts'
import * as exported from '../exported.ts'
import type { FieldType } from '../fieldType.ts'

/** Other records, by their IDs. How they are stored and shown is known to the room. */
export const links: FieldType<'links'> = {
  shape: 'list',
  initial: () => null,
  param: ({ says }) => idList(says),
  member: ({ says, member = says }) => Type.Array(Type.Integer(), { description: member }),
  shown: (stored) => stored ?? undefined,
  stored: (sent) => (typeof sent === 'number' ? sent : null),
  tool: () => Type.Array(Type.Integer({ minimum: 1 })),
  custom: () => textOfOriginal,
  cell: (stored) => (typeof stored === 'number' ? stored : ''),
  exported: ({ says, member = says }) => exported.orNull(exported.id(member)),
}
