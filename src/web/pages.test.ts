import fastify from 'fastify'
import { expect, test } from 'vitest'
import { anonymous } from '../auth/rights.ts'
import { createLocales } from './locale.ts'
import { registerPages, type WebOptions } from './pages.ts'

/** An address that is a page, yet needs no database. */
const nowhere = '/?post_type=nothing&p=1'

test.each([
  ['text/html,application/xhtml+xml,*/*;q=0.8', 404, 'text/html; charset=utf-8'],
  ['application/json', 200, 'application/json; charset=utf-8'],
  ['*/*', 200, 'application/json; charset=utf-8'],
])('where the REST root is at / too, Accept: %s is answered %i %s', async (accept, status, type) => {
  const server = fastify()
  server.route({
    method: ['GET', 'HEAD'],
    url: '/',
    exposeHeadRoute: false,
    handler: async () => ({ namespaces: [] }),
  })
  const settings = { siteUrl: '', restRoot: '', namespaces: ['vendor/events/v1'], cacheMaxAge_s: 0 }
  // Of all that pages are made from these suffice.
  registerPages(server, {
    settings,
    siteName: 'Town',
    assets: { url: () => '/asset', find: () => undefined },
    tiles: { url: '', attribution: '' },
    context: { siteZone: { id: 'UTC', name: 'UTC' } },
    localeFor: createLocales('en'),
    authenticate: async () => anonymous,
    now: () => Temporal.Instant.fromEpochMilliseconds(0),
  } as unknown as WebOptions)
  for (const method of ['GET', 'HEAD'] as const) {
    const reply = await server.inject({ method, url: nowhere, headers: { accept } })
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([status, type])
  }
  await server.close()
})
