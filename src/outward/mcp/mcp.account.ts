import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Caller } from '../../http/auth/rights.ts'
import type { ServerParts } from '../../http/serverParts.ts'
import { ApiError } from '../../pure/errors/errors.ts'

/**
 * The address of the tools for assistants that people use in a browser: it always asks who it is. A client that is answered without
 * credentials never signs anybody in, so that the open address cannot be this one too.
 */
export const accountPath = '/mcp/account'

/** Where the document about it is (RFC 9728, 3.1). */
const documentPath = `/.well-known/oauth-protected-resource${accountPath}`

/** Who sends a message; throws a refusal. */
export type FindCaller = (request: FastifyRequest) => Promise<Caller>

/** What people who sign in from an assistant are asked, and who is asked about them. */
export interface McpAccount {
  /** Who issues tokens, as they name themselves: with a slash at the end or without, as clients compare. */
  readonly issuer: () => Promise<string>
  readonly scopes: string
  /** The address that tokens are issued for. */
  readonly resource: string
  /** Whose token of the issuer it is; throws a refusal. */
  readonly readToken: (token: string) => Promise<Caller>
}

/** Tells who issues tokens for the address (RFC 9728): clients sign people in there. */
export function registerResource(
  server: FastifyInstance,
  { issuer, resource, scopes, name }: Omit<McpAccount, 'readToken'> & { readonly name: string },
): void {
  server.route({
    method: 'GET',
    url: documentPath,
    handler: async (_request, reply) =>
      reply
        .headers({ 'Access-Control-Allow-Origin': '*', 'X-Content-Type-Options': 'nosniff' })
        .type('application/json')
        .send({
          resource,
          authorization_servers: [await issuer()],
          bearer_methods_supported: ['header'],
          scopes_supported: scopes.split(' '),
          resource_name: name,
        }),
  })
}

/** Who sends a message there: by a token of the issuer, or by what counts everywhere; nobody is told where to sign in. */
export function accountOf(
  { identify }: Pick<ServerParts, 'identify'>,
  { resource, readToken }: Pick<McpAccount, 'resource' | 'readToken'>,
): FindCaller {
  const site = resource.slice(0, -accountPath.length)
  const challenge = `Bearer resource_metadata="${site}${documentPath}"`
  return async (request: FastifyRequest): Promise<Caller> => {
    const { authorization } = request.headers
    if (authorization === undefined)
      throw new ApiError('rest_not_logged_in', {}, { headers: { 'www-authenticate': challenge } })
    const token = jwtIn(authorization)
    try {
      return await (token === undefined ? identify(request) : readToken(token))
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error
      const headers = { ...error.extras.headers, 'www-authenticate': `${challenge}, error="invalid_token"` }
      throw error.with({ headers })
    }
  }
}

/** A bearer token that is a JWT (RFC 7515, 3.1): those of this calendar have no dots. */
function jwtIn(authorization: string): string | undefined {
  return /^\s*bearer +([\w-]+\.[\w-]+\.[\w-]*)\s*$/i.exec(authorization)?.[1]
}
