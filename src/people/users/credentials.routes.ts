import { Type, type TObject } from 'typebox'
import { challenge } from '../../http/auth/challenge.ts'
import { an } from '../../http/item.ts'
import { assertConfirmed } from '../../http/auth/confirmation.ts'
import {
  type Credential,
  type CredentialTable,
  findCredential,
  listCredentials,
  renameCredential,
  revokeCredential,
  revokeCredentials,
} from '../../http/auth/credentials.ts'
import { inGroups, makePassword } from '../../http/auth/passwords.ts'
import { anonymous, type Caller, can, forbidden } from '../../http/auth/rights.ts'
import { makeToken, readExpiry } from '../../http/auth/tokens.ts'
import type { User } from '../../http/auth/users.ts'
import { epochSeconds } from '../../pure/calendar/text.ts'
import type { Reader } from '../../storage/db/dialect.ts'
import { ApiError, type RefusalCode } from '../../pure/errors/errors.ts'
import { invalidParams } from '../../http/decodedParameters.ts'
import { type RootResource, wpNamespace } from '../../http/discovery.ts'
import type { Answer, Ask, Endpoint, Lacking, Method, Resource } from '../../http/resource.ts'
import type { Context } from '../../http/context.ts'
import { whollyIn } from '../../http/wholly.ts'
import { messageOf } from '../../pure/text/errorDetails.ts'
import {
  byUuid,
  type CreatePassword,
  createPasswordParams,
  type CreateToken,
  createTokenParams,
  readCredentialParams,
  type Rename,
  renameParams,
} from './credentials.params.ts'
import { passwordView, tokenView } from './credentials.view.ts'
import { rightToManage } from './users.item.routes.ts'
import { type ByUser, byUser } from './users.params.ts'
import { existing } from './users.routes.ts'
import { usersPath } from './users.view.ts'

type ByCredential = ByUser & { readonly uuid: string }

/** What one kind of credential has of its own. */
interface Kind {
  readonly context: Context
  readonly table: CredentialTable
  readonly path: string
  readonly noun: string
  readonly schema: string
  readonly isExtension: boolean
  readonly unknown: RefusalCode
  readonly view: (row: Credential, place: { site: Ask['site']; user: User }) => object
  readonly createParams: TObject
  /** Makes one, and answers it with its secret. */
  readonly make: (ask: Ask<ByUser, never>, user: User) => Promise<{ uuid: string; body: object }>
}

const itemParams = Type.Object({ ...byUser.properties, ...byUuid })

/** Application passwords, where clients of the original look for them, and which one a request was sent with. */
export function passwordResources(context: Context): RootResource[] {
  const kind: Kind = {
    context,
    table: 'app_passwords',
    path: `${usersPath}/{user_id}/application-passwords`,
    noun: 'application password',
    schema: 'WpApplicationPassword',
    isExtension: false,
    unknown: 'rest_application_password_not_found',
    view: passwordView,
    createParams: createPasswordParams,
    make: async (ask: Ask<ByUser, CreatePassword>, user) => {
      const { name, app_id } = ask.params
      const wanted = { user, name, app_id, now: epochSeconds(ask.now) }
      return makePassword(context.db, wanted, (made, password) => ({
        uuid: made.uuid,
        body: passwordView(made, { site: ask.site, user }, inGroups(password)),
      }))
    },
  }
  return [...resourcesOf(kind), introspection(kind)]
}

/** Bearer tokens, in the same way. */
export function tokenResources(context: Context): RootResource[] {
  return resourcesOf({
    context,
    table: 'tokens',
    path: `${usersPath}/{user_id}/tokens`,
    noun: 'token',
    schema: 'Token',
    isExtension: true,
    unknown: 'rest_token_not_found',
    view: tokenView,
    createParams: createTokenParams,
    make: async ({ params, now: instant, site }: Ask<ByUser, CreateToken>, user) => {
      const now = epochSeconds(instant)
      const { name, scope, expires } = params
      const wanted = { user, name, scope, now, expires_at: expires ? expiry(expires, now) : null }
      return makeToken(context.db, wanted, (made, token) => ({
        uuid: made.uuid,
        body: tokenView(made, { site, user }, token),
      }))
    },
  })
}

function expiry(text: string, now: number): number {
  try {
    return readExpiry(text, now)
  } catch (error) {
    throw invalidParams({ expires: `is not acceptable. ${messageOf(error)}` })
  }
}

function resourcesOf(kind: Kind): RootResource[] {
  const shared = { namespace: wpNamespace, ...(kind.isExtension ? { isExtension: true as const } : {}) }
  const all: Resource<ByUser> & { namespace: string } = {
    ...shared,
    path: kind.path,
    pathParams: byUser,
    endpoints: [listEndpoint(kind), createEndpoint(kind), removeAllEndpoint(kind)],
    refuses: {
      GET: 'rest_cannot_list_application_passwords',
      POST: 'rest_cannot_create_application_passwords',
      DELETE: 'rest_cannot_delete_application_passwords',
    },
    lacks: async (caller, path) => lacksOn(caller, path, ['GET', 'POST', 'DELETE']),
  }
  const edit = 'rest_cannot_edit_application_password'
  const one: Resource<ByCredential> & { namespace: string } = {
    ...shared,
    path: `${kind.path}/{uuid}`,
    pathParams: itemParams,
    endpoints: [readEndpoint(kind), renameEndpoint(kind), removeEndpoint(kind)],
    refuses: {
      GET: 'rest_cannot_read_application_password',
      POST: edit,
      PUT: edit,
      PATCH: edit,
      DELETE: 'rest_cannot_delete_application_password',
    },
    lacks: async (caller, path) => lacksOn(caller, path, ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
  }
  return [all, one]
}

/** What the caller lacks at the credentials of a path: one’s own are for oneself to manage, those of others for who manages users. */
export function lacksOn(caller: Caller, path: ByUser, methods: readonly Method[]): Lacking {
  const right = rightToManage(caller, idOf(path, caller))
  return can(caller, right) ? {} : Object.fromEntries(methods.map((method) => [method, right]))
}

/** The ID of the user that a path is about. */
export function idOf({ user_id }: ByUser, caller: Caller): number {
  return user_id === 'me' ? caller.id : Number(user_id)
}

async function userOf(db: Reader, { path, caller }: Pick<Ask<ByUser>, 'path' | 'caller'>): Promise<User> {
  return existing(db, idOf(path, caller))
}

async function credentialOf(
  { table, unknown }: Kind,
  db: Reader,
  ask: Ask<ByCredential>,
): Promise<{ user: User; row: Credential }> {
  const user = await userOf(db, ask)
  const row = await findCredential(db, table, { user, uuid: ask.path.uuid })
  if (!row) throw new ApiError(unknown, { uuid: ask.path.uuid.slice(0, 60) })
  return { user, row }
}

function listEndpoint(kind: Kind): Endpoint<ByUser> {
  const { context, table, noun, schema } = kind
  return {
    methods: ['GET'],
    summary: `List the ${noun}s of a user.`,
    params: readCredentialParams,
    answer: { status: 200, says: 'All of them, the oldest first.', schema: `${schema}List` },
    handle: async (ask) => {
      const user = await userOf(kind.context.db.read, ask)
      const rows = await listCredentials(context.db.read, table, user)
      return { body: rows.map((row) => kind.view(row, { site: ask.site, user })) }
    },
  }
}

function createEndpoint(kind: Kind): Endpoint<ByUser, never> {
  return {
    methods: ['POST'],
    showsSecret: true,
    summary: `Make ${an(kind.noun)} and answer it, this once.`,
    params: kind.createParams,
    answer: { status: 201, says: 'It, with its secret.', schema: kind.schema },
    handle: async (ask): Promise<Answer> => {
      const user = await userOf(kind.context.db.read, ask)
      assertConfirmed(ask)
      const path = `${ask.site.root}${kind.path.replace('{user_id}', String(user.id))}`
      const { uuid, body } = await kind.make(ask, user)
      return { status: 201, body, headers: { Location: `${path}/${uuid}` } }
    },
  }
}

/** What the operation is called by which one of them is revoked. */
function revoking({ schema }: Pick<Kind, 'schema'>): string {
  return `revokeWp${schema.replace(/^Wp/, '')}`
}

function removeAllEndpoint(kind: Kind): Endpoint<ByUser> {
  const { context, table, noun } = kind
  return {
    methods: ['DELETE'],
    summary: `Revoke all ${noun}s of a user.`,
    operation: `${revoking(kind)}s`,
    params: Type.Object({}),
    answer: { status: 200, says: 'How many were revoked.', schema: 'CredentialRemoved' },
    handle: async (ask) => {
      const count = await revokeCredentials(context.db, table, {
        user: await userOf(kind.context.db.read, ask),
      })
      return { body: { deleted: true, count } }
    },
  }
}

function readEndpoint(kind: Kind): Endpoint<ByCredential> {
  return {
    methods: ['GET'],
    summary: `Read about ${an(kind.noun)}.`,
    params: readCredentialParams,
    answer: { status: 200, says: 'It, without its secret.', schema: kind.schema },
    handle: async (ask) => {
      const { user, row } = await credentialOf(kind, kind.context.db.read, ask)
      return { body: kind.view(row, { site: ask.site, user }) }
    },
  }
}

function renameEndpoint(kind: Kind): Endpoint<ByCredential, Rename> {
  return {
    methods: ['POST', 'PUT', 'PATCH'],
    summary: `Give ${an(kind.noun)} another name.`,
    params: renameParams,
    answer: { status: 200, says: 'It, as it is now.', schema: kind.schema },
    handle: async (ask) => {
      return whollyIn(kind.context.db, async (db) => {
        const { row } = await credentialOf(kind, db.read, ask)
        await renameCredential(db, kind.table, { id: row.id, name: ask.params.name })
        const { user, row: now } = await credentialOf(kind, db.read, ask)
        return { body: kind.view(now, { site: ask.site, user }) }
      })
    },
  }
}

function removeEndpoint(kind: Kind): Endpoint<ByCredential> {
  return {
    methods: ['DELETE'],
    summary: `Revoke ${an(kind.noun)}.`,
    operation: revoking(kind),
    params: Type.Object({}),
    answer: { status: 200, says: 'It, as it last was.', schema: 'CredentialRemoved' },
    handle: async (ask) => {
      return whollyIn(kind.context.db, async (db) => {
        const { user, row } = await credentialOf(kind, db.read, ask)
        await revokeCredential(db, kind.table, row.id)
        return { body: { deleted: true, previous: kind.view(row, { site: ask.site, user }) } }
      })
    },
  }
}

/** Which application password a request was sent with. */
function introspection(kind: Kind): RootResource {
  const endpoint: Endpoint<ByUser> = {
    methods: ['GET'],
    summary: 'Read about the application password that this request is sent with.',
    title: 'Read about the password that this request is sent with',
    operation: 'introspectWpApplicationPassword',
    params: readCredentialParams,
    answer: { status: 200, says: 'It, without its secret.', schema: kind.schema },
    handle: async (ask) => {
      const { caller, path } = ask
      if (path.user_id === 'me' && caller.id === anonymous.id)
        throw new ApiError('rest_not_logged_in', {}, { headers: challenge })
      const user = await userOf(kind.context.db.read, ask)
      const code = 'rest_cannot_introspect_app_password_for_non_authenticated_user'
      if (user.id !== caller.id) throw forbidden(caller, 'manage_self', code)
      const rows = await listCredentials(kind.context.db.read, kind.table, user)
      const row = rows.find(({ id }) => id === caller.password)
      if (!row) throw new ApiError('rest_no_authenticated_app_password')
      return { body: kind.view(row, { site: ask.site, user }) }
    },
  }
  return {
    namespace: wpNamespace,
    path: `${kind.path}/introspect`,
    pathParams: byUser,
    endpoints: [endpoint] as RootResource['endpoints'],
    lacks: async () => ({}),
  }
}
