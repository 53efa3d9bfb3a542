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
  ['*/*', 200, 'application/json; charset=UTF-8'],
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
