import { expect, onTestFinished, test } from 'vitest'
import { createTestApp } from '../support/app.ts'
import { Authenticator } from '../support/authenticator.ts'
import { cookieOf, fromHere } from '../support/signedIn.ts'

const path = '/wp/v2/users/me/passkeys'

test('where the site has no name but an IP address there are none', async () => {
  const app = await createTestApp()
  onTestFinished(() => app.close())
  const headers = {
    cookie: await cookieOf(app, 'editor'),
    'sec-fetch-site': 'same-origin',
    host: '127.0.0.1',
  }
  const { status, body } = await app.ask({
    method: 'POST',
    path: `${path}/options`,
    absolute: true,
    headers,
    json: {},
  })
  expect([status, body.code]).toEqual([409, 'rest_passkeys_unavailable'])
  const page = (host: string) =>
    app.ask({ path: '/signin', absolute: true, headers: { host, accept: 'text/html' } })
  expect((await page('127.0.0.1:8080')).text).not.toContain('Use a passkey')
  expect((await page('[::1]:8080')).text).not.toContain('Use a passkey')
  expect((await page('calendar.example')).text).toContain('Use a passkey')
})

test('passkeys are for the host of SITE_URL, and their owner is told of a new one by mail', async () => {
  const app = await createTestApp({
    SITE_URL: 'https://calendar.example/events',
    SMTP_URL: 'smtp://localhost:1',
    MAIL_FROM: 'a@calendar.example',
  })
  onTestFinished(() => app.close())
  const cookie = (await cookieOf(app, 'editor')).replace('kalends=', '__Host-kalends=')
  const headers = { cookie, 'sec-fetch-site': 'same-origin' }
  const send = (below: string, json: object) =>
    app.ask({ method: 'POST', path: `${path}${below}`, absolute: true, headers, json })
  const passkey = new Authenticator('https://calendar.example')
  const { body, text } = await send('/options', {})
  expect(body.rp?.id, text).toBe('calendar.example')
  expect((await send('', { name: 'Key ring', response: passkey.make(body) })).status).toBe(201)
  const mails = await app.db.read.selectFrom('mail_outbox').selectAll().execute()
  expect(mails.map(({ kind, recipient }) => [kind, recipient])).toEqual([['method', 'editor@example.org']])
  expect(mails[0]?.body_text).toContain(': a passkey.')
  const question = (await app.ask({ path: '/signin/passkey/question', absolute: true })).body
  const form = { response: JSON.stringify(passkey.answer(question)) }
  const entered = await app.ask({
    method: 'POST',
    path: '/signin/passkey',
    absolute: true,
    form,
    headers: { ...fromHere, origin: 'https://calendar.example' },
  })
  expect([entered.status, entered.headers['location']]).toEqual([303, '/events/'])
})
