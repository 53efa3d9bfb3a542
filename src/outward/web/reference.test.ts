import { gunzipSync } from 'node:zlib'
import fastify from 'fastify'
import { afterAll, describe, expect, test } from 'vitest'
import { registerReference } from './reference.ts'

const server = fastify({ routerOptions: { ignoreTrailingSlash: true } })
registerReference(server, { docUrl: '/vendor/events/v1/doc', title: 'Fun & "Games"' })
afterAll(() => server.close())

const script = /<script src="([^"]+)"/

describe('the reference page', () => {
  test('loads the document and its program from this server, and has no script of its own', async () => {
    const { body, headers } = await server.inject('/docs/reference')
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(body).toContain('<title>API &ndash; Fun &amp; &quot;Games&quot;</title>')
    expect(body).toContain('&quot;url&quot;:&quot;/vendor/events/v1/doc&quot;')
    expect(body.match(/<script/g)).toHaveLength(1)
    expect(body).not.toMatch(/https?:/)
  })

  test.for([
    ['/docs/reference', /^reference\/scalar\.js\?v=/],
    ['/docs/reference/', /^scalar\.js\?v=/],
  ] as const)('finds its program wherever a proxy puts it: %s', async ([address, expected]) => {
    const { body } = await server.inject(address)
    expect(script.exec(body)?.[1]).toMatch(expected)
  })

  test('may ask nobody else', async () => {
    const policy = String((await server.inject('/docs/reference')).headers['content-security-policy'])
    expect(policy.split('; ')).toEqual(
      expect.arrayContaining(["default-src 'none'", "script-src 'self'", "connect-src 'self'"]),
    )
    expect(policy).not.toMatch(/https?:|\*/)
  })

  test('may ask where the document is, when that is another server', async () => {
    const elsewhere = fastify()
    registerReference(elsewhere, { docUrl: 'https://calendar.example:8443/vendor/events/v1/doc', title: '' })
    const { headers } = await elsewhere.inject('/docs/reference')
    expect(headers['content-security-policy']).toContain("connect-src 'self' https://calendar.example:8443;")
  })
})

describe('its program', () => {
  test('is the same compressed and not, and is kept forever', async () => {
    const address = `/docs/reference/${/scalar\.js\?v=[^"]+/.exec((await server.inject('/docs/reference')).body)?.[0]}`
    const plain = await server.inject(address)
    const zipped = await server.inject({ url: address, headers: { 'accept-encoding': 'br, gzip' } })
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(zipped.headers).toMatchObject({
      'content-encoding': 'gzip',
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept-Encoding',
    })
    expect(gunzipSync(zipped.rawPayload).equals(plain.rawPayload)).toBe(true)
    expect(plain.body).toContain('api-reference')
  })

  test('is not sent again to whoever has it', async () => {
    const { headers } = await server.inject('/docs/reference/scalar.js')
    const again = await server.inject({
      url: '/docs/reference/scalar.js',
      headers: { 'if-none-match': String(headers['etag']) },
    })
    expect(again.statusCode).toBe(304)
    expect(again.body).toBe('')
  })
})

test('where its package is not installed, it says how to install it, and leads to the document', async () => {
  const bare = fastify()
  const load = () => Promise.reject(Object.assign(new Error('Not here'), { code: 'ERR_MODULE_NOT_FOUND' }))
  registerReference(bare, { docUrl: '/vendor/events/v1/doc', title: 'Town', load })
  const { body, statusCode } = await bare.inject('/docs/reference')
  expect(statusCode).toBe(404)
  expect(body).toContain('npm install @scalar/fastify-api-reference')
  expect(body).toContain('href="/vendor/events/v1/doc"')
  expect((await bare.inject('/docs/reference/scalar.js')).statusCode).toBe(404)
})
