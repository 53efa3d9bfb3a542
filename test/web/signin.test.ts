import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'
import { cookieOf, fromHere, giveOwnPassword, ownPassword } from '../support/signedIn.ts'

let app: TestApp
let login: string
beforeAll(async () => {
  app = await createTestApp()
  login = await giveOwnPassword(app, 'editor')
})
afterAll(() => app.close())

type Form = Readonly<Record<string, string>>
type Headers = Readonly<Record<string, string>>

async function post(
  form: Form,
  { path = '/signin', headers = fromHere }: { path?: string; headers?: Headers } = {},
) {
  return app.ask({ method: 'POST', path, absolute: true, form, headers })
}

/** The name and value of the cookie that an answer sets. */
function cookieIn({ headers }: { headers: Readonly<Record<string, unknown>> }): string {
  return String(headers['set-cookie']).split(';', 1)[0] ?? ''
}

async function pageFor(cookie: string, path = '/') {
  return app.ask({ path, absolute: true, headers: { cookie, accept: 'text/html', 'sec-fetch-site': 'none' } })
}

describe('signing in', () => {
  test('takes the login, or the address in any case, and leads to the calendar', async () => {
    const user = await app.db.read
      .selectFrom('users')
      .selectAll()
      .where('id', '=', app.ids.editor)
      .executeTakeFirstOrThrow()
    for (const name of [login, ` ${login.toUpperCase()} `, user.email.toUpperCase()]) {
      const { status, headers, text } = await post({ login: name, password: ownPassword })
      expect([status, headers['location'], text.includes(ownPassword)]).toEqual([303, '/', false])
      expect((await pageFor(cookieIn({ headers }))).text).toContain(`Signed in as ${login}`)
    }
  })

  test('gives a cookie that no script reads and no other site sends', async () => {
    const { headers } = await post({ login, password: ownPassword })
    expect(headers['set-cookie']).toMatch(
      /^kalends=[\w-]{43}; Path=\/; Max-Age=1209600; HttpOnly; SameSite=Lax$/,
    )
    expect(headers['cache-control']).toMatch(/no-store.*private|private.*no-store/)
  })

  test('stores the digest of the secret, never the secret', async () => {
    const { headers } = await post({ login, password: ownPassword })
    const secret = cookieIn({ headers }).slice('kalends='.length)
    const rows = await app.db.read.selectFrom('sessions').selectAll().execute()
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain(secret)
  })

  test('does not take an application password, nor the password of somebody else', async () => {
    const [, applicationPassword = ''] = app.credentials.editor.split(':')
    for (const form of [
      { login, password: applicationPassword },
      { login, password: `${ownPassword} ` },
      { login: app.credentials.author.split(':')[0] ?? '', password: ownPassword },
      { login: '', password: ownPassword },
      { login, password: '' },
    ]) {
      const { status, headers, text } = await post(form)
      expect([status, headers['set-cookie']]).toEqual([401, undefined])
      expect(text).toContain('That name and password do not belong together.')
    }
  })

  test('shows what was typed as name again, as text, and no password', async () => {
    const { text } = await post({ login: '"><script>x</script>', password: 'not the one, that' })
    expect(text).toContain('value="&quot;&gt;&lt;script&gt;x&lt;/script&gt;"')
    expect(text).not.toContain('not the one, that')
  })

  test('an unknown name and a wrong password are answered alike', async () => {
    const left: number[] = []
    const [known, unknown, unknownAddress] = await Promise.all(
      [login, 'nobody', 'nobody@example.org'].map(async (name) => {
        const { status, headers, text } = await post({ login: name, password: 'some other words' })
        const { date: _, ratelimit = '', ...rest } = headers
        left.push(Number(/r=(\d+)/.exec(ratelimit)?.[1]))
        return { status, headers: { ...rest, 'content-length': '' }, text: text.replaceAll(name, 'NAME') }
      }),
    )
    expect(known).toEqual(unknown)
    expect(unknownAddress).toEqual(unknown)
    // Each takes one of the tries of the network, whoever it was about.
    const [least = Number.NaN] = left.toSorted((one, other) => one - other)
    expect(left.toSorted((one, other) => one - other)).toEqual([least, least + 1, least + 2])
  })

  test('a session that somebody has planted is not taken over, and the former one ends', async () => {
    const planted = `kalends=${'A'.repeat(43)}`
    const first = await post({ login, password: ownPassword }, { headers: { ...fromHere, cookie: planted } })
    const cookie = cookieIn(first)
    expect(cookie).not.toBe(planted)
    expect((await pageFor(planted)).text).not.toContain('Signed in')
    const second = await post({ login, password: ownPassword }, { headers: { ...fromHere, cookie } })
    expect(cookieIn(second)).not.toBe(cookie)
    expect((await pageFor(cookie)).text).not.toContain('Signed in')
    expect((await pageFor(cookieIn(second))).text).toContain('Signed in')
  })

  test.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another origin of the same site', { 'sec-fetch-site': 'same-site' }],
    ['another origin, by an old browser', { origin: 'http://localhost:8443' }],
    ['an origin that cannot be told', { origin: 'null' }],
  ])('%s cannot sign its readers in as somebody else', async (_, headers) => {
    const { status, headers: answered } = await post({ login, password: ownPassword }, { headers })
    expect([status, answered['set-cookie']]).toEqual([403, undefined])
  })

  test('a program that is no browser may use the form', async () => {
    expect((await post({ login, password: ownPassword }, { headers: {} })).status).toBe(303)
  })
})

describe('where signing in leads to', () => {
  test.each([
    ['/event/x?a=b&lang=de', '/event/x?a=b&lang=de'],
    ['/list#later', '/list#later'],
    ['https://evil.example/', '/'],
    ['//evil.example', '/'],
    ['/\\evil.example', '/'],
    ['\\\\evil.example', '/'],
    ['/\t/evil.example', '/'],
    ['/.//evil.example', '/'],
    ['/..//evil.example/', '/'],
    ['http:evil.example', '/'],
    ['javascript:alert(1)', '/'],
    ['/\r\nSet-Cookie: a=b', '/'],
    ['/signin?next=/signin', '/'],
    ['/signout', '/'],
    ['', '/'],
  ])('next=%j leads to %s', async (next, expected) => {
    const path = `/signin?next=${encodeURIComponent(next)}`
    const { status, headers } = await post({ login, password: ownPassword }, { path })
    expect([status, headers['location']]).toEqual([303, expected])
  })

  test('who is signed in already is led there at once', async () => {
    const cookie = await cookieOf(app, 'editor')
    const { status, headers } = await pageFor(cookie, '/signin?next=/list')
    expect([status, headers['location']]).toEqual([303, '/list'])
  })

  test('the link of a page leads back to it', async () => {
    expect((await pageFor('', '/list?search=x')).text).toContain('/signin?next=%2Flist%3Fsearch%3Dx"')
  })
})

describe('the page', () => {
  test('asks by no window of the browser, is listed nowhere and kept nowhere', async () => {
    const { status, headers, text } = await pageFor('', '/signin')
    expect([status, headers['www-authenticate']]).toEqual([200, undefined])
    expect(headers['cache-control']).toContain('no-store')
    expect(text).toContain('<meta name="robots" content="noindex')
    expect(text).toMatch(/<form class="stack" method="post" action="\/signin"/)
  })

  test('speaks the language that is chosen, and keeps it and the way back', async () => {
    const { text } = await pageFor('', '/signin?next=/list&lang=ar')
    expect(text).toContain('dir="rtl"')
    expect(text).toContain('action="/signin?next=%2Flist&amp;lang=ar"')
  })

  test('a wrong password is told by no window of the browser', async () => {
    const { headers } = await post({ login, password: 'some other words' })
    expect(headers['www-authenticate'] ?? '').not.toContain('Basic')
  })

  test('is below the path of SITE_URL, with a cookie for https alone', async () => {
    const below = await createTestApp({ SITE_URL: 'https://example.org/calendar' })
    const name = await giveOwnPassword(below, 'author')
    const answer = await below.ask({
      method: 'POST',
      path: '/calendar/signin?next=%2Flist',
      absolute: true,
      form: { login: name, password: ownPassword },
      headers: { origin: 'https://example.org', host: 'example.org' },
    })
    expect([answer.status, answer.headers['location']]).toEqual([303, '/calendar/list'])
    expect(answer.headers['set-cookie']).toMatch(/^__Host-kalends=[\w-]{43}; Path=\/; .*; Secure$/)
    const cookie = cookieIn(answer)
    const asked = { path: '/calendar/', absolute: true, headers: { cookie, host: 'example.org' } }
    expect((await below.ask(asked)).text).toContain(`Signed in as ${name}`)
    const plain = { ...asked, headers: { ...asked.headers, cookie: cookie.replace('__Host-', '') } }
    expect((await below.ask(plain)).text).not.toContain('Signed in')
    await below.close()
  })
})

describe('signing out', () => {
  test('ends the session and takes the cookie away', async () => {
    const cookie = await cookieOf(app, 'editor')
    expect((await pageFor(cookie, '/signout')).text).toContain('<button>Sign out</button>')
    expect((await pageFor(cookie)).text).toContain('Signed in')
    const { status, headers } = await post({}, { path: '/signout', headers: { ...fromHere, cookie } })
    expect([status, headers['location']]).toEqual([303, '/signout'])
    expect(headers['set-cookie']).toMatch(/^kalends=; Path=\/; Max-Age=0;/)
    expect((await pageFor(cookie)).text).not.toContain('Signed in')
    expect((await pageFor('', '/signout')).text).toContain('You are signed out')
  })

  test('cannot be done by another site', async () => {
    const cookie = await cookieOf(app, 'editor')
    const headers = { 'sec-fetch-site': 'same-site', cookie }
    expect((await post({}, { path: '/signout', headers })).status).toBe(403)
    expect((await pageFor(cookie)).text).toContain('Signed in')
  })
})

describe('over plain http, where SITE_URL is https', () => {
  let secure: TestApp
  beforeAll(async () => {
    secure = await createTestApp({ SITE_URL: 'https://calendar.example.org/events' })
    await giveOwnPassword(secure, 'editor')
  })
  afterAll(() => secure.close())
  const host = 'calendar.example.org'
  const address = 'https://calendar.example.org/events/signin'
  const form = { login: 'editor', password: ownPassword }
  const sign = (headers: Headers) =>
    secure.ask({
      method: 'POST',
      path: '/events/signin',
      absolute: true,
      form,
      headers: { host, ...headers },
    })

  test.each([
    ['a browser', { origin: `http://${host}` }],
    ['a program', {}],
  ])('%s is told at which address signing in works, and starts no session', async (_, headers) => {
    const { status, text, headers: told } = await sign(headers)
    expect([status, told['set-cookie']]).toEqual([403, undefined])
    expect(text).toContain(`href="${address}"`)
    expect(text).toContain('Signing in works at')
    expect(await secure.db.read.selectFrom('sessions').select('id').execute()).toEqual([])
  })

  test('the page says so before anything is typed, in the language of its reader', async () => {
    const page = (headers: Headers) =>
      secure.ask({
        path: '/events/signin',
        absolute: true,
        headers: { host, accept: 'text/html', ...headers },
      })
    const { status, text } = await page({ 'accept-language': 'de' })
    expect(status).toBe(200)
    expect(text).toContain('Die Anmeldung geht unter')
    expect(text).toContain(`href="${address}"`)
    for (const headers of [{ 'sec-fetch-site': 'none' }, { 'x-forwarded-proto': 'https' }] as Headers[])
      expect((await page(headers)).text).not.toContain('Signing in works at')
  })

  test('over https it works, behind a proxy too that is not trusted', async () => {
    for (const headers of [
      { origin: `https://${host}`, 'sec-fetch-site': 'same-origin' },
      { origin: `https://${host}` },
      { 'x-forwarded-proto': 'https' },
    ] as Headers[])
      expect((await sign(headers)).status).toBe(303)
  })

  test('what is refused over REST for want of a session says it too', async () => {
    const ask = (headers: Headers, method: 'GET' | 'DELETE', path: string) =>
      secure.ask({
        method,
        path: `/events/wp/v2/users/me/${path}`,
        absolute: true,
        headers: { host, ...headers },
      })
    const plain = { origin: `http://${host}` }
    for (const [method, path] of [
      ['GET', 'sessions'],
      ['DELETE', 'sessions'],
    ] as const) {
      const { status, body } = await ask(plain, method, path)
      expect([status, body.data.sign_in]).toEqual([401, address])
      expect(body.message).toContain(address)
      expect((await ask({ origin: `https://${host}` }, method, path)).body.data.sign_in).toBeUndefined()
      expect((await ask({}, method, path)).body.data.sign_in).toBeUndefined()
    }
  })
})
