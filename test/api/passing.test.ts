import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { DatabaseFull } from '../../src/storage/db/unavailability.ts'
import { StoreFull } from '../../src/storage/files/store.ts'
import { EventIndex } from '../../src/storage/index/eventIndex.ts'
import { createTestApp, type TestApp } from '../support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ CACHE_MAX_AGE_S: '60' })
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => app.close())

const page = (path: string) => app.ask({ path, absolute: true, headers: { accept: 'text/html' } })
const event = { title: 'Once', start_date: '2031-03-10 10:00', end_date: '2031-03-10 12:00' }
const year = { start_date: '2031-01-01', end_date: '2031-12-31' }

describe('what goes wrong here', () => {
  test.each([
    ['an answer of the service', () => app.ask({ path: 'events?search=fair' })],
    ['a page', () => page('/list?search=fair')],
  ])('is told by %s that no cache keeps, though it keeps what is well', async (_, ask) => {
    const well = await ask()
    expect([well.status, well.headers['cache-control']]).toEqual([200, 'public, max-age=60'])
    vi.spyOn(EventIndex.prototype, 'ask').mockRejectedValue(new Error('damaged'))
    await app.create('events', { ...event, title: 'So that nothing is remembered' })
    const ill = await ask()
    expect(ill.status).toBe(500)
    expect(ill.headers['cache-control']).toContain('no-store')
    expect(ill.text).not.toContain('damaged')
  })

  test('is not what somebody else has done wrong, which may be kept', async () => {
    const { status, headers } = await app.ask({ path: 'events/99' })
    expect([status, headers['cache-control']]).toEqual([404, 'public, max-age=60'])
  })
})

describe('what takes too long', () => {
  let hasty: TestApp
  const told: string[] = []
  beforeAll(async () => {
    const log = pino({ level: 'warn' }, { write: (line: string) => void told.push(line) })
    hasty = await createTestApp({ REQUEST_TIMEOUT_MS: '2000' }, { log })
  })
  afterAll(() => hasty.close())

  test('is to be asked for again when it is a read', async () => {
    const end = Promise.withResolvers<never>()
    // Whatever is found here, the service waits for what it has begun when it closes.
    onTestFinished(() => end.reject(new Error('late')))
    vi.spyOn(EventIndex.prototype, 'ask').mockReturnValue(end.promise)
    const { status, headers, body } = await hasty.ask({ path: 'events?search=late' })
    expect([status, body.code, headers['retry-after']]).toEqual([503, 'rest_timeout', '5'])
  })

  test('is looked for before it is sent again when it is a write: it is done all the same', async () => {
    const write = hasty.db.write.bind(hasty.db)
    const end = Promise.withResolvers<void>()
    onTestFinished(() => end.resolve())
    const begun = vi.fn()
    vi.spyOn(hasty.db, 'write').mockImplementation(async (work, scope) => {
      // Aside it is noted when the password was last used, whenever that is.
      if (scope === 'aside') return write(work, scope)
      begun()
      await end.promise
      return write(work, scope)
    })
    const send = () => hasty.ask({ as: 'administrator', method: 'POST', path: 'events', json: event })
    // Whose password was checked once is known: on a busy machine the time could be over before the write has begun.
    await hasty.ask({ as: 'administrator', path: 'events' })
    let [answer, before] = [await send(), 0]
    while (begun.mock.calls.length === before) {
      before = begun.mock.calls.length
      answer = await send()
    }
    const { status, headers, body } = answer
    expect([status, body.code, headers['retry-after']]).toEqual([503, 'rest_timeout', undefined])
    expect(body.message).toMatch(/look before you send it again/)
    end.resolve()
    const query = { ...year, search: 'Once' }
    const made = async () => (await hasty.ask({ path: 'events', query })).body.total as number
    await expect.poll(made).toBeGreaterThan(0)
    // What is answered too late is not sent once more.
    expect(told.filter((line) => line.includes('already'))).toEqual([])
  })
})

describe('what there is no room for', () => {
  test.each([
    ['in the database', new DatabaseFull()],
    ['for files', new StoreFull()],
  ])('%s is refused as that, not to be sent again by itself, and reads go on', async (_, full) => {
    const before = await app.read('events', year)
    vi.spyOn(app.db, 'write').mockRejectedValue(full)
    const json = { ...event, title: 'Too much' }
    const { status, headers, body } = await app.ask({
      as: 'administrator',
      method: 'POST',
      path: 'events',
      json,
    })
    expect([status, body.code, headers['retry-after']]).toEqual([507, 'rest_storage_full', undefined])
    expect(body.message).toMatch(/nothing was changed/)
    expect((await app.read('events', year)).total).toBe(before.total)
  })
})
