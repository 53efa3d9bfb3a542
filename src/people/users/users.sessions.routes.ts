import { can } from '../../http/auth/rights.ts'
import { endSessions } from '../../http/auth/sessions.ts'
import { type RootResource, wpNamespace } from '../../http/discovery.ts'
import type { Endpoint, Resource } from '../../http/resource.ts'
import type { Context } from '../../http/context.ts'
import { type ById, byId, noParams } from '../../pure/params/path.ts'
import { existing } from './users.routes.ts'
import { usersPath } from './users.view.ts'

/** Signs a user out everywhere: for who manages users, where a device was lost. */
export function userSessionsResource(context: Context): RootResource {
  const resource: Resource<ById> & { namespace: string } = {
    namespace: wpNamespace,
    path: `${usersPath}/{id}/sessions`,
    isExtension: true,
    pathParams: byId,
    endpoints: [endEndpoint(context)],
    lacks: async (caller) => (can(caller, 'manage_users') ? {} : { DELETE: 'manage_users' }),
  }
  return resource
}

function endEndpoint({ db }: Context): Endpoint<ById> {
  return {
    methods: ['DELETE'],
    summary: 'End all sessions of a user. What programs of theirs are signed in with stays.',
    operation: 'endWpUserSessions',
    params: noParams,
    answer: { status: 200, says: 'How many have ended.', schema: 'EndedSessions' },
    handle: async ({ path: { id } }) => {
      const count = await db.write(async (tx) => endSessions(tx, await existing(tx, id)), 'aside')
      return { body: { deleted: true, count } }
    },
  }
}
