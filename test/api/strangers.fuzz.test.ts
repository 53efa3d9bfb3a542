import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'
import { runs } from '../support/runs.ts'
import { dump } from './dump.ts'
import { type Endpoint, endpointsOf } from './routes.ts'

let app: TestApp
let writing: readonly Endpoint[]
let id: number
beforeAll(async () => {
  app = await createTestApp({ TEC_V1: 'on' })
  const event = { title: 'A', start_date: '2031-03-01', end_date: '2031-03-02', venue: { venue: 'B' } }
  id = (await app.create('events', { ...event, categories: 'C', tags: 'D' })).id
  writing = (await endpointsOf(app)).filter(({ method }) => method !== 'GET')
  expect(writing.length).toBeGreaterThan(30)
})
afterAll(() => app.close())

/** What long bodies are made of: what has taken long to be read, cleaned or compared, and anything else. */
/** The address of something that is there, or of nothing where it takes more than an id. */
const addressed = (path: string) =>
  path.replaceAll(/\{(id|user_id|revision)\}/g, String(id)).replaceAll(/\{\w+\}/g, 'a')

const unit = fc.oneof(
  fc.constantFrom(
    '<a ',
    '<p>x',
    '"',
    ',',
    '[',
    '{"a":',
    'a[b]=1&',
    'tags[]=a&',
    '&amp;',
    '\r\n--x\r\n',
    '-',
    '\0',
    '\\',
    '日',
    '=%zz&',
  ),
  fc.string({ minLength: 1, maxLength: 20 }),
)

const types = [
  'application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'multipart/form-data',
  'text/plain',
  'text/csv',
  'image/png',
  'application/octet-stream',
  'not a type',
  '',
]

/** From just above of what is looked at before rights to just below of what is taken. */
const size = fc.integer({ min: 65 * 1024, max: 1_000_000 })

/** Guests register, and visitors have themselves told, without an account: what they send is read. */
const isOpen = ({ path }: Endpoint) => /\/(?:events\/\{id\}\/guests|subscriptions)$/.test(path)

test('a long body of a stranger is refused for want of rights, whatever it holds and whatever it is sent to; nothing changes', async () => {
  const before = await dump(app.db)
  const closed = writing.filter((one) => !isOpen(one))
  const sent = fc.record({
    endpoint: fc.nat(),
    type: fc.constantFrom(...types),
    head: fc.constantFrom(
      '',
      '{"title":"',
      'title=',
      '--x\r\nContent-Disposition: form-data; name="title"\r\n\r\n',
    ),
    unit,
    size,
    isChunked: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(sent, async ({ endpoint, type, head, unit, size, isChunked }) => {
      const { method, path } = closed[endpoint % closed.length] as Endpoint
      const payload = (head + unit.repeat(Math.ceil(size / unit.length))).slice(0, size)
      const answer = await app.app.server.inject({
        method,
        url: addressed(path),
        headers: { 'content-type': type, ...(isChunked ? { 'transfer-encoding': 'chunked' } : {}) },
        payload,
      })
      const { code } = answer.json<{ code: string }>()
      // Of people the original has a code for each right.
      const codes = path.includes('/users')
        ? expect.stringMatching(/^rest_(forbidden|cannot_|user_)/)
        : 'rest_forbidden'
      expect([method, path, type, answer.statusCode, code]).toEqual([method, path, type, 401, codes])
    }),
    { numRuns: runs(1_000) },
  )
  expect(await dump(app.db)).toEqual(before)
})

test('one of somebody who may not change that is as well', async () => {
  const before = await dump(app.db)
  const login = Buffer.from(app.credentials.subscriber).toString('base64')
  // Whoever has signed in may propose something.
  const own = writing.filter(
    (one) =>
      /\/(?:events|venues|organizers|categories|tags|media)(?:\/|$)/.test(one.path) &&
      !one.path.endsWith('/submissions') &&
      !isOpen(one),
  )
  await fc.assert(
    fc.asyncProperty(fc.nat(), fc.constantFrom(...types), unit, size, async (endpoint, type, unit, size) => {
      const { method, path } = own[endpoint % own.length] as Endpoint
      const answer = await app.app.server.inject({
        method,
        url: addressed(path),
        headers: { 'content-type': type, authorization: `Basic ${login}` },
        payload: unit.repeat(Math.ceil(size / unit.length)).slice(0, size),
      })
      const { code } = answer.json<{ code: string }>()
      expect([method, path, type, answer.statusCode, code]).toEqual([
        method,
        path,
        type,
        403,
        'rest_forbidden',
      ])
    }),
    { numRuns: runs(500) },
  )
  expect(await dump(app.db)).toEqual(before)
})
