import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Role } from '../../src/storage/schema/tables.ts'
import { type Answered, createTestApp, type TestApp } from '../support/app.ts'
import type { Fields } from './generated.ts'
import { runs } from '../support/runs.ts'

const site = 'America/New_York'

let app: TestApp
let ids: Record<'venues' | 'organizers' | 'categories' | 'tags' | 'events', number[]>
beforeAll(async () => {
  app = await createTestApp({ SITE_TIMEZONE: site, PER_PAGE_MAX: '100' })
  app.setNow(Temporal.Instant.from('2031-10-20T12:00:00Z'))
  ids = { venues: [], organizers: [], categories: [], tags: [], events: [] }
  await seed()
})
afterAll(() => app.close())

type Kind = 'events' | 'venues' | 'organizers' | 'categories' | 'tags'

/** The whole of any list here fits on one page of this size. */
const all = 100

const words = ['rock', 'Été', 'C&A', '100%', 'a-b', '+', '日本']
/** Around the night on which clocks in New York go back, so that some bounds fall into an hour that occurs twice. */
const starts = [
  '2031-10-19T20:00:00Z',
  '2031-10-30T20:00:00Z',
  '2031-11-01T16:00:00Z',
  '2031-11-02T05:15:00Z',
  '2031-11-02T05:45:00Z',
  '2031-11-02T06:15:00Z',
  '2031-11-02T06:45:00Z',
  '2031-11-03T00:00:00Z',
  '2031-12-24T18:00:00Z',
  '2034-01-01T00:00:00Z',
]

async function seed(): Promise<void> {
  for (let n = 0; n < 23; n++) {
    const status = ['publish', 'publish', 'publish', 'draft', 'private'][n % 5]
    const date = `2031-01-${String(1 + (n % 4)).padStart(2, '0')}`
    const name = `${words[n % words.length]} ${n}`
    ids.venues.push(
      await create('venues', { venue: name, status, date, city: words[(n * 3) % words.length] }),
    )
    ids.organizers.push(await create('organizers', { organizer: name, status, date }))
    ids.categories.push(
      await create('categories', { name, ...(n % 3 === 2 ? { parent: ids.categories[n - 2] } : {}) }),
    )
    ids.tags.push(await create('tags', { name: `${name}${n % 2 ? '' : '!'}`, description: String(n % 3) }))
  }
  for (let n = 0; n < 60; n++) {
    const start_date = starts[n % starts.length]
    ids.events.push(
      await create('events', {
        title: `${words[n % words.length]} ${words[(n * 5) % words.length]}`,
        start_date,
        end_date: start_date,
        status: ['publish', 'publish', 'publish', 'publish', 'draft', 'pending', 'private'][n % 7],
        author: app.ids[n % 3 ? 'editor' : 'contributor'],
        featured: n % 4 === 0,
        hide_from_listings: n % 13 === 12,
        venue: [ids.venues[n % 5 ? 0 : 3]],
        organizer: [ids.organizers[n % 7]],
        categories: [ids.categories[n % 11]],
        tags: [ids.tags[(n * 7) % 13]],
        post_parent: n > 30 ? ids.events[0] : 0,
        date: `2031-01-${String(1 + (n % 3)).padStart(2, '0')}`,
        ...(n % 17 === 16 ? { password: 'sesame' } : {}),
      }),
    )
  }
}

const some = (among: readonly unknown[]) =>
  fc.subarray([...among], { minLength: 1 }).map((members) => members.join(','))
const bound = fc.constantFrom(
  ...starts,
  '2031-11-02',
  '2031-11-02 01:30:00',
  '2031-11-02T05:30:00Z',
  '2031-11-02T06:30:00Z',
  '2031-11-02T06:30:00+05:30',
  '1951374600',
  'tomorrow',
  'first day of next month',
)
/** Some of the filters; with many at once every list is empty. */
const sparse = (query: Record<string, fc.Arbitrary<unknown>>, most: number): fc.Arbitrary<Fields> =>
  fc
    .subarray(Object.keys(query), { maxLength: Math.min(most, Object.keys(query).length) })
    .chain((names) =>
      fc.record(Object.fromEntries(names.map((name) => [name, query[name] ?? fc.constant('')]))),
    )
const status = fc.constantFrom('publish', 'draft', 'publish,private', 'draft,pending', 'trash,publish')
const search = fc.constantFrom(...words, '1', 'rock été', '-rock')
const flag = fc.constantFrom('true', '0', 'False', '1')

/** The filters of each kind; what only writers may ask for is apart. */
const filters = () => {
  const linked = {
    search,
    event: fc.constantFrom(ids.events[0], ids.events[1]),
    has_events: flag,
    only_with_upcoming: flag,
    has_upcoming: flag,
  }
  const terms = {
    search: fc.constantFrom(...words, '1'),
    order: fc.constantFrom('asc', 'DESC'),
    orderby: fc.constantFrom('name', 'id', 'slug', 'count', 'description', 'parent', 'term_group', 'include'),
    hide_empty: flag,
    post: fc.constantFrom(ids.events[0], ids.events[1]),
  }
  return {
    events: {
      start_date: bound,
      end_date: bound,
      starts_before: bound,
      starts_after: bound,
      ends_before: bound,
      ends_after: bound,
      strict_dates: flag,
      search,
      categories: some([...ids.categories.slice(0, 4), 'rock-7', 'C&A 2']),
      tags: some([...ids.tags.slice(0, 4), 'rock-7']),
      venue: some([ids.venues[0], ids.venues[1]]),
      organizer: some(ids.organizers.slice(0, 3)),
      featured: flag,
      geoloc: fc.constant('false'),
      ticketed: fc.constant('false'),
      free: flag,
      include: some(ids.events.slice(0, 40)),
      post_parent: fc.constant(ids.events[0]),
      password: fc.constant('sesame'),
    },
    venues: linked,
    organizers: linked,
    categories: {
      ...terms,
      include: some(ids.categories),
      exclude: some(ids.categories.slice(0, 9)),
      parent: fc.constantFrom(ids.categories[0], ids.categories[3]),
      event: fc.constantFrom(ids.events[0], ids.events[1]),
      slug: fc.constantFrom('rock-0', 'none'),
    },
    tags: {
      ...terms,
      include: some(ids.tags),
      exclude: some(ids.tags.slice(0, 9)),
      slug: fc.constantFrom('rock-0'),
    },
  } satisfies Record<Kind, Record<string, fc.Arbitrary<unknown>>>
}

const tries: Record<Kind, number> = { events: 250, venues: 100, organizers: 60, categories: 120, tags: 80 }

describe.each(['events', 'venues', 'organizers', 'categories', 'tags'] as const)(
  'walking through %s',
  (kind) => {
    test('yields each once, in order, whichever way one walks', async () => {
      const own = filters()[kind]
      const isTerm = kind === 'categories' || kind === 'tags'
      const caller = fc.constantFrom<Role | undefined>(undefined, 'contributor', 'editor')
      const query = fc.tuple(
        caller,
        sparse(own, 3),
        sparse(isTerm ? {} : { status }, 1),
        fc.integer({ min: 1, max: 13 }),
      )
      await fc.assert(
        fc.asyncProperty(query, async ([as, given, forWriters, per_page]) => {
          const asked = { ...given, ...(as ? forWriters : {}) }
          const whole = await ask(kind, { ...asked, per_page: all }, as)
          // One page of the size of all is the list itself, against which the walk is held.
          const ordered = idsOf(kind, whole)
          expect(whole.body.total).toBe(ordered.length)
          const pages = await walk(kind, await ask(kind, { ...asked, per_page }, as), 'next', as)
          expect(pages.flatMap((page) => idsOf(kind, page))).toEqual(ordered)
          expectFrames(pages, { total: ordered.length, per_page })
          for (const page of pages) expect((await follow(page.body.rest_url, as)).text).toBe(page.text)
          const back = await walk(kind, pages.at(-1) as Answered, 'previous', as)
          expect(back.toReversed().map(({ text }) => text)).toEqual(pages.map(({ text }) => text))
        }),
        { numRuns: runs(tries[kind]) },
      )
    })

    test('ends at the last page', async () => {
      const { body } = await ask(kind, { per_page: 5 }, undefined)
      const beyond = await ask(kind, { per_page: 5, page: body.total_pages + 1 }, undefined)
      const isTerm = kind === 'categories' || kind === 'tags'
      expect(beyond.status).toBe(isTerm ? 200 : 404)
      if (isTerm) expect(beyond.body).toMatchObject({ [kind]: [], total: body.total })
      else expect(beyond.body.code).toBe(`${kind.slice(0, -1)}-archive-page-not-found`)
    })
  },
)

test('the links of an event list name every filter, the recorded ones first and in their order', async () => {
  const recorded = (
    'page per_page start_date end_date search status post_parent starts_before starts_after ends_before ends_after ' +
    'venue organizer featured'
  ).split(' ')
  const others = ['strict_dates', 'categories', 'tags', 'ticketed', 'password']
  const sent = {
    ticketed: false,
    tags: ids.tags[0],
    categories: ids.categories[0],
    strict_dates: 0,
    password: 'sesame',
    featured: false,
    organizer: ids.organizers[0],
    venue: ids.venues[0],
    ...Object.fromEntries(
      ['ends_after', 'ends_before', 'starts_after', 'starts_before'].map((name) => [name, '2031-11-01']),
    ),
    post_parent: ids.events[0],
    search: 'two words & more',
    end_date: '2031-12-01',
    start_date: '2031-10-01',
  }
  const { body } = await ask('events', sent, undefined)
  const named = [...new URL(body.rest_url).searchParams.keys()]
  expect(named).toEqual([...recorded, ...others])
  expect(body.rest_url).toMatch(/^[\w.:/?=&%~*'()!-]+$/)
})

/** Every page from this one on, to the end in the direction. */
async function walk(
  kind: Kind,
  from: Answered,
  direction: 'next' | 'previous',
  as: Role | undefined,
): Promise<Answered[]> {
  const pages = [from]
  for (let url = from.body[`${direction}_rest_url`]; url; url = pages.at(-1)?.body[`${direction}_rest_url`]) {
    const page = await follow(url, as)
    expect(idsOf(kind, page).length).toBeGreaterThan(0)
    pages.push(page)
  }
  return pages
}

/** Totals, headers and links of pages agree, with each other and with the list. */
function expectFrames(
  pages: readonly Answered[],
  { total, per_page }: { total: number; per_page: number },
): void {
  const total_pages = Math.ceil(total / per_page)
  expect(pages).toHaveLength(Math.max(total_pages, 1))
  for (const [index, { headers, body }] of pages.entries()) {
    expect(body).toMatchObject({ total, total_pages })
    for (const prefix of ['x-tec', 'x-wp']) {
      expect([headers[`${prefix}-total`], headers[`${prefix}-totalpages`]]).toEqual([
        String(total),
        String(total_pages),
      ])
    }
    const links = linksIn(headers['link'])
    expect(links).toEqual({ prev: body.previous_rest_url, next: body.next_rest_url })
    expect('previous_rest_url' in body).toBe(index > 0)
    expect(pageIn(body.previous_rest_url)).toBe(index > 1 ? String(index) : null)
    expect('next_rest_url' in body).toBe(index + 1 < total_pages)
  }
}

function linksIn(header: string | undefined): Record<'prev' | 'next', string | undefined> {
  const target = (rel: string) => new RegExp(`<([^>]*)>; rel="${rel}"`).exec(header ?? '')?.[1]
  return { prev: target('prev'), next: target('next') }
}

/** The page that a link leads to; null when it says none, as one to the first page does. */
function pageIn(link = 'https://calendar.example'): string | null {
  return new URL(link).searchParams.get('page')
}

function idsOf(kind: Kind, page: Answered): number[] {
  expect(page.status, page.text).toBe(200)
  return page.body[kind].map(({ id }: { id: number }) => id)
}

function ask(path: Kind, query: Fields, as: Role | undefined): Promise<Answered> {
  return app.ask({ ...(as ? { as } : {}), path, query })
}

function follow(url: string, as: Role | undefined): Promise<Answered> {
  const { origin } = new URL(url)
  return app.ask({ ...(as ? { as } : {}), path: url.slice(origin.length), absolute: true })
}

async function create(kind: Kind, json: Fields): Promise<number> {
  return (await app.create(kind, json)).id
}
