import { sql } from 'kysely'
import type { Database } from '../src/storage/db/dialect.ts'
import type { Taxonomy } from '../src/storage/schema/tables.ts'
import { distance_km, type Place } from '../src/pure/geo/sphere.ts'
import { fold } from '../src/pure/text/fold.ts'
import { vocabularySize, wordOf } from '../test/support/dice.ts'

/** What is in a data set, as far as questions name it. */
export interface Facts {
  readonly venues: Ranked
  readonly organizers: Ranked
  readonly categories: Ranked
  readonly tags: Ranked
  /** Where about so many events are within a kilometre. */
  readonly place: Place
  readonly parent: number
  /** A word that about as many events have as have one in the other data sets. */
  readonly rareWord: string
  /** Of published events. */
  readonly ids: readonly number[]
  /** When "now" is in it. */
  readonly now: Temporal.Instant
  /** Pages of the list without parameters. */
  readonly pages: number
}

/** Ids: those with the most events; and one of the middle for categories, of others the one with about {@link fewEvents}. */
interface Ranked {
  readonly busiest: number
  /** It and the two after it. */
  readonly three: readonly number[]
  readonly usual: number
}

/** Looks up what the questions name. */
export async function factsOf(db: Database, now: Temporal.Instant, pages: number): Promise<Facts> {
  const categories = await targetsOf(db, 'term', 'tribe_events_cat')
  const venues = await targetsOf(db, 'venue')
  const child = await db.read
    .selectFrom('events')
    .select('post_parent')
    .where('post_parent', 'is not', null)
    .executeTakeFirstOrThrow()
  const published = await db.read
    .selectFrom('events')
    .select('id')
    .where('status', '=', 'publish')
    .orderBy('id')
    .limit(10)
    .execute()
  return {
    venues: withFew(venues),
    organizers: withFew(await targetsOf(db, 'organizer')),
    categories: { ...withBusiest(categories), usual: first(categories.slice(categories.length / 2)).id },
    tags: withFew(await targetsOf(db, 'term', 'post_tag')),
    place: await placeIn(db, venues),
    parent: child.post_parent ?? 0,
    rareWord: await rareWordIn(db),
    ids: published.map(({ id }) => id),
    now,
    pages,
  }
}

/** Lists of few events are held against each other where they have about as many: no word of all has less among a million. */
const fewEvents = 250

/** What events are linked to, and how many of them lists show. */
interface Target {
  readonly id: number
  readonly events: number
}

/** Those with the most events first; of terms those of one taxonomy. */
async function targetsOf(
  db: Database,
  link: 'term' | 'venue' | 'organizer',
  taxonomy?: Taxonomy,
): Promise<Target[]> {
  const target = sql.ref(`${link}_id`)
  const ofTaxonomy = taxonomy
    ? sql`and ${target} in (select id from terms where taxonomy = ${taxonomy})`
    : sql``
  const { rows } = await sql<Target>`
    select ${target} as id, count(*) as events from ${sql.table(`event_${link}s`)} as links
    where event_id in (select id from events where status = 'publish' and hide_from_listings = 0) ${ofTaxonomy}
    group by ${target} order by events desc, id`.execute(db.read)
  return rows
}

function withFew(targets: readonly Target[]): Ranked {
  return { ...withBusiest(targets), usual: nearestToFew(targets).id }
}

function withBusiest(targets: readonly Target[]) {
  return { busiest: first(targets).id, three: targets.slice(0, 3).map(({ id }) => id) }
}

function nearestToFew<Some extends { readonly events: number }>(all: readonly Some[]): Some {
  const away = ({ events }: Some) => Math.abs(events - fewEvents)
  return first(all.toSorted((one, other) => away(one) - away(other)))
}

function first<Item>([item]: readonly Item[]): Item {
  if (item === undefined) throw new Error('The data set is empty.')
  return item
}

/** The commonest of the words that so few events have; of a few thousand events it is a common one, or it would be in none of them. */
async function rareWordIn(db: Database): Promise<string> {
  let [common, rare] = [1, vocabularySize]
  while (rare - common > 1) {
    const rank = Math.floor((common + rare) / 2)
    if ((await countHolding(db, wordOf(rank))) > fewEvents) common = rank
    else rare = rank
  }
  return wordOf(rare)
}

async function countHolding(db: Database, word: string): Promise<number> {
  const { events } = await db.read
    .selectFrom('events')
    .select((eb) => eb.fn.countAll<number>().as('events'))
    .where(db.dialect.holds(sql.ref('folded'), fold(word)))
    .executeTakeFirstOrThrow()
  return events
}

/** Of so many venues it is counted what is around them. */
const lookedAround = 300

/** Where one of the venues is, of which those within a kilometre have about as many events as other lists of few. */
async function placeIn(db: Database, venues: readonly Target[]): Promise<Place> {
  const places = await db.read
    .selectFrom('venues')
    .select(['id', 'geo_lat', 'geo_lng'])
    .where('status', '=', 'publish')
    .orderBy('id')
    .execute()
  const events = new Map(venues.map(({ id, events }) => [id, events]))
  const placed = places.flatMap(({ id, geo_lat: lat, geo_lng: lng }) =>
    lat === null || lng === null ? [] : [{ lat, lng, events: events.get(id) ?? 0 }],
  )
  const eventsAround = (place: Place) =>
    placed.reduce((sum, { events, ...other }) => sum + (distance_km(place, other) <= 1 ? events : 0), 0)
  const step = Math.ceil(placed.length / lookedAround)
  const some = placed.filter((_, index) => index % step === 0)
  return nearestToFew(some.map(({ lat, lng }) => ({ lat, lng, events: eventsAround({ lat, lng }) })))
}
