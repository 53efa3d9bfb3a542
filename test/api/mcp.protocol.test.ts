import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ CORS_ORIGINS: 'https://app.example.org', SITE_URL: 'https://calendar.example' })
})
afterAll(() => app.close())

const usual = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }

/** Sends a message as a program that is no client of the SDK. */
async function post(payload: unknown, headers: object = {}, at: TestApp = app) {
  const answer = await at.app.server.inject({
    method: 'POST',
    url: '/mcp',
    headers: { ...usual, ...headers },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  })
  const { statusCode: status, body: text } = answer
  return { status, text, headers: answer.headers, body: text === '' ? undefined : JSON.parse(text) }
}

describe('messages', () => {
  test.for<[string, unknown, object, number, number | undefined]>([
    ['no JSON', '{"jsonrpc"', {}, 400, -32_700],
    ['nothing', '', {}, 400, -32_700],
    ['what is no message', { id: 1 }, {}, 400, -32_700],
    ['a message of another version', { ...list, jsonrpc: '1.0' }, {}, 400, -32_700],
    ['an ID that is none', { ...list, id: { a: 1 } }, {}, 400, -32_700],
    ['a list of too many', Array.from({ length: 101 }, (_, id) => ({ ...list, id })), {}, 400, -32_600],
    ['another content type', list, { 'content-type': 'text/plain' }, 415, -32_000],
    ['a client that takes no JSON', list, { accept: 'text/html' }, 406, -32_000],
    ['an unknown version of the protocol', list, { 'mcp-protocol-version': '1999-01-01' }, 400, -32_000],
    ['an unknown method', { ...list, method: 'tools/remove' }, {}, 200, -32_601],
    ['a method without what it needs', { ...list, method: 'tools/call' }, {}, 200, -32_602],
    [
      'arguments that are none',
      { ...list, method: 'tools/call', params: { name: 'search_events', arguments: 'x' } },
      {},
      200,
      -32_602,
    ],
    [
      'an unknown tool',
      { ...list, method: 'tools/call', params: { name: 'delete_event' } },
      {},
      200,
      -32_602,
    ],
    ['a cursor that nobody gave', { ...list, params: { cursor: 'x' } }, {}, 200, -32_602],
    ['a resource without an address', { ...list, method: 'resources/read', params: {} }, {}, 200, -32_602],
    [
      'a resource that is not there',
      { ...list, method: 'resources/read', params: { uri: 'kalends://events/99' } },
      {},
      200,
      -32_002,
    ],
    [
      'an address of nothing here',
      { ...list, method: 'resources/read', params: { uri: 'file:///a' } },
      {},
      200,
      -32_002,
    ],
  ])('%s is refused, and says why', async ([, payload, headers, status, code]) => {
    const answer = await post(payload, headers)
    expect([answer.status, answer.body.error.code], answer.text).toEqual([status, code])
    expect(answer.body.error.message).toMatch(/\w/)
    expect(answer.headers['content-type']).toMatch(/^application\/json/)
  })

  test('that are too large are refused as everywhere', async () => {
    const { status, body } = await post({ ...list, params: { a: 'a'.repeat(2_200_000) } })
    expect([status, body.code, body.data.status]).toEqual([413, 'rest_request_too_large', 413])
  })

  test('are answered by their IDs, several at once too, and notes are not', async () => {
    expect((await post({ ...list, id: 'a' })).body).toMatchObject({ id: 'a', result: { tools: {} } })
    const several = await post([
      { ...list, id: 1 },
      { ...list, id: 2, method: 'resources/list' },
    ])
    expect(several.body.map(({ id }: { id: number }) => id).toSorted()).toEqual([1, 2])
    const note = await post({ jsonrpc: '2.0', method: 'notifications/initialized' })
    expect([note.status, note.text]).toEqual([202, ''])
  })

  test('of every version of the protocol are understood, and a newer one is answered with what there is', async () => {
    for (const version of ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])
      expect((await post(list, { 'mcp-protocol-version': version })).status, version).toBe(200)
    const params = {
      protocolVersion: '2099-01-01',
      capabilities: {},
      clientInfo: { name: 'a', version: '1' },
    }
    const { body, headers } = await post({ ...list, method: 'initialize', params })
    expect(body.result.protocolVersion).toBe('2025-11-25')
    expect(headers).not.toHaveProperty('mcp-session-id')
  })
})

describe('pages of', () => {
  const askedFrom = (origin: string, at: TestApp = app, host = 'calendar.example') =>
    post(list, { origin, host }, at)

  test('this site and of named ones are answered, of others not even for what everybody may read', async () => {
    for (const origin of ['https://calendar.example', 'https://app.example.org']) {
      const { status, headers } = await askedFrom(origin)
      expect([status, headers['access-control-allow-origin']]).toEqual([200, origin])
    }
    for (const origin of [
      'https://evil.example',
      'http://calendar.example',
      'null',
      'https://app.example.org.evil',
    ]) {
      const { status, body, headers } = await askedFrom(origin)
      expect([status, body.error.message], origin).toEqual([403, expect.stringContaining('CORS_ORIGINS')])
      expect(headers).not.toHaveProperty('access-control-allow-origin')
    }
  })

  test('a name that was made to lead here are refused, where any site may call the interface, too', async () => {
    const open = await createTestApp()
    for (const [origin, host, status] of [
      ['http://localhost:8080', 'localhost:8080', 200],
      ['http://127.0.0.1:8080', '127.0.0.1:8080', 200],
      ['http://[::1]:8080', '[::1]:8080', 200],
      ['http://rebound.example:8080', 'rebound.example:8080', 403],
      ['http://localhost.example', 'localhost.example', 403],
      ['http://localhost:9090', 'localhost:8080', 403],
    ] as const)
      expect([origin, (await askedFrom(origin, open, host)).status]).toEqual([origin, status])
    await open.close()
  })
})

describe('programs that know the name of the site alone', () => {
  const read = async (url: string, at: TestApp = app) => {
    const { statusCode, body, headers } = await at.app.server.inject({ url })
    return { status: statusCode, headers, body: statusCode === 200 ? JSON.parse(body) : body }
  }

  test('find the address of the tools by the catalogue and the card', async () => {
    const catalogue = await read('/.well-known/ai-catalog.json')
    expect(catalogue.headers['content-type']).toBe('application/ai-catalog+json')
    expect(catalogue.headers['access-control-allow-origin']).toBe('*')
    const [entry] = catalogue.body.entries
    expect([catalogue.body.specVersion, entry]).toEqual([
      '1.0',
      {
        identifier: 'urn:air:calendar.example:mcp:kalends',
        type: 'application/mcp-server-card+json',
        url: 'https://calendar.example/mcp/server-card',
      },
    ])
    const card = await read(new URL(entry.url).pathname)
    expect(card.headers['content-type']).toBe(entry.type)
    expect(card.body).toMatchObject({
      name: 'example.calendar/kalends',
      description: expect.stringMatching(/^.{1,100}$/),
      remotes: [
        {
          type: 'streamable-http',
          url: 'https://calendar.example/mcp',
          headers: [{ name: 'Authorization', isRequired: false, isSecret: true }],
          supportedProtocolVersions: expect.arrayContaining(['2025-11-25']),
        },
      ],
    })
    const { body: llms } = await app.app.server.inject({ url: '/llms.txt' })
    expect(llms).toContain('[Assistants](https://calendar.example/mcp)')
  })

  test('are not sent to a server for OAuth, of which there is none', async () => {
    for (const name of [
      'oauth-protected-resource',
      'oauth-protected-resource/mcp',
      'oauth-authorization-server',
    ])
      expect((await read(`/.well-known/${name}`)).status, name).toBe(404)
  })

  test('find nothing where assistants are switched off', async () => {
    const off = await createTestApp({ MCP: 'off' })
    for (const url of ['/.well-known/ai-catalog.json', '/mcp/server-card', '/mcp'])
      expect((await read(url, off)).status, url).toBe(404)
    const { body } = await off.app.server.inject({ url: '/llms.txt' })
    expect(body).toMatch(/^# /)
    expect(body).not.toMatch(/mcp|Assistants|Model Context/i)
    await off.close()
  })
})
