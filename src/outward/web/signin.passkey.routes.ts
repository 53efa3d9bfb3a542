import { waitHeaders } from '../../http/rateLimit.ts'
import type { FastifyInstance } from 'fastify'
import { type Party, partyOf } from '../../people/accounts/passkeys.ts'
import { ApiError } from '../../pure/errors/errors.ts'
import type { Sent } from '../../http/sources.ts'
import { cacheHeaders } from '../../http/headers.ts'
import type { Page } from './page.ts'
import { visitOf } from './pages.ts'
import type { WebOptions } from './pages.options.ts'
import { passkeyPath, questionPath, recoveryPath } from './signin.passkey.ts'
import { recoveryPage } from './signin.recovery.ts'
import { type DoorRequest, enter, serveDoor, textIn } from './signin.routes.ts'
import { signInPage } from './signin.ts'

/** Serves signing in with a passkey or a recovery code. */
export function registerPasskeys(server: FastifyInstance, options: WebOptions): void {
  serveDoor(server, options, passkeyPath, { show: async ({ visit }) => signInPage(visit), take: takePasskey })
  serveDoor(server, options, recoveryPath, {
    show: async ({ visit }) => recoveryPage(visit),
    take: takeRecoveryCode,
  })
  server.get(questionPath, async (request, reply) => {
    void reply.headers({ ...cacheHeaders(false), 'X-Content-Type-Options': 'nosniff' })
    const party = partyOf(visitOf(options, request).site, options.siteName)
    if (party) return options.passkeys.question(party)
    const { status, body } = new ApiError('rest_passkeys_unavailable')
    return reply.code(status).send(body)
  })
}

async function takePasskey(door: DoorRequest, sent: Sent): Promise<Page> {
  const { options, visit } = door
  const party = partyOf(visit.site, visit.siteName)
  try {
    return await enter(door, await options.passkeys.signIn(assured(party), responseIn(sent)))
  } catch (error) {
    const fault = error instanceof ApiError ? faults[error.code] : undefined
    if (fault === undefined || !(error instanceof ApiError)) throw error
    return signInPage(visit, error.status, { login: '', fault })
  }
}

/** What the sign-in page says, by what was wrong. */
const faults: Readonly<Record<string, 'stale' | 'unknown' | 'refused' | undefined>> = {
  rest_passkey_stale: 'stale',
  rest_passkey_unknown: 'unknown',
  rest_passkey_refused: 'refused',
}

function assured(party: Party | undefined): Party {
  if (!party) throw new ApiError('rest_passkeys_unavailable')
  return party
}

function responseIn(sent: Sent): unknown {
  try {
    return JSON.parse(textIn(sent, 'response'))
  } catch {
    return undefined // Nothing that our script has written.
  }
}

async function takeRecoveryCode(door: DoorRequest, sent: Sent): Promise<Page> {
  const { options, request, reply, visit } = door
  const login = textIn(sent, 'login')
  try {
    const { id } = await options.recover({ login, password: textIn(sent, 'code'), from: request.ip })
    return await enter(door, { id })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    void reply.headers(waitHeaders(error.extras.headers))
    if (error.code === 'rest_wrong_recovery_code') return recoveryPage(visit, 401, { login, isWrong: true })
    const wait_s = Number(error.extras.headers?.['retry-after'])
    if (error.code !== 'rest_too_many_requests') throw error
    return recoveryPage(visit, 429, { login, wait_s })
  }
}
