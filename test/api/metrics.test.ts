import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { outcomes } from '../../src/people/metrics/writes.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { usesSqlite } from '../support/database.ts'
import { figureIn } from '../support/figures.ts'
import { deed, list, make, press, register } from './guests.fixture.ts'

const token = 'a-text-that-nobody-guesses'
const absolute = { path: '/metrics', absolute: true } as const

let open: TestApp
let closed: TestApp
beforeAll(async () => {
  open = await createTestApp({ METRICS_TOKEN: token, LOGIN_FAILURES: '5' })
  closed = await createTestApp()
})
afterAll(async () => {
  await open.close()
  await closed.close()
})

async function figure(app: TestApp, series: string): Promise<number | undefined> {
  const { status, text } = await app.ask(absolute)
  expect(status).toBe(200)
  return figureIn(text, series)
}

describe('who gets the figures', () => {
  /** As a stranger’s request comes. */
  const stranger = { ...absolute, headers: { 'x-forwarded-for': '203.0.113.5' } }
  const withToken = (text: string, more = {}) => ({
    ...absolute,
    headers: { ...stranger.headers, authorization: `Bearer ${text}`, ...more },
  })

  test('a program of the same machine, as text that is not kept', async () => {
    const { status, headers } = await closed.ask(absolute)
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
      'no-store',
    ])
    expect((await closed.ask({ ...absolute, method: 'HEAD' })).status).toBe(200)
  })

  test.each([
    ['::1', 'localhost:8080', 200],
    ['::ffff:127.0.0.1', '[::1]:8080', 200],
    ['127.8.9.1', '127.0.0.1', 200],
    ['10.0.0.7', 'localhost', 404],
    ['::ffff:10.0.0.7', 'localhost', 404],
    // A page of another site whose name leads here, and a proxy of this machine that passes the name on.
    ['127.0.0.1', 'example.org', 404],
    ['127.0.0.1', '127.0.0.1.example.org', 404],
    ['127.0.0.1', 'localhost.example.org:8080', 404],
  ])('from %s to the host %s: %i', async (remoteAddress, host, status) => {
    const answer = await closed.app.server.inject({ url: '/metrics', remoteAddress, headers: { host } })
    expect(answer.statusCode).toBe(status)
  })

  test.each([
    { 'x-forwarded-for': '127.0.0.1' },
    { 'x-real-ip': '127.0.0.1' },
    { forwarded: 'for=127.0.0.1' },
    { via: '1.1 proxy' },
    { 'x-forwarded-proto': 'https' },
  ])('not whom a proxy of this machine asks for: %j', async (headers) => {
    const { status, text } = await closed.ask({ ...absolute, headers })
    expect(status).toBe(404)
    expect(text).not.toContain('kalends_')
    expect(text).toBe(
      (await closed.ask({ ...absolute, path: '/metricz', headers })).text.replaceAll('metricz', 'metrics'),
    )
  })

  test('not a proxy that asks in HTTP/1.0, as nginx does unless it is told otherwise', async () => {
    await closed.app.server.listen({ port: 0, host: '127.0.0.1' })
    const { port } = closed.app.server.server.address() as { port: number }
    const status = async (version: string) => {
      const { connect } = await import('node:net')
      const socket = connect(port, '127.0.0.1')
      socket.write(`GET /metrics HTTP/${version}\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`)
      let text = ''
      for await (const chunk of socket) text += String(chunk)
      return /^HTTP\/1\.1 (\d+)/.exec(text)?.[1]
    }
    expect([await status('1.0'), await status('1.1')]).toEqual(['404', '200'])
  })

  test('from anywhere, who sends the token', async () => {
    const { status, text } = await open.ask(withToken(token))
    expect(status).toBe(200)
    expect(text).toContain('kalends_')
  })

  test('nobody without a token, with another one, with half of it, or with credentials of an account', async () => {
    const refused = [
      await open.ask(stranger),
      await open.ask(withToken('another')),
      await open.ask(withToken(token.slice(1))),
      await open.ask({ ...stranger, as: 'administrator' }),
    ]
    for (const { status, body, headers } of refused) {
      expect([status, body.code]).toEqual([401, 'rest_metrics_closed'])
      expect(headers['www-authenticate']).toBe('Bearer realm="metrics"')
    }
  })

  test('where no token is set, one that is sent opens nothing, be it empty', async () => {
    for (const text of ['', 'undefined', 'null']) {
      const asked = withToken(text)
      const { status, body } = await closed.ask(asked)
      const elsewhere = await closed.ask({ ...asked, path: '/metricz' })
      // The page leads back to the address that was asked for.
      expect([status, String(body).replace('metrics', 'metricz')]).toEqual([elsewhere.status, elsewhere.body])
      expect(status).toBeGreaterThanOrEqual(400)
    }
  })

  test('guessing is bounded, and keeps out nobody elsewhere', async () => {
    const guess = (from: string) => ({
      url: '/metrics',
      remoteAddress: from,
      headers: { authorization: 'Bearer guess' },
    })
    const statuses: number[] = []
    for (let guesses = 0; guesses < 7; guesses += 1)
      statuses.push((await open.app.server.inject(guess('198.51.100.7'))).statusCode)
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429])
    expect((await open.app.server.inject(guess('198.51.100.8'))).statusCode).toBe(401)
    expect((await open.ask(absolute)).status).toBe(200)
  })
})

describe('what they say', () => {
  test('requests are counted by the pattern of their address, never by the address, and by status', async () => {
    const { id } = await closed.create('events', {
      title: 'Fair',
      start_date: '2031-05-01 10:00',
      end_date: '2031-05-01 12:00',
    })
    const route = (status: number, method = 'GET') =>
      `kalends_http_requests_total{method="${method}",route="/vendor/events/v1/events/{id}",status="${status}"}`
    const before = (await figure(closed, route(200))) ?? 0
    // The second one on is answered from what is kept.
    for (let times = 0; times < 3; times += 1) await closed.read(`events/${id}`)
    await closed.ask({ path: 'events/999999' })
    await closed.ask({ path: `events/${id}`, method: 'DELETE' })
    await closed.ask({ path: '/nothing/here', absolute: true })
    expect(await figure(closed, route(200))).toBe(before + 3)
    expect(await figure(closed, route(404))).toBe(1)
    expect(await figure(closed, route(401, 'DELETE'))).toBe(1)
    const { text } = await closed.ask(absolute)
    expect(text).not.toContain('/999999')
    expect(text).not.toContain('/nothing')
    expect(figureIn(text, 'kalends_http_requests_total{method="GET",route="",status="404"}')).toBeGreaterThan(
      0,
    )
    const labels = '{method="GET",route="/vendor/events/v1/events/{id}"'
    const duration = 'kalends_http_request_duration_seconds'
    expect(figureIn(text, `${duration}_count${labels}}`)).toBe(before + 4)
    expect(figureIn(text, `${duration}_bucket${labels},le="+Inf"}`)).toBe(before + 4)
    expect(figureIn(text, `${duration}_sum${labels}}`)).toBeGreaterThan(0)
  })

  test('failed logins are counted by their codes, which are all there from the beginning', async () => {
    const failed = (code: string) => `kalends_failed_logins_total{code="${code}"}`
    const codes = ['incorrect_password', 'invalid_username', 'invalid_email', 'rest_invalid_token']
    const now = async () => Promise.all(codes.map((code) => figure(closed, failed(code))))
    const before = await now()
    expect(before.slice(0, 3)).toEqual([0, 0, 0])
    const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`
    for (const authorization of [
      basic('editor:wrong'),
      basic('editor:wrong'),
      basic('nobody:wrong'),
      basic('nobody@example.org:wrong'),
      'Bearer wrong',
    ])
      await closed.ask({ path: 'events', headers: { authorization } })
    await closed.ask({ path: 'events', as: 'editor' })
    expect(await now()).toEqual([2, 1, 1, (before[3] ?? 0) + 1])
  })

  test('what is done about guests is counted by deeds, and never of whom', async () => {
    const counted = async (deed: string) => figure(closed, `kalends_guests_total{deed="${deed}"}`)
    const id = await make(closed, { capacity: 1 })
    const { body: ada } = await register(closed, id, { name: 'Ada' })
    await register(closed, id, { name: 'Ben' })
    expect(await Promise.all(['registered', 'waiting', 'confirm', 'expire'].map(counted))).toEqual([
      1, 1, 0, 0,
    ])
    await press(closed, ada.url, 'cancel')
    const [ben] = await list(closed, id)
    await deed(closed, ben.id, 'cancel')
    await closed.ask({ as: 'editor', method: 'DELETE', path: `guests/${ben.id}` })
    expect(await Promise.all(['cancel', 'erase'].map(counted))).toEqual([2, 1])
    expect(await figure(closed, 'kalends_guest_notices_waiting')).toBe(0)
    await closed.ask({
      as: 'editor',
      method: 'POST',
      path: `events/${id}`,
      json: { event_status: 'canceled' },
    })
    expect((await closed.ask(absolute)).text).not.toMatch(/Ada|Ben/)
  })

  test('transactions are counted by how they end, and how long they take', async () => {
    const writes = (outcome: string) => `kalends_database_writes_total{outcome="${outcome}"}`
    const [done = 0, undone = 0] = [
      await figure(closed, writes('done')),
      await figure(closed, writes('undone')),
    ]
    await closed.create('categories', { name: 'Music' })
    const again = await closed.ask({
      as: 'editor',
      method: 'POST',
      path: 'categories',
      json: { name: 'Music' },
    })
    expect(again.status).toBe(400)
    expect(await figure(closed, writes('done'))).toBeGreaterThan(done)
    expect(await figure(closed, writes('undone'))).toBe(undone + 1)
    // When the passwords above were last used is written beside, sometime.
    let text = ''
    await expect
      .poll(async () => {
        ;({ text } = await closed.ask(absolute))
        return figureIn(text, 'kalends_database_writes_waiting')
      })
      .toBe(0)
    const sum = outcomes.reduce((so, outcome) => so + (figureIn(text, writes(outcome)) ?? Number.NaN), 0)
    expect(figureIn(text, 'kalends_database_write_duration_seconds_count')).toBe(sum)
  })

  test('of the process and the database they say how they stand', async () => {
    const { text } = await closed.ask(absolute)
    expect(figureIn(text, 'kalends_database_ready')).toBe(1)
    expect(figureIn(text, 'kalends_processes')).toBe(1)
    expect(figureIn(text, 'process_resident_memory_bytes')).toBeGreaterThan(10_000_000)
    expect(figureIn(text, 'process_start_time_seconds')).toBeGreaterThan(1_700_000_000)
    expect(text).toContain('nodejs_eventloop_lag_p99_seconds ')
    const build = `kalends_build_info{version="${manifest.version}",node="${process.versions.node}"}`
    expect(figureIn(text, build)).toBe(1)
    // No gauge has the name of a counter, and nothing is there that cannot be put together from several processes.
    expect(text).toMatch(/^nodejs_active_handles\{/m)
    expect(text).not.toMatch(/^# TYPE \w+ summary$|^# TYPE \w+_total gauge$/m)
    // An event loop without delay has none of 292 years.
    expect(text).not.toMatch(/nodejs_eventloop_lag_\w+ (?:9223372036|Nan|null)/)
    const isFile = figureIn(text, 'kalends_database_bytes')
    const connections = figureIn(text, 'kalends_database_connections{state="idle"}')
    if (usesSqlite()) expect([Number(isFile) > 100_000, connections]).toEqual([true, undefined])
    else expect([isFile, Number(connections) > 0]).toEqual([undefined, true])
  })

  test('health checks and the figures themselves are not among the requests', async () => {
    await closed.ask({ path: '/healthz', absolute: true })
    const { text } = await closed.ask(absolute)
    expect(text).not.toMatch(/route="\/(?:metrics|healthz)/)
  })

  test('each line is one that Prometheus reads, and each series is there once', async () => {
    const { text } = await closed.ask(absolute)
    const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
    for (const line of lines) expect(line).toMatch(/^[a-z_\d]+(\{(\w+="[^"\\]*",?)+\})? -?[\d.e+-]+$/)
    const series = lines.map((line) => line.slice(0, line.lastIndexOf(' ')))
    expect(series.length).toBe(new Set(series).size)
  })
})
