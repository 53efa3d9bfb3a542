import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import type { KyselyPlugin } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type App, createApp } from '../../src/process/app.ts'
import { readConfig } from '../../src/config/config.ts'
import { createTestApp, type TestApp } from '../support/app.ts'

const now = Temporal.Instant.from('2031-02-15T12:00:00Z')

let app: TestApp

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

describe('a feed is sent while it is read', () => {
  const many = 350
  let gated: App
  let origin: string
  /** Queries for whole events so far, and what each waits for. */
  let batches = 0
  let gate: (batch: number) => Promise<void> = async () => {}
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (result.rows.some((row) => 'start_wall' in row)) {
        batches += 1
        await gate(batches)
      }
      return result
    },
  }

  beforeAll(async () => {
    app.setNow(now)
    const dates = { start_date: '2031-03-11 18:00:00', end_date: '2031-03-11 20:00:00' }
    const json = { title: 'Jazz', ...dates, categories: ['many'] }
    const { id } = (await app.ask({ as: 'administrator', method: 'POST', path: 'events', json })).body
    await app.db.write(async (tx) => {
      const row = await tx.selectFrom('events').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
      const terms = await tx.selectFrom('event_terms').selectAll().where('event_id', '=', id).execute()
      for (let number = 1; number < many; number += 1) {
        const item = await tx
          .insertInto('items')
          .values({ kind: 'event' })
          .returning('id')
          .executeTakeFirstOrThrow()
        const slug = `many-${number}`
        await tx
          .insertInto('events')
          .values({ ...row, id: item.id, uid: slug, slug, description: 'x'.repeat(5000) })
          .execute()
        await tx
          .insertInto('event_terms')
          .values(terms.map(({ term_id }) => ({ term_id, event_id: item.id })))
          .execute()
      }
    })
    const config = readConfig({})
    const read = app.db.read.withPlugin(plugin)
    gated = await createApp({
      config,
      db: { ...app.db, read },
      now: () => now,
      log: pino({ level: 'silent' }),
    })
    origin = await gated.server.listen({ port: 0 })
  })
  beforeEach(() => {
    batches = 0
    gate = async () => {}
  })
  afterAll(() => gated.close())

  const open = (signal?: AbortSignal) =>
    fetch(`${origin}/vendor/events/v1/events.ics?categories=many`, signal ? { signal } : {})

  test('in a few reads, all of it', async () => {
    const text = await (await open()).text()
    expect(text.match(/^UID:/gm)).toHaveLength(many)
    // One, and then as many as have about so much text.
    expect(batches).toBeLessThan(many / 20)
  })

  test('its beginning before any event is there', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    gate = () => promise
    const reader = (await open()).body?.getReader()
    const { value } = (await reader?.read()) ?? {}
    expect(new TextDecoder().decode(value)).toMatch(/^BEGIN:VCALENDAR/)
    expect(batches).toBeLessThanOrEqual(1)
    resolve()
    while (!(await reader?.read())?.done);
    // One, and then as many as have about so much text.
    expect(batches).toBeLessThan(many / 20)
  })

  test('nothing is read that is known already, and none of it for HEAD', async () => {
    const known = await open()
    await known.text()
    batches = 0
    const etag = known.headers.get('etag') ?? ''
    const url = `${origin}/vendor/events/v1/events.ics?categories=many`
    expect((await fetch(url, { headers: { 'if-none-match': etag } })).status).toBe(304)
    expect((await fetch(url, { method: 'HEAD' })).status).toBe(200)
    expect(batches).toBe(0)
  })

  test('a failure in its midst cuts the connection', async () => {
    gate = async (batch) => {
      if (batch === 3) throw new Error('The disk is gone.')
    }
    const answer = await open()
    expect(answer.status).toBe(200)
    await expect(answer.text()).rejects.toThrow('terminated')
    gate = async () => {}
    expect(await (await open()).text()).toContain('END:VCALENDAR')
  })

  test('it ends when the reader is gone', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    gate = (batch) => (batch === 2 ? promise : Promise.resolve())
    const abort = new AbortController()
    const asked = once(gated.server.server, 'request') as Promise<[IncomingMessage, ServerResponse]>
    const reader = (await open(abort.signal)).body?.getReader()
    await reader?.read()
    const [, answer] = await asked
    abort.abort()
    await once(answer, 'close')
    resolve()
    // Time in which it would have gone on.
    await setTimeout(50)
    expect(batches).toBeLessThanOrEqual(2)
  })
})
