import { type Caller, forbidden } from '../auth/rights.ts'
import { assertMatches } from './conditional.ts'
import { assertAccepted, assertRequired, type Decoded, decode } from './decode.ts'
import { type Answer, type Ask, type Endpoint, type Method, methodsOf, type Resource } from './resource.ts'
import type { Site } from './site.ts'
import type { Sent } from './sources.ts'

/** A request to a resource, before anything of it has been judged. */
export interface Request {
  readonly method: Method
  readonly path: Sent
  /** Reads query and body; throws on a body that cannot be read. */
  sent(): Promise<Sent>
  readonly caller: Caller
  readonly site: Site
  readonly now: Temporal.Instant
  readonly ifMatch: string | undefined
}

/** The methods the caller may use on this address, in the order of the resource: the value of `Allow`. */
export async function allowedMethods(resource: Resource, request: Request): Promise<Method[]> {
  const lacking = await resource.lacks(request.caller, decode(resource.pathParams, request.path).values)
  return methodsOf(resource).filter((method) => !lacking[method])
}

/**
 * Answers a request in the recorded order of checks: required parameters, values, types, rights, and then the record
 * itself (`wire-others.md` 0). Throws the first refusal.
 */
export async function answer(resource: Resource, endpoint: Endpoint, request: Request): Promise<Answer> {
  const sent = await request.sent()
  assertRequired(endpoint.params, sent)
  const path = decode(resource.pathParams, request.path)
  const params = decode(endpoint.params, sent)
  const ask = asked(request, path, params)
  const checked = (await endpoint.check?.(ask)) ?? {}
  assertAccepted([resource.pathParams, endpoint.params], [path, params], checked, sent)
  await assertRight(resource, request, path)
  return endpoint.handle(ask)
}

async function assertRight(resource: Resource, request: Request, path: Decoded): Promise<void> {
  const lacking = (await resource.lacks(request.caller, path.values))[request.method]
  if (lacking === undefined) return
  throw forbidden(request.caller, lacking)
}

function asked(request: Request, path: Decoded, params: Decoded): Ask<object, never> {
  return {
    path: path.values,
    // Each endpoint declares what its parameters decode to; `check` sees those that read well, `handle` all of them.
    params: params.values as never,
    given: params.given,
    caller: request.caller,
    site: request.site,
    now: request.now,
    assertMatch: async (current) => {
      if (request.ifMatch !== undefined) assertMatches(request.ifMatch, await current())
    },
  }
}
