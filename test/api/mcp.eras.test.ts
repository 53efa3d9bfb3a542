import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'
import { connected } from './mcp.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ SITE_TIMEZONE: 'Europe/Berlin', SITE_URL: 'https://calendar.example' })
  app.setNow(Temporal.Instant.from('2031-05-03T08:00:00Z'))
  await app.create('events', { title: 'Fair', start_date: '2031-05-03 10:00', end_date: '2031-05-03 18:00' })
})
afterAll(() => app.close())

/** A message, and how it was answered by the program that spoke the older versions alone. */
interface Kept {
  readonly says: string
  readonly headers?: Readonly<Record<string, string>>
  readonly message: unknown
  readonly answer?: { readonly status: number; readonly type: string; readonly body: unknown }
}

const file = new URL('mcp.older.json', import.meta.url)
const older = JSON.parse(readFileSync(file, 'utf8')) as readonly Kept[]

async function answerTo({ message, headers = {} }: Kept): Promise<Kept['answer']> {
  const {
    statusCode,
    headers: told,
    body,
  } = await app.app.server.inject({
    method: 'POST',
    url: '/mcp',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    payload: typeof message === 'string' ? message : JSON.stringify(message),
  })
  // Which release it is changes; what tools are called, and of what they are made, has tests of its own.
  const text = body
    .replaceAll(/"version":"\d+\.\d+\.\d+"/g, '"version":"0.1.0"')
    .replaceAll(/"tools":\[.*\](?=\})/g, '"tools":[]')
  return { status: statusCode, type: told['content-type'] ?? '', body: text }
}

describe('the versions of the protocol before 2026', () => {
  test.for(older)('are answered as ever: $says', async (kept) => {
    expect(await answerTo(kept)).toEqual(kept.answer)
  })
})

const newest = '2026-07-28'

describe('the official client', () => {
  test.for([
    ['legacy', '2025-11-25'],
    ['auto', newest],
    [{ pin: newest }, newest],
  ] as const)('as %j speaks %s', async ([mode, version]) => {
    const client = await connected(app, 'editor', { mode })
    expect(client.getNegotiatedProtocolVersion()).toBe(version)
    expect(client.getServerVersion()).toMatchObject({ name: 'kalends' })
    expect(client.getInstructions()).toContain('application password')
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toContain('create_event')
    const made = await client.callTool({
      name: 'create_event',
      arguments: { title: `Ball ${version}`, start_date: '2031-06-01 20:00', end_date: '2031-06-01 22:00' },
    })
    expect(made.isError, JSON.stringify(made.content)).toBeFalsy()
    const { contents } = await client.readResource({ uri: 'kalends://months/2031-06' })
    expect(contents[0]).toMatchObject({ text: expect.stringContaining(`Ball ${version}`) })
    const missed = client.readResource({ uri: 'kalends://events/999' })
    await expect(missed).rejects.toThrow('No event has the ID 999.')
    await expect(client.callTool({ name: 'delete_event', arguments: {} })).rejects.toThrow('Unknown tool')
    await client.close()
  })
})

describe('the version of 2026', () => {
  const meta = (version: string) => ({
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientInfo': { name: 'a', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  })

  async function ask(method: string, params: object = {}, told: { version?: string; name?: string } = {}) {
    const { version = newest, name } = told
    const { statusCode, headers, body } = await app.app.server.inject({
      method: 'POST',
      url: '/mcp',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': version,
        'mcp-method': method,
        ...(name === undefined ? {} : { 'mcp-name': name }),
      },
      payload: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: meta(version) } }),
    })
    expect(headers['content-type']).toMatch(/^application\/json/)
    return { status: statusCode, body: JSON.parse(body) }
  }

  test('needs no handshake, and each answer says who gives it', async () => {
    const found = await ask('server/discover')
    expect(found.body.result).toMatchObject({ supportedVersions: [newest], capabilities: { tools: {} } })
    const call = await ask(
      'tools/call',
      { name: 'search_events', arguments: { words: 'fair' } },
      { name: 'search_events' },
    )
    expect(call.body.result).toMatchObject({ resultType: 'complete', structuredContent: { total: 1 } })
  })

  test('has a resource that is not there as an invalid address', async () => {
    const uri = 'kalends://events/999'
    const { body } = await ask('resources/read', { uri }, { name: uri })
    expect(body.error).toEqual({ code: -32_602, message: 'No event has the ID 999.', data: { uri } })
  })

  test('has no streams that stay open, and no handshake', async () => {
    const listening = await ask('subscriptions/listen', { notifications: { toolsListChanged: true } })
    expect(listening.body.error.code).toBe(-32_603)
    const { body } = await ask('initialize')
    expect(body.error.code).toBe(-32_601)
  })

  test('that is none is told which there are, and headers that say something else are refused', async () => {
    const { status, body } = await ask('tools/list', {}, { version: '2027-01-01' })
    expect([status, body.error.code]).toEqual([400, -32_022])
    expect(body.error.data.supported).toContain(newest)
    const other = await ask('tools/call', { name: 'search_events', arguments: {} }, { name: 'get_event' })
    expect(other.status).toBe(400)
  })

  test('may be spoken by pages: its headers are named to browsers', async () => {
    const { headers } = await app.app.server.inject({ method: 'OPTIONS', url: '/mcp' })
    for (const name of ['Mcp-Protocol-Version', 'Mcp-Method', 'Mcp-Name'])
      expect(headers['access-control-allow-headers']).toContain(name)
    const card = JSON.parse((await app.app.server.inject({ url: '/mcp/server-card' })).body)
    const told = card.remotes[0].supportedProtocolVersions
    expect(told).toEqual([newest, '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07'])
  })
})
