import { createPublicKey, verify } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'
import { type Received, startReceiver } from '../support/receiver.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ WEBHOOK_HOSTS: '127.0.0.1', SITE_URL: 'https://calendar.example.org' })
})
afterAll(() => app.close())

beforeEach(async () => {
  app.setNow(undefined)
  const { webhooks } = await app.read('webhooks', {}, 'administrator')
  for (const { id } of webhooks)
    await app.ask({ as: 'administrator', method: 'DELETE', path: `webhooks/${id}` })
})

const as = 'administrator' as const
const times = { start_date: '2031-03-11 18:00:00', end_date: '2031-03-11 20:00:00' }
const event = (more: object = {}) => app.create('events', { title: 'Jazz', ...times, ...more })
const change = (path: string, json: object) => app.ask({ as, method: 'PATCH', path, json })
const post = (path: string, json: object = {}) => app.ask({ as, method: 'POST', path, json })
const typesIn = (got: readonly Received[]) => got.map(({ body }) => body.type)
const told = (got: readonly Received[]) => got.map(({ body }) => [body.type, body.data.id])

test('what happens is told once, in order, and the official package verifies it', async () => {
  const receiver = await startReceiver()
  const hook = await app.create('webhooks', {
    url: receiver.url,
    types: ['event.created', 'event.updated', 'event.deleted'],
  })
  expect(hook.secret).toMatch(/^whsec_/)
  const made = await event({ status: 'publish' })
  await change(`events/${made.id}`, { title: 'Swing', cost: '5' })
  await app.ask({ as, method: 'DELETE', path: `events/${made.id}` })
  expect(await app.app.webhooks.sendDue()).toBe(3)
  expect(await app.app.webhooks.sendDue()).toBe(0)
  expect(told(receiver.got)).toEqual([
    ['event.created', made.id],
    ['event.updated', made.id],
    ['event.deleted', made.id],
  ])
  const verifier = new Webhook(hook.secret)
  for (const { text, headers, body } of receiver.got) {
    expect(verifier.verify(text, headers)).toEqual(body)
    expect(() => verifier.verify(`${text} `, headers)).toThrow()
    expect(headers['content-type']).toBe('application/json')
    expect(text.length).toBeLessThan(20_000)
  }
  expect(new Set(receiver.got.map(({ headers }) => headers['webhook-id'])).size).toBe(3)
  const [created, updated, deleted] = receiver.got
  const rest = `https://calendar.example.org/vendor/events/v1/events/${made.id}`
  // By the time it was written the event was gone.
  expect(created?.body.data).toEqual({
    id: made.id,
    kind: 'event',
    url: null,
    rest_url: rest,
    revision: expect.any(Number),
    changed: [],
  })
  expect(updated?.body.data.changed.toSorted()).toEqual(['cost', 'title'])
  expect(deleted?.body.data).toMatchObject({ url: null, changed: [] })
  expect(await app.read(`webhooks/${hook.id}`, {}, as)).not.toHaveProperty('secret')
})

test('what is written while a second begins is sent all the same', async () => {
  const receiver = await startReceiver()
  await app.create('webhooks', { url: receiver.url, types: ['event.created'] })
  await event({ status: 'publish' })
  const from = Temporal.Now.instant()
  let seconds = 0
  // Each look at the clock is a second later.
  const clock = vi
    .spyOn(Temporal.Now, 'instant')
    .mockImplementation(() => from.add({ seconds: (seconds += 1) }))
  onTestFinished(() => clock.mockRestore())
  expect(await app.app.webhooks.sendDue()).toBe(1)
  expect(typesIn(receiver.got)).toEqual(['event.created'])
})

test('drafts are never told of, and what becomes public is told under the name that was asked for', async () => {
  const receiver = await startReceiver()
  const only = async (...types: string[]) => {
    const path = `/hook?${types.join('+')}`
    await app.create('webhooks', { url: new URL(path, receiver.url).href, types })
    return () => typesIn(receiver.got.filter((message) => message.path === path))
  }
  const created = await only('event.created')
  const published = await only('event.published')
  const both = await only('event.created', 'event.published')
  const draft = await event({ status: 'draft' })
  const secret = await event({ status: 'private' })
  await change(`events/${draft.id}`, { title: 'Still a draft' })
  await app.app.webhooks.sendDue()
  expect(receiver.got).toEqual([])
  await app.ask({ as, method: 'DELETE', path: `events/${secret.id}` })
  await change(`events/${draft.id}`, { status: 'publish' })
  await event()
  await app.app.webhooks.sendDue()
  expect(created()).toEqual(['event.created', 'event.created'])
  expect(published()).toEqual(['event.published', 'event.published'])
  expect(both()).toEqual(['event.published', 'event.created'])
  expect(receiver.got.some(({ body }) => body.data.id === secret.id)).toBe(false)
  expect(receiver.got[0]?.body.data.url).toMatch(/^https:\/\/calendar\.example\.org\/event\//)
})

test('a scheduled publication, a cancellation, places, terms and series are told', async () => {
  const receiver = await startReceiver()
  await app.create('webhooks', { url: receiver.url })
  const start = Temporal.Now.instant().add({ hours: 1 })
  const due = await event({ date_utc: start.toString().slice(0, 19), status: 'publish' })
  await app.app.webhooks.sendDue()
  expect(receiver.got).toEqual([])
  app.setNow(start.add({ seconds: 1 }))
  await app.app.publishDue()
  await change(`events/${due.id}`, { event_status: 'canceled' })
  const venue = await app.create('venues', { venue: 'Hall' })
  const category = await app.create('categories', { name: 'Folk' })
  await change(`categories/${category.id}`, { name: 'Folk music' })
  await app.ask({ as, method: 'DELETE', path: `categories/${category.id}` })
  await event({ recurrence: 'RRULE:FREQ=DAILY;COUNT=2' })
  await app.app.webhooks.sendDue()
  expect(told(receiver.got).slice(0, 3)).toEqual([
    ['event.published', due.id],
    ['event.canceled', due.id],
    ['venue.created', venue.id],
  ])
  expect(typesIn(receiver.got).slice(3).toSorted()).toEqual([
    'category.created',
    'category.deleted',
    'category.updated',
    'event.created',
    'event.created',
    'series.created',
  ])
})

test('a filter chooses events by the parameters of their list, and what leaves the calendar is told to whom it was for', async () => {
  const receiver = await startReceiver()
  await app.create('categories', { name: 'Opera' })
  await app.create('webhooks', { url: receiver.url, filter: 'categories=opera&free=0' })
  const opera = await event({
    title: 'Tosca',
    categories: ['Opera'],
    cost: '40',
    start_date: '2001-03-11 18:00:00',
    end_date: '2001-03-11 19:00:00',
  })
  const jazz = await event({ title: 'Blues', categories: ['Cellar'], cost: '4' })
  await app.app.webhooks.sendDue()
  for (const { id } of [opera, jazz]) await app.ask({ as, method: 'DELETE', path: `events/${id}` })
  await app.app.webhooks.sendDue()
  expect(told(receiver.got).filter(([type]) => String(type).startsWith('event'))).toEqual([
    ['event.created', opera.id],
    ['event.deleted', opera.id],
  ])
})

test('with a key of its own a message is signed by that too, and a new secret goes with the one before for a day', async () => {
  const receiver = await startReceiver()
  const hook = await app.create('webhooks', {
    url: receiver.url,
    signatures: ['v1', 'v1a'],
    types: ['event.created'],
  })
  const key = Buffer.from(hook.public_key.slice('whpk_'.length), 'base64')
  expect(key).toHaveLength(32)
  const spki = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), key])
  const rotated = await post(`webhooks/${hook.id}/rotate`)
  expect(rotated.body.secret).not.toBe(hook.secret)
  expect(rotated.body.old_secret_until_utc).toMatch(/^\d{4}-/)
  await event()
  await app.app.webhooks.sendDue()
  const [first] = receiver.got
  for (const secret of [hook.secret, rotated.body.secret])
    expect(new Webhook(secret).verify(first?.text ?? '', first?.headers ?? {})).toBeTruthy()
  const {
    'webhook-id': id,
    'webhook-timestamp': at,
    'webhook-signature': signatures = '',
  } = first?.headers ?? {}
  const asymmetric = signatures.split(' ').filter((one) => one.startsWith('v1a,'))
  expect(asymmetric).toHaveLength(2)
  const publicKey = createPublicKey({ key: spki, format: 'der', type: 'spki' })
  const content = Buffer.from(`${id}.${at}.${first?.text}`)
  expect(
    asymmetric.filter((one) => verify(null, content, publicKey, Buffer.from(one.slice(4), 'base64'))),
  ).toHaveLength(1)
  app.setNow(Temporal.Now.instant().add({ hours: 25 }))
  await event()
  await app.app.webhooks.sendDue()
  expect(receiver.got[1]?.headers['webhook-signature']?.split(' ')).toHaveLength(2)
})

test('what cannot be accepted is refused on its parameter with the reason, and nothing is kept of it', async () => {
  const url = 'https://example.org/hook'
  const refused: [object, string, RegExp][] = [
    [{}, 'url', /required/],
    [{ url: 'nonsense' }, 'url', /not a URL/],
    [{ url: 'ftp://example.org/' }, 'url', /http/],
    [{ url: 'https://user:secret@example.org/' }, 'url', /password/],
    [{ url: 'http://10.0.0.1/hook' }, 'url', /10\.0\.0\.1 is private.*WEBHOOK_HOSTS/],
    [{ url: 'http://localhost/hook' }, 'url', /loopback/],
    [{ url: 'http://[::1]/hook' }, 'url', /loopback/],
    [{ url: 'http://169.254.169.254/latest' }, 'url', /link-local/],
    [{ url, types: ['event.exploded'] }, 'types', /event\.created/],
    [{ url, types: [] }, 'types', /./],
    [{ url, filter: 'start_date=nonsense' }, 'filter', /start_date must be a date/],
    [{ url, filter: 'categoris=jazz' }, 'filter', /“categoris” is none: “categories” is/],
    [{ url, filter: 'status=draft' }, 'filter', /published/],
    [{ url, filter: 'password=x' }, 'filter', /password/],
    [{ url, filter: 7 }, 'filter', /text/],
    [{ url, secret: `whsec_${Buffer.alloc(23).toString('base64')}` }, 'secret', /these are 23/],
    [{ url, secret: `whsec_${Buffer.alloc(65).toString('base64')}` }, 'secret', /these are 65/],
    [{ url, secret: 'whsec_not base64!' }, 'secret', /base64/],
    [{ url, secret: Buffer.alloc(32).toString('base64') }, 'secret', /whsec_/],
    [{ url, signatures: ['v2'] }, 'signatures', /v1/],
    [{ url, description: 'x'.repeat(501) }, 'description', /500/],
    [{ url, enabled: 'maybe' }, 'enabled', /true or false/],
  ]
  for (const [json, name, says] of refused) {
    const { status, body, text } = await post('webhooks', json)
    expect([status, text]).toEqual([400, expect.stringMatching(says)])
    expect(JSON.stringify(body.data.params)).toContain(name)
  }
  expect((await app.read('webhooks', {}, as)).total).toBe(0)
  const secret = `whsec_${Buffer.alloc(24, 'k').toString('base64')}`
  expect(await app.create('webhooks', { url, secret })).toMatchObject({ url, secret })
})

test('what is not there is 404, and nobody below an administrator sees or does anything', async () => {
  for (const path of ['webhooks/987', 'webhooks/987/deliveries'])
    expect(await app.ask({ as, path })).toMatchObject({
      status: 404,
      body: { code: 'rest_webhook_not_found' },
    })
  for (const path of ['webhooks/987/test', 'webhooks/987/rotate', 'webhooks/987/replay?since=yesterday'])
    expect(await post(path)).toMatchObject({ status: 404, body: { code: 'rest_webhook_not_found' } })
  expect(await post('webhooks/deliveries/987/replay')).toMatchObject({
    status: 404,
    body: { code: 'rest_delivery_not_found' },
  })
  const asked: [string, 'GET' | 'POST'][] = [
    ['webhooks', 'GET'],
    ['webhooks', 'POST'],
    ['webhooks/1', 'GET'],
    ['webhooks/1/deliveries', 'GET'],
    ['webhooks/1/test', 'POST'],
    ['webhooks/1/rotate', 'POST'],
    ['webhooks/1/replay', 'POST'],
    ['webhooks/deliveries/1/replay', 'POST'],
  ]
  const json = { url: 'https://example.org/hook', since: 'yesterday' }
  for (const [path, method] of asked) {
    expect((await app.ask({ path, method, ...(method === 'POST' ? { json } : {}) })).status).toBe(401)
    expect(
      (await app.ask({ as: 'editor', path, method, ...(method === 'POST' ? { json } : {}) })).status,
    ).toBe(403)
  }
})
