import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ REST_ROOT: '' })
})
afterAll(async () => app.close())

test.each([
  ['text/html,application/xhtml+xml,*/*;q=0.8', 404, 'text/html; charset=utf-8'],
  ['application/json', 200, 'application/json; charset=UTF-8'],
  ['*/*', 404, 'text/html; charset=utf-8'],
])('where the REST root is at / too, Accept: %s is answered %i %s', async (accept, status, type) => {
  for (const method of ['GET', 'HEAD'] as const) {
    const reply = await app.ask({
      method,
      path: '/?post_type=nothing&p=1',
      absolute: true,
      headers: { accept },
    })
    expect([reply.status, reply.headers['content-type']]).toEqual([status, type])
  }
})

const api = {
  'x-tec-api-version': 'v1',
  'x-tec-api-root': 'http://localhost/vendor/events/v1/',
  'x-tec-api-origin': 'http://localhost',
}

test.each([undefined, '*/*', 'image/avif,*/*;q=0.8', 'text/*', 'application/ld+json', 'text/html'])(
  'whoever asks for / with Accept: %s gets the page, which tells where the service is and may be found (D56)',
  async (accept) => {
    for (const method of ['GET', 'HEAD'] as const) {
      const headers = accept === undefined ? {} : { accept }
      const reply = await app.ask({ method, path: '/', absolute: true, headers })
      expect(reply.status).toBe(200)
      expect(reply.headers).toMatchObject({ ...api, 'content-type': 'text/html; charset=utf-8' })
      expect(reply.headers['link']).toContain('rel="https://api.w.org/"')
      expect(reply.headers['x-robots-tag']).toBeUndefined()
      expect(reply.headers['vary']).toContain('Accept')
    }
  },
)

test('who names application/json, or asks by rest_route, gets the index', async () => {
  const index = { status: 200, body: { namespaces: expect.arrayContaining(['vendor/events/v1']) } }
  const asked = (path: string, accept: string) => app.ask({ path, absolute: true, headers: { accept } })
  expect(await asked('/', 'application/json')).toMatchObject(index)
  expect(await asked('/', 'application/json, text/plain, */*')).toMatchObject(index)
  for (const path of ['/?rest_route=/', '/index.php?rest_route=/', '/?_locale=user&rest_route=/'])
    for (const accept of ['*/*', 'text/html', 'application/json'])
      expect(await asked(path, accept), path).toMatchObject(index)
  const below = await asked('/?rest_route=/vendor/events/v1/events', '*/*')
  expect(below).toMatchObject({ status: 200, body: { events: [] } })
})

test('neither is given to who asked for the other, however often and in whichever order', async () => {
  const type = async (accept: string) =>
    (await app.ask({ path: '/', absolute: true, headers: { accept } })).headers['content-type']
  for (const accept of [
    '*/*',
    '*/*',
    'application/json',
    'application/json',
    'application/json',
    '*/*',
    'text/html',
  ])
    expect(await type(accept)).toMatch(accept === 'application/json' ? /^application\/json/ : /^text\/html/)
})
