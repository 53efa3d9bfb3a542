import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Answered } from '../../src/http/requestLog.ts'
import { createTestApp, type TestApp } from '../support/app.ts'

const noted: Answered[] = []
let app: TestApp
beforeAll(async () => {
  app = await createTestApp({}, { noteRequest: (answered) => noted.push(answered) })
  await app.create('venues', { venue: 'Hall' })
})
afterAll(() => app.close())

const trace = '4bf92f3577b34da6a3ce929d0e0e4736'
const traceparent = `00-${trace}-00f067aa0ba902b7-01`

describe('X-Request-Id', () => {
  test('is answered to who has sent one or a trace, and stands in the log', async () => {
    const own = await app.ask({ path: 'venues', headers: { 'x-request-id': 'mine-1' } })
    expect(own.headers['x-request-id']).toBe('mine-1')
    expect(own.headers['access-control-expose-headers']).toMatch(/, X-Request-Id$/)
    const traced = await app.ask({ path: 'events', headers: { traceparent } })
    expect(traced.headers['x-request-id']).toBe(trace)
    await expect
      .poll(() => noted.map(({ request }) => request))
      .toEqual(expect.arrayContaining(['mine-1', trace]))
    expect(noted.find(({ request }) => request === trace)).toMatchObject({ trace_id: trace })
  })

  test('is told nobody else', async () => {
    for (const path of ['venues', 'events', 'nothing', 'venues/999999'])
      expect((await app.ask({ path })).headers).not.toHaveProperty('x-request-id')
    const forged = await app.ask({ path: 'venues', headers: { 'x-request-id': 'a b"' } })
    expect(forged.headers).not.toHaveProperty('x-request-id')
    expect(forged.headers['access-control-expose-headers']).not.toContain('X-Request-Id')
  })

  test('is in refusals and pages, too, and no part of Vary or ETag', async () => {
    const headers = { 'x-request-id': 'mine-2' }
    const refused = await app.ask({ path: 'venues/999999', headers })
    expect(refused).toMatchObject({ status: 400, headers: { 'x-request-id': 'mine-2' } })
    const page = await app.ask({ absolute: true, path: '/docs', headers })
    expect(page.headers).toMatchObject({ 'x-request-id': 'mine-2' })
    const [plain, asked] = [await app.ask({ path: 'venues' }), await app.ask({ path: 'venues', headers })]
    expect([asked.headers['etag'], asked.headers['vary']]).toEqual([
      plain.headers['etag'],
      plain.headers['vary'],
    ])
    expect(asked.headers['vary']).not.toMatch(/request-id|traceparent/i)
  })

  test('comes with every 5xx, and stands in the sentence of a 500', async () => {
    const own = await createTestApp()
    const broken = vi.spyOn(own.db.read, 'selectFrom').mockImplementation(() => {
      throw new Error('broken')
    })
    const { status, headers, body } = await own.ask({ path: 'tags' })
    const mine = await own.ask({ path: 'tags', headers: { 'x-request-id': 'mine-3' } })
    broken.mockRestore()
    await own.close()
    expect(status).toBe(500)
    expect(headers['x-request-id']).toMatch(/^[a-z]{8}-/)
    expect(body.message).toContain(headers['x-request-id'])
    expect(mine).toMatchObject({ status: 500, headers: { 'x-request-id': 'mine-3' } })
    expect(mine.body.message).toContain('mine-3')
  })

  test('is each reader’s own where a thousand ask for one kept list at once', async () => {
    const address = await app.app.server.listen({ port: 0, host: '127.0.0.1' })
    const url = `${address}/vendor/events/v1/venues`
    await (await fetch(url)).text()
    const answers = await Promise.all(
      Array.from({ length: 1000 }, async (_, at) => {
        const answer = await fetch(url, at % 2 === 0 ? { headers: { 'x-request-id': `n-${at}` } } : {})
        return {
          id: answer.headers.get('x-request-id'),
          text: await answer.text(),
          etag: answer.headers.get('etag'),
        }
      }),
    )
    expect(answers.map(({ id }) => id)).toEqual(answers.map((_, at) => (at % 2 === 0 ? `n-${at}` : null)))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    const again = await fetch(url, {
      headers: { 'if-none-match': answers[0]?.etag ?? '', 'x-request-id': 'again' },
    })
    expect([again.status, again.headers.get('x-request-id')]).toEqual([304, 'again'])
  })
})

test('a message to a webhook that a request of a trace sends is of that trace', async () => {
  const got: (string | string[] | undefined)[] = []
  const receiver = createServer((message, response) => {
    got.push(message.headers['traceparent'])
    message.resume()
    response.end()
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const { port } = receiver.address() as { port: number }
  const own = await createTestApp({ WEBHOOK_HOSTS: '127.0.0.1' })
  try {
    const hook = await own.create('webhooks', { url: `http://127.0.0.1:${port}/`, types: ['event.created'] })
    const test = { as: 'administrator', method: 'POST', path: `webhooks/${hook.id}/test` } as const
    await own.ask({ ...test, headers: { traceparent } })
    await own.ask(test)
    expect(got).toEqual([traceparent, undefined])
  } finally {
    await own.close()
    receiver.close()
  }
})
