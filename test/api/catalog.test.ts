import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answered, createTestApp, type TestApp } from '../support/app.ts'

const home = 'https://events.example/city'
const links = [
  `<${home}/openapi.json>; rel="service-desc"; type="application/json"`,
  `<${home}/docs>; rel="service-doc"`,
  `<${home}/.well-known/api-catalog>; rel="api-catalog"`,
].join(', ')

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({
    SITE_URL: home,
    REST_ROOT: '/wp-json',
    NAMESPACES: 'tribe/events/v1,vendor/events/v1',
  })
})
afterAll(() => app.close())

const visit = (path: string, asked: { method?: 'HEAD'; headers?: Record<string, string> } = {}) =>
  app.ask({ absolute: true, path, ...asked })

describe('the service is found by itself (RFC 8631, RFC 9727)', () => {
  test.each([
    '/',
    '/docs',
    '/llms.txt',
    '/wp-json/',
    '/wp-json/tribe/events/v1',
    '/wp-json/vendor/events/v1',
  ])('%s links to the document, the page and the catalogue', async (path) => {
    for (const asked of [{}, { method: 'HEAD' }] as const) {
      const { headers, status } = await visit(path, asked)
      expect(status).toBe(200)
      expect(headers['link']).toContain(links)
    }
  })

  test.each([
    '/wp-json/tribe/events/v1/events',
    '/wp-json/tribe/events/v1/venues',
    '/wp-json/wp/v2/tags',
    '/wp-json/tribe/events/v1/doc',
    '/list',
    '/missing',
  ])('%s does not', async (path) => {
    const { headers } = await visit(path)
    expect(headers['link'] ?? '').not.toMatch(/service-desc|service-doc|api-catalog/)
  })

  test('the index behind `/` has them, too', async () => {
    const { headers, body } = await app.ask({
      absolute: true,
      path: '/wp-json/',
      headers: { accept: 'application/json' },
    })
    expect(headers['link']).toBe(`<${home}/wp-json/>; rel="https://api.w.org/", ${links}`)
    expect(body.namespaces).toContain('tribe/events/v1')
  })
})

describe('GET /.well-known/api-catalog', () => {
  const path = '/.well-known/api-catalog'

  test('is a set of links, and says so by its type and by its own link', async () => {
    for (const asked of [{}, { method: 'HEAD' }] as const) {
      const { status, headers } = await visit(path, asked)
      expect(status).toBe(200)
      expect(headers).toMatchObject({
        'content-type': 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
        link: `<${home}${path}>; rel="api-catalog"`,
        'cache-control': 'public, no-cache',
      })
    }
  })

  test('has each namespace, tec/v1 and the address of assistants', async () => {
    const { linkset } = await catalogOf(await visit(path))
    expect(linkset.map(({ anchor }) => anchor)).toEqual([
      `${home}/wp-json/tribe/events/v1`,
      `${home}/wp-json/vendor/events/v1`,
      `${home}/wp-json/wp/v2`,
      `${home}/wp-json/tec/v1`,
      `${home}/wp-json/tribe/tickets/v1`,
      `${home}/mcp`,
    ])
    for (const entry of linkset)
      expect(entry).toMatchObject({
        'service-doc': [{ href: `${home}/docs`, type: 'text/html' }],
        status: [{ href: `${home}/readyz` }],
      })
  })

  test('leads nowhere in vain', async () => {
    const { linkset } = await catalogOf(await visit(path))
    const addresses = linkset.flatMap(({ anchor: _anchor, ...relations }) =>
      Object.values(relations).flatMap((targets) => targets.map(({ href }) => href)),
    )
    expect(addresses.length).toBe(18)
    for (const address of addresses)
      expect((await visit(address.replace(home, ''))).status, address).toBe(200)
  })

  test('has what there is alone', async () => {
    const other = await createTestApp({ MCP: 'off', TEC_V1: 'off', NAMESPACES: 'vendor/events/v1' })
    const { linkset } = await catalogOf(await other.ask({ absolute: true, path }))
    await other.close()
    expect(linkset.map(({ anchor }) => new URL(anchor).pathname)).toEqual(['/vendor/events/v1', '/wp/v2'])
  })

  test('is asked again for nothing that has not changed', async () => {
    const { headers } = await visit(path)
    const etag = headers['etag'] ?? ''
    expect((await visit(path, { headers: { 'if-none-match': etag } })).status).toBe(304)
  })
})

interface Linkset {
  readonly linkset: readonly ({ readonly anchor: string } & Record<
    string,
    readonly { readonly href: string }[]
  >)[]
}

async function catalogOf({ status, text }: Answered): Promise<Linkset> {
  expect(status).toBe(200)
  return JSON.parse(text) as Linkset
}
