import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/support/app.ts'
import { queueMail } from './mail.write.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const mail = {
  kind: 'reset',
  to: 'mina@example.org',
  subject: 'Hello',
  text: 'Text',
  html: '<p>Text',
} as const
const waiting = () => app.db.read.selectFrom('mail_outbox').selectAll().orderBy('id').execute()

test('a mail is there with its cause, and not without it', async () => {
  const failing = app.db.write(async (tx) => {
    await queueMail(tx, mail, 1000)
    throw new Error('changed my mind')
  })
  await expect(failing).rejects.toThrow('changed my mind')
  expect(await waiting()).toEqual([])
  await app.db.write(async (tx) => {
    await queueMail(tx, { ...mail, until: 4600 }, 1000)
    await queueMail(tx, mail, 1000)
  })
  const [one, two] = await waiting()
  expect(one).toMatchObject({
    kind: 'reset',
    recipient: 'mina@example.org',
    subject: 'Hello',
    body_text: 'Text',
    body_html: '<p>Text',
    expires_at: 4600,
    attempts: 0,
    next_try_at: 1000,
    failed_at: null,
  })
  expect(two?.expires_at).toBeNull()
  expect(one?.message_key).toMatch(/^\w{22}$/)
  expect(two?.message_key).not.toBe(one?.message_key)
})

test('nobody but one address gets a mail, and a subject is one line', async () => {
  for (const to of [
    '',
    'mina',
    'a@example.org, b@example.org',
    'a@example.org\r\nBcc: b@example.org',
    'A <a@example.org>',
  ])
    await expect(app.db.write((tx) => queueMail(tx, { ...mail, to }, 1000))).rejects.toThrow(
      'one e-mail address',
    )
  await app.db.write((tx) => queueMail(tx, { ...mail, subject: 'One\r\nBcc: b@example.org\u2028two' }, 1000))
  expect((await waiting()).at(-1)?.subject).toBe('One Bcc: b@example.org two')
})
