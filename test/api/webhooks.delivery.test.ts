import { type AddressInfo, createServer } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { contextOf } from '../../src/process/app.context.ts'
import { webhookRoutesOf } from '../../src/process/app.webhooks.ts'
import { readConfig } from '../../src/config/config.ts'
import { createWebhookDelivery } from '../../src/records/webhooks/webhooks.delivery.ts'
import { tendMessages } from '../../src/records/webhooks/webhooks.outcome.write.ts'
import { writeMessages } from '../../src/records/webhooks/webhooks.outbox.write.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { startReceiver } from '../support/receiver.ts'

const as = 'administrator' as const
let app: TestApp
let now: Temporal.Instant
beforeAll(async () => {
  app = await createTestApp({ WEBHOOK_HOSTS: '127.0.0.1' })
})
afterAll(() => app.close())

let days = 0
beforeEach(async () => {
  // What others have written is on other days.
  days += 100
  at(Temporal.Instant.from('2030-01-01T12:00:00Z').add({ hours: 24 * days }))
  for (const { id } of (await app.read('webhooks', {}, as)).webhooks)
    await app.ask({ as, method: 'DELETE', path: `webhooks/${id}` })
})

function at(moment: Temporal.Instant): void {
  now = moment
  app.setNow(moment)
}
const later = (seconds: number) => at(now.add({ seconds }))
const event = (title = 'Jazz') =>
  app.create('events', { title, start_date: '2031-03-11 18:00', end_date: '2031-03-11 20:00' })
const hookAt = (url: string, more: object = {}) =>
  app.create('webhooks', { url, types: ['event.created', 'event.updated'], ...more })
const send = () => app.app.webhooks.sendDue()
const read = (id: number) => app.read(`webhooks/${id}`, {}, as)
const deliveries = async (id: number) => (await app.read(`webhooks/${id}/deliveries`, {}, as)).deliveries
const post = (path: string) => app.ask({ as, method: 'POST', path })

/** Seconds until the only message that waits is tried again. */
async function waitOf(id: number): Promise<number> {
  const [{ next_try_utc }] = await deliveries(id)
  const next = Temporal.Instant.from(`${next_try_utc.replace(' ', 'T')}Z`)
  return next.since(now).total('seconds')
}

test('what is not taken is tried ten times, later each time, then given up, and the webhook is marked as failing until one is taken', async () => {
  const receiver = await startReceiver()
  receiver.answer = (response) => response.writeHead(500).end('<b>Oops</b>')
  const { id } = await hookAt(receiver.url)
  await event()
  const waits: number[] = []
  for (let tries = 1; tries <= 10; tries += 1) {
    expect(await send()).toBe(0)
    expect(receiver.got).toHaveLength(tries)
    if (tries === 10) break
    const wait = await waitOf(id)
    waits.push(wait)
    later(wait - 1)
    await send()
    expect(receiver.got).toHaveLength(tries)
    later(1)
  }
  const least = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400]
  for (const [index, wait] of waits.entries()) {
    expect(wait).toBeGreaterThanOrEqual(least[index] ?? 0)
    expect(wait).toBeLessThanOrEqual(Math.ceil((least[index] ?? 0) * 1.2))
  }
  expect(new Set(receiver.got.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  expect(new Set(receiver.got.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(10)
  const [given] = await deliveries(id)
  expect(given).toMatchObject({ state: 'failed', status: 500, next_try_utc: null })
  expect(given.attempts).toHaveLength(10)
  expect(given.attempts[9]).toMatchObject({ status: 500, answer: '<b>Oops</b>' })
  expect(await read(id)).toMatchObject({
    state: 'failing',
    enabled: true,
    message: expect.stringMatching(/500/),
  })
  receiver.answer = (response) => response.writeHead(200).end()
  await event('Another')
  expect(await send()).toBe(1)
  expect(await read(id)).toMatchObject({ state: 'good', message: null, failing_since_utc: null })
  // What was given up is sent again when somebody asks for it.
  expect((await post(`webhooks/deliveries/${given.id}/replay`)).body).toMatchObject({ state: 'waiting' })
  expect(await send()).toBe(1)
  expect(receiver.got.at(-1)?.headers['webhook-id']).toBe(given.message_id)
})

test('410 disables a webhook, what waits is given up, and it is told nothing until it is enabled and asked for', async () => {
  const receiver = await startReceiver()
  receiver.answer = (response) => response.writeHead(410).end()
  const { id } = await hookAt(receiver.url)
  const day = now.toString().slice(0, 10)
  await event()
  await event('Two')
  await send()
  expect(receiver.got).toHaveLength(1)
  expect(await read(id)).toMatchObject({ state: 'disabled', enabled: false, waiting: 0 })
  await event('Three')
  later(90_000)
  await send()
  expect(receiver.got).toHaveLength(1)
  const [failed] = await deliveries(id)
  for (const path of [`webhooks/deliveries/${failed.id}/replay`, `webhooks/${id}/replay?since=${day}`])
    expect(await post(path)).toMatchObject({ status: 409, body: { code: 'rest_webhook_disabled' } })
  receiver.answer = (response) => response.writeHead(204).end()
  await app.ask({ as, method: 'PATCH', path: `webhooks/${id}`, json: { enabled: true } })
  expect(await send()).toBe(0)
  const replay = await post(`webhooks/${id}/replay?since=${day}&until=${day}`)
  expect(replay.body).toEqual({ replayed: 3 })
  expect(await send()).toBe(3)
  expect((await deliveries(id)).map(({ state }: { state: string }) => state)).toEqual([
    'sent',
    'sent',
    'sent',
  ])
})

test('a receiver that asks to be left alone is, for so long and with everything', async () => {
  const receiver = await startReceiver()
  receiver.answer = (response) => response.writeHead(429, { 'retry-after': '600' }).end()
  const { id } = await hookAt(receiver.url)
  await event()
  await event('Two')
  await send()
  expect(receiver.got).toHaveLength(1)
  expect(await read(id)).toMatchObject({ paused_until_utc: expect.stringMatching(/ 12:10:00$/), waiting: 2 })
  receiver.answer = (response) => response.writeHead(204).end()
  later(599)
  await send()
  expect(receiver.got).toHaveLength(1)
  later(122)
  expect(await send()).toBe(2)
})

test('a clock that was a month ahead leaves nothing waiting until then: neither what was tried, nor what a receiver asked for', async () => {
  const receiver = await startReceiver()
  receiver.answer = (response) => response.writeHead(500).end()
  const [one, other] = [await hookAt(receiver.url), await hookAt(`${receiver.url}/other`)]
  const right = now
  later(30 * 86_400)
  await event()
  await send()
  receiver.answer = (response) => response.writeHead(429, { 'retry-after': '600' }).end()
  later(400)
  await send()
  at(right.add({ seconds: 20 }))
  receiver.answer = (response) => response.writeHead(204).end()
  await send()
  for (const { id } of [one, other])
    expect((await deliveries(id)).map(({ state }: { state: string }) => state)).toEqual(['sent'])
  // What waits as long as the table lets it, still does.
  receiver.answer = (response) => response.writeHead(500).end()
  await event('Two')
  await send()
  const before = receiver.got.length
  receiver.answer = (response) => response.writeHead(204).end()
  later(4)
  await send()
  expect(receiver.got).toHaveLength(before)
})

test('redirects are not followed, and nothing is sent to a private address that became one', async () => {
  const receiver = await startReceiver()
  receiver.answer = (response) => response.writeHead(302, { location: `${receiver.url}/other` }).end()
  const { id } = await hookAt(receiver.url)
  expect((await post(`webhooks/${id}/test`)).body).toMatchObject({
    state: 'failed',
    status: 302,
    fault: expect.stringMatching(/redirects are not followed/),
  })
  expect(receiver.got).toHaveLength(1)
  const strict = await createTestApp()
  onTestFinished(() => strict.close())
  const { id: other } = await strict.create('webhooks', { url: 'https://example.org/hook' })
  await strict.db.write((tx) => tx.updateTable('webhooks').set({ url: receiver.url }).execute())
  const tested = await strict.ask({ as, method: 'POST', path: `webhooks/${other}/test` })
  expect(tested.body).toMatchObject({
    state: 'failed',
    status: null,
    fault: expect.stringMatching(/loopback/),
  })
  expect(receiver.got).toHaveLength(1)
})

test('an answer without an end is read no further than its beginning, and its status counts', async () => {
  const receiver = await startReceiver()
  receiver.answer = (response) => {
    response.writeHead(200)
    const more = () => {
      while (response.write('x'.repeat(10_000)));
    }
    response.on('drain', more)
    more()
  }
  const { id } = await hookAt(receiver.url)
  const { body } = await post(`webhooks/${id}/test`)
  expect(body).toMatchObject({ state: 'sent', status: 200, type: 'webhook.test' })
  expect(body.attempts[0].answer).toBe('x'.repeat(500))
  expect(receiver.got[0]?.body.data).toMatchObject({ kind: 'webhook', id })
})

test('a receiver that closes without an answer, or is not there, is told as what it is', async () => {
  const rude = createServer((socket) => socket.destroy())
  await new Promise<void>((resolve) => rude.listen(0, '127.0.0.1', resolve))
  const { port } = rude.address() as AddressInfo
  const { id } = await hookAt(`http://127.0.0.1:${port}/`)
  expect((await post(`webhooks/${id}/test`)).body).toMatchObject({
    state: 'failed',
    status: null,
    fault: expect.stringMatching(/^The host/),
  })
  await new Promise((resolve) => rude.close(resolve))
  expect((await post(`webhooks/${id}/test`)).body.fault).toMatch(/refuses the connection/)
})

/** What writing messages takes, in another process with the same database. */
async function outbox() {
  const config = readConfig({ WEBHOOK_HOSTS: '127.0.0.1' })
  return webhookRoutesOf(
    { config, log: () => {} },
    await contextOf({ config, db: app.db, now: () => now, findPlace: undefined }),
  )
}

/** Another process that delivers from the same database: what it sends where is answered by the test. */
async function node(answered: (url: string, id: string) => Promise<number>) {
  return createWebhookDelivery({
    ...(await outbox()),
    now: () => now,
    follow: async () => {},
    count: () => {},
    send: async ({ url, headers, at: moment }) => {
      const status = await answered(url, headers['webhook-id'] ?? '')
      return { attempt: { at: moment, status, answer: '', fault: null, took_ms: 1 }, fault: undefined }
    },
  })
}

test('however many processes deliver at the same time, each message is written once and each attempt sent once', async () => {
  await hookAt('http://127.0.0.1:8080/')
  for (let count = 0; count < 12; count += 1) await event(`Event ${count}`)
  const sent: string[] = []
  const nodes = await Promise.all([1, 2, 3].map(() => node(async (_, id) => (sent.push(id), 204))))
  const taken = await Promise.all(nodes.map((one) => one.sendDue()))
  expect(taken.reduce((sum, each) => sum + each, 0)).toBe(12)
  expect(sent).toHaveLength(12)
  expect(new Set(sent).size).toBe(12)
})

test('a webhook that hangs delays no other, and what a killed process had begun another one sends after a while', async () => {
  const hanging = await hookAt('http://127.0.0.1:8080/hangs')
  const quick = await hookAt('http://127.0.0.1:8080/quick')
  await event()
  const { promise: never, resolve: release } = Promise.withResolvers<number>()
  const killed = await node(async (url) => (url.endsWith('hangs') ? never : 204))
  await killed.beginDue()
  await expect.poll(async () => (await deliveries(quick.id))[0].state).toBe('sent')
  expect((await deliveries(hanging.id))[0]).toMatchObject({ state: 'waiting', attempts: [] })
  const sent: string[] = []
  const other = await node(async (_, id) => (sent.push(id), 204))
  later(79)
  expect(await other.sendDue()).toBe(0)
  later(1)
  expect(await other.sendDue()).toBe(1)
  expect(sent).toEqual([(await deliveries(hanging.id))[0].message_id])
  release(204)
  await killed.close()
  expect((await deliveries(hanging.id))[0]).toMatchObject({ state: 'sent', attempts: [{ status: 204 }] })
})

test('what was written and not yet told is neither lost nor told twice by a crash between the two', async () => {
  const { id } = await hookAt('http://127.0.0.1:8080/')
  await event()
  const routes = await outbox()
  // Two processes that read the same part of the log before either has written.
  const written = await Promise.all([writeMessages(routes, now), writeMessages(routes, now)])
  expect(Math.min(...written) + Math.max(...written)).toBe(1)
  expect(await writeMessages(routes, now)).toBe(0)
  expect(await deliveries(id)).toHaveLength(1)
})

test('messages are kept for a bounded time, and one that waits for days is given up', async () => {
  const receiver = await startReceiver()
  const { id } = await hookAt(receiver.url)
  await event()
  await send()
  receiver.answer = (response) => response.writeHead(500).end()
  await event('Two')
  await send()
  later(6 * 86_400)
  await tendMessages(app.db, Math.floor(now.epochMilliseconds / 1000))
  expect((await deliveries(id)).map(({ state }: { state: string }) => state)).toEqual(['failed', 'sent'])
  expect(await read(id)).toMatchObject({ state: 'failing' })
  later(25 * 86_400)
  await tendMessages(app.db, Math.floor(now.epochMilliseconds / 1000))
  expect(await deliveries(id)).toEqual([])
})
