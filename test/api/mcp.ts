import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { Role } from '../../src/storage/schema/tables.ts'
import type { TestApp } from '../support/app.ts'

/** At which address a client speaks, and which versions of the protocol. */
interface Speaking {
  readonly path?: string
  readonly mode?: 'legacy' | 'auto' | { readonly pin: string }
}

/** A client of the official SDK, whose requests reach the app without a network; `as`: a role, or what stands in Authorization. */
export async function connected(
  app: TestApp,
  as?: Role | { readonly authorization: string },
  { path = '/mcp', mode = 'legacy' }: Speaking = {},
): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
  const authorization =
    typeof as === 'object'
      ? as.authorization
      : as && `Basic ${Buffer.from(app.credentials[as]).toString('base64')}`
  const transport = new StreamableHTTPClientTransport(new URL(`http://localhost${path}`), {
    ...(authorization ? { requestInit: { headers: { Authorization: authorization } } } : {}),
    fetch: async (url, { method = 'GET', headers: sent, body } = {}) => {
      const { pathname } = new URL(url)
      const answer = await app.app.server.inject({
        method: method as 'POST',
        url: pathname,
        headers: Object.fromEntries(new Headers(sent)),
        ...(typeof body === 'string' ? { payload: body } : {}),
      })
      const isEmpty = [202, 204].includes(answer.statusCode)
      return new Response(isEmpty ? null : answer.body, {
        status: answer.statusCode,
        headers: answer.headers as Record<string, string>,
      })
    },
  })
  await client.connect(transport)
  return client
}

/** What a tool tells. */
export interface Called {
  readonly isError?: boolean
  readonly text: string
  // oxlint-disable-next-line typescript/no-explicit-any -- what a tool tells is what each test is about
  readonly data: any
}

/** Calls a tool with a client of its own. */
export async function called(
  app: TestApp,
  name: string,
  given: object = {},
  as?: Parameters<typeof connected>[1],
): Promise<Called> {
  const client = await connected(app, as)
  const { isError, content, structuredContent } = await client.callTool({ name, arguments: { ...given } })
  await client.close()
  const [{ text }] = content as unknown as [{ text: string }]
  return { ...(isError ? { isError: true } : {}), text, data: structuredContent }
}

/** The titles of the events that were told. */
export const titles = ({ data }: Called): string[] => data.events.map(({ title }: { title: string }) => title)
