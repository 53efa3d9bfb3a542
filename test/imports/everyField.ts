import { expect } from 'vitest'
import { isNot, namesWhere } from '../../src/fields/declare.ts'
import { eventFields } from '../../src/fields/events.fields.ts'
import { organizerFields } from '../../src/fields/organizers.fields.ts'
import { venueFields } from '../../src/fields/venues.fields.ts'
import { leftOutOfEvents } from '../../src/outward/imports/jsonld/jsonld.event.ts'
import { leftOutOfOrganizers, leftOutOfVenues } from '../../src/outward/imports/jsonld/jsonld.place.ts'
import { picture, uploadTo } from '../api/upload.ts'
import { furtherFields } from '../support/furtherFields.ts'
import { createTestApp, type TestApp } from '../support/app.ts'

/** A record as it is answered. */
export type Wire = Readonly<Record<string, unknown>>

/** The fields of each kind of record, with values that none has by default. */
const given = {
  categories: { name: 'Music', description: 'All that sounds.', slug: 'music-here', color: 'teal' },
  tags: { name: 'Free entry', description: 'Costs nothing.', slug: 'free-entry' },
  media: {
    title: 'The hall',
    alt_text: 'A hall with red seats',
    caption: 'The hall by day',
    credit: 'Ida Bild',
    focus: { x: 0.25, y: 0.75 },
    decorative: true,
  },
  venues: {
    venue: 'Old Mill',
    description: 'A mill.',
    slug: 'the-old-mill',
    address: 'Mill Lane 3',
    city: 'Norwich',
    country: 'United Kingdom',
    province: 'Norfolk',
    state: 'East',
    stateprovince: 'Norfolk',
    zip: 'NR1 1AA',
    phone: '+44 1603 1',
    website: 'https://mill.example/',
    geo_lat: 52.6,
    geo_lng: 1.3,
    show_map: true,
    show_map_link: true,
    step_free: true,
    accessible_toilet: false,
    hearing_loop: true,
  },
  organizers: {
    organizer: 'Mill Choir',
    description: 'They sing.',
    slug: 'mill-choir',
    phone: '+44 1603 2',
    website: 'https://choir.example/',
    email: 'choir@mill.example',
  },
  events: {
    title: 'Evening of songs',
    description: 'Bring a friend.',
    excerpt: 'Songs.',
    slug: 'evening-of-songs',
    start_date: '2031-05-01 19:30:00',
    end_date: '2031-05-01 22:00:00',
    timezone: 'Europe/London',
    all_day: false,
    website: 'https://songs.example/',
    show_map: true,
    show_map_link: true,
    sticky: true,
    featured: true,
    cost: '£5 – £12',
    event_status: 'rescheduled',
    event_status_reason: 'The hall was taken.',
    previous_start_dates: ['2031-04-24 19:30:00'],
    attendance_mode: 'mixed',
    online_url: 'https://stream.example/songs',
    online_url_shown: 'attendees',
    status: 'publish',
    uid: 'songs@elsewhere.example',
    post_parent: 'Festival of songs',
  },
  tickets: {
    name: 'Full price',
    description: 'With a drink.',
    kind: 'external',
    price: '12',
    currency: 'GBP',
    capacity: 80,
    sale_start_date_utc: '2031-01-01 09:00:00',
    sale_end_date_utc: '2031-04-30 22:00:00',
    url: 'https://tickets.example/songs',
    position: 2,
  },
  series: {
    title: 'Choir practice',
    recurrence: ['RRULE:FREQ=WEEKLY;COUNT=4', 'EXDATE:20310513T190000'],
    timezone: 'Europe/Berlin',
    start_date: '2031-05-06 19:00:00',
    duration: 7200,
    occurrences: 3,
    changed: 1,
  },
} as const

/** What is declared beside. */
export const further = {
  venues: furtherFields(venueFields, given.venues),
  organizers: furtherFields(organizerFields, given.organizers),
  events: furtherFields(eventFields, { ...given.events, hide_from_listings: false }),
}

/** All of them: what a record has is said here, and filled in `filled`. */
export const fields = {
  ...given,
  venues: { ...given.venues, ...further.venues } as typeof given.venues,
  organizers: { ...given.organizers, ...further.organizers } as typeof given.organizers,
  events: { ...given.events, ...further.events } as typeof given.events,
}

/** What pages of ours do not say to programs, or say otherwise. */
export const notOnPages: ReadonlySet<string> = new Set([
  ...Object.keys(leftOutOfEvents).map((name) => `events ${name}`),
  ...namesWhere(eventFields, ({ csv }) => isNot(csv)).map((name) => `events ${name}`),
  ...Object.keys(leftOutOfVenues).map((name) => `venues ${name}`),
  ...Object.keys(leftOutOfOrganizers).map((name) => `organizers ${name}`),
  // Plain text, an offset, the page itself, and what is only for those who attend.
  ...['description', 'timezone', 'website', 'online_url', 'uid'].map((name) => `events ${name}`),
  'venues website',
])

/** A calendar that has every field of every kind of record filled. */
export async function filled(): Promise<{ app: TestApp; root: string }> {
  const app = await createTestApp({ SITE_TIMEZONE: 'Europe/Berlin' })
  const origin = await app.app.server.listen({ port: 0, host: '127.0.0.1' })
  const change = async (path: string, json: object) => {
    const { status, text } = await app.ask({ as: 'administrator', method: 'POST', path, json })
    expect([status, status === 200 ? '' : text]).toEqual([200, ''])
  }
  const { id: image } = (await uploadTo(app, picture)).body
  await change(`media/${image}`, fields.media)
  const { id: above } = await app.create('categories', { name: 'Culture' })
  const category = await app.create('categories', { ...fields.categories, parent: above })
  const tag = await app.create('tags', fields.tags)
  const venue = await app.create('venues', { ...fields.venues, image, status: 'publish' })
  const organizer = await app.create('organizers', { ...fields.organizers, image, status: 'publish' })
  const { previous_start_dates, event_status: _status, uid, post_parent, ...own } = fields.events
  const linked = {
    image,
    categories: [category.id],
    tags: [tag.id],
    venue: [venue.id],
    organizer: [organizer.id],
  }
  const { id } = await app.create('events', {
    ...own,
    ...linked,
    cost: ['£5', '£12'],
    start_date: previous_start_dates[0],
    end_date: '2031-04-24 22:00:00',
  })
  await change(`events/${id}`, {
    event_status: 'rescheduled',
    event_status_reason: own.event_status_reason,
    start_date: own.start_date,
    end_date: own.end_date,
  })
  // Its parent comes later, in lists too.
  const { id: festival } = await app.create('events', {
    title: post_parent,
    start_date: '2031-06-01 10:00:00',
    end_date: '2031-06-02 22:00:00',
    status: 'publish',
  })
  await change(`events/${id}`, { post_parent: festival })
  // What feeds call an event is given once: by imports.
  await app.db.write((tx) => tx.updateTable('events').set({ uid }).where('id', '=', id).execute())
  const { sale_start_date_utc, sale_end_date_utc, ...ticket } = fields.tickets
  await app.create(`events/${id}/tickets`, {
    ...ticket,
    sale_start_date: `${sale_start_date_utc.replace(' ', 'T')}Z`,
    sale_end_date: `${sale_end_date_utc.replace(' ', 'T')}Z`,
  })
  const { title, recurrence, start_date } = fields.series
  const first = await app.create('events', {
    title,
    status: 'publish',
    start_date,
    end_date: '2031-05-06 21:00:00',
    recurrence,
    venue: [venue.id],
  })
  const dates = await app.read('events', {
    post_parent: first.series.id,
    start_date: '2031-01-01',
    end_date: '2032-01-01',
  })
  await change(`events/${dates.events[1].id}`, { title: 'Choir practice outdoors' })
  return { app, root: `${origin}/vendor/events/v1` }
}

/** The records of a calendar by kind, as its administrator reads them. */
export async function recordsOf(app: TestApp): Promise<Record<keyof typeof fields, Wire>> {
  const read = async (path: string, query = {}) => app.read(path, query, 'administrator')
  const window = { start_date: '2031-01-01', end_date: '2032-01-01' }
  const named = (list: readonly Wire[], name: string, value: unknown) =>
    list.find((wire) => wire[name] === value) ?? {}
  const { events } = await read('events', { ...window, context: 'edit' })
  const event = named(events, 'title', fields.events.title)
  const parent = named(events, 'id', event['post_parent'])
  const [series = {}] = (await read('series')).series
  return {
    categories: named((await read('categories', { hide_empty: false })).categories, 'name', 'Music'),
    tags: named((await read('tags', { hide_empty: false })).tags, 'name', 'Free entry'),
    media: (await read('media')).media[0] ?? {},
    venues: named((await read('venues')).venues, 'venue', fields.venues.venue),
    organizers: named((await read('organizers')).organizers, 'organizer', fields.organizers.organizer),
    // Called by its title: its id may be another one here.
    events: { ...event, post_parent: parent['title'] },
    tickets:
      event['id'] === undefined
        ? {}
        : ((await read(`events/${Number(event['id'])}/tickets`)).tickets[0] ?? {}),
    series,
  }
}
