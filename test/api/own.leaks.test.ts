import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Role } from '../../src/storage/schema/tables.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { called } from './mcp.ts'
import { endpointsOf } from './routes.ts'
import { acknowledged } from './tec.ts'

let app: TestApp
/** What stands in the place of each part of an address. */
let values: Readonly<Record<string, string>>

/** Only internal fields say it. */
const [secret, choice, called_] = ['zsecretz', 'zchoicez', 'Zlabelz']
const times = { start_date: '2031-05-01 10:00', end_date: '2031-05-01 11:00' }

beforeAll(async () => {
  app = await createTestApp({
    TEC_V1: 'on',
    MCP: 'full',
    SUBMISSIONS: 'everybody',
    MAIL_FOLDER: '/nonexistent',
    SITE_URL: 'http://localhost',
  })
  app.setNow(Temporal.Instant.from('2031-04-20T12:00Z'))
  const kinds = ['event', 'venue', 'organizer']
  for (const json of [
    {
      name: 'desk',
      type: 'text',
      label: called_,
      kinds,
      public: false,
      wire_name: '_ecp_custom_9',
    },
    {
      name: 'room',
      type: 'choice',
      label: `${called_} 2`,
      kinds,
      public: false,
      filter: true,
      options: [{ value: choice }, { value: 'other' }],
    },
    {
      name: 'count',
      type: 'number',
      label: `${called_} 3`,
      kinds,
      public: false,
      filter: true,
      schema: 'typicalAgeRange.from',
    },
    { name: 'hint', type: 'text', label: 'Hint', kinds },
  ])
    expect((await app.ask({ method: 'POST', path: 'fields', as: 'administrator', json })).status).toBe(201)
  const fields = { desk: secret, room: choice, count: 987_654, hint: 'Seen' }
  const event = await app.create('events', {
    title: 'Jazz',
    ...times,
    categories: ['Music'],
    tags: ['loud'],
    venue: { venue: 'Hall', geo_lat: 50, geo_lng: 8, fields },
    organizer: { organizer: 'Town', fields },
    fields,
  })
  const repeated = { recurrence: 'RRULE:FREQ=WEEKLY;COUNT=3', ...times, title: 'Yoga', fields }
  const series = await app.create('events', repeated)
  await app.ask({
    method: 'PATCH',
    path: `events/${event.id}`,
    as: 'administrator',
    json: { fields: { desk: `${secret} 2`, count: 987_655 } },
  })
  // Its own author may edit what is theirs: it is nobody’s of these.
  values = {
    id: String(event.id),
    slug: event.slug,
    series: String(series.series.id),
    venue: String(event.venue.id),
    organizer: String(event.organizer[0].id),
    category: String(event.categories[0].id),
  }
})
afterAll(() => app.close())

/** What says anything of internal fields: values alone for who may know which fields there are. */
const told = (text: string) => text.match(/zsecretz|zchoicez|Zlabelz|98765[45]/g) ?? []
const values_ = (text: string) => text.match(/zsecretz|98765[45]/g) ?? []

/** Addresses of REST, of each kind of record its own. */
async function addresses(): Promise<string[]> {
  const all = await endpointsOf(app)
  return [...new Set(all.filter(({ method }) => method === 'GET').map(({ path }) => path))].map((path) => {
    const [, kind = ''] = /\/(?:tribe_)?(venue|organizer|series|categor|event)/.exec(path) ?? []
    const id = values[kind === 'categor' ? 'category' : kind] ?? values['id']
    const slug = { venue: 'hall', organizer: 'town', categor: 'music' }[kind] ?? values['slug']
    return path
      .replaceAll('{id}', String(id))
      .replaceAll('{slug}', String(slug))
      .replaceAll('{name}', 'desk')
      .replaceAll(/\{\w+\}/g, '1')
  })
}

const queries = [
  '',
  'context=edit',
  'start_date=2031-01-01&end_date=2032-01-01&context=edit',
  'search=zsecretz',
  'q=zsecretz',
  'kinds=event,venue,organizer&include=records',
]

/** The pages for people, and what stands beside them. */
const pages = () => [
  '/',
  '/list',
  '/month/2031-05',
  '/week/2031-05-01',
  '/day/2031-05-01',
  '/map',
  '/submit',
  '/docs',
  '/openapi.json',
  '/sitemap.xml',
  `/event/${values['slug']}/`,
  `/event/${values['slug']}/all`,
  '/venue/hall/',
  '/organizer/town/',
  '/category/music/',
  '/tag/loud/',
  `/submit/change/${values['id']}`,
  `/submit/report/${values['id']}`,
  '/widget/demo',
  '/embed',
  '/vendor/events/v1/doc',
  '/wp-json/',
  '/robots.txt',
  '/llms.txt',
  '/admin/',
]

describe.each<[Role | undefined]>([[undefined], ['subscriber'], ['contributor'], ['author']])(
  'to %s',
  (as) => {
    // Who writes may know which fields there are, and not what records of others say.
    const hits = as === 'contributor' || as === 'author' ? values_ : told

    test('no address tells anything of internal fields', async () => {
      const all = await addresses()
      expect(all.length).toBeGreaterThan(80)
      for (const path of all.filter((one) => !/\/(?:stream|export)$/.test(one)))
        for (const query of queries) {
          const where = `${path}${query === '' ? '' : `?${query}`}`
          const answer = await app.ask({
            path: where,
            absolute: true,
            headers: acknowledged,
            ...(as ? { as } : {}),
          })
          // What was asked for is in addresses of further pages.
          const text = answer.text
            .replaceAll(/(?:search|q)=zsecretz/g, '')
            .replaceAll(/about “zsecretz”|: “zsecretz”/g, '')
          expect(hits(text), where).toEqual([])
          expect(
            hits(JSON.stringify(answer.headers).replaceAll(/(?:search|q)=zsecretz/g, '')),
            where,
          ).toEqual([])
        }
    }, 120_000)

    test('no page tells anything of them', async () => {
      for (const path of pages()) {
        const { text } = await app.ask({ path, absolute: true, ...(as ? { as } : {}) })
        expect(hits(text), path).toEqual([])
      }
    })

    test('a filter by one is a filter by none that there is, and so are assistants’ tools', async () => {
      const answer = async (name: string) => {
        const { status, text } = await app.ask({
          path: `events?fields[${name}]=*`,
          ...(as ? { as } : {}),
        })
        return [status, text.replaceAll(name, 'NAME')]
      }
      for (const name of ['desk', 'room', 'count'])
        expect(await answer(name)).toEqual(await answer('nothing'))
      const tool = await called(app, 'search_events', { fields: { room: choice } }, as)
      expect(told(tool.text.replaceAll(choice, ''))).toEqual([])
      expect(tool.isError).toBe(true)
      const whole = await called(app, 'get_event', { id: Number(values['id']) }, as)
      expect(hits(JSON.stringify(whole))).toEqual([])
    })

    test('what is wrong with a write does not tell them', async () => {
      const json = { fields: { des: 'x', room: 'x', count: 'x' } }
      for (const path of [`events/${values['id']}`, `venues/${values['venue']}`, 'submissions']) {
        const sent =
          path === 'submissions'
            ? { kind: 'change', event: Number(values['id']), email: 'a@b.example', fields: json }
            : json
        const { text } = await app.ask({ method: 'POST', path, json: sent, ...(as ? { as } : {}) })
        expect(text, path).not.toMatch(/zchoicez|“desk”|Zlabelz/)
      }
    })
  },
)

test('words that only internal fields have find nothing, for nobody', async () => {
  const range = { start_date: '2031-01-01', end_date: '2032-01-01' }
  for (const as of [undefined, 'author', 'editor'] as const)
    for (const search of ['zsecretz', 'zchoicez', '987654']) {
      expect((await app.read('events', { ...range, search }, as)).total).toBe(0)
      expect((await app.read('events', { ...range, q: search }, as)).total).toBe(0)
      for (const path of ['venues', 'organizers'])
        expect((await app.read(path, { search }, as)).total).toBe(0)
      const page = await app.ask({
        path: `/list?q=${search}`,
        absolute: true,
        ...(as ? { as } : {}),
      })
      expect(page.text).not.toContain('/event/jazz')
    }
})

test('who edits reads them where they edit, and feeds have them for nobody', async () => {
  const { text } = await app.ask({ path: `events/${values['id']}?context=edit`, as: 'editor' })
  expect(text).toContain(secret)
  for (const extension of ['ics', 'rss', 'json', 'geojson', 'csv'])
    for (const as of ['editor', 'administrator'] as const)
      expect(told((await app.ask({ path: `events.${extension}`, as })).text), extension).toEqual([])
})

test('a field that becomes internal is told nowhere from then on', async () => {
  const paths = [
    `events/${values['id']}`,
    `venues/${values['venue']}`,
    `organizers/${values['organizer']}`,
    'events?start_date=2031-01-01&end_date=2032-01-01',
    'venues',
  ]
  const all = async () =>
    (await Promise.all(paths.map(async (path) => (await app.ask({ path })).text))).join('')
  expect(await all()).toContain('Seen')
  await app.ask({
    method: 'PATCH',
    path: 'fields/hint',
    as: 'administrator',
    json: { public: false },
  })
  expect(await all()).not.toContain('Seen')
  for (const path of pages())
    expect((await app.ask({ path, absolute: true })).text, path).not.toContain('>Seen<')
})
