import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ServerParts } from '../../http/serverParts.ts'
import { originOf, type Site, siteOf } from '../../http/site.ts'
import type { McpParts } from './mcp.server.ts'

/**
 * What lets clients find the server by the name of the site alone: a catalogue at the address that is agreed on, and the card of the server
 * where it says (SEP-2127, and its extension “Server Card”, of 2026). It names the address that is open to everybody: where people sign in
 * is another one (`mcp.account.ts`), which their operator gives them.
 */
export function registerCard(
  server: FastifyInstance,
  { settings }: Pick<ServerParts, 'settings'>,
  { path, parts }: { readonly path: string; readonly parts: Pick<McpParts, 'siteName' | 'mode' | 'version'> },
): void {
  const serve = (url: string, type: string, body: (site: Site) => object | Promise<object>) =>
    server.route({
      method: 'GET',
      url,
      handler: async (request: FastifyRequest, reply) => {
        const site = siteOf(settings, settings.namespaces[0] ?? '', originOf(request))
        return reply
          .headers({
            'Content-Type': type,
            'Access-Control-Allow-Origin': '*',
            'Access-Control-Allow-Methods': 'GET',
            'Access-Control-Allow-Headers': 'Content-Type, If-None-Match',
            'X-Content-Type-Options': 'nosniff',
          })
          .send(Buffer.from(JSON.stringify(await body(site))))
      },
    })
  serve('/.well-known/ai-catalog.json', 'application/ai-catalog+json', (site) => ({
    specVersion: '1.0',
    entries: [
      {
        identifier: `urn:air:${hostOf(site)}:mcp:${name}`,
        type: cardType,
        url: `${site.home}${path}/server-card`,
      },
    ],
  }))
  serve(`${path}/server-card`, cardType, async (site) => {
    const { versions } = await import('./mcp.eras.ts')
    return {
      $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
      // The name of the host from its end, as packages are named.
      name: `${hostOf(site).split('.').toReversed().join('.')}/${name}`,
      version: parts.version,
      title: parts.siteName.slice(0, longestTitle),
      description: 'What is on in this calendar, when and where.',
      websiteUrl: `${site.home}/`,
      remotes: [
        {
          type: 'streamable-http',
          url: `${site.home}${path}`,
          ...(parts.mode === 'full' ? { headers: [authorization] } : {}),
          supportedProtocolVersions: versions,
        },
      ],
    }
  })
}

const name = 'kalends'

const cardType = 'application/mcp-server-card+json'

const longestTitle = 100

const authorization = {
  name: 'Authorization',
  description: '“Bearer” and a token, to write with the rights of whoever it belongs to.',
  isRequired: false,
  isSecret: true,
}

/** The host in letters that names and URNs may have. */
function hostOf({ home }: Site): string {
  return new URL(home).hostname.replaceAll(/[^a-zA-Z0-9.-]/g, '') || 'localhost'
}
