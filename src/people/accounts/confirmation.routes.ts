import { Type, type Static, type StaticDecode } from 'typebox'
import type { Authenticator } from '../../http/auth/authenticate.ts'
import { confirmed_s, confirmSession } from '../../http/auth/confirmation.ts'
import { can, type Caller } from '../../http/auth/rights.ts'
import { userWithId } from '../../http/auth/users.ts'
import { epochSeconds } from '../../pure/calendar/text.ts'
import type { Database } from '../../storage/db/dialect.ts'
import { ApiError } from '../../pure/errors/errors.ts'
import { invalidParams } from '../../http/decodedParameters.ts'
import { type RootResource, wpNamespace } from '../../http/discovery.ts'
import type { Endpoint } from '../../http/resource.ts'
import { Fault, parameter, quote } from '../../pure/params/parameter.ts'
import { noParams } from '../../pure/params/path.ts'
import { type confirmationRecord, moment } from './passkeys.view.ts'

const confirmParams = Type.Object({
  password: parameter(Type.String({ description: 'Your present password.' }), (sent) => {
    if (typeof sent !== 'string') throw new Fault(`must be a text, not ${quote(sent)}`)
    return sent
  }),
})
type Confirm = StaticDecode<typeof confirmParams>

/** What the route of confirming is made of. */
export interface ConfirmationParts {
  readonly db: Database
  /** Verifies a password of somebody’s own, and counts failures. */
  readonly signIn: Authenticator['signIn']
}

/** Where whoever has signed in proves again who they are, by their password, before something that would open the account to others. */
export function confirmationResource(parts: ConfirmationParts): RootResource {
  return {
    namespace: wpNamespace,
    path: `/${wpNamespace}/users/me/confirmation`,
    isExtension: true,
    pathParams: noParams,
    endpoints: [confirmEndpoint(parts)],
    lacks: async (caller: Caller) => (can(caller, 'manage_self') ? {} : { POST: 'manage_self' }),
  }
}

function confirmEndpoint({ db, signIn }: ConfirmationParts): Endpoint<object, Confirm> {
  return {
    methods: ['POST'],
    summary: 'Prove again who you are, before something that opens your account.',
    operation: 'confirmWpIdentity',
    params: confirmParams,
    answer: { status: 200, says: 'Until when that holds.', schema: 'Confirmation' },
    handle: async ({ caller, params: { password }, from, now: instant }) => {
      const { session } = caller
      if (session === undefined) throw new ApiError('rest_session_needed')
      const user = await userWithId(db.read, caller.id)
      if (!user || user.password_hash === null)
        throw invalidParams({ password: 'is not what opens your account: sign in again instead' })
      try {
        await signIn({ login: user.login, password, from })
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'rest_wrong_password') throw error
        throw invalidParams({ password: 'is not your present password' })
      }
      const now = epochSeconds(instant)
      await db.write((tx) => confirmSession(tx, session, now), 'aside')
      const body: Static<typeof confirmationRecord> = {
        confirmed: moment(now),
        until: moment(now + confirmed_s),
      }
      return { body }
    },
  }
}
