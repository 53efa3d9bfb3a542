import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventResources } from '../../src/records/events/events.routes.ts'
import type { Method, Resource } from '../../src/http/resource.ts'
import { linkedResources } from '../../src/records/linked/linked.routes.ts'
import { organizerKind } from '../../src/records/organizers/organizers.kind.ts'
import type { Context } from '../../src/http/context.ts'
import { categoryKind, tagKind } from '../../src/records/terms/terms.kind.ts'
import { termResources } from '../../src/records/terms/terms.routes.ts'
import { venueKind } from '../../src/records/venues/venues.kind.ts'
import { type Answered, type Asked, createTestApp, type TestApp } from '../support/app.ts'
import { dump } from './dump.ts'
import { hostile, hostileNames, hostilePaths } from './hostile.ts'
import { usesSqlite } from '../support/database.ts'
import { oneIn, runs } from '../support/runs.ts'
import { anyCharacter } from '../support/anyCharacter.ts'

let app: TestApp

/** Only what they declare is looked at here: nothing is asked of the context. */
const nowhere = { db: {} } as Context
const resources = [
  ...eventResources(nowhere),
  ...linkedResources(nowhere, venueKind),
  ...linkedResources(nowhere, organizerKind),
  ...termResources(nowhere, categoryKind),
  ...termResources(nowhere, tagKind),
] as readonly Resource[]

/** One parameter of one endpoint. */
interface Slot {
  readonly path: string
  readonly method: Method
  readonly param: string
}

const slots: Slot[] = resources.flatMap(({ path, endpoints }) =>
  endpoints.flatMap(({ methods, params }) =>
    Object.keys(params.properties).map((param, index) => ({
      path,
      // Methods of one endpoint read their parameters alike.
      method: methods[index % methods.length] ?? 'GET',
      param,
    })),
  ),
)

/** What each kind of item needs to be made, so that a create fails for want of nothing else. */
const needed: Record<string, object> = {
  events: { title: 'A', start_date: '2031-03-01', end_date: '2031-03-02' },
  venues: { venue: 'B' },
  organizers: { organizer: 'C' },
  categories: { name: 'D' },
  tags: { name: 'E' },
}
const kindOf = (path: string) => path.split('/')[1] ?? ''

const ids: Record<string, number> = {}
const slugs: Record<string, string> = {}
let made = 0

/** What follows happens in a calendar of its own, which holds an item of each kind. */
function inNewCalendar(): void {
  beforeAll(async () => {
    app = await createTestApp()
    for (const kind of Object.keys(needed)) await renew(kind)
  })
  afterAll(() => app.close())
}

/** Makes an item of the kind, unless the one that was made is still there. */
async function renew(kind: string): Promise<void> {
  const known = await app.ask({
    as: 'administrator',
    path: `${kind}/${ids[kind] ?? 0}`,
    query: { context: 'edit' },
  })
  if (known.status === 200 && known.body.slug === slugs[kind]) return
  const name = kind === 'categories' || kind === 'tags' ? { name: `Name ${++made}` } : {}
  const slug = kind === 'events' ? { slug: `target-${++made}` } : {}
  const { body } = await app.ask({
    as: 'administrator',
    method: 'POST',
    path: kind,
    json: { ...needed[kind], ...name, ...slug },
  })
  ids[kind] = body.id
  slugs[kind] = body.slug
}

type Transport = 'query' | 'form' | 'json' | 'multipart'
const transports: Record<'GET' | 'POST' | 'PUT', readonly Transport[]> = {
  GET: ['query'],
  POST: ['json', 'form', 'multipart', 'query'],
  PUT: ['json', 'form', 'query'],
}

/** The request that sends these parameters. */
function request(
  { path, method }: Pick<Slot, 'path' | 'method'>,
  transport: Transport,
  params: object,
): Asked {
  const kind = kindOf(path)
  const at = path
    .slice(1)
    .replace('{id}', String(ids[kind]))
    .replace('{slug}', slugs[kind] ?? '')
  const sent = method === 'POST' && !path.includes('{') ? { ...needed[kind], ...params } : params
  const asked = { as: 'administrator', method, path: at } as const
  if (transport === 'json') return { ...asked, json: sent }
  const pairs = flat(sent)
  const text = pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&')
  if (transport === 'query') return { ...asked, path: `${at}?${text}` }
  if (transport === 'form')
    return { ...asked, raw: text, headers: { 'content-type': 'application/x-www-form-urlencoded' } }
  const parts = pairs.map(
    ([name, value]) => `--frontier\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  return {
    ...asked,
    raw: `${parts.join('')}--frontier--`,
    headers: { 'content-type': 'multipart/form-data; boundary=frontier' },
  }
}

/** `a[b][c]=d` for nested values, as forms write them. */
function flat(value: unknown, name = ''): [string, string][] {
  if (typeof value !== 'object' || value === null) return [[name, String(value)]]
  return Object.entries(value).flatMap(([key, member]) => flat(member, name === '' ? key : `${name}[${key}]`))
}

const encode = (text: string) => encodeURIComponent(text.toWellFormed())

/** Every refusal tells what was wrong in the agreed form, and nothing about the machine behind. */
function expectCivil({ status, body, text, headers }: Answered, asked: Asked): void {
  const about = `${asked.method} ${asked.path.slice(0, 200)} ${JSON.stringify(asked.json ?? asked.raw ?? '').slice(0, 300)}`
  expect(status, `${about}: ${text.slice(0, 300)}`).toBeLessThan(500)
  expect(text, about).not.toMatch(
    /SqliteError|ERR_SQLITE|SQLITE_|node:internal|node_modules|\.ts:\d+|\/work\/|kalends-\w+\//,
  )
  if (status < 400 || !isBelowRoot(asked.path)) return
  expect(headers['content-type'], about).toMatch(/json|javascript/)
  expect(body, about).toMatchObject({ code: expect.any(String), message: expect.any(String) })
  if (body.code !== 'rest_callback_invalid') expect(body.data, about).toMatchObject({ status })
}

/** Dots may lead out of the service, to the public pages. */
function isBelowRoot(path: string): boolean {
  return new URL(`http://localhost/vendor/events/v1/${path}`).pathname.startsWith('/vendor/events/v1/')
}

async function send(asked: Asked): Promise<number> {
  const answer = await app.ask(asked)
  expectCivil(answer, asked)
  return answer.status
}

/** Sends all; then once more what was refused, which by then has to be refused again and to change nothing. Reads never do. */
async function sendAll(all: readonly Asked[]): Promise<void> {
  const empty = await dump(app.db)
  const refused: Asked[] = []
  for (const one of all) if ((await send(one)) >= 400) refused.push(one)
  const before = await dump(app.db)
  if (all.every(({ method = 'GET' }) => method === 'GET')) expect(before).toEqual(empty)
  else for (const one of refused) expect(await send(one)).toBeGreaterThanOrEqual(400)
  expect(await dump(app.db)).toEqual(before)
}

async function sendOne(one: Asked): Promise<void> {
  const before = await dump(app.db)
  if ((await send(one)) >= 400) expect(await dump(app.db)).toEqual(before)
}

/** Longer addresses than this are refused before anything is read. */
const urlLimit = 15_000
const isShort = ({ path }: Asked) => path.length < urlLimit

describe.each(Object.keys(needed))('hostile values sent to %s', (kind) => {
  inNewCalendar()
  const own = slots.filter(({ path }) => kindOf(path) === kind)
  const byEndpoint = Map.groupBy(own, ({ path, method }) => `${method} ${path}`)
  test.each([...byEndpoint])('in each parameter of %s do no harm', async (endpoint, params) => {
    // What is addressed by slug, or sent by PUT or PATCH, is written by the same code as what is posted to an id, and the same goes
    // for organizers and tags.
    const isTwin = /PUT|PATCH|by-slug|organizers|tags/.test(endpoint)
    for (const [index, slot] of params.entries()) {
      const { method } = slot
      await renew(kind)
      const ways = transports[method === 'GET' || method === 'POST' ? method : 'PUT']
      const values = oneIn(isTwin ? 12 : 4, hostile, index)
      const requests = values.map((value, place) =>
        request(slot, ways[(place + index) % ways.length] ?? 'query', { [slot.param]: value }),
      )
      await sendAll(requests.filter(isShort))
    }
    expect('polluted' in {}).toBe(false)
  })
})

describe('of any kind', () => {
  inNewCalendar()

  test('hostile values in several parameters at once do no harm', async () => {
    const endpoints = resources.flatMap(({ path, endpoints: all }) =>
      all.flatMap(({ methods, params }) =>
        methods.map((method) => ({ path, method, names: Object.keys(params.properties) })),
      ),
    )
    const value = fc.oneof(fc.constantFrom(...hostile), fc.jsonValue(), fc.string({ unit: anyCharacter }))
    const asked = fc.constantFrom(...endpoints).chain(({ path, method, names }) =>
      fc
        .record({
          params: fc.dictionary(fc.constantFrom(...names, ...hostileNames), value, { maxKeys: 5 }),
          transport: fc.constantFrom(...transports[method === 'GET' || method === 'POST' ? method : 'PUT']),
        })
        .map(
          ({ params, transport }) =>
            () =>
              request({ path, method }, transport, params),
        ),
    )
    await fc.assert(
      fc.asyncProperty(asked, async (make) => {
        for (const kind of Object.keys(needed)) await renew(kind)
        const one = make()
        if (isShort(one)) await sendOne(one)
      }),
      { numRuns: runs(300) },
    )
  })

  // They are refused or read before there is a query.
  test.runIf(usesSqlite())('bodies of any content under any type do no harm', async () => {
    const types = [
      'application/json',
      'application/json; charset=utf-16',
      'application/vnd.api+json',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'multipart/form-data; boundary=',
      'multipart/form-data; boundary=x',
      `multipart/form-data; boundary=${'x'.repeat(300)}`,
      'text/plain',
      'application/octet-stream',
      'not a type',
      '',
    ]
    const texts = [
      '{"title":',
      '[1,2,3]',
      '"text"',
      'null',
      '{"__proto__":{"title":"x"},"title":"y"}',
      '{"title":"\\ud800"}',
      '['.repeat(50_000),
      '--x\r\nContent-Disposition: form-data; name="title"\r\n\r\nA',
      '--x\r\nContent-Disposition: form-data; name="f"; filename="a.png"\r\nContent-Type: image/png\r\n\r\nA\r\n--x--',
      '--x--',
      'title=%ff%fe&start_date=%',
      'a[b[c=1&]]=2',
    ]
    const contents = fc.oneof(
      fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
      fc
        .oneof(fc.json(), fc.string({ unit: anyCharacter, maxLength: 300 }), fc.constantFrom(...texts))
        .map((text) => Buffer.from(text)),
    )
    const asked = fc
      .record({
        resource: fc.constantFrom(...resources),
        method: fc.constantFrom<Method>('POST', 'PUT', 'PATCH', 'DELETE', 'GET'),
        type: fc.constantFrom(...types),
        raw: contents,
      })
      .map(
        ({ resource: { path }, method, type, raw }) =>
          () =>
            Object.assign(request({ path, method }, 'query', {}), { raw, headers: { 'content-type': type } }),
      )
    await fc.assert(
      fc.asyncProperty(asked, (make) => sendOne(make())),
      { numRuns: runs(300) },
    )
  })

  test.runIf(usesSqlite())('addresses that are none do no harm', async () => {
    const segment = fc.oneof(
      fc.constantFrom(
        'events',
        'venues',
        'by-slug',
        '1',
        '0',
        '%2e%2e',
        '%00',
        '..',
        '',
        'doc',
        'é',
        '%E9',
        '%zz',
      ),
      fc.string({ maxLength: 8 }).map((text) => encode(text)),
    )
    const path = fc.oneof(
      fc.constantFrom(...hostilePaths),
      fc.array(segment, { maxLength: 5 }).map((parts) => parts.join('/')),
    )
    const asked = fc.record({
      path,
      method: fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'),
    })
    await sendAll(hostilePaths.map((at) => ({ path: at })))
    await fc.assert(
      fc.asyncProperty(asked, (one) => sendOne(one as Asked)),
      { numRuns: runs(300) },
    )
  })
})
