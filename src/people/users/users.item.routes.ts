import type { TObject } from 'typebox'
import { challenge } from '../../http/auth/challenge.ts'
import { assertConfirmed } from '../../http/auth/confirmation.ts'
import { anonymous, type Caller, can, forbidden, type Right } from '../../http/auth/rights.ts'
import { removeAccount, type User, userWithId } from '../../http/auth/users.ts'
import { epochSeconds } from '../../pure/calendar/text.ts'
import type { Reader } from '../../storage/db/dialect.ts'
import { ApiError } from '../../pure/errors/errors.ts'
import { type RootResource, wpNamespace } from '../../http/discovery.ts'
import { itemMethods } from '../../http/item.ts'
import type { Ask, Endpoint, Lacking, Resource } from '../../http/resource.ts'
import type { Context } from '../../http/context.ts'
import { type ById, byId, noParams } from '../../pure/params/path.ts'
import { hashWanted } from './users.change.ts'
import {
  type ReadUser,
  readUserParams,
  type RemoveUser,
  removeUserParams,
  type UpdateUser,
  updateUserParams,
} from './users.params.ts'
import { isPublicAuthor } from './users.query.ts'
import { editView } from './users.edit.view.ts'
import { existing, formOf, type UserParts } from './users.routes.ts'
import { assertProven, updateUser } from './users.update.ts'
import { usersPath, userView } from './users.view.ts'

/** Which user an address is about. */
interface Address<Path> {
  readonly path: string
  readonly pathParams: TObject
  readonly idOf: (path: Path, caller: Caller) => number
}

/** One user, by ID. */
export function userResource(context: Context, parts: UserParts): RootResource {
  return resourceOf<ById>(context, parts, {
    path: `${usersPath}/{id}`,
    pathParams: byId,
    idOf: ({ id }) => id,
  })
}

/** Oneself. */
export function selfResource(context: Context, parts: UserParts): RootResource {
  return resourceOf<object>(context, parts, {
    path: `${usersPath}/me`,
    pathParams: noParams,
    idOf: (_, caller) => caller.id,
  })
}

function resourceOf<Path>(context: Context, parts: UserParts, address: Address<Path>): RootResource {
  const resource: Resource<Path> & { namespace: string } = {
    namespace: wpNamespace,
    path: address.path,
    pathParams: address.pathParams,
    endpoints: [
      readEndpoint(context, address),
      updateEndpoint(context, parts, address),
      removeEndpoint(context, address),
    ],
    refuses: {
      POST: 'rest_cannot_edit',
      PUT: 'rest_cannot_edit',
      PATCH: 'rest_cannot_edit',
      DELETE: 'rest_user_cannot_delete',
    },
    lacks: async (caller, path) => lacksOn(caller, address.idOf(path, caller)),
  }
  return resource as unknown as RootResource
}

/** The right to change an account, and what hangs on it: one’s own, or another. */
export function rightToManage(caller: Caller, id: number): Right {
  return caller.id !== anonymous.id && caller.id === id ? 'manage_self' : 'manage_users'
}

function lacksOn(caller: Caller, id: number): Lacking {
  const right = rightToManage(caller, id)
  return {
    ...(can(caller, right) ? {} : { POST: right, PUT: right, PATCH: right }),
    ...(can(caller, 'manage_users') ? {} : { DELETE: 'manage_users' as const }),
  }
}

/** The user that a request is about; throws 401 for oneself without credentials, and 404 for an ID that nobody has. */
async function userAt<Path>({ db }: Context, address: Address<Path>, ask: Ask<Path>): Promise<User> {
  const id = address.idOf(ask.path, ask.caller)
  if (id === anonymous.id && address.path.endsWith('/me'))
    throw new ApiError('rest_not_logged_in', {}, { headers: challenge })
  return existing(db.read, id)
}

function readEndpoint<Path>(context: Context, address: Address<Path>): Endpoint<Path, ReadUser> {
  return {
    ...itemMethods('user', 'WpUser').read,
    params: readUserParams,
    handle: async (ask) => {
      const { caller, params, site, now } = ask
      const user = await userAt(context, address, ask)
      const form = formOf(params.context)
      const isOwn = caller.id === user.id
      if (!isOwn) await assertMaySee(context, user, { caller, form })
      if (form === 'edit') {
        const body = await editView(context.db.read, user, { site, now, isOwn, caller })
        return { body }
      }
      return { body: userView(user, isOwn && form === 'view' ? 'own' : form, site) }
    },
  }
}

/** Others are seen by who may manage users; and everybody may see who published something, as anybody sees them. */
async function assertMaySee(
  { db }: Context,
  user: User,
  { caller, form }: { readonly caller: Caller; readonly form: string },
): Promise<void> {
  if (can(caller, 'manage_users')) return
  if (form !== 'edit' && (await isPublicAuthor(db.read, user.id))) return
  throw forbidden(caller, 'manage_users', 'rest_user_cannot_view')
}

function updateEndpoint<Path>(
  context: Context,
  parts: UserParts,
  address: Address<Path>,
): Endpoint<Path, UpdateUser> {
  return {
    ...itemMethods('user', 'WpUser').update,
    params: updateUserParams,
    handle: async (ask) => {
      const { caller, params, site, now } = ask
      const user = await userAt(context, address, ask)
      const { id, login, email, name } = user
      const shown = async (db: Reader) =>
        editView(db, await existing(db, id), { site, now, caller, isOwn: caller.id === id })
      await ask.assertMatch(() => shown(context.db.read))
      await assertProven(user, ask, parts)
      const hash = await hashWanted(params.password, [login, email, name, params.email, params.name])
      const wanted = { caller, params, hash, site: parts.site(site.home), now: epochSeconds(now) }
      return context.db.write(async (tx) => {
        await updateUser(tx, await existing(tx, id), wanted)
        return { body: await shown(tx) }
      })
    },
  }
}

/** Wire: refused unless it is for good; the answer holds the user as they last were, beside the word that they are gone. */
function removeEndpoint<Path>(context: Context, address: Address<Path>): Endpoint<Path, RemoveUser> {
  return {
    ...itemMethods('user', 'WpUserRemoved').remove,
    params: removeUserParams,
    handle: async (ask) => {
      const { params, site, caller, now } = ask
      const { id } = await userAt(context, address, ask)
      if (!params.force) throw new ApiError('rest_trash_not_supported')
      assertConfirmed({ caller, now })
      return context.db.write(async (tx) => {
        const user = await existing(tx, id)
        const heir = params.reassign === 0 ? undefined : await userWithId(tx, params.reassign)
        if (params.reassign !== 0 && !heir) {
          const reason = `no user has the ID ${params.reassign}, who was to have what they wrote`
          throw new ApiError('rest_user_invalid_reassign', { reason })
        }
        await removeAccount(tx, user, heir)
        return { body: { deleted: true, previous: userView(user, 'edit', site) } }
      })
    },
  }
}
