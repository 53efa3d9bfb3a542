import { Type } from 'typebox'
import * as flags from '../../pure/params/flags.ts'
import { flagOfOriginal } from '../custom.ts'
import * as exported from '../exported.ts'
import type { FieldType } from '../fieldType.ts'

/** Yes or no, stored as 1 and 0. */
export const flag: FieldType<'flag'> = {
  shape: 'flag',
  initial: () => 0,
  param: ({ says, loose }) => (loose ? flags.truth(says) : flags.flag(says)),
  // Wire: one that the password hides is null for who lacks it (`wire-events.md` 4).
  member: ({ says, member: description = says, contents }) =>
    contents ? Type.Union([Type.Boolean(), Type.Null()], { description }) : Type.Boolean({ description }),
  shown: (stored) => stored === 1,
  stored: (sent) => (sent === true ? 1 : 0),
  tool: () => Type.Boolean(),
  custom: () => flagOfOriginal,
  cell: (stored) => stored === 1,
  exported: ({ says, member = says }) => exported.flag(member),
}
