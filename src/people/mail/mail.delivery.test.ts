import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/support/app.ts'
import { refusal, startMailServer } from '../../../test/support/mailServer.ts'
import { readConfig } from '../../config/config.ts'
import { DeliveryFault } from '../delivery/delivery.fault.ts'
import { mostAttempts, waitAfter } from '../delivery/delivery.retries.ts'
import type { Delivery } from '../delivery/delivery.worker.ts'
import { claim } from '../delivery/delivery.write.ts'
import { createMailDelivery } from './mail.delivery.ts'
import { type Transport, transportOf } from './mail.transport.ts'
import { type Mail, queueMail } from './mail.write.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const start = 2_000_000_000
let now = start
let told: string[] = []
let counted: string[] = []
beforeEach(async () => {
  ;[now, told, counted] = [start, [], []]
  await app.db.write((tx) => tx.deleteFrom('mail_outbox').execute())
})

const parts = (transport: Transport | undefined) => ({
  db: app.db,
  now: () => Temporal.Instant.fromEpochMilliseconds(now * 1000),
  log: (sentence: string) => told.push(sentence),
  count: (outcome: string) => counted.push(outcome),
  transport,
})
const nodeOf = (transport: Transport | undefined) => createMailDelivery(parts(transport))
const rows = () => app.db.read.selectFrom('mail_outbox').selectAll().orderBy('id').execute()

async function queue(count = 1, more: Partial<Mail> = {}): Promise<void> {
  const mail = { kind: 'reset', subject: 'Hello', text: 'Secret link', html: '<p>Secret link' } as const
  await app.db.write(async (tx) => {
    for (let at = 0; at < count; at += 1)
      await queueMail(tx, { ...mail, to: `r${at}@example.org`, ...more }, now)
  })
}

function transportTo(port: number): Transport {
  const transport = transportOf(
    readConfig({
      SMTP_URL: `smtp://localhost:${port}`,
      MAIL_FROM: 'calendar@example.org',
      SITE_URL: 'https://calendar.example.org',
    }),
  )
  if (!transport) throw new Error('no transport')
  return transport
}

/** What fails every time. */
const failing =
  (about: ConstructorParameters<typeof DeliveryFault>[1] = {}): Transport =>
  async () => {
    throw new DeliveryFault('The server is away.', about)
  }

test('mails go to a real server, each once, however many processes send at the same time; nothing is left of them', async () => {
  const server = await startMailServer()
  await queue(12)
  const nodes = [1, 2, 3].map(() => nodeOf(transportTo(server.port)))
  const sent = await Promise.all(nodes.map((node) => node.sendDue()))
  // Who is beaten to a mail goes on with the next one: together they send all.
  expect(sent.reduce((sum, each) => sum + each)).toBe(12)
  const recipients = server.taken.flatMap(({ envelope }) => envelope.to)
  expect(recipients.toSorted()).toEqual(
    Array.from({ length: 12 }, (_, at) => `r${at}@example.org`).toSorted(),
  )
  expect(new Set(server.taken.map(({ messageId }) => messageId)).size).toBe(12)
  expect(await rows()).toEqual([])
  expect(counted).toEqual(Array.from({ length: 12 }, () => 'sent'))
  expect(await nodes[0]?.sendDue()).toBe(0)
})

test('a mail that fails is tried as often and as late as webhooks are, then given up, and nothing personal is left', async () => {
  await queue()
  const node = nodeOf(failing())
  const tries: number[] = []
  for (let most = 0; most < 20; most += 1) {
    const [row] = await rows()
    if (row?.failed_at !== null) break
    now = row.next_try_at
    // Not a second earlier.
    now -= 1
    if (most > 0) expect(await countAttempts(node)).toBe(0)
    now += 1
    tries.push(now - start)
    expect(await node.sendDue()).toBe(0)
  }
  const waits = tries.map((at, index) => at - (tries[index - 1] ?? 0))
  const expected = [0, 5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400]
  expect(waits).toHaveLength(expected.length)
  for (const [index, wait_s] of waits.entries()) {
    expect(wait_s).toBeGreaterThanOrEqual(expected[index] ?? 0)
    expect(wait_s).toBeLessThanOrEqual(Math.ceil((expected[index] ?? 0) * 1.2))
  }
  expect(counted.slice(-2)).toEqual(['failed', 'given_up'])
  expect(told.at(-1)).toMatch(/^Mail \d+ \(reset\) was given up after 10 attempts\. The server is away\.$/)
  expect(told.join()).not.toMatch(/example\.org|Secret/)
  const [row] = await rows()
  expect(row).toMatchObject({
    fault: 'The server is away.',
    recipient: '',
    subject: '',
    body_text: '',
    body_html: '',
  })
  // After a month it is forgotten that there was one.
  now += 31 * 86_400
  await nodeOf(undefined).sendDue()
  expect(await rows()).toEqual([])
})

async function countAttempts(node: Delivery): Promise<number> {
  const before = (await rows())[0]?.attempts ?? 0
  await node.sendDue()
  return ((await rows())[0]?.attempts ?? 0) - before
}

test('what a server refuses for good is not tried again, and what it refuses for now is', async () => {
  const server = await startMailServer({
    atRecipient: (address) => {
      if (address.startsWith('r0')) throw refusal(550, `<${address}> unknown`)
      if (address.startsWith('r1')) throw refusal(451, 'later')
    },
  })
  await queue(3)
  expect(await nodeOf(transportTo(server.port)).sendDue()).toBe(1)
  expect((await rows()).map(({ recipient, failed_at }) => [recipient, failed_at])).toEqual([
    ['', now],
    ['r1@example.org', null],
  ])
  expect(counted.toSorted()).toEqual(['failed', 'given_up', 'sent'])
})

test('a server that is away is left alone for a while, instead of failing one mail after the other', async () => {
  await queue(5)
  let attempts = 0
  const node = nodeOf(async () => {
    attempts += 1
    throw new DeliveryFault('The server is away.', { isOfAll: true })
  })
  await node.sendDue()
  expect(attempts).toBe(1)
  await node.sendDue()
  expect(attempts).toBe(1)
  now += 5
  await node.sendDue()
  expect(attempts).toBe(2)
  // Twice as long each time.
  now += 9
  await node.sendDue()
  expect(attempts).toBe(2)
  now += 1
  await node.sendDue()
  expect(attempts).toBe(3)
})

test('a mail that was being sent when its process was killed is sent after a while, under the same Message-ID', async () => {
  await queue()
  const [seen] = await rows()
  if (!seen) throw new Error('no mail')
  await claim(app.db, 'mail_outbox', seen, { now, lease_s: 120 })
  const server = await startMailServer()
  const node = nodeOf(transportTo(server.port))
  now += 119
  expect(await node.sendDue()).toBe(0)
  now += 1
  expect(await node.sendDue()).toBe(1)
  expect(server.taken[0]?.messageId).toBe(`<${seen.message_key}@example.org>`)
  expect(await rows()).toEqual([])
})

test('a process whose time was over changes nothing of what another one has sent or tries since', async () => {
  await queue()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const slow = nodeOf(async () => {
    await released
    throw new DeliveryFault('Too late.', { isFinal: false })
  })
  const passing = slow.sendDue()
  await expect.poll(async () => (await rows())[0]?.attempts).toBe(1)
  now += 3600
  await nodeOf(failing()).sendDue()
  const [tried] = await rows()
  release()
  await passing
  expect(await rows()).toEqual([tried])
  expect(tried).toMatchObject({ attempts: 2, fault: 'The server is away.' })
})

test('a mail that a clock of another year put off is sent once the clock is right, however often it was tried', async () => {
  const right = now
  for (const attempts of [1, 2, 5, 9]) {
    now = right + 365 * 86_400
    await queue()
    const node = nodeOf(failing({ isOfAll: true }))
    await app.db.write((tx) =>
      tx
        .updateTable('mail_outbox')
        .set({ attempts: attempts - 1 })
        .execute(),
    )
    await node.sendDue()
    expect((await rows())[0]?.next_try_at).toBeGreaterThan(now)
    now = right + 60
    const sent: string[] = []
    expect(await nodeOf(async ({ to }) => `${sent.push(to)}`).sendDue()).toBe(1)
  }
  // The process that had the wrong clock does not wait for that date either.
  now = right + 365 * 86_400
  await queue()
  const broken = { is: true }
  const node = nodeOf(async () => {
    if (broken.is) throw new DeliveryFault('The server is away.', { isOfAll: true })
    return ''
  })
  await node.sendDue()
  broken.is = false
  now = right + 60
  expect(await node.sendDue()).toBe(1)
})

test('what is being sent, and what waits by the table, is left alone by a clock that is right', async () => {
  await queue()
  const node = nodeOf(failing())
  for (let tries = 1; tries < 10; tries += 1) {
    now = (await rows())[0]?.next_try_at ?? 0
    await node.sendDue()
    expect(await countAttempts(node), `after ${tries}`).toBe(0)
  }
})

test('a mail whose link has ended is not sent', async () => {
  await queue(1, { until: now + 60 })
  now += 60
  const sent: string[] = []
  const node = nodeOf(async ({ to }) => `${sent.push(to)}`)
  expect(await node.sendDue()).toBe(0)
  expect(sent).toEqual([])
  expect(await rows()).toMatchObject([{ recipient: '', failed_at: now, fault: 'The link in it has ended.' }])
})

test('where no server is set any more, nothing is sent, and what waits is forgotten after some days', async () => {
  await queue()
  expect(await nodeOf(undefined).sendDue()).toBe(0)
  expect(await rows()).toMatchObject([{ attempts: 0, recipient: 'r0@example.org' }])
  now += 4 * 86_400
  await nodeOf(undefined).sendDue()
  expect(await rows()).toMatchObject([{ failed_at: now, recipient: '', body_text: '' }])
})

test('stopping waits for the mail that is being sent, and begins none after it', async () => {
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const server = await startMailServer({
    atMessage: async () => {
      reach()
      await released
    },
  })
  await queue(2)
  const node = nodeOf(transportTo(server.port))
  const passing = node.sendDue()
  await reached
  const closing = node.close()
  release()
  await closing
  expect(await passing).toBe(1)
  expect(await rows()).toMatchObject([{ recipient: 'r1@example.org', attempts: 0 }])
})

test('the waits are those of webhooks, never shorter, and as long as the other side asks for up to a day', () => {
  expect(mostAttempts).toBe(10)
  expect(waitAfter(1, 0)).toBe(5)
  expect(waitAfter(2, 0.5)).toBe(330)
  expect(waitAfter(1, 0, 600)).toBe(600)
  expect(waitAfter(1, 0, 10 ** 9)).toBe(86_400)
  expect(waitAfter(10, 0)).toBeUndefined()
})
