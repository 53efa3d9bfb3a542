import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Asked, createTestApp, type TestApp } from '../support/app.ts'
import { type Endpoint, endpointsOf } from './routes.ts'

let app: TestApp
let endpoints: readonly Endpoint[]
const ids: Record<string, number> = {}
beforeAll(async () => {
  app = await createTestApp()
  endpoints = await endpointsOf(app)
  const event = { title: 'A', slug: 'a', start_date: '2031-03-01', end_date: '2031-03-02' }
  ids['events'] = (await app.create('events', event)).id
  ids['venues'] = (await app.create('venues', { venue: 'A', slug: 'a' })).id
  ids['organizers'] = (await app.create('organizers', { organizer: 'A', slug: 'a' })).id
  ids['categories'] = (await app.create('categories', { name: 'A' })).id
  ids['tags'] = (await app.create('tags', { name: 'A' })).id
  ids['tickets'] = (await app.create(`events/${ids['events']}/tickets`, { name: 'A' })).id
})
afterAll(() => app.close())

/** What stands for what in `wp/v2`. */
const kinds: Readonly<Record<string, string>> = {
  tribe_events: 'events',
  tribe_venue: 'venues',
  tribe_organizer: 'organizers',
  tribe_events_cat: 'categories',
}

/** Parameters that every address takes. */
const everywhere = ['_fields', '_envelope', '_jsonp', '_pretty', '_method', '_embed', 'rest_route', 'context']

/** What may stand behind a name in a query or a form, and what becomes of it there. */
const keys = [
  '[x]',
  '[]',
  '[][]',
  '[][x]',
  '[x][y]',
  '[0][x][]',
  '[toString]',
  '[valueOf]',
  '[length]',
  '[id]',
  '[id][x]',
  '[raw][x]',
  '[__proto__][x]',
  '[constructor]',
  '[toJSON]',
  '[then]',
]

/** The same in JSON, where values may be of any type. */
const values: readonly unknown[] = [
  { x: 1 },
  {},
  [],
  [[]],
  [{}],
  [null],
  { toString: 1 },
  { valueOf: {}, toString: {} },
  [{ toString: null }],
  { toJSON: 1 },
  { id: {} },
  { id: [{}] },
  { raw: {} },
  [[[{ toString: [] }]]],
  { length: -1 },
  { constructor: null },
  [true, {}],
]

/** A third of them, of each endpoint other ones: what stands behind names is read by the same code everywhere. */
function some<Value>(all: readonly Value[], turn: number): readonly Value[] {
  return all.filter((_, at) => at % 3 === turn % 3)
}

/** The endpoint at something that is there, unless it would be removed. */
function at({ method, path }: Endpoint): Asked {
  const kind = /(?:v1|v2)\/(\w+)/.exec(path)?.[1] ?? ''
  const id = method === 'DELETE' ? 999_999 : (ids[kinds[kind] ?? kind] ?? 999_999)
  const slug = method === 'DELETE' ? 'nothing' : 'a'
  const at = path.replace('{id}', String(id)).replace('{slug}', slug)
  return { as: 'administrator', method, path: at, absolute: true }
}

/** The names with this key behind each, as a query or a form. */
function pairsOf(names: readonly string[], key: string): string {
  return names.map((name) => `${encodeURIComponent(name + key)}=1`).join('&')
}

async function expectCivil(asked: Asked): Promise<void> {
  const { status, text } = await app.ask(asked)
  const about = `${asked.method} ${asked.path} ${JSON.stringify(asked.json ?? asked.raw)}`
  expect(status, `${about.slice(0, 500)}: ${text.slice(0, 300)}`).toBeLessThan(500)
  expect(text).not.toContain('[object')
}

const form = { 'content-type': 'application/x-www-form-urlencoded' }

test('every parameter takes nested keys without an error of ours, alone and with all others', async () => {
  expect(endpoints.length).toBeGreaterThan(100)
  for (const [turn, endpoint] of endpoints.filter(({ method }) => method === 'GET').entries()) {
    const asked = at(endpoint)
    const names = [...endpoint.params, ...everywhere]
    for (const key of some(keys, turn))
      await expectCivil({ ...asked, path: `${asked.path}?${pairsOf(names, key)}` })
    for (const [index, name] of endpoint.params.entries()) {
      const key = keys[index % keys.length] ?? ''
      await expectCivil({ ...asked, path: `${asked.path}?${pairsOf([name], key)}` })
    }
  }
})

test('and so it does in forms and JSON', async () => {
  // PUT and PATCH are read as POST is.
  const writing = endpoints.filter(({ method }) => method === 'POST' || method === 'DELETE')
  for (const [turn, endpoint] of writing.entries()) {
    const asked = at(endpoint)
    const names = [...endpoint.params, ...everywhere]
    // What takes nothing of its own reads none of it: one of each will do, as each may do all of its work, such as a backup.
    const [ownKeys, ownValues] =
      endpoint.params.length > 0
        ? [some(keys, turn), some(values, turn)]
        : [keys.slice(0, 1), values.slice(0, 1)]
    for (const key of ownKeys) await expectCivil({ ...asked, raw: pairsOf(names, key), headers: form })
    for (const value of ownValues)
      await expectCivil({ ...asked, json: Object.fromEntries(names.map((name) => [name, value])) })
    for (const [index, name] of endpoint.params.entries())
      await expectCivil({ ...asked, json: { [name]: values[index % values.length] } })
  }
})

test('and so do the pages, which read what lists take', async () => {
  const names = endpoints.find(({ path }) => path.endsWith('/events'))?.params ?? []
  const all = [...names, ...everywhere, 'url', 'maxwidth', 'format', 'view', 'p', 'post_type', 'place']
  const pages = ['/', '/map', '/day/2031-03-01', '/week/2031-03-01', '/month/2031-03', '/event/a', '/venue/a']
  for (const path of [...pages, '/embed', '/embed/month', '/oembed', '/sitemap.xml', '/signin', '/docs']) {
    for (const key of keys) {
      const asked = { method: 'GET', path: `${path}?${pairsOf(all, key)}`, absolute: true } as const
      await expectCivil({ ...asked, headers: { accept: 'text/html' } })
    }
  }
})

test('a namespace that is no text is told as one', async () => {
  for (const key of ['[x]', '[]', '[toString]']) {
    const { status, body } = await app.ask({ path: `/vendor/events/v1?namespace${key}=1`, absolute: true })
    expect([status, body.code, Object.keys(body.data.params)]).toEqual([
      400,
      'rest_invalid_param',
      ['namespace'],
    ])
  }
})
