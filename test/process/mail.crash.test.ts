import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../src/storage/db/open.ts'
import { queueMail } from '../../src/people/mail/mail.write.ts'
import { startMailServer } from '../support/mailServer.ts'
import { startService } from '../support/service.ts'

test('a mail that a killed process was sending is sent by the next one, under the same Message-ID, and those behind it too', async () => {
  const reached = Promise.withResolvers<void>()
  let isHanging = true
  const server = await startMailServer({
    atMessage: async () => {
      if (!isHanging) return
      reached.resolve()
      await new Promise<void>(() => {})
    },
  })
  const environment = {
    SMTP_URL: `smtp://localhost:${server.port}`,
    MAIL_FROM: 'calendar@example.org',
    SITE_URL: 'http://localhost',
  }
  await using first = await startService({ environment, keepsData: true })
  const db = await openDatabase(first.database.url)
  onTestFinished(() => db.close())
  // One from long ago would be given up.
  const now = Math.floor(Temporal.Now.instant().epochMilliseconds / 1000)
  await db.write(async (tx) => {
    for (const to of ['one@example.org', 'two@example.org'])
      await queueMail(tx, { kind: 'reset', to, subject: to, text: to, html: to }, now)
  })
  await reached.promise
  await first.end('SIGKILL')
  isHanging = false
  const waiting = await db.read.selectFrom('mail_outbox').selectAll().orderBy('id').execute()
  expect(waiting.map(({ recipient, attempts }) => [recipient, attempts])).toEqual([
    ['one@example.org', 1],
    ['two@example.org', 0],
  ])
  // The time in which nobody else tries it is over.
  await db.write((tx) => tx.updateTable('mail_outbox').set({ next_try_at: 0 }).execute(), 'aside')
  await using second = await startService({ environment, at: first })
  expect(second.pid).not.toBe(first.pid)
  while ((await db.read.selectFrom('mail_outbox').select('id').execute()).length > 0) await sleep(20)
  expect(new Set(server.taken.map(({ messageId }) => messageId))).toEqual(
    new Set(waiting.map(({ message_key }) => `<${message_key}@example.org>`)),
  )
  expect(server.taken).toHaveLength(waiting.length)
})
