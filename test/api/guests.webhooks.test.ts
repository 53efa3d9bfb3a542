import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'
import { startReceiver } from '../support/receiver.ts'
import { deed, list, make, noon, register } from './guests.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ REGISTRATION_HOURLY: '1000', WEBHOOK_HOSTS: '127.0.0.1' })
})
afterAll(() => app.close())

test('programs are told how many come, every five seconds at most, and never who', async () => {
  let now = noon
  const after = async (seconds: number) => {
    now = now.add({ seconds })
    app.setNow(now)
    await app.app.webhooks.sendDue()
  }
  await after(0)
  const receiver = await startReceiver()
  await app.create('webhooks', { url: receiver.url, types: ['registration.changed'] })
  const other = await startReceiver()
  await app.create('webhooks', { url: other.url, types: ['event.deleted'] })
  const music = await app.create('categories', { name: 'Music' })
  const filtered = await startReceiver()
  await app.create('webhooks', {
    url: filtered.url,
    types: ['registration.changed'],
    filter: `categories=${music.id}`,
  })
  const id = await make(app, { capacity: 2 })
  const draft = await make(app, {}, { title: 'Hidden', hide_from_listings: true })
  const { url, rest_url } = await app.read(`events/${id}`)
  await after(5)
  expect(receiver.got).toEqual([])
  for (const name of ['Ada', 'Ben', 'Cy']) await register(app, id, { name })
  await register(app, draft, { name: 'Di' })
  await after(2)
  expect(receiver.got).toEqual([])
  await after(5)
  const told = () => receiver.got.map(({ body }) => body)
  const data = {
    id,
    kind: 'event',
    url,
    rest_url,
    state: 'waiting_list',
    capacity: 2,
    taken: 2,
    waiting: 1,
    arrived: 0,
  }
  expect(told()).toEqual([{ type: 'registration.changed', timestamp: expect.any(String), data }])
  // Nothing is told twice, nor what was told before a process begins anew.
  await after(5)
  await after(5)
  expect(told()).toHaveLength(1)
  const [ada] = await list(app, id)
  await deed(app, ada.id, 'cancel')
  await after(5)
  expect(told()).toHaveLength(2)
  expect(told()[1]?.data).toEqual({ ...data, taken: 2, waiting: 0 })
  const again = await createTestApp(
    { WEBHOOK_HOSTS: '127.0.0.1' },
    { database: { url: app.address, remove: async () => {} }, credentials: app.credentials },
  )
  again.setNow(now.add({ seconds: 5 }))
  await again.app.webhooks.sendDue()
  await again.close()
  expect(told()).toHaveLength(2)
  expect([...other.got, ...filtered.got]).toEqual([])
  expect(JSON.stringify(told())).not.toMatch(/Ada|Ben|Cy/)
})

test('what has changed is told by whichever process goes on, once, after erasing and of what an event says of it too', async () => {
  const ours = await createTestApp({ REGISTRATION_HOURLY: '1000', WEBHOOK_HOSTS: '127.0.0.1' })
  ours.setNow(noon)
  const noted = () => ours.db.read.selectFrom('registration_news').select('event_id').execute()
  const id = await make(ours, { capacity: 2 })
  const put = (json: object) => ours.ask({ as: 'administrator', method: 'PUT', path: `events/${id}`, json })
  await register(ours, id, { name: 'Early' })
  // Nobody asks for it: nothing is noted.
  expect(await noted()).toEqual([])
  const receiver = await startReceiver()
  await ours.create('webhooks', { url: receiver.url, types: ['registration.changed'] })
  for (const name of ['Ada', 'Ben']) await register(ours, id, { name })
  await put({ description: 'No change of who comes.' })
  expect(await noted()).toEqual([{ event_id: id }])
  // The process that has written it never tells it; another one does, long after.
  let now = noon.add({ hours: 2 })
  const others = await Promise.all(
    [1, 2].map(async () =>
      createTestApp(
        { WEBHOOK_HOSTS: '127.0.0.1' },
        { database: { url: ours.address, remove: async () => {} }, credentials: ours.credentials },
      ),
    ),
  )
  const after = async (seconds: number) => {
    now = now.add({ seconds })
    for (const app of [ours, ...others]) app.setNow(now)
    await Promise.all(others.map(({ app }) => app.webhooks.sendDue()))
    await Promise.all(others.map(({ app }) => app.webhooks.sendDue()))
  }
  const expectLast = (told: number, [state, capacity, taken, waiting]: readonly unknown[]) => {
    expect(receiver.got).toHaveLength(told)
    expect(receiver.got.at(-1)?.body.data).toMatchObject({ state, capacity, taken, waiting })
  }
  await after(0)
  expectLast(1, ['waiting_list', 2, 2, 1])
  expect(await noted()).toEqual([])
  const [early] = await list(ours, id)
  const erased = await ours.ask({ as: 'administrator', method: 'DELETE', path: `guests/${early.id}` })
  expect(erased.status).toBe(200)
  await after(6)
  expectLast(2, ['waiting_list', 2, 2, 0])
  await put({ registration: { capacity: 5 } })
  await after(6)
  expectLast(3, ['open', 5, 2, 0])
  await put({ event_status: 'canceled' })
  await after(6)
  expectLast(4, ['closed', 5, 2, 0])
  await put({ title: 'Another word' })
  await after(6)
  expectLast(4, ['closed', 5, 2, 0])
  await Promise.all([...others, ours].map((app) => app.close()))
})
