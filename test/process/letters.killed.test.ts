import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import type { Database } from '../../src/storage/db/dialect.ts'
import { openDatabase } from '../../src/storage/db/open.ts'
import { startMailServer } from '../support/mailServer.ts'
import { type Service, startService } from '../support/service.ts'

/** How many subscribers there are, of how many digests that are due at once. */
const [people, filters] = [360, 12]

/** How often, and how long after the last time it is killed, in milliseconds. */
const kills = { count: 5, shortest_ms: 150, longest_ms: 900 }

/** Has so many addresses get digests that were due a minute ago. */
async function fillSubscribers(db: Database): Promise<void> {
  const at = Math.floor(Date.now() / 1000) - 60
  const clock = Temporal.Instant.fromEpochMilliseconds(at * 1000).toZonedDateTimeISO('UTC')
  const rhythm = {
    frequency: 'daily',
    weekday: null,
    day: null,
    at: clock.toPlainTime().toString({ smallestUnit: 'minute' }),
    covers: 'period',
  } as const
  await db.write(async (tx) => {
    const digests: number[] = []
    for (let filter = 0; filter < filters; filter += 1) {
      const { id } = await tx
        .insertInto('digests')
        .values({
          ...rhythm,
          key: `k${filter}`,
          filter: filter === 0 ? '' : 'q=masks',
          next_due_at: at,
          fault: null,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      digests.push(id)
    }
    for (let index = 0; index < people; index += 1) {
      const email = `r${index}@example.org`
      const { id } = await tx
        .insertInto('subscribers')
        .values({
          email,
          email_folded: email,
          locale: index % 2 === 0 ? 'en' : 'de',
          confirmed_at: at,
          paused_until: null,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await tx
        .insertInto('subscriptions')
        .values({
          subscriber_id: id,
          kind: 'digest',
          target_id: digests[index % filters] ?? 0,
          remind: null,
          created_at: at,
        })
        .execute()
    }
  })
}

test('each address gets its digest once, by its Message-ID, however often the process is killed while it makes and sends', async () => {
  const mails = await startMailServer()
  const environment = {
    SMTP_URL: `smtp://localhost:${mails.port}`,
    MAIL_FROM: 'calendar@example.org',
    SITE_URL: 'http://localhost',
    LETTERS: 'on',
    LETTERS_PER_MINUTE: '100000',
  }
  const first = await startService({ environment })
  onTestFinished(() => first[Symbol.asyncDispose]())
  let running: Service = first
  onTestFinished(async () => {
    await running.end()
  })
  const db = await openDatabase(first.database.url)
  onTestFinished(() => db.close())
  const wall = (hours: number) =>
    Temporal.Now.zonedDateTimeISO('UTC').add({ hours }).toPlainDateTime().toString().slice(0, 19)
  // Whichever days a letter is about at this hour, it is on in them.
  const answer = await fetch(`${running.origin}/vendor/events/v1/events`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(first.credentials.administrator).toString('base64')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ title: 'Masks', timezone: 'UTC', start_date: wall(-1), end_date: wall(72) }),
  })
  expect(answer.status).toBeLessThan(300)
  await fillSubscribers(db)
  for (let kill = 0; kill < kills.count; kill += 1) {
    await sleep(kills.shortest_ms + Math.random() * (kills.longest_ms - kills.shortest_ms))
    await running.end('SIGKILL')
    running = await startService({ environment, at: first, keepsData: true })
    // What was being sent waits for nobody else.
    await db.write((tx) => tx.updateTable('letter_sends').set({ next_try_at: 0 }).execute(), 'aside')
  }
  const ids = () => new Set(mails.taken.map(({ messageId }) => messageId))
  await expect.poll(() => ids().size, { timeout: 300_000 }).toBeGreaterThanOrEqual(people)
  await sleep(3000)
  const byId = new Map(mails.taken.map((mail) => [mail.messageId, mail]))
  const told = [...byId.values()].map(({ envelope }) => envelope.to.join())
  expect(told.toSorted()).toEqual(
    Array.from({ length: people }, (_, index) => `r${index}@example.org`).toSorted(),
  )
  // A mail that was taken as its sender was killed may come again, as the same one: at most one a kill.
  expect(mails.taken.length - people).toBeLessThanOrEqual(kills.count)
  expect(await db.read.selectFrom('letter_sends').selectAll().execute()).toEqual([])
  const issues = await db.read
    .selectFrom('letter_issues')
    .select(['recipients', 'sent', 'late', 'refused'])
    .execute()
  expect(issues.length).toBe(filters)
  expect(issues.every(({ recipients, sent }) => recipients === people / filters && sent === recipients)).toBe(
    true,
  )
})
