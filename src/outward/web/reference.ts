import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type * as Scalar from '@scalar/fastify-api-reference'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { docsPath } from '../../http/catalog.ts'
import { type Html, html } from '../../pure/text/htmlTemplate.ts'
import { library, type ReferenceScript, referenceScript } from './reference.script.ts'

/** The options of the reference page. */
export interface ReferenceOptions {
  /** The address of the OpenAPI document: a path on this server, or an absolute address. */
  readonly docUrl: string
  readonly title: string
  /** Loads the package that draws the reference; rejects where it is not installed. */
  readonly load?: () => Promise<typeof Scalar>
}

/** The version is part of its address, so that browsers never have to ask for it again (RFC 8246). */
const forever = 'public, max-age=31536000, immutable'

/** The path of the reference behind the page for developers. */
export const referencePath = `${docsPath}/reference`

/**
 * Serves the reference at `/docs/reference`: the OpenAPI document rendered by Scalar, whose script comes from this server too. The page
 * sends no requests to other servers, which its Content-Security-Policy also forbids. Without the package it
 * says how to install it.
 */
export function registerReference(server: FastifyInstance, options: ReferenceOptions): void {
  let loading: Promise<ReferenceScript | undefined> | undefined
  const bundle = () => (loading ??= referenceScript(options.load))
  server.get(referencePath, async (request, reply) => {
    const script = await bundle()
    return reply
      .code(script ? 200 : 404)
      .headers({
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy': policy(options.docUrl),
        'Cache-Control': 'no-cache',
        'X-Content-Type-Options': 'nosniff',
        'Referrer-Policy': 'no-referrer',
      })
      .send(script ? page(options, `${here(request)}scalar.js?v=${script.version}`) : missing(options))
  })
  server.get(`${referencePath}/scalar.js`, async (request, reply) => {
    const script = await bundle()
    if (!script) return reply.callNotFound()
    const { version, compressed } = script
    const zipped = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '')
    const etag = `W/"${version}"`
    reply.headers({
      'Cache-Control': forever,
      ETag: etag,
      Vary: 'Accept-Encoding',
      'X-Content-Type-Options': 'nosniff',
    })
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    reply.type('text/javascript; charset=utf-8')
    if (!zipped) return reply.send(await (script.plain ??= promisify(gunzip)(compressed)))
    return reply.header('Content-Encoding', 'gzip').send(compressed)
  })
}

/** The relative path of the page’s own files, as the service may be below a path that only a proxy knows. */
function here(request: FastifyRequest): string {
  return request.url.split('?', 1)[0]?.endsWith('/') ? '' : 'reference/'
}

/**
 * Allows only our own files and scripts, and requests to this server and to that of the document. Inline styles are allowed:
 * Scalar makes them at run time, without a nonce.
 */
function policy(docUrl: string): string {
  const others = URL.canParse(docUrl) ? ` ${new URL(docUrl).origin}` : ''
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'unsafe-inline'",
    "img-src 'self' data:",
    `connect-src 'self'${others}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** Scalar’s settings: everything is off that would use another server, for fonts, artificial answers or analytics. */
function settings(docUrl: string): object {
  return {
    url: docUrl,
    withDefaultFonts: false,
    telemetry: false,
    agent: { disabled: true },
    mcp: { disabled: true },
    hideClientButton: true,
    showDeveloperTools: 'never',
    documentDownloadType: 'direct',
    orderSchemaPropertiesBy: 'preserve',
    defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  }
}

/** What stands in its place where the package is not there. */
function missing({ docUrl, title }: ReferenceOptions): string {
  return documentOf(
    title,
    html`<h1>The reference is not installed here</h1>
      <p>
        It is drawn by an optional package: <code>npm install ${library}</code>, then start Kalends again.
      </p>
      <p>What it would show is in the <a href="${docUrl}">OpenAPI document</a>.</p>`,
  )
}

function page({ docUrl, title }: ReferenceOptions, script: string): string {
  return documentOf(
    title,
    html`<noscript
        ><p>This page needs JavaScript. What it shows is <a href="${docUrl}">here</a>.</p></noscript
      >
      <div id="api-reference" data-configuration="${JSON.stringify(settings(docUrl))}"></div>
      <script src="${script}"></script>`,
  )
}

function documentOf(title: string, body: Html): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <link rel="icon" href="data:," />
        <title>API &ndash; ${title}</title>
      </head>
      <body>
        ${body}
      </body>
    </html> `.source
}
