import type { Insertable } from 'kysely'
import { eventFields } from '../../src/fields/events.fields.ts'
import { blankOf } from '../../src/fields/fields.columns.ts'
import { venueFields } from '../../src/fields/venues.fields.ts'
import { wallText } from '../../src/pure/calendar/text.ts'
import type { EventsTable, PostColumns, Taxonomy } from '../../src/storage/schema/tables.ts'
import type { Tables } from '../../src/storage/schema/tables.all.ts'
import type { Status } from '../../src/pure/params/words.ts'
import { costKind } from '../../src/pure/text/costKind.ts'
import { fold } from '../../src/pure/text/fold.ts'
import type { Dice } from './dice.ts'

/** What rows are made with. */
export interface Maker {
  readonly dice: Dice
  readonly now_s: number
  /** Whose rows they are. */
  readonly authors: readonly number[]
}

const hour_s = 3600
const day_s = 24 * hour_s

/** Events are spread over this long before and after now. */
const spread_s = 548 * day_s

/** Characters of a description, least and most; half of them have less than some four hundred. */
const [shortest, longest] = [200, 4000]

/** Five at the top, fifteen below these, twenty below those. */
const categories = { top: 5, middle: 15, bottom: 20 } as const
const allCategories = categories.top + categories.middle + categories.bottom

/** Most of them seldom used. */
const tags = 2000

/** An event: one of ten all day, one of twenty over several days. */
export function eventRow(maker: Maker, id: number, parent: number | null): Insertable<EventsTable> {
  const { dice } = maker
  const cost = dice.pick([[], ['0'], ['12'], ['10', '20']])
  const post = postRow(maker, id, dice.words(4), descriptionOf(dice))
  return {
    ...blankOf(eventFields),
    own: '',
    ...post,
    ...timesOf(maker),
    uid: `${id}@example.org`,
    trashed_at: post.status === 'trash' ? post.modified_at : null,
    excerpt: dice.words(12),
    post_parent: dice.happens(0.01) ? parent : null,
    cost: JSON.stringify(cost),
    cost_kind: costKind(cost),
    website: dice.happens(0.3) ? `https://example.org/${id}` : null,
    show_map: 1,
    show_map_link: 1,
    hide_from_listings: dice.happens(0.02) ? 1 : 0,
    sticky: dice.happens(0.01) ? 1 : 0,
    featured: dice.happens(0.04) ? 1 : 0,
    password_digest: dice.happens(0.005) ? 'digest' : null,
  }
}

function timesOf({ dice, now_s }: Maker) {
  const distance = dice.next() ** 2 * spread_s * (dice.happens(0.55) ? 1 : -1)
  const isAllDay = dice.happens(0.1)
  const days = dice.happens(0.05) ? dice.pick([1, 2, 3, 9]) : 0
  const step_s = isAllDay ? day_s : hour_s / 4
  const starts_at = Math.round((now_s + distance) / step_s) * step_s
  const lasts_s = isAllDay ? day_s - 1 : dice.pick([1, 1.5, 2, 2, 3]) * hour_s
  const ends_at = starts_at + days * day_s + lasts_s
  const timezone = isAllDay ? 'UTC' : dice.pick(zones)
  return {
    all_day: isAllDay ? 1 : 0,
    timezone,
    timezone_abbr: 'CET',
    start_wall: wallIn(timezone, starts_at),
    end_wall: wallIn(timezone, ends_at),
    starts_at,
    ends_at,
  } as const
}

/** Paragraphs, together as long as descriptions are. */
function descriptionOf(dice: Dice): string[] {
  const characters = shortest * (longest / shortest) ** (dice.next() ** 2)
  const words = Math.ceil(characters / 6.5)
  const paragraphs = Math.ceil(words / 80)
  return Array.from({ length: paragraphs }, () => dice.words(Math.ceil(words / paragraphs)))
}

/** The row of an invented venue. */
export function venueRow(maker: Maker, id: number): Insertable<Tables['venues']> {
  const post = postRow(maker, id, `${maker.dice.words(2)} Hall`, [maker.dice.words(10)])
  const place = { address: `${id} Main Street`, city: maker.dice.words(1), country: 'Germany', zip: '12345' }
  const none = { province: '', state: '', stateprovince: '', website: '' }
  const flags = {
    show_map: 1,
    show_map_link: 1,
    step_free: 1,
  } as const
  return {
    ...blankOf(venueFields),
    own: '',
    ...post,
    ...place,
    ...none,
    ...coordinates(id),
    ...flags,
    phone: '030 1234',
    excerpt: '',
  }
}

/** Nine of ten venues are somewhere in or around one of a few towns, by their number alone. */
function coordinates(id: number): Pick<Tables['venues'], 'geo_lat' | 'geo_lng'> {
  const town = towns[(id * 7) % towns.length]
  if (id % 10 === 9 || !town) return { geo_lat: null, geo_lng: null }
  const away = (step: number) => (((id * step) % 1000) - 500) / 2000
  const geo_lng = town[1] + away(104_729)
  return { geo_lat: town[0] + away(7919), geo_lng: geo_lng > 180 ? geo_lng - 360 : geo_lng }
}

/** Latitudes and longitudes; the last are on either side of the antimeridian. */
const towns: readonly (readonly [number, number])[] = [
  [52.5, 13.4],
  [52.4, 13.1],
  [53.6, 10],
  [48.1, 11.6],
  [40.7, -74],
  [-16.8, 179.9],
]

/** The row of an invented organizer. */
export function organizerRow(maker: Maker, id: number): Insertable<Tables['organizers']> {
  const post = postRow(maker, id, `${maker.dice.words(2)} Society`, [maker.dice.words(10)])
  return {
    ...post,
    own: '',
    phone: '',
    website: 'https://example.org',
    email: 'office@example.org',
    excerpt: '',
  }
}

function postRow(
  { dice, now_s, authors }: Maker,
  id: number,
  title: string,
  texts: readonly string[],
): PostColumns {
  const status = dice.pick(statuses)
  const written_at = now_s - Math.floor(dice.next() * spread_s)
  return {
    id,
    title,
    author_id: dice.pick(authors),
    status,
    status_before: status === 'trash' ? 'publish' : null,
    slug: `${fold(title).replaceAll(/\W+/g, '-')}-${id}`,
    description: texts.map((text) => `<p>${text}</p>`).join('\n'),
    // Not while it is looked at: it would be published.
    date_at: status === 'future' ? now_s + spread_s : written_at,
    date_floating: 0,
    date_given: 0,
    modified_at: written_at,
    folded: fold([title, ...texts].join('\n')),
    title_folded: fold(title),
    image_id: null,
  }
}

export type TermRow = Insertable<Tables['terms']> & { readonly id: number; count: number }

/** All terms there are, none of them counted yet: the categories, and after them the tags. */
export function termRows({ dice }: Maker): TermRow[] {
  return Array.from({ length: allCategories + tags }, (_, index) => {
    const taxonomy: Taxonomy = index < allCategories ? 'tribe_events_cat' : 'post_tag'
    const name = `${dice.words(2)} ${index}`
    const folded = fold(name)
    return {
      id: index + 1,
      taxonomy,
      name,
      name_folded: folded,
      slug: folded.replaceAll(' ', '-'),
      description: '',
      parent: parentOf(index),
      folded,
      count: 0,
    }
  })
}

/** The id of the category above; ids are one more than the index. */
function parentOf(index: number): number {
  const { top, middle } = categories
  if (index < top || index >= allCategories) return 0
  return index < top + middle ? 1 + (index % top) : 1 + top + (index % middle)
}

/** The terms that an event carries, up to two categories and three tags; counted as they are given. */
export function termsOf(
  { dice }: Maker,
  { id, status }: { id: number; status: string },
  terms: readonly TermRow[],
): Tables['event_terms'][] {
  const own = new Set([
    ...dice.few(dice.pick([0, 1, 1, 2]), terms.slice(0, allCategories)),
    ...dice.few(dice.pick([0, 1, 3]), terms.slice(allCategories)),
  ])
  if (status === 'publish') for (const term of own) term.count += 1
  return [...own].map((term) => ({ event_id: id, term_id: term.id }))
}

/** None, one or two of them. */
export function linksOf({ dice }: Maker, among: readonly number[]): number[] {
  return [...new Set(dice.few(dice.pick([0, 1, 1, 1, 2]), among))]
}

/** One of ten events has a ticket or two. */
export function ticketRows({ dice, now_s }: Maker, event_id: number): Insertable<Tables['tickets']>[] {
  if (!dice.happens(0.1)) return []
  return Array.from({ length: dice.pick([1, 1, 2]) }, (_, position) => {
    const kind = dice.pick(['rsvp', 'paid', 'paid', 'external'] as const)
    return {
      event_id,
      status: 'publish',
      kind,
      name: dice.words(2),
      description: '',
      price: kind === 'rsvp' ? null : dice.pick(['5', '12.50', '40']),
      currency: 'EUR',
      capacity: dice.happens(0.5) ? 100 : null,
      sale_start_at: null,
      sale_end_at: null,
      url: kind === 'external' ? `https://example.org/tickets/${event_id}` : '',
      position,
      created_at: now_s,
      modified_at: now_s,
    }
  })
}

function wallIn(timezone: string, at: number): string {
  const instant = Temporal.Instant.fromEpochMilliseconds(at * 1000)
  return wallText(instant.toZonedDateTimeISO(timezone).toPlainDateTime())
}

const zones = [
  'Europe/Berlin',
  'Europe/Berlin',
  'UTC',
  'America/New_York',
  'Asia/Kolkata',
  'Australia/Sydney',
]

/** Nearly nine of ten are published. */
const statuses: readonly Status[] = [
  ...Array<Status>(45).fill('publish'),
  ...(['draft', 'draft', 'pending', 'private', 'future', 'trash'] as const),
]
