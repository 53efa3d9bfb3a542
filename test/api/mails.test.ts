import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'

async function open(environment: Record<string, string> = {}): Promise<TestApp> {
  const app = await createTestApp({ SITE_URL: 'http://localhost', ...environment })
  onTestFinished(() => app.close())
  return app
}

const sending = { SMTP_URL: 'smtp://localhost:1', MAIL_FROM: 'calendar@example.org' }

test('administrators see which mails wait or were given up, and why, and nobody sees to whom they are', async () => {
  const app = await open(sending)
  await app.ask({
    as: 'administrator',
    method: 'POST',
    path: '/wp/v2/users',
    absolute: true,
    json: { username: 'ines', email: 'ines@example.org' },
  })
  const waiting = await app.ask({ as: 'administrator', path: 'mails' })
  expect(waiting.body).toEqual({
    set: true,
    waiting: 1,
    last_sent: null,
    mails: [
      {
        id: expect.any(Number),
        kind: 'invitation',
        state: 'waiting',
        created: expect.stringMatching(/Z$/),
        attempts: 0,
        next_try: expect.stringMatching(/Z$/),
        failed: null,
        fault: null,
      },
    ],
  })
  app.setNow(Temporal.Now.instant().add({ hours: 200 }))
  await app.app.sendMails()
  const { body, text } = await app.ask({ as: 'administrator', path: 'mails' })
  expect([body.waiting, body.mails[0].state, body.mails[0].fault]).toEqual([
    0,
    'given_up',
    expect.stringMatching(/\w/),
  ])
  expect(text).not.toContain('ines@example.org')
  for (const as of ['editor', 'subscriber'] as const)
    expect((await app.ask({ as, path: 'mails' })).status).toBe(403)
  expect((await app.ask({ path: 'mails' })).status).toBe(401)
})

test('it is known when the last mail was handed over, and nothing else of it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kalends-mails-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const app = await open({ MAIL_FOLDER: folder, MAIL_FROM: 'calendar@example.org' })
  app.setNow(Temporal.Instant.from('2031-03-11T18:00:00Z'))
  const json = { username: 'ole', email: 'ole@example.org' }
  await app.ask({ as: 'administrator', method: 'POST', path: '/wp/v2/users', absolute: true, json })
  expect(await app.app.sendMails()).toBeGreaterThan(0)
  const { body, text } = await app.ask({ as: 'administrator', path: 'mails' })
  expect(body.last_sent).toBe('2031-03-11T18:00:00Z')
  expect(text).not.toContain('ole@example.org')
})

test('a test of mail says what was wrong, or where it went', async () => {
  const test = (app: TestApp, json: object = {}) =>
    app.ask({ as: 'administrator', method: 'POST', path: 'mails/test', json })
  const none = await test(await open())
  expect([none.status, none.body.code]).toEqual([409, 'rest_mail_not_set'])
  const away = await test(await open(sending))
  expect([away.status, away.body.code]).toEqual([502, 'rest_mail_failed'])
  expect(away.body.message).toContain('localhost:1')
  const folder = mkdtempSync(join(tmpdir(), 'kalends-mails-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const app = await open({ MAIL_FOLDER: folder })
  const own = await test(app)
  expect([own.status, own.body.to]).toEqual([200, 'administrator@example.org'])
  expect((await test(app, { to: 'you@example.org' })).body.to).toBe('you@example.org')
  expect(readdirSync(folder)).toHaveLength(2)
  expect((await test(app, { to: 'no address' })).status).toBe(400)
  expect((await app.ask({ as: 'editor', method: 'POST', path: 'mails/test', json: {} })).status).toBe(403)
})
