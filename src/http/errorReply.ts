import { challengeFor } from './auth/identify.ts'
import { isBrowser, isPlain } from './auth/ownRequest.ts'
import { ApiError, type RefusalCode } from '../pure/errors/errors.ts'
import { codeOf } from '../pure/text/errorDetails.ts'
import { type Call, mayWrite } from './call.ts'
import { type Frame, presentError, type Reply } from './presentation.ts'
import type { AnswerParts, ServerSettings } from './serverParts.ts'
import { originOf, pathOf, type Site, siteOf } from './site.ts'

/** When to try again after the database was busy or could not be reached, in seconds. */
const retryAfter_s = 2

/** Turns whatever was thrown into a reply: a refusal as it says, an error of the framework's as 4xx, anything else as 500 without details. */
export function refused(
  { settings, log, passing }: AnswerParts,
  error: unknown,
  call: Call,
  frame: Frame,
): Reply {
  if (error instanceof ApiError)
    return withoutDialog(presentError(withSignInAddress(error, call, settings), frame), call)
  const passingCode = passing(error)
  if (passingCode !== undefined) {
    log.warn({ err: error, request: call.id }, 'the database, or where files are kept, could not be used')
    return presentError(passingRefusal(passingCode), frame)
  }
  if (isTooLarge(error)) {
    return presentError(
      new ApiError('rest_request_too_large', { limit: call.routeOptions.bodyLimit ?? settings.bodyLimit }),
      frame,
    )
  }
  const { code, statusCode } = error as { code?: string; statusCode?: number }
  if (code === 'FST_ERR_HANDLER_TIMEOUT') return presentError(timedOut(settings, call), frame)
  if (statusCode !== undefined && statusCode < 500) {
    const reason = error instanceof Error ? error.message : 'unknown'
    return presentError(new ApiError('rest_invalid_body', { reason }, { status: statusCode }), frame)
  }
  log.error({ err: error, request: call.id }, 'a request failed')
  return presentError(new ApiError('rest_internal_error', { request: call.id }), frame)
}

/** Refusals for want of a session. */
const ofNoSession = new Set<RefusalCode>(['rest_cookie_foreign_write', 'rest_session_needed'])

/** The refusal as a browser gets it over plain http, where no session lasts: with the address at which signing in works. */
function withSignInAddress(error: ApiError, call: Call, { siteUrl }: ServerSettings): ApiError {
  const isOfSession = error.status === 401 || ofNoSession.has(error.code)
  if (!isOfSession || call.headers.authorization !== undefined) return error
  if (!isBrowser(call) || !isPlain(call, siteUrl)) return error
  const url = `${siteUrl}/signin`
  const told = error.with({ data: { ...error.extras.data, sign_in: url } })
  told.message = `${error.message} Over http browsers keep no session of this calendar: sign in at ${url}.`
  return told
}

/** Whether the framework stopped reading the body because it is over the limit. */
export function isTooLarge(error: unknown): boolean {
  return codeOf(error) === 'FST_ERR_CTP_BODY_TOO_LARGE'
}

/** The refusal as a browser gets it: it is not told of HTTP Basic, for which it would ask its reader. */
function withoutDialog(reply: Reply, call: Call): Reply {
  return { ...reply, headers: challengeFor(call, reply.headers) }
}

/** A request that took too long is still carried out: clients must not repeat a write automatically, so it gets no `Retry-After`. */
function timedOut({ requestTimeout_ms: limit }: ServerSettings, call: Call): ApiError {
  const told = mayWrite(call)
    ? { hint: 'What it was to do may be done: look before you send it again.' }
    : { hint: 'Try again later.', headers: { 'Retry-After': '5' } }
  return new ApiError('rest_timeout', { limit }, told)
}

const needingSomebody = new Set<RefusalCode>([
  'rest_outcome_unknown',
  'rest_storage_full',
  'rest_database_gone',
])

/** No `Retry-After` where the change may have been made already, or where somebody has to make room first. */
function passingRefusal(code: RefusalCode): ApiError {
  const seconds = String(retryAfter_s)
  const mayWork = !needingSomebody.has(code)
  return new ApiError(code, { seconds }, mayWork ? { headers: { 'Retry-After': seconds } } : {})
}

/** The refusal of an address, or of a method that the address does not have. */
export function noRoute(call: Pick<Call, 'method' | 'url'>, { rest }: Site): ApiError {
  return new ApiError('rest_no_route', { method: call.method, path: pathOf(call), doc: `${rest}/doc` })
}

/** The site under its first namespace, for requests that match no route. */
export function firstSite(settings: ServerSettings, call: Call): Site {
  return siteOf(settings, settings.namespaces[0] ?? '', originOf(call))
}
