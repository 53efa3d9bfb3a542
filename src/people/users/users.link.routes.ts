import { offerLink } from '../accounts/accounts.links.write.ts'
import { offerView } from '../accounts/offers.view.ts'
import { waysIn } from '../accounts/accounts.ways.ts'
import { assertConfirmed } from '../../http/auth/confirmation.ts'
import { endLinks } from '../../http/auth/oneTimeLinks.ts'
import { can } from '../../http/auth/rights.ts'
import { epochSeconds } from '../../pure/calendar/text.ts'
import { type RootResource, wpNamespace } from '../../http/discovery.ts'
import type { Endpoint, Resource } from '../../http/resource.ts'
import type { Context } from '../../http/context.ts'
import { type ById, byId } from '../../pure/params/path.ts'
import { type OfferLink, offerLinkParams } from './users.params.ts'
import { existing, type UserParts } from './users.routes.ts'
import { usersPath } from './users.view.ts'

/** Sends a user a link by which they choose a password: an invitation once more, or one for a forgotten password. */
export function linkResource(context: Context, parts: UserParts): RootResource {
  const resource: Resource<ById> & { namespace: string } = {
    namespace: wpNamespace,
    path: `${usersPath}/{id}/link`,
    isExtension: true,
    pathParams: byId,
    endpoints: [sendEndpoint(context, parts)],
    lacks: async (caller) => (can(caller, 'manage_users') ? {} : { POST: 'manage_users' }),
  }
  return resource
}

function sendEndpoint({ db }: Context, { site: linkSite }: UserParts): Endpoint<ById, OfferLink> {
  return {
    methods: ['POST'],
    showsSecret: true,
    summary: 'Send a user a link by which they choose a password, or be told it where no mail is sent.',
    title: 'Send a user a link by which they choose a password',
    operation: 'sendWpUserLink',
    params: offerLinkParams,
    answer: { status: 201, says: 'The link. Former ones of its kind have ended.', schema: 'OfferedLink' },
    handle: async ({ path: { id }, params, caller, site, now: instant }) => {
      assertConfirmed({ caller, now: instant })
      const now = epochSeconds(instant)
      return db.write(async (tx) => {
        const user = await existing(tx, id)
        const kind = params.kind ?? ((await waysIn(tx, user)).length === 0 ? 'invitation' : 'reset')
        await endLinks(tx, user, kind)
        const offered = await offerLink(tx, { kind, user, now, by: caller.id }, linkSite(site.home))
        return { status: 201, body: { kind, ...offerView(offered) } }
      }, 'aside')
    },
  }
}
