import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../../src/config/config.ts'
import { createTokenReader } from '../../src/people/oidc/oidc.tokens.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { connected } from './mcp.ts'

const site = 'https://calendar.example'
const resource = `${site}/mcp/account`
const metadata = `${site}/.well-known/oauth-protected-resource/mcp/account`

/** An issuer on this machine with keys of its own, which the test changes. */
async function startIssuer() {
  const newPair = () => generateKeyPair('RS256', { extractable: true })
  let last = await newPair()
  const pairs = [last]
  const asked = { keys: 0 }
  let isUp = true
  const server = createServer((request, response) => {
    void (async () => {
      const path = request.url ?? ''
      if (path === '/keys') asked.keys += 1
      if (!isUp) return response.writeHead(503).end()
      const body =
        path === '/keys'
          ? {
              keys: await Promise.all(
                pairs.map(async ({ publicKey }, at) => ({
                  ...(await exportJWK(publicKey)),
                  kid: `k${at}`,
                  alg: 'RS256',
                })),
              ),
            }
          : {
              issuer,
              jwks_uri: `${issuer}/keys`,
              authorization_endpoint: `${issuer}/auth`,
              token_endpoint: `${issuer}/token`,
            }
      return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  // A server on a port has such an address.
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`
  return {
    issuer,
    asked,
    turn: async () => {
      last = await newPair()
      pairs.push(last)
    },
    setUp: (now: boolean) => {
      isUp = now
    },
    /** A token as the issuer gives it to whom `sub` is, unless something is said otherwise. */
    token: (claims: Record<string, unknown> = {}, header: { kid?: string } = {}) =>
      new SignJWT({ iss: issuer, aud: resource, sub: 'mina', exp: seconds(600), iat: seconds(0), ...claims })
        .setProtectedHeader({ alg: 'RS256', typ: 'at+jwt', kid: `k${pairs.length - 1}`, ...header })
        .sign(last.privateKey),
    publicKey: () => last.publicKey,
  }
}

const now = Temporal.Instant.from('2031-05-03T08:00:00Z')
const seconds = (from: number) => Math.floor(now.epochMilliseconds / 1000) + from

async function calendar(settings: Record<string, string> = {}) {
  const issuer = await startIssuer()
  const app = await createTestApp({
    SITE_URL: site,
    OIDC_ISSUER: issuer.issuer,
    OIDC_CLIENT_ID: 'kalends',
    MCP_OAUTH: 'on',
    ...settings,
  })
  onTestFinished(() => app.close())
  app.setNow(now)
  const { id } = await app.db.read
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'contributor')
    .executeTakeFirstOrThrow()
  await app.db.write((tx) =>
    tx
      .insertInto('identities')
      .values({
        issuer: issuer.issuer,
        uuid: 'a',
        subject: 'mina',
        last_used_at: null,
        user_id: id,
        created_at: seconds(0),
      })
      .execute(),
  )
  return { app, issuer, id }
}

async function post(app: TestApp, authorization?: string, path = '/mcp/account') {
  const { statusCode, headers, body } = await app.app.server.inject({
    method: 'POST',
    url: path,
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(authorization === undefined ? {} : { authorization }),
    },
    payload: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  })
  return { status: statusCode, challenge: headers['www-authenticate'], body: JSON.parse(body) }
}

test('who says nothing of themselves is told where to sign in, and finds the issuer there', async () => {
  const { app, issuer } = await calendar()
  const { status, challenge } = await post(app)
  expect([status, challenge]).toEqual([401, `Bearer resource_metadata="${metadata}"`])
  const { body, headers } = await app.app.server.inject({ url: new URL(metadata).pathname })
  expect(headers['access-control-allow-origin']).toBe('*')
  expect(JSON.parse(body)).toEqual({
    resource,
    authorization_servers: [issuer.issuer],
    bearer_methods_supported: ['header'],
    scopes_supported: ['openid', 'profile', 'email'],
    resource_name: 'Kalends',
  })
  const get = await app.app.server.inject({ url: '/mcp/account' })
  expect([get.statusCode, get.headers['www-authenticate']]).toEqual([401, challenge])
  // The open address stays open.
  expect((await post(app, undefined, '/mcp')).status).toBe(200)
})

test('whose token it is has the rights that they have here, in both eras, and what they write is theirs', async () => {
  const { app, issuer, id } = await calendar()
  const authorization = `Bearer ${await issuer.token()}`
  for (const mode of ['legacy', { pin: '2026-07-28' }] as const) {
    const client = await connected(app, { authorization }, { path: '/mcp/account', mode })
    const made = await client.callTool({
      name: 'create_event',
      arguments: {
        title: 'Ball',
        start_date: '2031-06-01 20:00',
        end_date: '2031-06-01 22:00',
        status: 'publish',
      },
    })
    // A contributor does not publish.
    expect(JSON.stringify(made.content)).toMatch(/right to publish|pending|approv/i)
    const draft = await client.callTool({
      name: 'create_event',
      arguments: {
        title: 'Draft',
        start_date: '2031-06-01 20:00',
        end_date: '2031-06-01 22:00',
        status: 'draft',
      },
    })
    expect(draft.isError, JSON.stringify(draft.content)).toBeFalsy()
    await client.close()
  }
  const rows = await app.db.read
    .selectFrom('events')
    .select('author_id')
    .where('title', '=', 'Draft')
    .execute()
  expect(rows.map(({ author_id }) => author_id)).toEqual([id, id])
})

test('a token of ours, and an application password, count there too', async () => {
  const { app } = await calendar()
  const basic = `Basic ${Buffer.from(app.credentials.editor).toString('base64')}`
  expect((await post(app, basic)).status).toBe(200)
  const wrong = await post(app, 'Bearer kal_nothing')
  expect([wrong.status, wrong.challenge]).toEqual([
    401,
    `Bearer resource_metadata="${metadata}", error="invalid_token"`,
  ])
})

test('a token that is not for this address, of this issuer, and valid now is refused', async () => {
  const { app, issuer } = await calendar()
  const other = await startIssuer()
  const secret = new TextEncoder().encode(JSON.stringify(await exportJWK(issuer.publicKey())))
  const claims = { iss: issuer.issuer, aud: resource, sub: 'mina', exp: seconds(600) }
  const refused: Record<string, string> = {
    'an ID token': await issuer.token({ aud: 'kalends' }),
    'of another service': await issuer.token({ aud: `${site}/mcp` }),
    'of an address that begins like it': await issuer.token({ aud: `${resource}/x` }),
    'for nobody': await issuer.token({ aud: [] as string[] }),
    'of another issuer': await other.token(),
    'in the name of this issuer, signed by another': await other.token({ iss: issuer.issuer }),
    'that names another issuer': await issuer.token({ iss: 'https://login.example' }),
    over: await issuer.token({ exp: seconds(-600) }),
    'without an end': await issuer.token({ exp: undefined }),
    'not yet': await issuer.token({ nbf: seconds(600) }),
    'without anybody': await issuer.token({ sub: undefined }),
    'without a signature': new UnsecuredJWT(claims).encode(),
    'signed with what is public': await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', kid: 'k0' })
      .sign(secret),
    changed: (await issuer.token()).replace(
      /\.[^.]+\./,
      `.${Buffer.from(JSON.stringify({ ...claims, sub: 'root' })).toString('base64url')}.`,
    ),
  }
  for (const [what, token] of Object.entries(refused)) {
    const { status, challenge, body } = await post(app, `Bearer ${token}`)
    expect([what, status], JSON.stringify(body)).toEqual([what, 401])
    expect(challenge, what).toContain('error="invalid_token"')
    expect(body.error.message).toContain(resource)
  }
  // Two minutes are forgiven, as clocks differ; several audiences are fine if one is this.
  expect((await post(app, `Bearer ${await issuer.token({ exp: seconds(-100) })}`)).status).toBe(200)
  expect((await post(app, `Bearer ${await issuer.token({ aud: ['x', resource] })}`)).status).toBe(200)
})

test('it counts at that address alone', async () => {
  const { app, issuer } = await calendar()
  const authorization = `Bearer ${await issuer.token()}`
  expect((await post(app, authorization, '/mcp')).status).toBe(401)
  const rest = await app.ask({ path: 'events', headers: { authorization } })
  expect([rest.status, rest.body.code]).toEqual([401, 'rest_invalid_token'])
})

test('who has never signed in here, and who was removed, is told what would help', async () => {
  const { app, issuer, id } = await calendar()
  const stranger = await post(app, `Bearer ${await issuer.token({ sub: 'nobody' })}`)
  expect([stranger.status, stranger.body.error.message]).toEqual([
    403,
    `Sign in once at ${site}/signin, so that this account is known.`,
  ])
  const authorization = `Bearer ${await issuer.token()}`
  expect((await post(app, authorization)).status).toBe(200)
  await app.db.write((tx) => tx.deleteFrom('identities').where('user_id', '=', id).execute())
  expect((await post(app, authorization)).status).toBe(403)
})

test('keys that were turned are asked for once; a key that nobody has, not each time', async () => {
  const { app, issuer } = await calendar()
  const reader = createTokenReader({
    db: app.db,
    now: () => now,
    issuer: issuer.issuer,
    resource,
    signInUrl: `${site}/signin`,
    provider: { issuing: async () => ({ issuer: issuer.issuer, keysUrl: `${issuer.issuer}/keys` }) },
    cooldown_ms: 0,
  })
  await reader(await issuer.token())
  await reader(await issuer.token())
  expect(issuer.asked.keys).toBe(1)
  await issuer.turn()
  expect(await reader(await issuer.token())).toMatchObject({ role: 'contributor' })
  expect(issuer.asked.keys).toBe(2)
  // The service itself waits between two readings of the keys.
  const before = issuer.asked.keys
  for (let turn = 0; turn < 5; turn += 1)
    expect((await post(app, `Bearer ${await issuer.token({}, { kid: 'unknown' })}`)).status).toBe(401)
  expect(issuer.asked.keys - before).toBeLessThanOrEqual(1)
})

test('an issuer that does not answer is no fault of the token', async () => {
  const { app, issuer } = await calendar()
  issuer.setUp(false)
  const authorization = `Bearer ${await issuer.token()}`
  const away = await post(app, authorization)
  expect([away.status, away.challenge]).toEqual([503, undefined])
  expect(away.body.error.message).toContain('cannot be reached')
  issuer.setUp(true)
  expect((await post(app, authorization)).status).toBe(200)
})

test('it is off unless it is switched on, and takes what it needs', async () => {
  const { app } = await calendar({ MCP_OAUTH: 'off' })
  expect((await post(app)).status).toBe(404)
  expect((await app.app.server.inject({ url: new URL(metadata).pathname })).statusCode).toBe(404)
  const on = { MCP_OAUTH: 'on', SITE_URL: site, OIDC_ISSUER: 'https://login.example', OIDC_CLIENT_ID: 'a' }
  for (const [missing, says] of [
    [{ OIDC_ISSUER: '' }, 'OIDC_ISSUER must be set where MCP_OAUTH is on'],
    [{ SITE_URL: '' }, 'SITE_URL must be set where MCP_OAUTH is on'],
    [{ MCP: 'read' }, 'MCP must be full where MCP_OAUTH is on: it is read.'],
    [{ MCP: 'off' }, 'MCP must be full where MCP_OAUTH is on: it is off.'],
  ] as const)
    expect(() => readConfig({ ...on, ...missing })).toThrow(says)
})
