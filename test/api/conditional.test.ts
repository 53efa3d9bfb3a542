import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Role } from '../../src/storage/schema/tables.ts'
import { type Answered, type Asked, createTestApp, type TestApp } from '../support/app.ts'
import { dump } from './dump.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const kinds = ['events', 'venues', 'organizers', 'categories', 'tags'] as const
type Kind = (typeof kinds)[number]
const isTerm = (kind: Kind) => kind === 'categories' || kind === 'tags'

let made = 0
/** A record to look at and to write to, and where it is. */
async function create(kind: Kind, more: object = {}): Promise<{ id: number; path: string; slug: string }> {
  const name = `Record ${++made}`
  const named = {
    // Within the days that are listed by default.
    events: { title: name, start_date: 'tomorrow', end_date: 'tomorrow' },
    venues: { venue: name },
    organizers: { organizer: name },
    categories: { name },
    tags: { name },
  }
  const { id, slug } = await app.create(kind, { ...named[kind], ...more })
  return { id, path: `${kind}/${id}`, slug }
}

const read = (path: string, headers: Record<string, string> = {}, as?: Role): Promise<Answered> =>
  app.ask({ path, headers, ...(as ? { as } : {}) })
const etagOf = async (path: string, as?: Role) => (await read(path, {}, as)).headers['etag'] ?? ''
const change = (path: string, ifMatch: string, asked: Partial<Asked> = {}) =>
  app.ask({
    as: 'administrator',
    method: 'PATCH',
    path,
    json: { description: `Changed ${++made}` },
    headers: { 'if-match': ifMatch },
    ...asked,
  })

const privately = /^(?=.*\bprivate\b)(?=.*\bno-store\b)/

describe.each(kinds)('reading %s', (kind) => {
  test('a record has a strong ETag, which stays as long as the record does', async () => {
    const { path } = await create(kind)
    const etag = await etagOf(path)
    expect(etag).toMatch(/^"[\w-]{20,}"$/)
    expect(await etagOf(path)).toBe(etag)
    expect((await change(path, '*')).status).toBe(200)
    expect(await etagOf(path)).not.toBe(etag)
  })

  test('by slug is reading by id', async () => {
    if (isTerm(kind)) return
    const { path, slug } = await create(kind)
    expect(await etagOf(`${kind}/by-slug/${slug}`)).toBe(await etagOf(path))
  })

  test.each(['the record', 'the list'])('%s that is known already is not sent again', async (which) => {
    const { path } = await create(kind)
    const at = which === 'the list' ? `${kind}?hide_empty=0&per_page=50` : path
    const etag = await etagOf(at)
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, `"other",W/${etag} ,"more"`, '*']) {
      const { status, text, headers } = await read(at, { 'if-none-match': known })
      expect([status, text]).toEqual([304, ''])
      // A length would be that of the whole answer (RFC 9110, 8.6).
      expect(headers).not.toHaveProperty('content-length')
      expect(headers).toMatchObject({ etag, 'cache-control': expect.stringContaining('public') })
    }
    for (const unknown of ['"other"', etag.slice(1, -1), `"${etag}"`, '']) {
      const { status, text } = await read(at, { 'if-none-match': unknown })
      expect([status, text.length > 0]).toEqual([200, true])
    }
    expect((await change(path, '*')).status).toBe(200)
    expect((await read(at, { 'if-none-match': etag })).status).toBe(200)
  })

  test('each way of showing a record has an ETag of its own', async () => {
    const { path } = await create(kind)
    const etags = await Promise.all(
      ['', '?_fields=id', '?_pretty', '?_envelope', '?_jsonp=f'].map((query) => etagOf(`${path}${query}`)),
    )
    expect(new Set(etags).size).toBe(5)
  })

  test('what everybody may see may be kept and asked for again; what a caller sees, by nobody', async () => {
    const { path } = await create(kind)
    for (const at of [path, kind]) {
      const open = await read(at)
      expect(open.headers['cache-control']).toMatch(/^public, (no-cache|max-age=\d+)$/)
      expect(open.headers['vary']).toMatch(/Origin.*Authorization|Authorization.*Origin/)
      const mine = await read(at, {}, 'subscriber')
      expect(mine.headers['cache-control']).toMatch(privately)
    }
  })

  test('writes and refusals are kept by nobody', async () => {
    const { path } = await create(kind)
    const answers = [
      await change(path, '*'),
      await app.ask({ as: 'editor', method: 'POST', path: kind, json: {} }),
      await app.ask({ method: 'DELETE', path }),
      await app.ask({ as: 'subscriber', path: `${kind}/999999` }),
    ]
    for (const { headers } of answers) expect(headers['cache-control']).toMatch(privately)
  })

  test('the date of the last change is told of what has one', async () => {
    const { path } = await create(kind)
    app.setNow(Temporal.Instant.from('2031-03-01T12:34:56Z'))
    await change(path, '*')
    app.setNow(Temporal.Instant.from('2031-03-02T00:00:00Z'))
    const { headers } = await read(path)
    app.setNow(undefined)
    expect(headers['last-modified']).toBe(isTerm(kind) ? undefined : 'Sat, 01 Mar 2031 12:34:56 GMT')
  })

  test('no change is dated in the future', async () => {
    const { path } = await create(kind)
    app.setNow(Temporal.Instant.from('2099-03-01T12:34:56Z'))
    await change(path, '*')
    app.setNow(undefined)
    const { status, headers } = await read(path)
    expect(status).toBe(200)
    expect(headers).not.toHaveProperty('last-modified')
  })

  test('HEAD is GET without the body', async () => {
    const { path } = await create(kind)
    for (const at of [path, kind, `${kind}/999999`]) {
      const [get, head] = [await read(at), await app.ask({ method: 'HEAD', path: at })]
      expect(head.status).toBe(get.status)
      expect(head.text).toBe('')
      const { date: _date, ...headers } = get.headers
      expect(head.headers).toMatchObject(headers)
    }
    const etag = await etagOf(path)
    expect((await app.ask({ method: 'HEAD', path, headers: { 'if-none-match': etag } })).status).toBe(304)
  })
})

describe.each(kinds)('writing %s with If-Match', (kind) => {
  const writes: readonly Partial<Asked>[] = [
    { method: 'POST' },
    { method: 'PUT' },
    { method: 'PATCH' },
    { method: 'DELETE', json: undefined },
    ...(isTerm(kind) ? [] : [{ method: 'DELETE', json: undefined, query: { force: true } } as const]),
  ]

  test('succeeds on the record that was read, and once', async () => {
    for (const how of writes) {
      const { path } = await create(kind)
      for (const as of ['administrator', undefined] as const) {
        const etag = await etagOf(path, as)
        if (how.method === 'DELETE' && as) continue
        const answer = await change(path, `"other", ${etag}`, how)
        expect(answer.status, answer.text).toBe(200)
        expect((await change(path, etag, how)).status).toBeGreaterThanOrEqual(400)
      }
    }
  })

  test('is refused on another version, with 412 and the ETag of today, and changes nothing', async () => {
    for (const how of writes) {
      const { path } = await create(kind)
      const old = await etagOf(path)
      await change(path, '*')
      const current = await etagOf(path)
      const before = await dump(app.db)
      for (const stale of [old, `W/${current}`, current.slice(1, -1), '"x", "y"', 'nonsense']) {
        const answer = await change(path, stale, how)
        expect(answer.body).toMatchObject({ code: 'rest_precondition_failed', data: { status: 412 } })
        expect(answer.status).toBe(412)
        expect(answer.body.message).toContain(current)
      }
      expect(await dump(app.db)).toEqual(before)
    }
  })

  test('takes an asterisk for any version', async () => {
    for (const how of writes) expect((await change((await create(kind)).path, '*', how)).status).toBe(200)
  })

  test('by slug is writing by id', async () => {
    if (isTerm(kind)) return
    const { path, slug } = await create(kind)
    const etag = await etagOf(path)
    expect((await change(`${kind}/by-slug/${slug}`, '"x"')).status).toBe(412)
    expect((await change(`${kind}/by-slug/${slug}`, etag)).status).toBe(200)
  })

  test('says nothing about versions to those who may not write', async () => {
    const { path } = await create(kind)
    for (const [as, status] of [
      [undefined, 401],
      ['subscriber', 403],
    ] as const) {
      const asked = {
        method: 'PATCH',
        path,
        json: { description: 'x' },
        headers: { 'if-match': '"x"' },
      } as const
      expect((await app.ask({ ...asked, ...(as ? { as } : {}) })).status).toBe(status)
    }
  })
})

test('an event that is protected is matched as its editor reads it, and as its readers do', async () => {
  const { path } = await create('events', { password: 'sesame' })
  expect((await read(path)).headers['etag']).toBeUndefined()
  for (const [query, as] of [['context=edit', 'editor'], ['password=sesame']] as const) {
    const etag = await etagOf(`${path}?${query}`, as)
    expect((await change(path, etag)).status).toBe(200)
    expect((await change(path, etag)).status).toBe(412)
  }
})

test('who may edit an event reads its texts as they were written, in one answer with all else', async () => {
  const { path } = await create('events', {
    title: 'Me -- and “you”',
    description: 'One\n\nTwo',
    excerpt: 'So',
  })
  const edited = (as: Role) => app.ask({ as, path: `${path}?context=edit` })
  const { raw, title } = (await edited('editor')).body
  expect(raw).toEqual({ title: 'Me -- and “you”', description: 'One\n\nTwo', excerpt: 'So' })
  expect(title).not.toBe(raw.title)
  expect((await edited('subscriber')).body).not.toHaveProperty('raw')
  expect((await read(path)).body).not.toHaveProperty('raw')
})

test('an event has changed when what is shown within it has', async () => {
  const venue = await create('venues')
  const { path } = await create('events', { venue: venue.id, tags: ['nested'] })
  const etag = await etagOf(path)
  await change(venue.path, '*')
  expect(await etagOf(path)).not.toBe(etag)
  expect((await change(path, etag)).status).toBe(412)
})
