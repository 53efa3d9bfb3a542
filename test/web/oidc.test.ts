import { describe, expect, onTestFinished, test } from 'vitest'
import { Provider } from '../../src/people/oidc/oidc.provider.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { cookieOf, fromHere } from '../support/signedIn.ts'
import { client, startIdentityProvider } from '../support/identityProvider.ts'
import { calendar, cookiesIn, get, leave, mina, redirectUrl, session, signIn, site, users } from './oidc.ts'

test('somebody new gets an account with the role of their groups, and is led to where they wanted to go', async () => {
  const { app, provider } = await calendar()
  provider.people['1'] = mina
  expect((await get(app, '/signin?next=%2Fmonth%2F2031-03')).text).toMatch(
    /<a[^>]*href="\/signin\/oidc\?next=%2Fmonth%2F2031-03"[^>]*>\s*Sign in with City login/,
  )
  const { url, cookie } = await leave(app, '?next=%2Fmonth%2F2031-03')
  const asked = new URL(url).searchParams
  expect(asked.get('code_challenge_method')).toBe('S256')
  for (const name of ['state', 'nonce', 'code_challenge']) expect(asked.get(name)?.length).toBeGreaterThan(40)
  expect(asked.get('redirect_uri')).toBe(redirectUrl)
  const back = await provider.signIn(url, '1')
  const answer = await get(app, `/signin/oidc/callback?${back.toString()}`, cookie)
  expect([answer.status, answer.headers['location']]).toEqual([303, '/month/2031-03'])
  expect((await get(app, '/', session(answer))).text).toContain('Signed in as Mina M')
  expect((await users(app)).at(-1)).toEqual({
    login: 'mina',
    email: 'mina@example.org',
    role: 'editor',
    name: 'Mina M',
  })
})

test('they are known by their subject from then on, whatever they are called, with the role that they have now', async () => {
  const { app, provider } = await calendar()
  provider.people['1'] = mina
  await signIn(app, provider, '1')
  const before = await users(app)
  provider.people['1'] = {
    ...mina,
    email: 'other@example.org',
    preferred_username: 'x',
    groups: ['calendar'],
  }
  expect((await signIn(app, provider, '1')).status).toBe(303)
  expect(await users(app)).toEqual(
    before.map((user) => (user.login === 'mina' ? Object.assign(user, { role: 'administrator' }) : user)),
  )
  // Without any group there is the role of everybody.
  provider.people['1'] = { ...mina, groups: [] }
  await signIn(app, provider, '1')
  expect((await users(app)).at(-1)?.role).toBe('contributor')
})

test('an account that is here already is found by a verified address alone', async () => {
  const { app, provider } = await calendar({ MAIL_FOLDER: '/nowhere' })
  const address = 'author@example.org'
  for (const email_verified of [undefined, false, 'false', 1]) {
    provider.people['2'] = { email: address, ...(email_verified === undefined ? {} : { email_verified }) }
    const answer = await signIn(app, provider, '2')
    expect(answer.status).toBe(403)
    expect(answer.text).toContain('There is an account here with your address already')
    expect(session(answer)).toBe('')
  }
  provider.people['2'] = { email: address.toUpperCase(), email_verified: true, groups: ['staff'] }
  const answer = await signIn(app, provider, '2')
  expect((await get(app, '/', session(answer))).text).toContain('Signed in as author')
  expect(await users(app)).toHaveLength(5)
  // Their account has a new way to sign in, of which they are told.
  const mails = await app.db.read
    .selectFrom('mail_outbox')
    .select(['kind', 'recipient', 'body_text'])
    .execute()
  expect(mails).toMatchObject([{ kind: 'method', recipient: address }])
  expect(mails[0]?.body_text).toContain(`${site}/signin/forgot`)
})

test('without a table of roles nobody new gets in, and roles stay as they are here', async () => {
  const { app, provider } = await calendar({ OIDC_ROLES: '' })
  provider.people['1'] = mina
  const answer = await signIn(app, provider, '1')
  expect([answer.status, session(answer)]).toEqual([403, ''])
  expect(answer.text).toContain('There is no account for you here')
  provider.people['2'] = { email: 'author@example.org', email_verified: true, groups: ['calendar'] }
  expect((await signIn(app, provider, '2')).status).toBe(303)
  expect((await users(app)).find(({ login }) => login === 'author')?.role).toBe('author')
})

test('who has no role is not let in, nor who has no address; a login that is taken gets a number', async () => {
  const { app, provider } = await calendar({ OIDC_ROLES: 'staff=editor' })
  provider.people['1'] = { ...mina, groups: ['guests'] }
  expect((await signIn(app, provider, '1')).text).toContain('has no access to this calendar')
  provider.people['2'] = { ...mina, email: undefined }
  expect((await signIn(app, provider, '2')).text).toContain('has not told your e-mail address')
  expect(await users(app)).toHaveLength(5)
  provider.people['3'] = { ...mina, preferred_username: 'Editor <b>' }
  await signIn(app, provider, '3')
  expect((await users(app)).at(-1)?.login).toBe('Editorb')
  provider.people['4'] = { ...mina, email: 'four@example.org', preferred_username: 'editor' }
  await signIn(app, provider, '4')
  expect((await users(app)).at(-1)?.login).toBe('editor2')
})

test('the last administrator stays one', async () => {
  const { app, provider } = await calendar()
  provider.people['1'] = { email: 'administrator@example.org', email_verified: true, groups: [] }
  expect((await signIn(app, provider, '1')).status).toBe(303)
  expect((await users(app)).find(({ login }) => login === 'administrator')?.role).toBe('administrator')
})

test('a provider that changes its keys is believed, and one that signs with a key it does not show is not', async () => {
  const { app, provider } = await calendar()
  provider.people['1'] = mina
  expect((await signIn(app, provider, '1')).status).toBe(303)
  provider.changeKeys()
  expect((await signIn(app, provider, '1')).status).toBe(303)
  const known = await (await fetch(`${provider.issuer}/jwks`)).text()
  provider.changeKeys()
  provider.intercept = (request, response) => {
    if (request.url !== '/jwks') return false
    response.writeHead(200, { 'content-type': 'application/json' }).end(known)
    return true
  }
  const answer = await signIn(app, provider, '1')
  expect([answer.status, session(answer)]).toEqual([403, ''])
  // Where its pages are is remembered.
  expect(provider.asked('/.well-known/openid-configuration')).toBe(1)
})

test('what does not belong to the journey of this browser signs nobody in', async () => {
  const { app, provider } = await calendar()
  provider.people['1'] = mina
  const { url, cookie } = await leave(app)
  const back = await provider.signIn(url, '1')
  const come = (query: URLSearchParams, with_: string) =>
    get(app, `/signin/oidc/callback?${query.toString()}`, with_)
  const none = await come(back, '')
  expect([none.status, session(none)]).toEqual([400, ''])
  expect(none.text).toContain('That took too long, or began in another window')
  // Another journey: its state, nonce and verifier are others.
  const other = await leave(app)
  expect((await come(back, other.cookie)).status).toBe(403)
  const stolen = new URLSearchParams(back)
  stolen.set('state', new URL(other.url).searchParams.get('state') ?? '')
  expect((await come(stolen, other.cookie)).status).toBe(403)
  for (const broken of [
    cookie.replace(/=.*/, '=bm9uc2Vuc2U'),
    cookie.replace(/=.*/, '='),
    cookie.slice(0, 60),
  ])
    expect((await come(back, broken)).status).toBe(400)
  const refused = await come(
    new URLSearchParams({ error: 'access_denied', state: back.get('state') ?? '', iss: provider.issuer }),
    cookie,
  )
  expect(refused.status).toBe(403)
  expect(refused.text).toContain('City login has not let you in')
  expect(await app.db.read.selectFrom('sessions').selectAll().execute()).toEqual([])
})

test('a code counts once, and a journey ends after a quarter of an hour', async () => {
  const { app, provider } = await calendar()
  provider.people['1'] = mina
  const { url, cookie } = await leave(app)
  const back = await provider.signIn(url, '1')
  const first = await get(app, `/signin/oidc/callback?${back.toString()}`, cookie)
  expect(first.status).toBe(303)
  expect(cookiesIn(first)).toContain('kalends-journey=')
  expect((await get(app, `/signin/oidc/callback?${back.toString()}`, cookie)).status).toBe(403)
  app.setNow(Temporal.Now.instant().add({ minutes: 16 }))
  expect((await get(app, `/signin/oidc/callback?${back.toString()}`, cookie)).status).toBe(400)
})

test('a provider that is down is a page with a sentence, and works again once it is back', async () => {
  const { app, provider } = await calendar()
  provider.people['1'] = mina
  provider.intercept = (_, response) => {
    response.writeHead(502).end()
    return true
  }
  const answer = await get(app, '/signin/oidc')
  expect(answer.status).toBe(503)
  expect(answer.text).toContain('City login cannot be reached just now')
  expect(answer.headers['retry-after']).toBe('30')
  provider.intercept = undefined
  const { url, cookie } = await leave(app)
  const back = await provider.signIn(url, '1')
  provider.intercept = (request) => {
    request.socket.destroy()
    return true
  }
  const later = await get(app, `/signin/oidc/callback?${back.toString()}`, cookie)
  expect([later.status, session(later)]).toEqual([503, ''])
  provider.intercept = undefined
  expect((await signIn(app, provider, '1')).status).toBe(303)
})

test('“next” leads to no other site, by this way either', async () => {
  const { app, provider } = await calendar()
  provider.people['1'] = mina
  for (const next of ['https://evil.example/', '//evil.example', '/\\evil.example'])
    expect((await signIn(app, provider, '1', `?next=${encodeURIComponent(next)}`)).headers['location']).toBe(
      '/',
    )
})

test('a clock that is hours fast is told as that; one that is slow, or off by two minutes, keeps nobody out', async () => {
  const provider = await startIdentityProvider(redirectUrl)
  provider.people['1'] = mina
  const settings = {
    issuer: provider.issuer,
    clientId: client.id,
    clientSecret: client.secret,
    scopes: 'openid email profile',
    roleClaim: 'groups',
    roles: [],
    redirectUrl,
  }
  const finish = async (skew_s: number) => {
    const by = new Provider({ ...settings, skew_s })
    const { url, journey } = await by.begin()
    return by.finish((await provider.signIn(url, '1')).toString(), journey)
  }
  // The provider's tokens last for an hour.
  await expect(finish(7200)).rejects.toMatchObject({ name: 'OidcFault', kind: 'clock' })
  for (const skew_s of [-7200, -120, 120, 3600]) expect(await finish(skew_s)).toMatchObject({ subject: '1' })
})

test('without a provider there is no way to one', async () => {
  const app = await createTestApp()
  onTestFinished(() => app.close())
  expect((await get(app, '/signin/oidc')).status).toBe(404)
  expect((await get(app, '/signin')).text).not.toContain('oidc')
})

describe('an account that is here joins one at the provider', () => {
  const path = '/wp/v2/users/me/identities'

  /** Leaves for the provider as somebody does who has signed in, to join an account there. */
  async function leaveToJoin(app: TestApp, cookie: string) {
    const json = { next: '/admin/account' }
    const headers = { cookie, ...fromHere }
    const left = await app.ask({ method: 'POST', path, absolute: true, headers, json })
    expect(left.status, left.text).toBe(200)
    return { url: String(left.body.url), journey: cookiesIn(left)[0] ?? '' }
  }

  const told = async (app: TestApp, cookie: string) =>
    (await app.ask({ path, absolute: true, headers: { cookie } })).body

  test('whatever address it has there, and signs in with it from then on, until it is left', async () => {
    const { app, provider } = await calendar()
    provider.people['7'] = { email: 'elsewhere@example.com', groups: ['staff'] }
    const cookie = await cookieOf(app, 'author')
    expect((await told(app, cookie)).provider).toBe('City login')
    const { url, journey } = await leaveToJoin(app, cookie)
    const back = await provider.signIn(url, '7')
    const answer = await get(app, `/signin/oidc/callback?${back.toString()}`, `${cookie}; ${journey}`)
    expect([answer.status, answer.headers['location']]).toEqual([303, '/admin/account'])
    expect(session(answer)).toBe('')
    const { identities } = await told(app, cookie)
    const entered = session(await signIn(app, provider, '7'))
    expect((await get(app, '/', entered)).text).toContain('Signed in as author')
    const one = { method: 'DELETE', path: `${path}/${identities[0].uuid}`, absolute: true } as const
    const kept = await app.ask({ ...one, headers: { cookie: entered, ...fromHere } })
    expect(kept.body.code).toBe('rest_last_way_in')
  })

  test('but not in the browser of another, without the session, or where it opens another account', async () => {
    const { app, provider } = await calendar()
    provider.people['8'] = { email: 'mallory@example.com', groups: ['staff'] }
    const theirs = await cookieOf(app, 'editor')
    const mallory = await cookieOf(app, 'author')
    const { url, journey } = await leaveToJoin(app, mallory)
    const back = `/signin/oidc/callback?${(await provider.signIn(url, '8')).toString()}`
    for (const cookie of [`${theirs}; ${journey}`, journey]) {
      const answer = await get(app, back, cookie)
      expect([answer.status, session(answer)]).toEqual([400, ''])
    }
    expect((await told(app, theirs)).identities).toEqual([])
    await signIn(app, provider, '8')
    const again = await leaveToJoin(app, theirs)
    const other = await provider.signIn(again.url, '8')
    const taken = await get(app, `/signin/oidc/callback?${other.toString()}`, `${theirs}; ${again.journey}`)
    expect([taken.status, taken.text.includes('opens another account here')]).toEqual([403, true])
    expect((await told(app, theirs)).identities).toEqual([])
  })

  test('and no program does, nor any page of another site', async () => {
    const { app } = await calendar()
    const program = await app.ask({ as: 'author', method: 'POST', path, absolute: true, json: {} })
    expect(program.body.code).toBe('rest_session_needed')
    const headers = { cookie: await cookieOf(app, 'author'), 'sec-fetch-site': 'cross-site' }
    expect((await app.ask({ method: 'POST', path, absolute: true, headers, json: {} })).status).toBe(403)
  })
})
