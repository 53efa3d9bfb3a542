import { Type } from 'typebox'
import { plainLineOfHtml } from '../../pure/text/plain.ts'
import { email, line, plainText } from '../../pure/params/texts.ts'
import { textOfOriginal } from '../custom.ts'
import { type FieldType, longestLine } from '../fieldType.ts'
import * as exported from '../exported.ts'

/** One line of plain text; empty for none. */
export const text: FieldType<'text'> = {
  shape: 'text',
  initial: () => '',
  param: ({ says, numbers, longest, format }) => {
    if (format === 'email') return email(says)
    return longest === undefined ? line(says, numbers ? { numbers } : {}) : plainText(says, longest)
  },
  member: ({ says, member = says }) => Type.String({ description: member }),
  shown: (stored) => stored || undefined,
  stored: (sent) => (typeof sent === 'string' ? sent : ''),
  tool: () => Type.String({ maxLength: longestLine }),
  custom: () => textOfOriginal,
  cell: (stored) => plainLineOfHtml(String(stored)),
  exported: ({ says, member = says }) => exported.text(member),
}
