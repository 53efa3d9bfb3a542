import { waitHeaders } from '../../http/rateLimit.ts'
import type { FastifyInstance } from 'fastify'
import { can } from '../../http/auth/rights.ts'
import { ApiError } from '../../pure/errors/errors.ts'
import type { Sent } from '../../http/sources.ts'
import type { Page } from './page.ts'
import type { WebOptions } from './pages.options.ts'
import {
  addressTakenPage,
  choosePage,
  confirmedPage,
  confirmPage,
  forgotPage,
  forgotSentPage,
  linkOverPage,
} from './signin.password.ts'
import { type DoorRequest, enter, serveDoor, textIn } from './signin.routes.ts'

/** Serves the pages on which people ask for a link, and choose a password by it. */
export function registerPasswords(server: FastifyInstance, options: WebOptions): void {
  const { accounts } = options
  serveDoor(server, options, '/signin/forgot', {
    show: async ({ visit }) => forgotPage(visit, accounts.sendsLinks()),
    take: takeForgotten,
  })
  for (const kind of ['reset', 'invitation'])
    serveDoor(server, options, `/signin/${kind}/:secret`, { show: showChoice, take: takeChoice })
  serveDoor(server, options, '/signin/email/:secret', { show: showAddress, take: takeAddress })
}

async function takeForgotten({ options, request, reply, visit }: DoorRequest, sent: Sent): Promise<Page> {
  const { accounts } = options
  const login = textIn(sent, 'login')
  if (!accounts.sendsLinks() || login.trim() === '') return forgotPage(visit, accounts.sendsLinks())
  try {
    accounts.forgot(login, request.ip)
    return forgotSentPage(visit)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const wait_s = Number(error.extras.headers?.['retry-after'])
    void reply.headers(waitHeaders(error.extras.headers))
    return forgotPage(visit, true, { login, wait_s })
  }
}

async function showChoice({ options, request, visit }: DoorRequest): Promise<Page> {
  const user = await options.accounts.holder(secretOf(request))
  return user ? choosePage(visit, user.login) : linkOverPage(visit)
}

async function takeChoice(door: DoorRequest, sent: Sent): Promise<Page> {
  const { options, request, visit } = door
  const secret = secretOf(request)
  try {
    const chosen = await options.accounts.choose(secret, textIn(sent, 'password'))
    // Whoever was invited to fill the calendar begins where that is done.
    if ('user' in chosen)
      return await enter(
        door,
        chosen.user,
        can(chosen.user, 'edit_own') ? `${visit.site.path}/admin` : undefined,
      )
    return choosePage(visit, (await options.accounts.holder(secret))?.login ?? '', chosen.fault)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'rest_link_over') return linkOverPage(visit)
    throw error
  }
}

/** Programs that look for what is bad in mails open links too: the address is confirmed by a button alone. */
async function showAddress({ options, request, visit }: DoorRequest): Promise<Page> {
  const asked = await options.accounts.address(secretOf(request))
  return asked ? confirmPage(visit, { name: asked.user.login, email: asked.email }) : linkOverPage(visit)
}

async function takeAddress({ options, request, visit }: DoorRequest): Promise<Page> {
  try {
    return confirmedPage(visit, await options.accounts.confirm(secretOf(request)))
  } catch (error) {
    if (error instanceof ApiError && error.code === 'rest_link_over') return linkOverPage(visit)
    if (error instanceof ApiError && error.code === 'rest_user_invalid_email') return addressTakenPage(visit)
    throw error
  }
}

function secretOf({ params }: DoorRequest['request']): string {
  return (params as { secret?: string }).secret ?? ''
}
