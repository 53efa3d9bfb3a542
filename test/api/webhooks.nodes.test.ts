import { expect, onTestFinished, test, vi } from 'vitest'
import { fakeSite, wireEvent } from '../imports/fakeSite.ts'
import { createTestApp } from '../support/app.ts'
import { twoNodes } from '../support/nodes.ts'
import { type Received, startReceiver } from '../support/receiver.ts'

const as = 'administrator' as const
const times = { start_date: '2031-03-11 18:00', end_date: '2031-03-11 20:00' }

/** How often each message came. */
const timesOf = (got: readonly Received[]) => {
  const byId = Map.groupBy(got, ({ headers }) => headers['webhook-id'])
  return [...byId.values()].map(({ length }) => length)
}

test('two nodes on one database, each with connections of its own, send no attempt of a message twice', async () => {
  const nodes = await twoNodes({ WEBHOOK_HOSTS: '127.0.0.1' })
  const [one, other] = nodes
  let now = Temporal.Now.instant()
  const receiver = await startReceiver()
  const failing = await startReceiver()
  failing.answer = (response) => response.writeHead(500).end()
  await one.create('webhooks', { url: receiver.url, types: ['event.created'] })
  const { id: hook } = await other.create('webhooks', { url: failing.url, types: ['event.created'] })
  const sendAtOnce = async () => {
    const sent = await Promise.all(nodes.map(({ app }) => app.webhooks.sendDue()))
    return sent.reduce((sum, each) => sum + each, 0)
  }
  const events = 15
  for (let count = 0; count < events; count += 1)
    await nodes[count % 2]?.create('events', { title: `Event ${count}`, ...times })
  expect(await sendAtOnce()).toBe(events)
  expect(timesOf(receiver.got)).toEqual(Array.from({ length: events }, () => 1))
  for (let attempt = 2; attempt <= 4; attempt += 1) {
    now = now.add({ hours: 3 })
    for (const node of nodes) node.setNow(now)
    expect(await sendAtOnce()).toBe(0)
    expect(timesOf(failing.got)).toEqual(Array.from({ length: events }, () => attempt))
  }
  expect(receiver.got).toHaveLength(events)
  // Both can tell what either was answered.
  for (const node of nodes) {
    const { deliveries } = await node.read(`webhooks/${hook}/deliveries`, { per_page: 50 }, as)
    expect(deliveries.map(({ attempts }: { attempts: object[] }) => attempts.length)).toEqual(
      Array.from({ length: events }, () => 4),
    )
  }
})

test('the end of an import is told once, whether it was done or failed, and that of a trial is not', async () => {
  const site = await fakeSite({ events: [wireEvent(1000)] })
  const app = await createTestApp({
    IMAGE_HOSTS: new URL(site.origin).host,
    WEBHOOK_HOSTS: '127.0.0.1',
    SITE_URL: 'https://calendar.example.org',
  })
  onTestFinished(() => app.close())
  const receiver = await startReceiver()
  await app.create('webhooks', { url: receiver.url, types: ['import.finished'] })
  const run = async (json: object, status: string) => {
    const { id } = await app.create('imports', json)
    await vi.waitFor(async () => expect((await app.read(`imports/${id}`, {}, as)).status).toBe(status), {
      timeout: 60_000,
      interval: 50,
    })
    return id
  }
  await run({ url: site.root, dry_run: true }, 'done')
  expect(await app.app.webhooks.sendDue()).toBe(0)
  const done = await run({ url: site.root }, 'done')
  const failed = await run({ url: `${site.origin}/nothing.ics` }, 'failed')
  expect(await app.app.webhooks.sendDue()).toBe(2)
  expect(await app.app.webhooks.sendDue()).toBe(0)
  expect(receiver.got.map(({ body }) => [body.type, body.data.kind, body.data.id])).toEqual([
    ['import.finished', 'import', done],
    ['import.finished', 'import', failed],
  ])
  expect(receiver.got[0]?.body.data).toEqual({
    id: done,
    kind: 'import',
    url: null,
    rest_url: `https://calendar.example.org/vendor/events/v1/imports/${done}`,
    revision: expect.any(Number),
    changed: [],
  })
})
