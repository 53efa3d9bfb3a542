import { Type, type Static, type StaticDecode } from 'typebox'
import { assertWayIn } from '../accounts/passkeys.write.ts'
import { moment } from '../accounts/passkeys.view.ts'
import { assertConfirmed } from '../../http/auth/confirmation.ts'
import { can, type Caller } from '../../http/auth/rights.ts'
import type { Database } from '../../storage/db/dialect.ts'
import { ApiError } from '../../pure/errors/errors.ts'
import { type RootResource, wpNamespace } from '../../http/discovery.ts'
import type { Endpoint, Lacking, Resource } from '../../http/resource.ts'
import { Fault, parameter, quote } from '../../pure/params/parameter.ts'
import { noParams } from '../../pure/params/path.ts'
import { byUuid } from './credentials.params.ts'

/** Who one is at identity providers. */
export const identitiesRecord = Type.Object({
  provider: Type.Union([Type.String(), Type.Null()], {
    description: 'What the provider is called that can be joined; null: there is none.',
  }),
  identities: Type.Array(
    Type.Object({
      uuid: Type.String({ format: 'uuid', description: 'By which it is named.' }),
      issuer: Type.String({ description: 'The provider.' }),
      created: Type.String({ format: 'date-time', description: 'When it was joined.' }),
      last_used: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
        description: 'When it last let somebody in.',
      }),
    }),
    { description: 'The accounts there that open this one.' },
  ),
})

/** Where a browser goes to join an account. */
export const identityWayRecord = Type.Object({
  url: Type.String({ format: 'uri', description: 'The page of the provider.' }),
})
export type IdentitiesRecord = Static<typeof identitiesRecord>

/** What the routes of identities are made of. */
export interface IdentityParts {
  readonly db: Database
  /** The provider, where there is one; `leave` answers its page for a session, and the cookie that its browser brings back. */
  readonly provider:
    | {
        readonly name: string
        leave(session: string, next: string): Promise<{ readonly url: string; readonly cookie: string }>
      }
    | undefined
}

const joinParams = Type.Object({
  next: Type.Optional(
    parameter(
      Type.String({ description: 'The path that is led back to; by default that of the account.' }),
      (sent) => {
        if (typeof sent !== 'string')
          throw new Fault(`must be a path such as /admin/account, not ${quote(sent)}`)
        return sent
      },
    ),
  ),
})
type Join = StaticDecode<typeof joinParams>
type ByUuid = { readonly uuid: string }

const path = `/${wpNamespace}/users/me/identities`

/** One’s own accounts at identity providers: told, joined and left. */
export function identityResources(
  parts: IdentityParts,
): [RootResource, Resource<ByUuid> & { namespace: string }] {
  const shared = { namespace: wpNamespace, isExtension: true as const, lacks }
  return [
    { ...shared, path, pathParams: noParams, endpoints: [listEndpoint(parts), joinEndpoint(parts)] },
    { ...shared, path: `${path}/{uuid}`, pathParams: Type.Object(byUuid), endpoints: [leaveEndpoint(parts)] },
  ]
}

async function lacks(caller: Caller): Promise<Lacking> {
  if (can(caller, 'manage_self')) return {}
  return { GET: 'manage_self', POST: 'manage_self', DELETE: 'manage_self' }
}

function listEndpoint({ db, provider }: IdentityParts): Endpoint {
  return {
    methods: ['GET'],
    summary: 'List your accounts at identity providers that open this one.',
    operation: 'listWpIdentities',
    params: noParams,
    answer: { status: 200, says: 'All of them, and which provider can be joined.', schema: 'Identities' },
    handle: async ({ caller }) => {
      const rows = await db.read
        .selectFrom('identities')
        .select(['uuid', 'issuer', 'created_at', 'last_used_at'])
        .where('user_id', '=', caller.id)
        .orderBy('created_at')
        .execute()
      const body: Static<typeof identitiesRecord> = {
        provider: provider?.name ?? null,
        identities: rows.map(({ uuid, issuer, created_at, last_used_at }) => ({
          uuid,
          issuer,
          created: moment(created_at),
          last_used: last_used_at === null ? null : moment(last_used_at),
        })),
      }
      return { body }
    },
  }
}

function joinEndpoint({ db, provider }: IdentityParts): Endpoint<object, Join> {
  return {
    methods: ['POST'],
    showsSecret: true,
    summary: 'Ask where your browser goes to join an account at the provider; it comes back by itself.',
    title: 'Ask where your browser goes to join a provider',
    operation: 'joinWpIdentity',
    params: joinParams,
    answer: { status: 200, says: 'The page of the provider.', schema: 'IdentityWay' },
    handle: async ({ caller, params, now }) => {
      if (!provider) throw new ApiError('rest_no_provider')
      assertConfirmed({ caller, now })
      const session = await db.read
        .selectFrom('sessions')
        .select('token_hash')
        .where('id', '=', caller.session ?? 0)
        .executeTakeFirst()
      if (!session) throw new ApiError('rest_session_needed')
      const { url, cookie } = await provider.leave(session.token_hash, params.next ?? '/admin/account')
      return { body: { url }, headers: { 'Set-Cookie': cookie } }
    },
  }
}

function leaveEndpoint({ db }: IdentityParts): Endpoint<ByUuid> {
  return {
    methods: ['DELETE'],
    summary: 'Leave an account at a provider: it opens this one no more.',
    operation: 'leaveWpIdentity',
    params: noParams,
    answer: { status: 200, says: 'It was left.', schema: 'CredentialRemoved' },
    handle: async ({ caller, path: { uuid }, now }) => {
      assertConfirmed({ caller, now })
      await db.write(async (tx) => {
        const { numDeletedRows } = await tx
          .deleteFrom('identities')
          .where('uuid', '=', uuid.toLowerCase())
          .where('user_id', '=', caller.id)
          .executeTakeFirst()
        if (numDeletedRows === 0n) throw new ApiError('rest_identity_not_found', { uuid: uuid.slice(0, 60) })
        await assertWayIn(tx, caller.id)
      }, 'aside')
      return { body: { deleted: true } }
    },
  }
}
