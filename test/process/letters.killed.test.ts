import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../src/storage/db/open.ts'
import type { Database } from '../../src/storage/db/dialect.ts'
import { startMailServer } from '../support/mailServer.ts'
import { startService } from '../support/service.ts'
import { fillLetters, mailsOfEach } from './letters.filled.ts'

/** How many people get letters, of how many digests that are due at once. */
const [people, digests] = [150, 10]

/** After so many issues that were made, and mails that were taken since, one of the two nodes is killed: twenty times in all. */
const kills = { making: [1, 3, 5, 7, 9, 11], sending: 14, everyMails: 25 }

const isOver = async (db: Database) => {
  const { read } = db
  const [issues, waiting] = await Promise.all([
    read.selectFrom('letter_issues').select('id').execute(),
    read.selectFrom('letter_sends').select('next_try_at').execute(),
  ])
  return { issues: issues.length, waiting: waiting.map(({ next_try_at }) => next_try_at) }
}

test('two nodes that are killed twenty times while they make and send: each issue once, and each person each of them once, by its Message-ID', async () => {
  const mails = await startMailServer()
  const environment = {
    SMTP_URL: `smtp://localhost:${mails.port}`,
    MAIL_FROM: 'calendar@example.org',
    SITE_URL: 'http://localhost',
    LETTERS: 'on',
    LETTERS_PER_MINUTE: '100000',
    LETTERS_SETTLE: '0',
  }
  const first = await startService({ environment, keepsData: true })
  const db = await openDatabase(first.database.url)
  const start = () => startService({ environment, at: first, keepsData: true })
  const nodes = [Promise.resolve(first), start()]
  onTestFinished(async () => {
    for (const node of nodes) await (await node).end('SIGKILL')
    await db.close()
    await first.database.remove()
    await rm(first.folder, { recursive: true, force: true })
  })
  await Promise.all(nodes)
  const expected = await fillLetters(db, first, { people, digests })
  let killed = 0
  const kill = async () => {
    const at = killed % 2
    killed += 1
    const node = nodes[at]
    // The other one goes on while it starts again.
    nodes[at] = (async () => {
      await (await node)?.end('SIGKILL')
      return start()
    })()
    await node
  }
  for (const made of kills.making) {
    while ((await isOver(db)).issues < made) await sleep(2)
    await kill()
  }
  for (let left = kills.sending; left > 0; left -= 1) {
    const from = mails.taken.length
    while (mails.taken.length < from + kills.everyMails) await sleep(1)
    await sleep(Math.random() * 10)
    await kill()
  }
  for (;;) {
    const { waiting, issues } = await isOver(db)
    if (waiting.length === 0 && issues === expected.issues) break
    // What only those who were killed had begun waits until the time is over in which nobody else tries it.
    const now = Math.floor(Date.now() / 1000)
    if (waiting.length > 0 && waiting.every((at) => at > now + 5)) {
      await sleep(1000)
      await db.write(
        (tx) =>
          tx.updateTable('letter_sends').set({ next_try_at: 0 }).where('next_try_at', '>', now).execute(),
        'aside',
      )
    }
    await sleep(50)
  }
  // A mail that was taken as its sender was killed may come again, as the same one: at most one a kill.
  const once = new Map(mails.taken.map((mail) => [mail.messageId, mail]))
  expect(mails.taken.length - once.size).toBeLessThanOrEqual(killed)
  expect(killed).toBe(20)
  expect(mailsOfEach([...once.values()])).toEqual(expected.mails)
  expect(await db.read.selectFrom('letter_bodies').select('issue_id').execute()).toEqual([])
  const issues = await db.read.selectFrom('letter_issues').selectAll().execute()
  expect(issues).toHaveLength(expected.issues)
  // Who was killed between the server's word and its own note has sent it all the same.
  for (const { recipients, sent, late, refused } of issues)
    expect([sent, late, refused]).toEqual([recipients, 0, 0])
})
