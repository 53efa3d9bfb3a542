import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'
import { twoNodes } from '../support/nodes.ts'

let app: TestApp
let made = 0
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

interface Change {
  readonly kind: string
  readonly id: number
  readonly action: string
  readonly record?: { readonly id: number; readonly title?: string }
}
interface Page {
  readonly changes: Change[]
  readonly next: string
  readonly more: boolean
}

const event = (more: object = {}) => ({
  title: `Talk ${++made}`,
  start_date: '2031-05-01 20:00:00',
  end_date: '2031-05-01 22:00:00',
  status: 'publish',
  ...more,
})
const changes = async (query: object = {}): Promise<Page> => app.read('changes', { ...query })
const told = ({ changes }: Page) => changes.map(({ kind, id, action }) => `${action} ${kind} ${id}`)
const edit = (path: string, json: object) => app.ask({ as: 'editor', method: 'POST', path, json })
const trash = (path: string) => app.ask({ as: 'editor', method: 'DELETE', path })

describe('the feed of changes', () => {
  test('begins today, and tells what came since, the latest of each record only', async () => {
    const start = await changes()
    expect(start).toEqual({ changes: [], next: expect.any(String), more: false })
    const { id } = await app.create('events', event())
    await edit(`events/${id}`, { title: 'Later' })
    const page = await changes({ since: start.next })
    expect(told(page)).toEqual([`updated event ${id}`])
    expect((await changes({ since: page.next })).changes).toEqual([])
  })

  test('tells of what stops being public that it is gone, and of what becomes so that it is new', async () => {
    const { id } = await app.create('events', event())
    const ways = [
      { status: 'draft' },
      { status: 'publish' },
      { password: 'secret' },
      { password: '' },
      { status: 'private' },
      { status: 'publish' },
    ]
    const seen = []
    for (const way of ways) {
      const { next } = await changes()
      await edit(`events/${id}`, way)
      seen.push(told(await changes({ since: next })).map((text) => text.split(' ')[0]))
    }
    expect(seen.flat()).toEqual(['deleted', 'created', 'deleted', 'created', 'deleted', 'created'])
    const { next } = await changes()
    await trash(`events/${id}`)
    expect(told(await changes({ since: next }))).toEqual([`deleted event ${id}`])
  })

  test('never names what was never public, and does not lose what goes before something unseen', async () => {
    const { next } = await changes()
    const shown = await app.create('events', event())
    const draft = await app.create('events', event({ status: 'draft' }))
    await edit(`events/${draft.id}`, { title: 'Still a draft' })
    await edit(`events/${shown.id}`, { status: 'draft' })
    await edit(`events/${shown.id}`, { title: 'Unseen' })
    const all = told(await changes({ since: next }))
    expect(all).toEqual([`deleted event ${shown.id}`])
    await app.remove(`events/${draft.id}`)
    const page = await changes({ since: next })
    expect(told(page)).toEqual([`deleted event ${shown.id}`])
    const token = Buffer.from(page.next, 'base64url').toString()
    expect(token.split('.')).not.toContain(String(draft.id))
  })

  test('tells of what is published by the clock', async () => {
    const { id } = await app.create('events', event({ status: 'future', date: '2031-01-01 00:00:00' }))
    const { next } = await changes()
    app.setNow(Temporal.Instant.from('2031-01-01T00:00:01Z'))
    await app.app.publishDue()
    app.setNow(undefined)
    expect(told(await changes({ since: next }))).toEqual([`created event ${id}`])
  })

  test('comes in parts, also where one transaction has changed more than a part', async () => {
    const { next } = await changes()
    const first = await app.create('events', event({ recurrence: 'FREQ=DAILY;COUNT=12' }))
    const { series } = await app.read(`events/${first.id}`)
    const seen: string[] = []
    for (let since = next, more = true; more;) {
      const page = await changes({ since, limit: 5, kinds: 'event,series' })
      expect(page.changes.length).toBeLessThanOrEqual(5)
      seen.push(...told(page))
      ;({ next: since, more } = page)
    }
    expect(seen).toHaveLength(13)
    expect(new Set(seen).size).toBe(13)
    expect(seen).toContain(`created series ${series.id}`)
  })

  test('has the records where they are asked for, as everybody sees them, and keeps to the kinds asked for', async () => {
    const { next } = await changes()
    const venue = await app.create('venues', { venue: `Hall ${++made}` })
    const { id } = await app.create(
      'events',
      event({
        venue: venue.id,
        tags: [`new ${made}`],
        online_url: 'https://x.example',
        online_url_shown: 'attendees',
      }),
    )
    const page = await changes({ since: next, include: 'records' })
    expect(
      told(page)
        .map((text) => text.split(' ')[1])
        .toSorted((one = '', other = '') => one.localeCompare(other)),
    ).toEqual(['event', 'tag', 'venue'])
    const read = await app.read(`events/${id}`)
    const record = page.changes.find(({ kind }) => kind === 'event')?.record
    expect(record).toMatchObject({ id, title: read.title, venue: { id: venue.id } })
    expect(JSON.stringify(record)).not.toContain('x.example')
    expect(told(await changes({ since: next, kinds: 'venue' }))).toEqual([`created venue ${venue.id}`])
    await app.remove(`venues/${venue.id}`)
    expect(told(await changes({ since: page.next, kinds: 'venue' }))).toEqual([`deleted venue ${venue.id}`])
  })

  test('waits for a change where it is asked to, and answers at once when there is one', async () => {
    const { next } = await changes()
    const waiting = changes({ since: next, wait: 20 })
    const { id } = await app.create('events', event())
    expect(told(await waiting)).toEqual([`created event ${id}`])
  })

  test('refuses what it does not understand, and tells who is too far behind to start over', async () => {
    const { next } = await changes()
    const other = await createTestApp()
    try {
      await other.create('tags', { name: 'Elsewhere' })
      const foreign = (await other.read('changes')).next as string
      expect(await app.ask({ path: 'changes', query: { since: foreign } })).toMatchObject({
        status: 410,
        body: { code: 'rest_sync_expired' },
      })
    } finally {
      await other.close()
    }
    for (const [name, value] of [
      ['since', 'nonsense'],
      ['since', `${next}.`],
      ['limit', '0'],
      ['limit', '501'],
      ['kinds', 'events'],
      ['wait', '-1'],
      ['wait', '26'],
      ['include', 'all'],
    ]) {
      const { status, body } = await app.ask({
        path: 'changes',
        query: { since: next, [name as string]: value },
      })
      expect([name, value, status, body.code, Object.keys(body.data?.params ?? {})]).toEqual([
        name,
        value,
        400,
        'rest_invalid_param',
        [name],
      ])
    }
  })

  test('a token of a database that was restored, or from before what was forgotten, has expired', async () => {
    const own = await createTestApp({ HISTORY_DAYS: '10' })
    try {
      own.setNow(Temporal.Instant.from('2031-01-01T00:00:00Z'))
      await own.create('tags', { name: 'One' })
      const { next: early } = await own.read('changes')
      await own.create('tags', { name: 'Two' })
      own.setNow(Temporal.Instant.from('2031-01-20T00:00:00Z'))
      await own.create('tags', { name: 'Three' })
      const { next: late } = await own.read('changes')
      await own.app.forgetHistory()
      expect((await own.ask({ path: 'changes', query: { since: early } })).status).toBe(410)
      expect((await own.ask({ path: 'changes', query: { since: late } })).status).toBe(200)
      await own.db.write((tx) => tx.updateTable('history').set({ mark: 1 }).execute())
      expect((await own.ask({ path: 'changes', query: { since: late } })).status).toBe(410)
    } finally {
      await own.close()
    }
  })
})

describe('the stream of changes', () => {
  /** The beginning of the stream, until the text has come. */
  async function streamed(origin: string, until: string, headers: Record<string, string> = {}) {
    const ended = new AbortController()
    const answer = await fetch(`${origin}/vendor/events/v1/changes/stream`, { headers, signal: ended.signal })
    let text = ''
    const decoder = new TextDecoder()
    const reader = answer.body?.getReader()
    const read = async () => {
      while (!text.includes(until)) {
        const { value, done } = (await reader?.read()) ?? { done: true }
        if (done) break
        text += decoder.decode(value, { stream: true })
      }
      ended.abort()
      return text
    }
    return { answer, read }
  }

  test('tells what changes, and goes on where a reader was cut off', async () => {
    const origin = await app.app.server.listen({ port: 0, host: '127.0.0.1' })
    const first = await streamed(origin, 'data: {"kind"')
    expect(first.answer.headers.get('content-type')).toBe('text/event-stream')
    const { id } = await app.create('events', event())
    const text = await first.read()
    const [, token = ''] = /id: (\S+)/.exec(text) ?? []
    expect(text).toContain(`event: created\ndata: {"kind":"event","id":${id},`)
    await trash(`events/${id}`)
    const again = await streamed(origin, 'event: deleted', { 'last-event-id': token })
    expect(await again.read()).toContain(`event: deleted\ndata: {"kind":"event","id":${id},`)
    const wrong = await fetch(`${origin}/vendor/events/v1/changes/stream`, {
      headers: { 'last-event-id': 'x' },
    })
    expect(wrong.status).toBe(400)
  })

  test('tells a reader whose token is older than a restore, or of another calendar, to start over, and goes on from a new one', async () => {
    const own = await createTestApp()
    const other = await createTestApp()
    try {
      const origin = await own.app.server.listen({ port: 0, host: '127.0.0.1' })
      await own.create('tags', { name: 'One' })
      await other.create('tags', { name: 'Elsewhere' })
      const { next: late } = await own.read('changes')
      const { next: foreign } = await other.read('changes')
      await own.db.write((tx) => tx.updateTable('history').set({ mark: 1 }).execute())
      for (const old of [late, foreign]) {
        const first = await streamed(origin, 'event: created', { 'last-event-id': old })
        expect(first.answer.status).toBe(200)
        const tag = await own.create('tags', { name: `Two ${old}` })
        const text = await first.read()
        const [, token = '', data = ''] =
          /^retry: \d+\nid: (\S+)\nevent: reset\ndata: (.*)\n\n/.exec(text) ?? []
        expect(JSON.parse(data)).toMatchObject({ code: 'rest_sync_expired' })
        expect(text).toContain(`"kind":"tag","id":${tag.id},`)
        // The new token is good, and what was told before is not told again as lost.
        const again = await streamed(origin, 'event: created', { 'last-event-id': token })
        expect(await again.read()).toMatch(/^retry: \d+\nid: \S+\nevent: ready\n/)
      }
      const since = await fetch(`${origin}/vendor/events/v1/changes/stream?since=${foreign}`)
      expect(since.status).toBe(200)
      await since.body?.cancel()
    } finally {
      await own.close()
      await other.close()
    }
  })

  test('reaches readers of another node, and those who wait there, and goes on at either', async () => {
    const [one, other] = await twoNodes()
    const { next } = await other.read('changes')
    const origins = await Promise.all(
      [one, other].map((node) => node.app.server.listen({ port: 0, host: '127.0.0.1' })),
    )
    const [here = '', there = ''] = origins
    const stream = await streamed(there, 'data: {"kind"')
    const waiting = other.read('changes', { since: next, wait: 20 })
    const { id } = await one.create('events', event())
    const text = await stream.read()
    expect(text).toContain(`event: created\ndata: {"kind":"event","id":${id},`)
    expect(told(await waiting)).toEqual([`created event ${id}`])
    const token = /id: (\S+)\nevent: created/.exec(text)?.[1] ?? ''
    await one.remove(`events/${id}`)
    for (const origin of [here, there]) {
      const again = await streamed(origin, 'event: deleted', { 'last-event-id': token })
      expect(await again.read()).toContain(`event: deleted\ndata: {"kind":"event","id":${id},`)
    }
  })

  test('has no more readers than it may', async () => {
    const few = await createTestApp({ STREAM_READERS: '1' })
    try {
      const origin = await few.app.server.listen({ port: 0, host: '127.0.0.1' })
      const one = await streamed(origin, 'event: ready')
      const refused = await fetch(`${origin}/vendor/events/v1/changes/stream`)
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '30'])
      expect(refused.headers.get('ratelimit')).toMatch(/^"streams";r=0;t=30$/)
      expect(await one.read()).toContain('event: ready')
    } finally {
      await few.close()
    }
  })
})
