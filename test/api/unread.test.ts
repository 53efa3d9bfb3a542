import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const json = JSON.stringify({ title: 'Fair', start_date: '2031-03-11', end_date: '2031-03-11' })

test.each<[type: string, raw: string, told: string]>([
  ['text/plain', json, 'being text/plain; send it as application/json or as a form.'],
  ['', json, 'came without the type of its contents; send it as application/json or as a form.'],
  ['json', json, 'came without the type of its contents; send it as application/json or as a form.'],
  ['application/json, text/plain', json, 'came without the type of its contents'],
  ['application/x-www-form-urlencoded', json, 'looks like JSON, but came as a form'],
  ['application/json', `[${json}]`, 'is no JSON object.'],
])('who misses what a body as “%s” holds is told why', async (type, raw, told) => {
  const { status, body } = await post(type, raw)
  expect([status, body.data.params]).toEqual([400, ['title', 'start_date', 'end_date']])
  expect(body.message).toContain(told)
})

test.each([
  ['application/json', ''],
  ['application/json', '{}'],
  ['application/x-www-form-urlencoded', 'name=Fair'],
  ['text/plain', ''],
])('a body as “%s” with %j was read: nothing more is told', async (type, raw) => {
  expect((await post(type, raw)).body.message).toMatch(/title, start_date, end_date\.$/)
})

test.each(['gzip', 'br', 'deflate, gzip'])(
  'a body that is compressed (%s) is refused as that',
  async (coding) => {
    const { status, body, headers } = await post('application/json', json, { 'content-encoding': coding })
    expect([status, body.code]).toEqual([415, 'rest_invalid_body'])
    expect(body.message).toContain(`its Content-Encoding is ${coding}; send it as it is`)
    expect(headers['accept-encoding']).toBe('identity')
  },
)

test('a body that says that it is not compressed is read', async () => {
  expect((await post('application/json', json, { 'content-encoding': 'identity' })).status).toBe(201)
})

test('what the query says is taken, whatever the body is', async () => {
  const headers = { 'content-type': 'text/plain' }
  const query = { title: 'Fair', start_date: '2031-03-11', end_date: '2031-03-11' }
  const made = await app.ask({ as: 'editor', method: 'POST', path: 'events', query, raw: json, headers })
  expect(made.status, made.text).toBe(201)
})

function post(type: string, raw: string, more: Record<string, string> = {}) {
  const headers: Record<string, string> = type === '' ? more : { 'content-type': type, ...more }
  return app.ask({ as: 'editor', method: 'POST', path: 'events', raw, headers })
}
