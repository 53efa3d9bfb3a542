import type { Insertable } from 'kysely'
import { wallText } from '../../src/calendar/text.ts'
import type { Database, Writer } from '../../src/db/dialect.ts'
import type { EventsTable, ItemKind, PostColumns, Tables } from '../../src/db/tables.ts'
import type { Status } from '../../src/params/statuses.ts'
import { fold } from '../../src/text/fold.ts'

/** How large a calendar is to be filled in, and when "now" is in it. */
export interface Filling {
  readonly events: number
  readonly now: Temporal.Instant
  /** Whose events and places these are; several share them. */
  readonly authors: readonly number[]
}

/** What was filled in, for whoever asks for it. */
export interface Filled {
  readonly events: readonly number[]
  readonly venues: readonly number[]
  readonly organizers: readonly number[]
  readonly categories: readonly number[]
  readonly tags: readonly number[]
}

/** Rows to a statement. */
const batch = 200
const day_s = 86_400

/** Events are spread over this long before and after now. */
const spread_s = 548 * day_s

/**
 * Fills an empty calendar as a town's would look: events over three years around now, the near future the fullest, at
 * venues of which few are busy; most published, some featured, hidden, protected, or below another one. Written directly,
 * in one transaction; the same every time.
 */
export async function fillCalendar(db: Database, filling: Filling): Promise<Filled> {
  const random = randomFrom(20_310_215)
  const now_s = Math.floor(filling.now.epochMilliseconds / 1000)
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item
  // Few are picked often, many seldom.
  const pickFew = <Item>(items: readonly Item[]): Item =>
    items[Math.floor(random() ** 3 * items.length)] as Item
  const words = (count: number) => Array.from({ length: count }, () => pickFew(vocabulary)).join(' ')
  const post = (id: number, title: string, texts: readonly string[]): PostColumns => {
    const status = pick(statuses)
    const date_at = now_s - Math.floor(random() * spread_s)
    return {
      id,
      title,
      author_id: pick(filling.authors),
      status,
      status_before: status === 'trash' ? 'publish' : null,
      slug: `${fold(title).replaceAll(/\W+/g, '-')}-${id}`,
      description: texts.map((text) => `<p>${text}</p>`).join('\n'),
      date_at: status === 'future' ? now_s + day_s : date_at,
      date_floating: 0,
      date_given: 0,
      modified_at: date_at,
      folded: fold([title, ...texts].join('\n')),
      title_folded: fold(title),
      image_id: null,
    }
  }

  const event = (id: number, title: string, parent: number | undefined): Insertable<EventsTable> => {
    // Most are near now, and later ones are fewer than earlier ones.
    const nearness = random() ** 2
    const starts_at = now_s + Math.round(((random() < 0.55 ? nearness : -nearness) * spread_s) / 900) * 900
    const ends_at = starts_at + pick([3600, 5400, 7200, 7200, 10_800, day_s, 3 * day_s])
    const timezone = pick(zones)
    const wall = (at: number) =>
      wallText(
        Temporal.Instant.fromEpochMilliseconds(at * 1000)
          .toZonedDateTimeISO(timezone)
          .toPlainDateTime(),
      )
    return {
      ...post(
        id,
        title,
        Array.from({ length: 3 }, () => words(25)),
      ),
      excerpt: words(12),
      post_parent: random() < 0.01 ? (parent ?? null) : null,
      all_day: 0,
      timezone,
      timezone_abbr: 'CET',
      start_wall: wall(starts_at),
      end_wall: wall(ends_at),
      starts_at,
      ends_at,
      cost: pick(['[]', '["0"]', '["12"]', '["10","20"]']),
      website: random() < 0.3 ? `https://example.org/${id}` : null,
      show_map: 1,
      show_map_link: 1,
      hide_from_listings: random() < 0.02 ? 1 : 0,
      sticky: random() < 0.01 ? 1 : 0,
      featured: random() < 0.04 ? 1 : 0,
      password_digest: random() < 0.005 ? 'digest' : null,
    }
  }

  const of = (count: number) => Array.from({ length: Math.max(1, Math.round(count)) }, (_, index) => index)
  return db.write(async (tx) => {
    const venues = await items(tx, 'venue', of(filling.events / 40))
    await insertAll(
      tx,
      'venues',
      venues.map((id) => ({
        ...post(id, `${words(2)} Hall`, [words(10)]),
        ...{
          address: `${id} Main Street`,
          city: pick(vocabulary),
          country: 'Germany',
          province: '',
          state: '',
          zip: '12345',
        },
        ...({ phone: '030 1234', website: '', stateprovince: '', show_map: 1, show_map_link: 1 } as const),
      })),
    )
    const organizers = await items(tx, 'organizer', of(filling.events / 60))
    await insertAll(
      tx,
      'organizers',
      organizers.map((id) => ({
        ...post(id, `${words(2)} Society`, [words(10)]),
        ...{ phone: '', website: 'https://example.org', email: 'office@example.org' },
      })),
    )
    const events = await items(tx, 'event', of(filling.events))
    const rows = events.map((id, index) => event(id, words(4), events[Math.floor(index / 2)]))
    await insertAll(tx, 'events', rows)
    // A few events are at two venues, some have several organizers, and some have neither.
    const linked = (id: number, few: readonly number[]) =>
      [...new Set(pick([[], [0], [0], [0], [0, 0]]).map(() => pickFew(few)))].map((other, position) => ({
        event_id: id,
        other,
        position,
      }))
    await insertAll(
      tx,
      'event_venues',
      events.flatMap((id) => linked(id, venues)).map(({ other, ...link }) => ({ ...link, venue_id: other })),
    )
    await insertAll(
      tx,
      'event_organizers',
      events
        .flatMap((id) => linked(id, organizers))
        .map(({ other, ...link }) => ({ ...link, organizer_id: other })),
    )

    const terms = of(40 + filling.events / 100).map((index) => {
      const taxonomy: Tables['terms']['taxonomy'] = index < 40 ? 'tribe_events_cat' : 'post_tag'
      const name = `${words(2)} ${index}`
      const parent = index > 10 && index < 40 ? 1 + (index % 10) : 0
      return {
        id: index + 1,
        taxonomy,
        name,
        name_folded: fold(name),
        slug: fold(name).replaceAll(' ', '-'),
        description: '',
        parent,
        folded: fold(name),
        count: 0,
      }
    })
    const [categories = [], tags = []] = (['tribe_events_cat', 'post_tag'] as const).map((wanted) =>
      terms.filter(({ taxonomy }) => taxonomy === wanted).map(({ id }) => id),
    )
    const carried = rows.flatMap(({ id, status }) => {
      const own = new Set([
        ...pick([[], [0], [0], [0, 0]]).map(() => pickFew(categories)),
        ...pick([[], [0], [0, 0, 0]]).map(() => pickFew(tags)),
      ])
      for (const term of own) if (status === 'publish') (terms[term - 1] as { count: number }).count += 1
      return [...own].map((term_id) => ({ event_id: id, term_id }))
    })
    await insertAll(tx, 'terms', terms)
    await insertAll(tx, 'event_terms', carried)
    return { events, venues, organizers, categories, tags }
  })
}

/** Nine of ten are published. */
const statuses: readonly Status[] = [
  ...Array<Status>(45).fill('publish'),
  'draft',
  'draft',
  'pending',
  'private',
  'future',
  'trash',
]

const zones = ['Europe/Berlin', 'Europe/Berlin', 'Europe/Berlin', 'UTC', 'America/New_York']

/** Some two thousand pronounceable words, the first of which are picked the most. */
const vocabulary = ['b', 'd', 'f', 'g', 'k', 'l', 'm', 'n', 'r', 's', 't', 'w'].flatMap((first) =>
  ['and', 'el', 'ino', 'ort', 'ubar', 'üne', 'yst'].flatMap((middle) =>
    ['', 'a', 'en', 'er', 'ic', 'ing', 'ival', 'or', 's'].map((last) => first + middle + last),
  ),
)

async function items(tx: Writer, kind: ItemKind, many: readonly number[]): Promise<number[]> {
  const highest = await tx
    .selectFrom('items')
    .select((eb) => eb.fn.max('id').as('id'))
    .executeTakeFirst()
  const first = (highest?.id ?? 0) + 1
  const rows = many.map((index) => ({ id: first + index, kind }))
  await insertAll(tx, 'items', rows)
  return rows.map(({ id }) => id)
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

/** Numbers from 0 to 1 that look random and are the same for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
