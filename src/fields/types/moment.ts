import { Type } from 'typebox'
import { utcText } from '../../pure/calendar/text.ts'
import * as moments from '../../pure/params/moments.ts'
import { textOfOriginal } from '../custom.ts'
import * as exported from '../exported.ts'
import type { FieldType } from '../fieldType.ts'

/** A moment, stored in epoch seconds. Which zone applies is known to its room. */
export const moment: FieldType<'moment'> = {
  shape: 'moment',
  initial: () => null,
  param: ({ says }) => moments.moment(says),
  member: ({ says, member = says }) =>
    Type.String({ description: member, examples: ['2031-03-11 18:00:00'] }),
  shown: (stored) => stored ?? undefined,
  stored: (sent) => (typeof sent === 'number' ? sent : null),
  tool: () => Type.String({ maxLength: 200 }),
  custom: () => textOfOriginal,
  cell: (stored) => (typeof stored === 'number' ? utcText(stored) : ''),
  exported: ({ says, member = says }) => exported.orNull(exported.instant(member)),
}
