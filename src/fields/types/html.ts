import { Type } from 'typebox'
import { plainLineOfHtml } from '../../pure/text/plain.ts'
import * as texts from '../../pure/params/texts.ts'
import { textOfOriginal } from '../custom.ts'
import * as exported from '../exported.ts'
import type { FieldType } from '../fieldType.ts'

/** A text with HTML; empty for none. How it is rendered, depends on the page that shows it: its room does. */
export const html: FieldType<'html'> = {
  shape: 'text',
  initial: () => '',
  param: ({ says, zero = false, blocks }) => texts.html(says, { zero, ...(blocks ? { blocks } : {}) }),
  member: ({ says, member = says }) => Type.String({ description: member }),
  shown: (stored) => stored || undefined,
  stored: (sent) => (typeof sent === 'string' ? sent : ''),
  tool: () => Type.String({ maxLength: 100_000 }),
  custom: () => textOfOriginal,
  cell: (stored) => plainLineOfHtml(String(stored)),
  exported: ({ says, member = says }) => exported.text(member),
}
