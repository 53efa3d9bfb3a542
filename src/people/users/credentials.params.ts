import { Type, type StaticDecode } from 'typebox'
import { readName } from '../../http/auth/users.ts'
import { scopes } from '../../storage/schema/tables.credentials.ts'
import { wpContext } from '../../pure/params/contexts.ts'
import { Fault, isEmpty, parameter, quote } from '../../pure/params/parameter.ts'
import { choice } from '../../pure/params/texts.ts'
import { messageOf } from '../../pure/text/errorDetails.ts'

/** A credential of a user: whose, and its UUID. */
export const byUuid = {
  uuid: parameter(Type.String({ description: 'The UUID of the credential.' }), (sent) => String(sent)),
}

/** What a credential is for, so that people know which one to revoke. */
const name = parameter(
  Type.String({ minLength: 1, description: 'What it is for, so that you know which one to revoke.' }),
  (sent) => {
    if (typeof sent !== 'string') throw new Fault(`must be a text, not ${quote(sent)}`)
    try {
      return readName(sent)
    } catch (error) {
      throw new Fault(`is not acceptable. ${messageOf(error)}`)
    }
  },
)

const uuidForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const appId = parameter(
  Type.String({ format: 'uuid', description: 'A UUID by which the program names itself; empty for none.' }),
  (sent) => {
    if (isEmpty(sent)) return ''
    if (typeof sent !== 'string' || !uuidForm.test(sent))
      throw new Fault(`must be a UUID or empty, not ${quote(sent)}`)
    return sent.toLowerCase()
  },
)

/** The parameters of making an application password. */
export const createPasswordParams = Type.Object({ name, app_id: Type.Optional(appId) })
export type CreatePassword = StaticDecode<typeof createPasswordParams>

/** The parameters of renaming a credential. */
export const renameParams = Type.Object({ name })
export type Rename = StaticDecode<typeof renameParams>

/** The parameters of reading credentials. */
export const readCredentialParams = Type.Object({
  context: Type.Optional(wpContext('Makes no difference: what is secret is shown when it is made alone.')),
})

/** The parameters of making a token. */
export const createTokenParams = Type.Object({
  name,
  scope: Type.Optional(
    choice(
      scopes,
      'What it may be used for; “write”, the default, includes “read”, and “admin” both of them.',
    ),
  ),
  expires: Type.Optional(
    parameter(
      Type.Union([Type.String(), Type.Null()], {
        description:
          'When it ends: days such as 90d, a date, which is its last day in UTC, or a moment with an offset; null or empty: never.',
      }),
      (sent) => {
        if (isEmpty(sent)) return ''
        if (typeof sent !== 'string')
          throw new Fault(`must be a text such as 90d or 2031-12-31, not ${quote(sent)}`)
        return sent
      },
    ),
  ),
})
export type CreateToken = StaticDecode<typeof createTokenParams>
