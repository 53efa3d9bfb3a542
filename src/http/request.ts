import { type Caller, forbidden } from './auth/rights.ts'
import { assertMatches } from '../pure/params/conditional.ts'
import {
  assertAccepted,
  assertRequired,
  type Decoded,
  decode,
  decodeInTimeSlices,
} from './decodedParameters.ts'
import {
  type Answer,
  type Ask,
  type Endpoint,
  type Lacking,
  type Method,
  methodsOf,
  type Resource,
} from './resource.ts'
import type { Once } from './repeats.ts'
import type { Site } from './site.ts'
import type { Body, Sent } from './sources.ts'

/** A request to a resource, before any check. */
export interface Request {
  readonly method: Method
  readonly path: Sent
  /** Reads query and body; throws on a body that cannot be read. */
  sent(): Promise<Body>
  readonly caller: Caller
  readonly from: string
  readonly site: Site
  readonly now: Temporal.Instant
  readonly ifMatch: string | undefined
  readonly search: string
  readonly accept: string | undefined
  /** The value of the header that the resource reads. */
  readonly header?: string | undefined
  /** Carries it out, where the client has given it a key; without it, it is just carried out. */
  readonly once?: Once | undefined
}

/** The rights that the caller lacks at this address, by method. */
export async function lackingRights(
  resource: Resource,
  { caller, path }: Pick<Request, 'caller' | 'path'>,
): Promise<Lacking> {
  return resource.lacks(caller, decode(resource.pathParams, path).values)
}

/** The methods the caller may use at an address, in the order of the resource: the value of `Allow`. */
export function allowedMethods(resource: Resource, lacking: Lacking): Method[] {
  return methodsOf(resource).filter((method) => !lacking[method])
}

/**
 * Answers a request in the recorded order of checks: required parameters, values, types, rights, and then the record
 * itself (`wire-others.md` 0). Throws the first refusal.
 */
export async function answer(
  resource: Resource,
  endpoint: Endpoint,
  request: Request,
  lacking: Lacking,
): Promise<Answer> {
  const { params: sent, file, unread } = await request.sent()
  if (!resource.asksLast) assertRequired(endpoint.params, sent, unread)
  const path = decode(resource.pathParams, request.path)
  const params = await decodeInTimeSlices(endpoint.params, sent)
  const ask = asked(request, file, path, params)
  const checked = (await endpoint.check?.(ask)) ?? {}
  assertAccepted([resource.pathParams, endpoint.params], [path, params], checked, sent)
  const right = lacking[request.method]
  if (right !== undefined) throw forbidden(request.caller, right, resource.refuses?.[request.method])
  if (resource.asksLast) assertRequired(endpoint.params, sent, unread)
  const handle = async () => endpoint.handle(ask)
  return request.once ? request.once(endpoint, handle) : handle()
}

function asked(request: Request, file: Body['file'], path: Decoded, params: Decoded): Ask<object, never> {
  return {
    path: path.values,
    // Each endpoint declares what its parameters decode to; `check` sees those that read well, `handle` all of them.
    params: params.values as never,
    given: params.given,
    caller: request.caller,
    from: request.from,
    file,
    site: request.site,
    now: request.now,
    search: request.search,
    accept: request.accept,
    header: request.header,
    assertMatch: async (...forms) => {
      if (request.ifMatch === undefined) return
      assertMatches(request.ifMatch, await Promise.all(forms.map(async (form) => form())))
    },
  }
}
