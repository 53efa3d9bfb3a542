import {
  classifyInboundRequest,
  createMcpHandler,
  type JSONRPCMessage,
  SUPPORTED_PROTOCOL_VERSIONS,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import type { Answering } from './mcp.server.ts'

/** The first version without a handshake. */
const newest = '2026-07-28'

/** The versions of the protocol that are spoken, the newest first; the SDK lists those with a handshake alone. */
export const versions: readonly string[] = [newest, ...SUPPORTED_PROTOCOL_VERSIONS]

/**
 * Answers one message over HTTP, always as JSON, by a server of its own. The versions before 2026 open with a handshake, which is answered
 * and forgotten; those since say in each message who speaks. No stream stays open in either.
 */
export async function answerOver(
  request: Request,
  most: number,
  serverFor: () => Answering,
): Promise<Response> {
  const sent = await request.clone().text()
  if (isOlder(sent, request.headers)) {
    const server = serverFor()
    const transport = new OlderTransport({ enableJsonResponse: true })
    await server.connect(transport)
    try {
      return await transport.handleRequest(request)
    } finally {
      await server.close()
    }
  }
  // Nothing here is told before an answer, so that each is JSON.
  const handler = createMcpHandler(serverFor, {
    legacy: 'reject',
    maxSubscriptions: 0,
    maxRequestBodySize: most,
  })
  try {
    return await handler.fetch(request)
  } finally {
    await handler.close()
  }
}

/** Whether a message is of a version before 2026; what is no message is, unless its headers say otherwise. */
function isOlder(sent: string, headers: Headers): boolean {
  const [version, method, name] = ['mcp-protocol-version', 'mcp-method', 'mcp-name'].map((one) =>
    headers.get(one),
  )
  const outcome = classifyInboundRequest({
    httpMethod: 'POST',
    ...(version ? { protocolVersionHeader: version } : {}),
    ...(method ? { mcpMethodHeader: method } : {}),
    ...(name ? { mcpNameHeader: name } : {}),
    body: parsed(sent),
  })
  if (outcome.kind !== 'reject') return outcome.kind === 'legacy'
  return outcome.rung === 'jsonrpc-shape' && (!version || version < newest)
}

function parsed(sent: string): unknown {
  try {
    return JSON.parse(sent)
  } catch {
    return undefined
  }
}

class OlderTransport extends WebStandardStreamableHTTPServerTransport {
  override async send(
    message: JSONRPCMessage,
    options?: Parameters<WebStandardStreamableHTTPServerTransport['send']>[1],
  ): Promise<void> {
    await super.send(inOlder(message), options)
  }
}

/** What there was for a resource that is not there, before 2026. */
const notFound = -32_002

/** An answer as the versions before 2026 have it: the SDK says of a resource that is not there, in all versions, that its address is invalid. */
export function inOlder(message: JSONRPCMessage): JSONRPCMessage {
  if (!('error' in message) || !isMiss(message.error)) return message
  return { ...message, error: { ...message.error, code: notFound } }
}

/** Of the answers here this alone names an address. */
function isMiss({ data }: { readonly data?: unknown }): boolean {
  return typeof data === 'object' && data !== null && 'uri' in data
}
