import { Type } from 'typebox'
import { secureUrl, website } from '../../pure/params/texts.ts'
import { textOfOriginal } from '../custom.ts'
import { type FieldType, longestLine } from '../fieldType.ts'
import * as exported from '../exported.ts'

/** The address of a page; empty for none. */
export const link: FieldType<'link'> = {
  shape: 'text',
  initial: () => '',
  param: ({ says, secure }) => (secure ? secureUrl(says) : website(says)),
  member: ({ says, member: description = says, secure }) =>
    Type.String({ ...(secure ? { format: 'uri' } : {}), description }),
  shown: (stored) => stored || undefined,
  stored: (sent) => (typeof sent === 'string' ? sent : ''),
  tool: () => Type.String({ maxLength: longestLine }),
  custom: () => textOfOriginal,
  cell: (stored) => (typeof stored === 'string' ? stored : ''),
  exported: ({ says, member = says }) => exported.text(member),
}
