import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { offerLink, linkSiteOf } from '../../src/people/accounts/accounts.links.write.ts'
import { createAccounts } from '../../src/people/accounts/accounts.ts'
import { findUser } from '../../src/http/auth/users.ts'
import { readConfig } from '../../src/config/config.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { cookieOf, fromHere, giveOwnPassword, ownPassword } from '../support/signedIn.ts'

const site = 'http://localhost'
const settings = { SITE_URL: site, MAIL_FOLDER: '/nowhere', MAIL_FROM: 'calendar@example.org' }
const another = 'seven herons under the bridge'
const start = Temporal.Instant.from('2031-05-01T10:00:00Z')

let app: TestApp
beforeAll(async () => {
  app = await createTestApp(settings)
})
afterAll(() => app.close())

const get = (path: string) => app.ask({ path, absolute: true, headers: { accept: 'text/html' } })
const post = (
  path: string,
  form: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = fromHere,
) => app.ask({ method: 'POST', path, absolute: true, form, headers })

/** The mails that wait, the latest first. */
async function mails() {
  return app.db.read.selectFrom('mail_outbox').selectAll().orderBy('id', 'desc').execute()
}

/** Makes a link for the account of a role; answers its path. */
async function linkFor(
  role: 'author' | 'editor',
  kind: 'reset' | 'invitation' = 'reset',
  now = Temporal.Now.instant(),
): Promise<string> {
  const user = await findUser(app.db.read, role)
  if (!user) throw new Error('There is no such account.')
  const at = Math.floor(now.epochMilliseconds / 1000)
  const shown = { ...linkSiteOf(readConfig({})), home: site }
  const { url = '' } = await app.db.write((tx) => offerLink(tx, { kind, user, now: at }, shown))
  return url.slice(site.length)
}

describe('asking for a link', () => {
  test('is answered alike whether somebody has the name or not, and one mail comes', async () => {
    const before = (await mails()).length
    const answers = []
    for (const login of ['author', 'AUTHOR@example.org', 'nobody', 'nobody@example.org', 'x'.repeat(300)]) {
      const { status, headers, text } = await post('/signin/forgot', { login })
      answers.push([status, { ...headers, date: '' }, text])
    }
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(answers[0]?.[2]).toContain('If there is such an account, a mail is on its way.')
    await expect.poll(async () => (await mails()).length).toBe(before + 2)
    const [{ recipient, kind, body_text } = {}] = await mails()
    expect([recipient, kind]).toEqual(['author@example.org', 'reset'])
    const path = /http:\/\/localhost(\/signin\/reset\/[\w-]{43})/.exec(body_text ?? '')?.[1] ?? ''
    expect((await get(path)).text).toContain('for “author”')
  })

  test('sends nobody more than three that still work, and a network that asks on has to wait', async () => {
    const time = { now: start }
    const sent = async () =>
      (await mails()).filter(({ recipient }) => recipient === 'subscriber@example.org').length
    const accounts = createAccounts({
      db: app.db,
      now: () => time.now,
      log: (_, error) => {
        throw error
      },
      limits: { failures: 5, window_s: 300 },
      site: () => linkSiteOf(readConfig(settings)),
    })
    for (const _ of Array(5)) {
      accounts.forgot('subscriber', '192.0.2.7')
      await accounts.settled()
    }
    expect(await sent()).toBe(3)
    expect(() => accounts.forgot('nobody', '192.0.2.7')).toThrow('Try again in')
    accounts.forgot('subscriber', '192.0.2.8')
    await accounts.settled()
    expect(await sent()).toBe(3)
    time.now = start.add({ hours: 2 })
    accounts.forgot('subscriber', '192.0.2.7')
    await accounts.settled()
    expect(await sent()).toBe(4)
  })

  test('is not offered where no mail is sent, nor where anybody could say where links lead', async () => {
    for (const set of [{}, { MAIL_FOLDER: '/nowhere', MAIL_FROM: 'calendar@example.org' }]) {
      const other = await createTestApp(set)
      const asked = {
        path: '/signin/forgot',
        absolute: true,
        form: { login: 'author' },
        headers: { ...fromHere, host: 'localhost' },
      }
      const { text } = await other.ask({ ...asked, method: 'POST' })
      expect(text).toContain('This calendar sends no mail.')
      expect(await other.db.read.selectFrom('one_time_links').selectAll().execute()).toEqual([])
      await other.close()
    }
  })
})

describe('choosing a password by a link', () => {
  test('stores it, signs in, ends all sessions, and tells the owner', async () => {
    const login = await giveOwnPassword(app, 'author')
    const session = await cookieOf(app, 'author')
    const path = await linkFor('author')
    const chosen = await post(path, { password: another })
    expect([chosen.status, chosen.headers['location']]).toEqual([303, '/admin'])
    expect(chosen.headers['set-cookie']).toMatch(/^kalends=[\w-]{43};/)
    const old = await app.ask({
      path: '/',
      absolute: true,
      headers: { cookie: session, 'sec-fetch-site': 'none' },
    })
    expect(old.text).not.toContain('Signed in')
    expect((await post('/signin', { login, password: ownPassword })).status).toBe(401)
    expect((await post('/signin', { login, password: another })).status).toBe(303)
    expect((await mails())[0]).toMatchObject({ kind: 'password', recipient: 'author@example.org' })
  })

  test('works once, for one of two who come at the same time', async () => {
    const path = await linkFor('editor')
    const both = await Promise.all([post(path, { password: another }), post(path, { password: ownPassword })])
    expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([303, 410])
    const again = await post(path, { password: ownPassword })
    expect([again.status, again.headers['set-cookie']]).toEqual([410, undefined])
    expect((await get(path)).status).toBe(410)
  })

  test('looking at it does not use it up, as programs look at what is in mails', async () => {
    const path = await linkFor('editor', 'invitation')
    for (const _ of Array(3)) expect((await get(path)).status).toBe(200)
    expect((await post(path, { password: another })).status).toBe(303)
  })

  test.each([
    ['short', 'It takes 12 characters or more.'],
    ['password1234', 'tried first'],
    ['editor@example.org', 'what everybody knows of you'],
  ])('“%s” is refused with what is wrong with it, and the link stays', async (password, says) => {
    const path = await linkFor('editor')
    const refused = await post(path, { password })
    expect([refused.status, refused.headers['set-cookie']]).toEqual([400, undefined])
    expect(refused.text).toContain(says)
    expect((await post(path, { password: another })).status).toBe(303)
  })

  test('is over after its time, and one of a clock that was ahead never works', async () => {
    const [inTime, late, ahead] = [
      await linkFor('editor', 'reset', start),
      await linkFor('editor', 'reset', start),
      await linkFor('editor', 'reset', start.add({ hours: 30 })),
    ]
    app.setNow(start.add({ minutes: 59 }))
    expect((await get(inTime)).status).toBe(200)
    expect((await get(ahead)).status).toBe(410)
    app.setNow(start.add({ minutes: 60 }))
    expect((await get(late)).status).toBe(410)
    expect((await post(late, { password: another })).status).toBe(410)
    app.setNow(undefined)
  })

  test('ends with another password and another address of its owner', async () => {
    const first = await linkFor('editor')
    await giveOwnPassword(app, 'editor')
    expect((await get(first)).status).toBe(410)
    const second = await linkFor('editor')
    const { changeUser } = await import('../../src/http/auth/users.ts')
    await changeUser(app.db, 'editor', { email: 'other@example.org' })
    expect((await get(second)).status).toBe(410)
  })

  test('an unknown link is answered like one that was used, and no other site uses one', async () => {
    const unknown = await get(`/signin/reset/${'A'.repeat(43)}`)
    expect([unknown.status, unknown.headers['cache-control']]).toEqual([
      410,
      expect.stringContaining('no-store'),
    ])
    const path = await linkFor('editor')
    expect((await post(path, { password: another }, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await get(path)).status).toBe(200)
  })
})
