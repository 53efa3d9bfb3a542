import fastify from 'fastify'
import { expect, test } from 'vitest'
import { type Call, valuesOf } from './call.ts'

test('what is sent of a request is all that a route asks of it, and its bytes alone', async () => {
  const server = fastify()
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  const calls: Call[] = []
  server.post('/events/:id', { bodyLimit: 4000 }, (request, reply) => {
    calls.push(valuesOf(request))
    void reply.send()
  })
  const asked = {
    method: 'POST',
    url: '/events/7?a=b',
    headers: { host: 'example.org', 'if-match': '"x"' },
  } as const
  await server.inject({ ...asked, remoteAddress: '192.0.2.1', payload: Buffer.from('Grüße') })
  await server.inject(asked)
  const [full, empty] = structuredClone(calls)
  expect(full).toMatchObject({
    id: expect.any(String),
    method: 'POST',
    url: '/events/7?a=b',
    protocol: 'http',
    host: 'example.org',
    ip: '192.0.2.1',
    headers: asked.headers,
    params: { id: '7' },
    routeOptions: { url: '/events/:id', bodyLimit: 4000 },
  })
  expect(Object.keys(full?.routeOptions ?? {})).toEqual(['url', 'bodyLimit'])
  const body = full?.body as Uint8Array
  expect([Buffer.from(body).toString(), body.buffer.byteLength]).toEqual(['Grüße', 7])
  expect(empty?.body).toBeUndefined()
  await server.close()
})
