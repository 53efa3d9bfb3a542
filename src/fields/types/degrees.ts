import { Type } from 'typebox'
import { coordinate } from '../../pure/params/places.ts'
import { textOfOriginal } from '../custom.ts'
import * as exported from '../exported.ts'
import type { FieldType } from '../fieldType.ts'

/** Degrees (WGS 84); null where they are not known. Zero are some. */
export const degrees: FieldType<'degrees'> = {
  shape: 'number',
  initial: () => null,
  param: ({ says, limit = 180 }) => coordinate(says, limit),
  member: ({ says, member: description = says, limit = 180 }) =>
    Type.Number({ minimum: -limit, maximum: limit, description }),
  shown: (stored) => stored ?? undefined,
  stored: (sent) => (typeof sent === 'number' ? sent : null),
  tool: ({ limit = 180 }) => Type.Number({ minimum: -limit, maximum: limit }),
  custom: () => textOfOriginal,
  cell: (stored) => (typeof stored === 'number' ? stored : ''),
  exported: ({ says, member = says, limit = 180 }) => exported.orNull(exported.degrees(limit, member)),
}
