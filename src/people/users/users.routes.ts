import { type LinkSite, offerLink } from '../accounts/accounts.links.write.ts'
import type { Authenticator } from '../../http/auth/authenticate.ts'
import { assertConfirmed } from '../../http/auth/confirmation.ts'
import { anonymous, type Caller, can, forbidden } from '../../http/auth/rights.ts'
import { insertUser, prepareUser, type User, userWithId } from '../../http/auth/users.ts'
import { epochSeconds } from '../../pure/calendar/text.ts'
import type { Writer } from '../../storage/db/dialect.ts'
import { ApiError } from '../../pure/errors/errors.ts'
import { type RootResource, wpNamespace } from '../../http/discovery.ts'
import { bareListAnswer, bareSizes, repeated } from '../../http/list.ts'
import type { Endpoint } from '../../http/resource.ts'
import { withPageSizes } from '../../pure/params/numbers.ts'
import type { Context } from '../../http/context.ts'
import { noParams } from '../../pure/params/path.ts'
import { aboutUser, aboutUsers } from './users.about.ts'
import { changeUser, hashWanted } from './users.change.ts'
import { type CreateUser, createUserParams, type ListUsers, listUsersParams } from './users.params.ts'
import { findUsers } from './users.query.ts'
import { type UserForm, usersPath, userView } from './users.view.ts'

/** What the routes of users are made of beside the context. */
export interface UserParts {
  /** Where links lead: below this home, or SITE_URL. */
  readonly site: (home?: string) => LinkSite
  /** Verifies a password of somebody’s own, and counts failures. */
  readonly signIn: Authenticator['signIn']
}

/** The list of users, where new ones are made. */
export function usersResource(context: Context, parts: UserParts): RootResource {
  return {
    namespace: wpNamespace,
    path: usersPath,
    pathParams: noParams,
    endpoints: [listEndpoint(context), createEndpoint(context, parts)],
    refuses: { POST: 'rest_cannot_create_user' },
    lacks: async (caller) => (can(caller, 'manage_users') ? {} : { POST: 'manage_users' }),
  }
}

function listEndpoint({ db }: Context): Endpoint<object, ListUsers> {
  return {
    methods: ['GET'],
    summary: 'List the users who published something; for who may manage users, all of them.',
    params: withPageSizes(listUsersParams, bareSizes),
    answer: { status: 200, says: 'One page of the list.', schema: 'WpUserList' },
    handle: async ({ params, caller, site, now }) => {
      assertMayAsk(params, caller)
      const { rows, page } = await findUsers(db.read, params, caller)
      const form = formOf(params.context)
      const about = form === 'edit' ? await aboutUsers(db.read, rows, epochSeconds(now)) : undefined
      const { page: _page, ...others } = params
      const given = { ...others, per_page: page.perPage }
      return bareListAnswer(site.root + usersPath, {
        items: rows.map((user) => userView(user, form, site, { about: about?.(user) })),
        page,
        filters: repeated(given, Object.keys(listUsersParams.properties)),
      })
    },
  }
}

/** Throws where what is asked for would tell more of users than everybody may know. */
function assertMayAsk({ roles, context, orderby, who }: ListUsers, caller: Caller): void {
  if (can(caller, 'manage_users')) return
  const refuse = (code: Parameters<typeof forbidden>[2]) => forbidden(caller, 'manage_users', code)
  if (roles) throw refuse('rest_user_cannot_view')
  if (context === 'edit') throw refuse('rest_forbidden_context')
  if (orderby === 'email' || orderby === 'registered_date') throw refuse('rest_forbidden_orderby')
  if (who === 'authors' && !can(caller, 'edit_own')) throw forbidden(caller, 'edit_own', 'rest_forbidden_who')
}

/** The form of a record by the parameter `context`. */
export function formOf(context: string | undefined): UserForm {
  return context === 'edit' || context === 'embed' ? context : 'view'
}

function createEndpoint({ db }: Context, parts: UserParts): Endpoint<object, CreateUser> {
  return {
    methods: ['POST'],
    // Where no mail is sent, it has the link of the invitation.
    showsSecret: true,
    summary: 'Make a user; without a password, invite them to choose one.',
    params: createUserParams,
    answer: { status: 201, says: 'The user.', schema: 'WpUser' },
    handle: async ({ params, caller, now, site }) => {
      if (params.id !== undefined && params.id !== null) throw new ApiError('rest_user_exists')
      const { username, roles, id: _id, meta: _meta, ...others } = params
      const wanted = prepareUser(
        { login: username, email: params.email, role: roles ?? 'subscriber', name: params.name },
        epochSeconds(now),
      )
      const hash = await hashWanted(params.password, [username, params.email, params.name])
      assertConfirmed({ caller, now })
      return db.write(async (tx) => {
        const { id } = await insertUser(tx, wanted)
        const { email: _email, name: _name, ...more } = others
        await changeUser(tx, await existing(tx, id), more, { caller, hash })
        const user = await existing(tx, id)
        const invited = { kind: 'invitation', user, now: epochSeconds(now), by: caller.id } as const
        const isInvited = hash === undefined
        const offered = isInvited ? await offerLink(tx, invited, parts.site(site.home)) : undefined
        const { seen_at: _seen, ...about } = await aboutUser(tx, user, epochSeconds(now))
        const body = userView(user, 'edit', site, { about, offered })
        return { status: 201, body, headers: { Location: `${site.root}${usersPath}/${user.id}` } }
      })
    },
  }
}

/** The user with this id; throws 404 when there is none. */
export async function existing(db: Context['db']['read'] | Writer, id: number): Promise<User> {
  const user = id === anonymous.id ? undefined : await userWithId(db, id)
  if (!user) throw new ApiError('rest_user_invalid_id', { id })
  return user
}
