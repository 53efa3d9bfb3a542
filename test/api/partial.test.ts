import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'
import { event, type Fields, type Linkable, organizer, term, venue } from './generated.ts'
import { runs } from '../support/runs.ts'

let app: TestApp
let linkable: Linkable
beforeAll(async () => {
  app = await createTestApp({ SITE_TIMEZONE: 'America/New_York' })
  linkable = {
    venues: [await create('venues', { venue: 'Hall' }), await create('venues', { venue: 'Cellar' })],
    organizers: [
      await create('organizers', { organizer: 'Ann' }),
      await create('organizers', { organizer: 'Bob' }),
    ],
    categories: [await create('categories', { name: 'Music' }), await create('categories', { name: 'Art' })],
    tags: [await create('tags', { name: 'free' }), await create('tags', { name: 'late' })],
    parents: [
      await create('events', { title: 'Festival', start_date: '2031-03-01', end_date: '2031-03-09' }),
    ],
  }
})
afterAll(() => app.close())

type Kind = 'events' | 'venues' | 'organizers' | 'categories' | 'tags'

/** One field, what it is changed to, and the members of the record that follow from it. */
interface Change {
  readonly field: string
  readonly values: readonly unknown[]
  readonly follow: (before: Fields) => readonly string[]
  /** What the record shows then, where that is the value itself. */
  readonly shows?: (value: unknown) => unknown
}

const same = (value: unknown) => value
const none = () => undefined
function change(
  field: string,
  values: readonly unknown[],
  follow: readonly string[] | Change['follow'] = [],
  shows?: Change['shows'],
): Change {
  const others = typeof follow === 'function' ? follow : () => follow
  return { field, values, follow: (before) => [field, ...others(before)], ...(shows ? { shows } : {}) }
}

const start = [
  'start_date',
  'start_date_details',
  'utc_start_date',
  'utc_start_date_details',
  'timezone_abbr',
] as const
const end = ['end_date', 'end_date_details', 'utc_end_date', 'utc_end_date_details'] as const
const utc = [
  'utc_start_date',
  'utc_start_date_details',
  'utc_end_date',
  'utc_end_date_details',
  'timezone_abbr',
] as const
const long_ago = '1900-01-01 10:00:00'
const far_ahead = '2150-01-01 10:00:00'

/**
 * What is public has its page, a slug and a publication date; an event without a website shows its page as one, and its
 * terms count it.
 */
const statusFollows = [
  'url',
  'slug',
  'date_utc',
  'date',
  'modified_utc',
  'website',
  'categories',
  'tags',
  'json_ld',
]

/** A date alone publishes what was to be published later, and nothing else. */
const dateFollows: Change['follow'] = ({ status }) => [
  'date',
  'date_utc',
  'json_ld',
  ...(status === 'future' ? ['status', ...statusFollows] : []),
]

function postChanges(): Change[] {
  return [
    change('status', ['publish', 'draft', 'pending', 'private'], statusFollows),
    change('author', [app.ids.author, String(app.ids.editor)], ['author_name'], String),
    change('date', ['2001-02-03 04:05:06'], dateFollows),
    change('date_utc', ['2001-02-03 04:05:06'], dateFollows),
    change('slug', ['a-new-slug'], ['url', 'website', 'json_ld']),
    change('image', [false, '', null], []),
  ]
}

function eventChanges(): Change[] {
  return [
    ...postChanges(),
    change('title', ['Another one'], ['json_ld'], same),
    change('description', ['<p>Else</p>', '', null], ['json_ld'], (value) => value ?? ''),
    change('excerpt', ['<p>Else</p>', '', null], ['json_ld'], (value) => value ?? ''),
    change('timezone', ['Asia/Tokyo', 'UTC-3'], [...utc, 'json_ld'], same),
    change('all_day', [true], [...start, ...end, 'json_ld'], same),
    change('all_day', [false], ['json_ld'], same),
    change('start_date', [long_ago], [...start, 'json_ld']),
    change('end_date', [far_ahead], [...end, 'json_ld']),
    change('cost', ['7 €', 0, '', null, []], ['cost_details', 'json_ld']),
    change('website', ['https://else.example/', '', null], ['json_ld'], (value) => value ?? ''),
    ...['show_map', 'show_map_link', 'hide_from_listings', 'sticky', 'featured'].map((flag) =>
      change(flag, [true, false], [], same),
    ),
    change('categories', [[], '', null, 0, [linkable.categories[0]], 'Music']),
    change('tags', [[], '', null, '0', [linkable.tags[1]], 'late']),
    change('venue', [[], '', null, 0, linkable.venues[0], [...linkable.venues]], ['json_ld']),
    change('organizer', [[], '', null, 0, linkable.organizers[0], [...linkable.organizers]], ['json_ld']),
    // Counts of terms tell nothing of what a password protects.
    change('password', ['open', '', null], ['json_ld', 'categories', 'tags']),
    change('post_parent', [0, linkable.parents[0]]),
    change('event_status', ['canceled', 'moved_online'], ['json_ld'], same),
    change(
      'event_status',
      ['scheduled', '', null],
      ['event_status_reason', 'previous_start_dates', 'json_ld'],
      none,
    ),
    change('event_status_reason', ['Snow'], [], same),
    change('attendance_mode', ['online', 'mixed'], ['json_ld'], same),
    change('online_url', ['https://meet.example/b'], ['json_ld'], same),
    change('online_url', ['', null], ['json_ld'], none),
    change('online_url_shown', ['attendees'], ['json_ld'], same),
  ]
}

const isEmpty = (value: unknown) => value === null || value === '' || value === '0'
/** A text that is left out of the record when it is empty. */
const text = (field: string, follow: readonly string[] = []) =>
  change(field, ['Else', '', null], ['json_ld', ...follow], (value) => (isEmpty(value) ? undefined : value))

function venueChanges(): Change[] {
  return [
    ...postChanges(),
    change('venue', ['Another hall'], ['json_ld'], same),
    change('description', ['<p>Else</p>', '', null], ['json_ld']),
    ...['address', 'city', 'zip', 'phone', 'stateprovince'].map((field) => text(field)),
    ...['country', 'province', 'state'].map((field) => text(field, ['stateprovince'])),
    change('website', ['https://else.example/', '', null], ['json_ld']),
    change('show_map', [true, false, 'yes', '0'], ['json_ld']),
    change('show_map_link', [true, false], [], same),
  ]
}

function organizerChanges(): Change[] {
  return [
    ...postChanges(),
    change('organizer', ['Another one'], ['json_ld'], same),
    change('description', ['<p>Else</p>', '', null], ['json_ld']),
    text('phone'),
    change('website', ['https://else.example/', '', null], ['json_ld']),
    change('email', ['else@example.org', '', null], ['json_ld']),
  ]
}

function termChanges(): Change[] {
  return [
    change('name', ['Another name'], [], same),
    change('description', ['Else', '', null], [], (value) => value ?? ''),
    change('slug', ['a-new-slug'], ['url'], same),
  ]
}

describe('a patch of one field changes it and what follows from it, and nothing else', () => {
  test('of an event', () => property('events', event(linkable), eventChanges(), 400))
  test('of a venue', () => property('venues', venue, venueChanges(), 250))
  test('of an organizer', () => property('organizers', organizer, organizerChanges(), 150))
  test('of a category', () => {
    const parent = change('parent', [0, '', null, linkable.categories[1]], ['url', 'urls', 'color'])
    const color = change('color', ['vermilion', 'blue'], [], same)
    return property('categories', term(linkable.categories), [...termChanges(), parent, color], 120)
  })
  test('of a tag', () => property('tags', term(undefined), termChanges(), 100))
})

test('a patch of nothing changes nothing, nor does one of unknown and read-only fields', async () => {
  // Every write says when it was, even one of nothing: the clock stands.
  app.setNow(Temporal.Instant.from('2030-01-01T12:00:00Z'))
  const id = await create('events', {
    title: 'Still',
    start_date: '2031-03-01',
    end_date: '2031-03-02',
    cost: '5',
    status: 'draft',
  })
  // The change itself is told, as of any draft (D54).
  const { modified: _modified, modified_utc: _utc, ...before } = await read('events', id)
  for (const json of [
    {},
    { foo: 1 },
    {
      id: 1,
      global_id: 'x',
      url: 'x',
      utc_start_date: '2000-01-01 00:00:00',
      custom_fields: [1],
      cost_details: {},
    },
  ]) {
    expect((await app.ask({ as: 'administrator', method: 'PATCH', path: `events/${id}`, json })).status).toBe(
      200,
    )
    expect(await read('events', id)).toMatchObject(before)
  }
  app.setNow(undefined)
})

test.each([
  ['events', 'title'],
  ['events', 'slug'],
  ['events', 'status'],
  ['events', 'start_date'],
  ['events', 'end_date'],
  ['venues', 'venue'],
  ['venues', 'slug'],
  ['venues', 'status'],
  ['organizers', 'organizer'],
  ['organizers', 'slug'],
  ['organizers', 'status'],
  ['categories', 'name'],
  ['categories', 'slug'],
  ['tags', 'name'],
  ['tags', 'slug'],
] as const)('of %s, the %s cannot be cleared', async (kind, field) => {
  const named = {
    events: { title: 'T', start_date: '2031-03-01', end_date: '2031-03-02' },
    venues: { venue: 'V' },
    organizers: { organizer: 'O' },
    categories: { name: `C ${field}` },
    tags: { name: `T ${field}` },
  }
  const id = await create(kind, named[kind])
  const before = await read(kind, id)
  for (const value of ['', null, []]) {
    const { status, body } = await app.ask({
      as: 'administrator',
      method: 'PATCH',
      path: `${kind}/${id}`,
      json: { [field]: value },
    })
    expect(status).toBe(400)
    expect(Object.keys(body.data.params)).toEqual([field])
    expect(await read(kind, id)).toEqual(before)
  }
})

async function property(
  kind: Kind,
  fields: fc.Arbitrary<Fields>,
  changes: readonly Change[],
  count: number,
): Promise<void> {
  const patch = fc
    .constantFrom(...changes)
    .chain((one) => fc.record({ change: fc.constant(one), value: fc.constantFrom(...one.values) }))
  const method = fc.constantFrom('POST', 'PUT', 'PATCH')
  await fc.assert(
    fc.asyncProperty(
      fields,
      patch,
      method,
      async (sent, { change: { field, follow, shows }, value }, how) => {
        const id = await create(kind, sent)
        const before = await read(kind, id)
        const answer = await app.ask({
          as: 'administrator',
          method: how,
          path: `${kind}/${id}`,
          json: { [field]: value },
        })
        expect(answer.status, answer.text).toBe(200)
        const after = await read(kind, id)
        const touched = new Set(['modified', 'modified_utc', ...follow(before)])
        expect(without(after, touched)).toBe(without(before, touched))
        if (shows) expect(after[field]).toEqual(shows(value))
        await app.ask({
          as: 'administrator',
          method: 'DELETE',
          path: `${kind}/${id}`,
          query: { force: true },
        })
      },
    ),
    { numRuns: runs(count) },
  )
}

/** The record but for some members, those of its texts as they were written included, byte by byte. */
function without({ raw = {}, ...record }: Fields, touched: ReadonlySet<string>): string {
  const rest = (of: object) => Object.entries(of).filter(([name]) => !touched.has(name))
  return JSON.stringify([...rest(record), ...rest(raw as object)], null, 1)
}

async function read(kind: Kind, id: number): Promise<Fields> {
  const { status, body } = await app.ask({
    as: 'administrator',
    path: `${kind}/${id}`,
    query: kind === 'events' ? { context: 'edit' } : {},
  })
  expect(status).toBe(200)
  return body
}

async function create(kind: Kind, json: Fields): Promise<number> {
  return (await app.create(kind, json)).id
}
