import { expect, test } from 'vitest'
import { zoneNamed } from '../../pure/calendar/zone.ts'
import { blankEvent } from '../../records/events/events.columns.ts'
import type { EventRow } from '../../records/rows/event.row.ts'
import { siteOf } from '../../http/site.ts'
import type { LinkedRow } from '../../records/linked/linked.kind.ts'
import type { MediaRow } from '../../records/media/media.record.ts'
import type { TermRow } from '../../records/terms/terms.row.ts'
import { feedEvent, type FeedSource } from './feed.event.ts'

const site = siteOf({ siteUrl: 'https://calendar.example/town', restRoot: '' }, 'vendor/events/v1', '')
const settings = {
  siteZone: zoneNamed('Europe/Rome'),
  costFormat: { symbol: '€', position: 'prefix' } as const,
  currencyCode: 'EUR',
  declared: { all: [], language: 'en' } as const,
}

const post = {
  author_id: 1,
  status: 'publish',
  status_before: null,
  description: '',
  date_at: 1_800_000_000,
  date_floating: 0,
  date_given: 0,
  modified_at: 1_800_000_100,
  image_id: null,
  folded: '',
  title_folded: '',
} as const

const event: EventRow = {
  ...blankEvent,
  ...post,
  id: 7,
  slug: 'jazz',
  title: 'Jazz &amp; <em>more</em>',
  description: 'Three "bands".\n\n<ul><li>One</li><li>Two</li></ul>',
  excerpt: '',
  post_parent: null,
  all_day: 0,
  timezone: 'America/New_York',
  timezone_abbr: 'EDT',
  start_wall: '2027-05-01 20:00:00',
  end_wall: '2027-05-01 22:00:00',
  starts_at: 1_809_216_000,
  ends_at: 1_809_223_200,
  cost: '["10","20"]',
  cost_kind: 2,
  website: 'https://jazz.example/?a=1&b=2',
  show_map: 1,
  show_map_link: 1,
  hide_from_listings: 0,
  sticky: 0,
  featured: 1,
  image_id: 5,
  password_digest: null,
  sequence: 2,
  uid: null,
  trashed_at: null,
  registration_shown: 0,
}

const venue: LinkedRow = {
  ...post,
  id: 8,
  slug: 'mill',
  title: 'Old &#038; new mill',
  modified_at: 1_800_000_900,
  address: '1 Main St',
  city: 'Albany',
  stateprovince: 'NY',
  zip: '12207',
  country: 'United States',
}

const organizer: LinkedRow = {
  ...post,
  id: 9,
  slug: 'club',
  title: 'Club',
  email: 'a@club.example',
  website: '',
}

const image: MediaRow = {
  id: 5,
  author_id: 1,
  date_at: 0,
  modified_at: 0,
  title: 'Jazz',
  alt_text: 'A trio',
  caption: '',
  credit: '',
  file: '2027/05/jazz.jpg',
  mime_type: 'image/jpeg',
  width: 600,
  height: 400,
  filesize: 900,
  original_file: '',
  sizes: '',
  digest: '',
  focus_x: null,
  focus_y: null,
  decorative: 0,
  folded: '',
}

const term = (name: string): TermRow =>
  ({
    id: 1,
    taxonomy: 'post_tag',
    name,
    slug: 'x',
    description: '',
    parent: 0,
    count: 1,
    color: null,
  }) as const

const source: FeedSource = {
  event,
  categories: [term('Food & drink')],
  tags: [term('outdoor')],
  venues: [venue],
  organizers: [organizer],
  tickets: [],
  images: new Map([[5, image]]),
}

const made = (changes: Partial<FeedSource> = {}) => feedEvent({ ...source, ...changes }, site, settings)

test('an event is prepared with plain texts, whole addresses and its links', () => {
  expect(made()).toEqual({
    id: 7,
    uid: 'event-7@calendar.example/town',
    sequence: 2,
    status: 'confirmed',
    isGone: false,
    said: {
      featured: true,
      event_status: 'scheduled',
      event_status_reason: '',
      attendance_mode: 'in_person',
      online_url: '',
    },
    publicOnlineUrl: '',
    title: 'Jazz & more',
    description: 'Three “bands”.\n\n- One\n- Two',
    descriptionHtml: '<p>Three &#8220;bands&#8221;.</p>\n<ul>\n<li>One</li>\n<li>Two</li>\n</ul>',
    summary: 'Three "bands". One Two',
    url: 'https://calendar.example/town/event/jazz/',
    restUrl: 'https://calendar.example/town/vendor/events/v1/events/7',
    website: 'https://jazz.example/?a=1&b=2',
    start: { at: 1_809_216_000, wall: '2027-05-01 20:00:00' },
    end: { at: 1_809_223_200, wall: '2027-05-01 22:00:00' },
    isPrivate: false,
    isAllDay: false,
    zone: { name: 'America/New_York', id: 'America/New_York' },
    zoneLetters: 'EDT',
    publishedAt: 1_800_000_000,
    modifiedAt: 1_800_000_900,
    venues: [
      { name: 'Old & new mill', address: '1 Main St, Albany, NY 12207, United States', geo: undefined },
    ],
    organizers: [
      { name: 'Club', email: 'a@club.example', url: 'https://calendar.example/town/organizer/club/' },
    ],
    categories: ['Food & drink'],
    tags: ['outdoor'],
    cost: '€10 – €20',
    image: {
      url: 'https://calendar.example/town/media/2027/05/jazz.jpg',
      mediaType: 'image/jpeg',
      bytes: 900,
      alt: 'A trio',
    },
    fields: [],
  })
})

test('an imported event keeps the UID that it came with', () => {
  expect(made({ event: { ...event, uid: 'abc@elsewhere.example' } }).uid).toBe('abc@elsewhere.example')
})

test('a trashed event is cancelled, and nothing is said of it but its name, title and times', () => {
  const { uid, sequence, title, start, end, isAllDay, zone, zoneLetters, publishedAt, ...whole } = made({})
  const happening = {
    event_status_reason: 'Snow',
    attendance_mode: 'online',
    online_url: 'https://meet.example/',
  } as const
  const cancelled = made({ event: { ...event, ...happening, status: 'trash', status_before: 'publish' } })
  expect(cancelled).toMatchObject({
    uid,
    sequence,
    title,
    start,
    end,
    isAllDay,
    zone,
    zoneLetters,
    publishedAt,
  })
  const others = ['id', 'status', 'isPrivate', 'modifiedAt', 'restUrl', 'isGone', 'said'] as const
  for (const name of Object.keys(whole).filter((name) => !others.some((one) => one === name)))
    expect(cancelled[name as keyof typeof whole] ?? '', name).toHaveLength(0)
  expect(cancelled).toMatchObject({
    status: 'cancelled',
    isGone: true,
    said: {
      featured: false,
      event_status: 'scheduled',
      event_status_reason: '',
      attendance_mode: 'in_person',
      online_url: '',
    },
    isPrivate: false,
  })
})

test.each([
  ['scheduled', 'confirmed'],
  ['canceled', 'cancelled'],
  ['postponed', 'confirmed'],
  ['rescheduled', 'confirmed'],
  ['moved_online', 'confirmed'],
] as const)('an event to which “%s” happens is %s, and still there', (event_status, status) => {
  expect(made({ event: { ...event, event_status } })).toMatchObject({
    said: { event_status },
    status,
    isGone: false,
    description: made({}).description,
  })
})

test.each([
  ['publish', 'confirmed'],
  ['private', 'confirmed'],
  ['draft', 'tentative'],
  ['pending', 'tentative'],
] as const)('an event of status %s is %s', (status, expected) => {
  expect(made({ event: { ...event, status } }).status).toBe(expected)
})

test.each([
  [41.9, 12.5, { lat: 41.9, lng: 12.5 }],
  [0, 0, { lat: 0, lng: 0 }],
  [null, 12.5, undefined],
  [91, 12.5, undefined],
  [41.9, -181, undefined],
])('a venue at %j, %j is placed at %j', (geo_lat, geo_lng, expected) => {
  expect(made({ venues: [{ ...venue, geo_lat, geo_lng }] }).venues[0]?.geo).toEqual(expected)
})

test('the excerpt is the summary, and the description where there is none', () => {
  const { summary, description } = made({ event: { ...event, description: '', excerpt: '<b>Short</b>' } })
  expect([summary, description]).toEqual(['Short', 'Short'])
})

test('an event behind a password tells when it is and what it is called, nothing else', () => {
  const blanked = made({ isBlanked: true })
  expect(blanked).toMatchObject({ title: 'Jazz & more', start: { wall: '2027-05-01 20:00:00' } })
  const { description, descriptionHtml, summary, website, cost, image, said } = blanked
  expect([description, descriptionHtml, summary, website, cost, image, said.featured]).toEqual([
    '',
    '',
    '',
    '',
    '',
    undefined,
    false,
  ])
  expect([blanked.venues, blanked.organizers, blanked.categories, blanked.tags]).toEqual([[], [], [], []])
})
