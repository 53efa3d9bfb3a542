import { Type, type Static } from 'typebox'
import type { OfferedLink } from './accounts.links.write.ts'
import { moment } from './passkeys.view.ts'

/** A link by which a user chooses a password: mailed to them, or told this once to whoever has asked for it. */
export const offeredLinkRecord = Type.Object(
  {
    kind: Type.Optional(Type.Enum(['invitation', 'reset'], { description: 'What it is for.' })),
    expires: Type.String({ format: 'date-time', description: 'When it ends.' }),
    mailed_to: Type.Optional(Type.String({ description: 'The address to which it was mailed.' })),
    url: Type.Optional(
      Type.String({ format: 'uri', description: 'The link itself, this once, where it was not mailed.' }),
    ),
  },
  { description: 'A link that works once, for whoever opens it first.' },
)
export type OfferedLinkRecord = Static<typeof offeredLinkRecord>

/** The link as it is answered. */
export function offerView({ until, mailedTo, url }: OfferedLink): OfferedLinkRecord {
  return {
    expires: moment(until),
    ...(mailedTo === undefined ? {} : { mailed_to: mailedTo }),
    ...(url === undefined ? {} : { url }),
  }
}
