import type { Insertable } from 'kysely'
import { wallText } from '../../src/calendar/text.ts'
import type { Database, Writer } from '../../src/db/dialect.ts'
import type { EventsTable, ItemKind, PostColumns, Tables, Taxonomy } from '../../src/db/tables.ts'
import type { Status } from '../../src/params/statuses.ts'
import { fold } from '../../src/text/fold.ts'
import { type Dice, diceFrom } from './dice.ts'

/** How large a calendar is to be filled in, and when "now" is in it. */
export interface Filling {
  readonly events: number
  readonly now: Temporal.Instant
  /** Whose events, venues and organizers these are. */
  readonly authors: readonly number[]
}

/** What rows are made with. */
interface Maker extends Filling {
  readonly dice: Dice
  readonly now_s: number
}

/** Rows to a statement. */
const batch = 200

const day_s = 86_400

/** Events are spread over this long before and after now. */
const spread_s = 548 * day_s

/** So many categories; the first ten are at the top, the others below these. */
const categories = 40

/**
 * Fills an empty calendar as a town's would look: events over three years around now, the nearer the more, at venues of
 * which few are busy; most published, some featured, hidden, protected, or below another one. Written directly, in one
 * transaction; the same every time.
 */
export async function fillCalendar(db: Database, filling: Filling): Promise<void> {
  const now_s = Math.floor(filling.now.epochMilliseconds / 1000)
  const maker: Maker = { ...filling, now_s, dice: diceFrom(20_310_215) }
  await db.write(async (tx) => {
    const venues = await newIds(tx, 'venue', filling.events / 40)
    const organizers = await newIds(tx, 'organizer', filling.events / 60)
    const ids = await newIds(tx, 'event', filling.events)
    const events = ids.map((id, index) => eventRow(maker, id, ids[Math.floor(index / 2)] ?? null))
    const terms = Array.from({ length: categories + filling.events / 100 }, (_, index) =>
      termRow(maker, index),
    )
    const carried = events.flatMap((event) => termsOf(maker, event, terms))
    await insertAll(
      tx,
      'venues',
      venues.map((id) => venueRow(maker, id)),
    )
    await insertAll(
      tx,
      'organizers',
      organizers.map((id) => organizerRow(maker, id)),
    )
    await insertAll(tx, 'events', events)
    await insertAll(
      tx,
      'event_venues',
      ids.flatMap((id) =>
        linksOf(maker, venues).map((venue_id, position) => ({ event_id: id, venue_id, position })),
      ),
    )
    await insertAll(
      tx,
      'event_organizers',
      ids.flatMap((id) =>
        linksOf(maker, organizers).map((organizer_id, position) => ({
          event_id: id,
          organizer_id,
          position,
        })),
      ),
    )
    await insertAll(tx, 'terms', terms)
    await insertAll(tx, 'event_terms', carried)
  })
}

function eventRow(maker: Maker, id: number, parent: number | null): Insertable<EventsTable> {
  const { dice, now_s } = maker
  const distance = dice.next() ** 2 * spread_s * (dice.happens(0.55) ? 1 : -1)
  const starts_at = now_s + Math.round(distance / 900) * 900
  const ends_at = starts_at + dice.pick([3600, 5400, 7200, 7200, 10_800, day_s, 3 * day_s])
  const timezone = dice.pick(zones)
  const texts = [dice.words(25), dice.words(25), dice.words(25)]
  return {
    ...postRow(maker, id, dice.words(4), texts),
    excerpt: dice.words(12),
    post_parent: dice.happens(0.01) ? parent : null,
    all_day: 0,
    timezone,
    timezone_abbr: 'CET',
    start_wall: wallIn(timezone, starts_at),
    end_wall: wallIn(timezone, ends_at),
    starts_at,
    ends_at,
    cost: dice.pick(['[]', '["0"]', '["12"]', '["10","20"]']),
    website: dice.happens(0.3) ? `https://example.org/${id}` : null,
    show_map: 1,
    show_map_link: 1,
    hide_from_listings: dice.happens(0.02) ? 1 : 0,
    sticky: dice.happens(0.01) ? 1 : 0,
    featured: dice.happens(0.04) ? 1 : 0,
    password_digest: dice.happens(0.005) ? 'digest' : null,
  }
}

function venueRow(maker: Maker, id: number): Insertable<Tables['venues']> {
  const post = postRow(maker, id, `${maker.dice.words(2)} Hall`, [maker.dice.words(10)])
  const place = { address: `${id} Main Street`, city: maker.dice.words(1), country: 'Germany', zip: '12345' }
  const none = { province: '', state: '', stateprovince: '', website: '' }
  return { ...post, ...place, ...none, phone: '030 1234', show_map: 1, show_map_link: 1 }
}

function organizerRow(maker: Maker, id: number): Insertable<Tables['organizers']> {
  const post = postRow(maker, id, `${maker.dice.words(2)} Society`, [maker.dice.words(10)])
  return { ...post, phone: '', website: 'https://example.org', email: 'office@example.org' }
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
    date_at: status === 'future' ? now_s + day_s : written_at,
    date_floating: 0,
    date_given: 0,
    modified_at: written_at,
    folded: fold([title, ...texts].join('\n')),
    title_folded: fold(title),
    image_id: null,
  }
}

type TermRow = Insertable<Tables['terms']> & { readonly id: number; count: number }

function termRow({ dice }: Maker, index: number): TermRow {
  const taxonomy: Taxonomy = index < categories ? 'tribe_events_cat' : 'post_tag'
  const name = `${dice.words(2)} ${index}`
  const folded = fold(name)
  const parent = index >= 10 && index < categories ? 1 + (index % 10) : 0
  return {
    id: index + 1,
    taxonomy,
    name,
    name_folded: folded,
    slug: folded.replaceAll(' ', '-'),
    description: '',
    parent,
    folded,
    count: 0,
  }
}

/** The terms that an event carries, up to two categories and three tags; counted as they are given. */
function termsOf(
  { dice }: Maker,
  { id, status }: { id: number; status: string },
  terms: readonly TermRow[],
): Tables['event_terms'][] {
  const [above, below] = [terms.slice(0, categories), terms.slice(categories)]
  const own = new Set([...dice.few(dice.pick([0, 1, 1, 2]), above), ...dice.few(dice.pick([0, 1, 3]), below)])
  if (status === 'publish') for (const term of own) term.count += 1
  return [...own].map((term) => ({ event_id: id, term_id: term.id }))
}

/** None, one or two of them. */
function linksOf({ dice }: Maker, among: readonly number[]): number[] {
  return [...new Set(dice.few(dice.pick([0, 1, 1, 1, 2]), among))]
}

function wallIn(timezone: string, at: number): string {
  const instant = Temporal.Instant.fromEpochMilliseconds(at * 1000)
  return wallText(instant.toZonedDateTimeISO(timezone).toPlainDateTime())
}

const zones = ['Europe/Berlin', 'Europe/Berlin', 'Europe/Berlin', 'UTC', 'America/New_York']

/** Nearly nine of ten are published. */
const statuses: readonly Status[] = [
  ...Array<Status>(45).fill('publish'),
  ...(['draft', 'draft', 'pending', 'private', 'future', 'trash'] as const),
]

async function newIds(tx: Writer, kind: ItemKind, count: number): Promise<number[]> {
  const highest = await tx
    .selectFrom('items')
    .select((eb) => eb.fn.max('id').as('id'))
    .executeTakeFirst()
  const first = (highest?.id ?? 0) + 1
  const ids = Array.from({ length: Math.max(1, Math.floor(count)) }, (_, index) => first + index)
  await insertAll(
    tx,
    'items',
    ids.map((id) => ({ id, kind })),
  )
  return ids
}

async function insertAll<Table extends keyof Tables>(
  tx: Writer,
  table: Table,
  rows: readonly Insertable<Tables[Table]>[],
): Promise<void> {
  for (let from = 0; from < rows.length; from += batch) {
    await tx
      .insertInto(table)
      .values(rows.slice(from, from + batch))
      .execute()
  }
}
