import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createClient, type ClientOptions } from './index.ts'

const address = 'https://calendar.example/vendor/events/v1'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

type Answer = number | Response | Error

/** A calendar that answers so, one after the other; the requests that it got, and when. */
function calendar(answers: readonly Answer[], options: ClientOptions = {}) {
  const sent: Request[] = []
  const at: number[] = []
  const begun = Date.now()
  const client = createClient(address, {
    ...options,
    fetch: async (request) => {
      sent.push(request)
      at.push(Date.now() - begun)
      const answer = answers[sent.length - 1] ?? 200
      if (answer instanceof Error) throw answer
      return typeof answer === 'number' ? Response.json({ venues: [] }, { status: answer }) : answer
    },
  })
  /** Sends it, and lets time pass until it is answered. */
  const send = async (method: string, init: object = {}) => {
    // The methods of a client that knows no path by its type.
    const ask = client as unknown as Record<
      string,
      (path: string, init: object) => Promise<{ response: Response }>
    >
    const asked = (ask[method]?.('/venues', init) ?? Promise.reject(new Error(method))).then(
      ({ response }) => response.status,
      (error: unknown) => error,
    )
    await vi.advanceTimersByTimeAsync(600_000)
    return asked
  }
  return { client, sent, at, send }
}

describe('a request', () => {
  test.each([429, 502, 503, 504])(
    'that is answered with %i is sent again, after longer and longer rests',
    async (status) => {
      const { send, sent, at } = calendar([status, status, status, status])
      expect(await send('GET')).toBe(status)
      expect(sent).toHaveLength(4)
      const rests = at.slice(1).map((time, index) => time - (at[index] ?? 0))
      for (const [index, rest] of rests.entries()) {
        expect(rest).toBeGreaterThanOrEqual(250 * 2 ** index)
        expect(rest).toBeLessThanOrEqual(500 * 2 ** index)
      }
    },
  )

  test.each([400, 401, 404, 409, 500])('that is answered with %i is not', async (status) => {
    const { send, sent } = calendar([status])
    expect(await send('GET')).toBe(status)
    expect(sent).toHaveLength(1)
  })

  test('that no connection carried is sent again, and the error is told when nothing helps', async () => {
    const away = new TypeError('fetch failed')
    expect(await calendar([away, 200]).send('PUT')).toBe(200)
    const { send, sent } = calendar([away, away, away])
    expect(await calendar([away, away, away], { retries: 2 }).send('DELETE')).toBe(away)
    expect(await send('GET')).toBe(200)
    expect(sent).toHaveLength(4)
  })

  test('rests as long as the answer says, in seconds or until a date, but not for long', async () => {
    const rested = (says: string) => new Response('', { status: 503, headers: { 'Retry-After': says } })
    const seconds = calendar([rested('7')])
    expect(await seconds.send('GET')).toBe(200)
    expect(seconds.at[1]).toBe(7000)
    const date = calendar([rested(new Date(Math.ceil(Date.now() / 1000) * 1000 + 9000).toUTCString())])
    expect(await date.send('GET')).toBe(200)
    expect(date.at[1]).toBeGreaterThanOrEqual(8000)
    const long = calendar([rested('3600')])
    expect(await long.send('GET')).toBe(503)
    expect(long.sent).toHaveLength(1)
  })

  test.each(['POST', 'PATCH'])('by %s has the same key each time, and the same body', async (method) => {
    const { send, sent } = calendar([503, new TypeError('fetch failed'), 201])
    expect(await send(method, { body: { venue: 'Hall' } })).toBe(201)
    const keys = sent.map(({ headers }) => headers.get('Idempotency-Key'))
    expect(keys[0]).toMatch(/^"[\da-f-]{36}"$/)
    expect(new Set(keys).size).toBe(1)
    expect(await Promise.all(sent.map((request) => request.text()))).toEqual(
      Array(3).fill('{"venue":"Hall"}'),
    )
    const own = calendar([503, 201])
    await own.send(method, { body: {}, headers: { 'Idempotency-Key': '"mine"' } })
    expect(own.sent.map(({ headers }) => headers.get('Idempotency-Key'))).toEqual(['"mine"', '"mine"'])
  })

  test('of which a first try is still being carried out waits for its answer', async () => {
    const running = Response.json(
      { code: 'rest_idempotency_running' },
      { status: 409, headers: { 'Retry-After': '2' } },
    )
    const { send, sent } = calendar([new TypeError('cut off'), running, 201])
    expect(await send('POST', { body: {} })).toBe(201)
    expect(sent).toHaveLength(3)
  })

  test('by GET and PUT has no key', async () => {
    const { send, sent } = calendar([200, 200])
    await send('GET')
    await send('PUT', { body: {} })
    expect(sent.map(({ headers }) => headers.has('Idempotency-Key'))).toEqual([false, false])
  })

  test('ends with the signal of its client, also in the middle of a rest', async () => {
    const stop = new AbortController()
    const { send, sent } = calendar([503, 503, 503], { signal: stop.signal })
    setTimeout(() => stop.abort(new Error('enough')), 100)
    expect(await send('GET')).toEqual(new Error('enough'))
    expect(sent).toHaveLength(1)
  })

  test('is signed in by password or token, in any letters', async () => {
    const password = calendar([200], { login: 'jörg', password: 'a b' })
    await password.send('GET')
    expect(password.sent[0]?.headers.get('Authorization')).toBe(
      `Basic ${Buffer.from('jörg:a b').toString('base64')}`,
    )
    const token = calendar([200], { token: 'kal_x' })
    await token.send('GET')
    expect(token.sent[0]?.headers.get('Authorization')).toBe('Bearer kal_x')
    const nobody = calendar([200])
    await nobody.send('GET')
    expect(nobody.sent[0]?.headers.has('Authorization')).toBe(false)
  })
})

test('a list goes on at the address of the client, whatever its answers call it: nobody else gets the password', async () => {
  const page = (id: number, next?: string) =>
    Response.json({ events: [{ id }], rest_url: address, ...(next ? { next_rest_url: next } : {}) })
  const { client, sent } = calendar(
    [page(1, 'https://else.example/other?page=2&per_page=1'), page(1, `${address}/events?page=3`), page(3)],
    {
      login: 'a',
      password: 'b',
    },
  )
  const ids = []
  for await (const { id } of client.pages('/events', {
    query: { per_page: 1, tags: ['a', 'b'], q: undefined },
  }))
    ids.push(id)
  expect(ids).toEqual([1, 3])
  expect(sent.map(({ url }) => url)).toEqual([
    `${address}/events?per_page=1&tags=a%2Cb`,
    `${address}/events?page=2&per_page=1`,
    `${address}/events?page=3`,
  ])
})
