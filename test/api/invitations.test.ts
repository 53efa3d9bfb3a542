import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Role } from '../../src/storage/schema/tables.ts'
import { type Answered, type Asked, createTestApp, type TestApp } from '../support/app.ts'
import { cookieOf, fromHere, giveOwnPassword, ownPassword } from '../support/signedIn.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const users = '/wp/v2/users'
const another = 'seven herons by a slow canal'

async function ask(path: string, asked: Omit<Asked, 'path'> = {}, to = app): Promise<Answered> {
  return to.ask({ as: 'administrator', method: 'POST', path: `${users}${path}`, absolute: true, ...asked })
}

/** A calendar that sends mails, or would: nobody listens. */
async function mailing(): Promise<TestApp> {
  const made = await createTestApp({
    SITE_URL: 'http://localhost',
    SMTP_URL: 'smtp://localhost:1',
    MAIL_FROM: 'calendar@example.org',
  })
  onTestFinished(() => made.close())
  return made
}

const mailsOf = ({ db }: TestApp) => db.read.selectFrom('mail_outbox').selectAll().orderBy('id').execute()

/** The path of the link in a mail or an answer. */
function linkIn(text: string): string {
  return /http:\/\/[^/\s]+(\/signin\/\w+\/[\w-]+)/.exec(text)?.[1] ?? ''
}

const page = (path: string, to = app) =>
  to.ask({ path, absolute: true, headers: { accept: 'text/html', 'sec-fetch-site': 'none' } })

const choose = (path: string, password: string, to = app) =>
  to.ask({ method: 'POST', path, absolute: true, form: { password }, headers: fromHere })

test('who is made without a password is invited: by a link that is shown once where no mail is sent', async () => {
  const made = await ask('', {
    json: { username: 'ines', email: 'ines@example.org', roles: ['contributor'] },
  })
  expect(made.status, made.text).toBe(201)
  expect(made.body).toMatchObject({
    username: 'ines',
    signs_in_with: [],
    invitation: { url: expect.stringContaining('/signin/invitation/'), by: app.ids.administrator },
  })
  expect(made.body.invitation).not.toHaveProperty('mailed_to')
  const seen = await ask(`/${made.body.id}`, { method: 'GET', query: { context: 'edit' } })
  expect(seen.body.invitation).toEqual({
    expires: made.body.invitation.expires,
    created: expect.stringMatching(/Z$/),
    by: app.ids.administrator,
  })
  const path = linkIn(made.body.invitation.url)
  const entered = await choose(path, another)
  expect([entered.status, String(entered.headers['set-cookie']).startsWith('kalends=')]).toEqual([303, true])
  expect(entered.headers['location']).toBe('/admin')
  expect((await choose(path, another)).status).toBe(410)
  const now = (await ask('', { method: 'GET', query: { context: 'edit', search: 'ines' } })).body[0]
  expect(now).toMatchObject({ signs_in_with: ['password'], invitation: null, last_seen: expect.any(String) })
})

test('who is made with a password is not', async () => {
  const json = { username: 'kim', email: 'kim@example.org', password: another }
  const { body } = await ask('', { json })
  expect([body.invitation, body.signs_in_with]).toEqual([null, ['password']])
})

test('where mail is sent the invitation goes out with the account, and the answer has no link', async () => {
  const to = await mailing()
  const json = { username: 'ines', email: 'ines@example.org', locale: 'de' }
  const made = await ask('', { json }, to)
  expect(made.body.invitation).toMatchObject({ mailed_to: 'ines@example.org' })
  expect(made.text).not.toContain('/signin/')
  const [mail] = await mailsOf(to)
  expect(mail).toMatchObject({ kind: 'invitation', recipient: 'ines@example.org' })
  expect(mail?.body_text).toContain('Wählen Sie ein Passwort')
  expect((await page(linkIn(mail?.body_text ?? ''), to)).text).toContain('ines')
  // What is refused leaves neither an account nor a mail.
  expect((await ask('', { json: { ...json, username: 'ines2' } }, to)).status).toBe(400)
  expect(await mailsOf(to)).toHaveLength(1)
})

test('an invitation is sent again: the former link ends; and a forgotten password gets a link of its own', async () => {
  const made = await ask('', { json: { username: 'omar', email: 'omar@example.org' } })
  const again = await ask(`/${made.body.id}/link`)
  expect([again.status, again.body.kind]).toEqual([201, 'invitation'])
  expect((await page(linkIn(made.body.invitation.url))).status).toBe(410)
  expect((await choose(linkIn(again.body.url), another)).status).toBe(303)
  const reset = await ask(`/${made.body.id}/link`)
  expect([reset.status, reset.body.kind]).toEqual([201, 'reset'])
  expect(linkIn(reset.body.url)).toMatch(/^\/signin\/reset\//)
  const wanted = await ask(`/${made.body.id}/link`, { json: { kind: 'invitation' } })
  expect(wanted.body.kind).toBe('invitation')
  expect((await ask(`/${made.body.id}/link`, { json: { kind: 'setup' } })).status).toBe(400)
  expect((await ask('/999999/link')).status).toBe(404)
})

test.each<[Role, number]>([
  ['editor', 403],
  ['subscriber', 403],
])('no %s sends links or sees invitations', async (as, status) => {
  expect((await ask(`/${app.ids.author}/link`, { as })).status).toBe(status)
  expect((await ask('', { as, json: { username: 'x', email: 'x@example.org' } })).status).toBe(status)
  const own = (await ask('/me', { as, method: 'GET', query: { context: 'edit' } })).body
  expect(own).toMatchObject({ signs_in_with: [], invitation: null })
})

test('one’s own password changes in a browser for who knows the present one; wrong ones are counted', async () => {
  const to = await createTestApp({ LOGIN_FAILURES: '3' })
  onTestFinished(() => to.close())
  await giveOwnPassword(to, 'editor')
  const cookie = await cookieOf(to, 'editor')
  const other = await cookieOf(to, 'editor')
  const change = (json: object, headers: Record<string, string> = { cookie, ...fromHere }) =>
    to.ask({ method: 'POST', path: `${users}/me`, absolute: true, headers, json })
  const missing = await change({ password: another })
  expect([missing.status, Object.keys(missing.body.data.params)]).toEqual([400, ['current_password']])
  const wrong = await change({ password: another, current_password: 'not the one, that' })
  expect([wrong.status, Object.keys(wrong.body.data.params)]).toEqual([400, ['current_password']])
  expect((await change({ password: another, current_password: ownPassword })).status).toBe(200)
  // The browser that did it stays signed in, and no other does.
  expect((await change({ name: 'Ed' })).status).toBe(200)
  expect((await change({ name: 'Ed' }, { cookie: other, ...fromHere })).status).toBe(401)
  for (const _ of [1, 2, 3]) await change({ password: ownPassword, current_password: 'not the one, that' })
  expect((await change({ password: ownPassword, current_password: another })).status).toBe(429)
})

test('who has no password yet chooses one; administrators and programs give one without knowing the former', async () => {
  const cookie = await cookieOf(app, 'contributor')
  const json = { password: another }
  const headers = { cookie, ...fromHere }
  expect((await app.ask({ method: 'POST', path: `${users}/me`, absolute: true, headers, json })).status).toBe(
    200,
  )
  expect((await ask('/me', { as: 'contributor', json: { password: ownPassword } })).status).toBe(200)
  expect((await ask(`/${app.ids.contributor}`, { json })).status).toBe(200)
})

test('whose password was changed is told so by mail, whoever did it', async () => {
  const to = await mailing()
  await ask('/me', { as: 'author', json: { password: another } }, to)
  await ask(`/${to.ids.author}`, { json: { password: ownPassword } }, to)
  const mails = await mailsOf(to)
  expect(mails.map(({ kind, recipient }) => [kind, recipient])).toEqual([
    ['password', 'author@example.org'],
    ['password', 'author@example.org'],
  ])
})

test('another address of one’s own holds once it is confirmed, and the former one is told', async () => {
  const to = await mailing()
  const change = (email: string) => ask('/me', { as: 'author', json: { email } }, to)
  const asked = await change('new@example.org')
  expect(asked.body).toMatchObject({ email: 'author@example.org', pending_email: 'new@example.org' })
  const [mail] = await mailsOf(to)
  expect(mail).toMatchObject({ kind: 'confirm', recipient: 'new@example.org' })
  const path = linkIn(mail?.body_text ?? '')
  // Opening it is not enough.
  expect((await page(path, to)).text).toContain('new@example.org')
  expect((await ask('/me', { as: 'author', method: 'GET', query: { context: 'edit' } }, to)).body.email).toBe(
    'author@example.org',
  )
  const confirm = (at = path) =>
    to.ask({ method: 'POST', path: at, absolute: true, form: {}, headers: fromHere })
  const foreign = { 'sec-fetch-site': 'cross-site' }
  expect((await to.ask({ method: 'POST', path, absolute: true, form: {}, headers: foreign })).status).toBe(
    403,
  )
  const done = await confirm()
  expect([done.status, done.text.includes('Your address is confirmed')]).toEqual([200, true])
  expect((await confirm()).status).toBe(410)
  const now = (await ask('/me', { as: 'author', method: 'GET', query: { context: 'edit' } }, to)).body
  expect([now.email, now.pending_email]).toEqual(['new@example.org', undefined])
  expect((await mailsOf(to)).map(({ kind, recipient }) => [kind, recipient])).toEqual([
    ['confirm', 'new@example.org'],
    ['address', 'author@example.org'],
  ])
})

test('a second address ends the link of the first, sending the present one changes nothing, a taken one is refused', async () => {
  const to = await mailing()
  const change = (email: string) => ask('/me', { as: 'author', json: { email } }, to)
  await change('one@example.org')
  await change('two@example.org')
  const [first, second] = (await mailsOf(to)).map(({ body_text }) => linkIn(body_text))
  expect((await page(first ?? '', to)).status).toBe(410)
  expect((await page(second ?? '', to)).status).toBe(200)
  // As clients do that send back all that they have read.
  expect((await change('author@example.org')).body.pending_email).toBe('two@example.org')
  expect((await page(second ?? '', to)).status).toBe(200)
  expect((await change('editor@example.org')).body.code).toBe('rest_user_invalid_email')
  // Whoever has it by the time it is confirmed keeps it.
  await change('three@example.org')
  await ask(`/${to.ids.editor}`, { json: { email: 'three@example.org' } }, to)
  const third = (await mailsOf(to)).find(({ recipient }) => recipient === 'three@example.org')
  const path = linkIn(third?.body_text ?? '')
  const late = await to.ask({ method: 'POST', path, absolute: true, form: {}, headers: fromHere })
  expect([late.status, late.text.includes('belongs to another account')]).toEqual([409, true])
})

test('pages are in the language of the account, unless the address names one', async () => {
  await ask('/me', { as: 'author', json: { locale: 'de' } })
  const headers = { cookie: await cookieOf(app, 'author'), accept: 'text/html', 'accept-language': 'fr' }
  const read = async (path: string) => (await app.ask({ path, absolute: true, headers })).text
  expect(await read('/list')).toContain('<html lang="de"')
  expect(await read('/admin')).toContain('<html lang="de"')
  expect(await read('/list?lang=es')).toContain('<html lang="es"')
  await ask('/me', { as: 'author', json: { locale: '' } })
  expect(await read('/list')).toContain('<html lang="fr"')
})
