import type { Caller } from './auth/rights.ts'
import { answer, lackingRights, type Request } from './request.ts'
import type { Answer, Method, Resource } from './resource.ts'
import type { AnswerParts } from './serverParts.ts'
import type { Site } from './site.ts'
import type { Sent } from './sources.ts'

/** What this program asks of its own interface, for somebody. */
export interface InternalRequest {
  readonly method: Method
  /** The path of the resource as it is declared, such as `/events/{id}`. */
  readonly resource: string
  readonly path?: Sent
  readonly params?: Sent
  readonly caller: Caller
  /** The address of the client that it is asked for. */
  readonly from: string
  readonly site: Site
}

/** Asks the interface without a request: the same checks in the same order, and refusals thrown as they are sent to others. */
export type InternalInterface = (asked: InternalRequest) => Promise<Answer>

interface InternalParts extends Pick<AnswerParts, 'resources' | 'now' | 'attempt'> {
  /** Says for whom what follows is written. */
  readonly actFor: (caller: Caller) => void
}

/** The interface below a namespace, for what speaks it in another form. */
export function createInternalInterface({
  resources,
  now,
  attempt,
  actFor,
}: InternalParts): InternalInterface {
  const byPath = new Map<string, Resource>(resources.map((resource) => [resource.path, resource]))
  return async ({ method, resource: at, path = {}, params = {}, caller, from, site }) => {
    const resource = byPath.get(at)
    const endpoint = resource?.endpoints.find(({ methods }) => methods.includes(method))
    if (!resource || !endpoint) throw new Error(`Nothing answers ${method} ${at}.`)
    const request: Request = {
      method,
      path,
      sent: async () => ({ params, file: undefined }),
      caller,
      from,
      site,
      now: now(),
      ifMatch: undefined,
      search: '',
      accept: undefined,
    }
    return attempt(async () => {
      actFor(caller)
      return answer(resource, endpoint, request, await lackingRights(resource, request))
    })
  }
}
