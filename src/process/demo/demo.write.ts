import type { Caller } from '../../http/auth/rights.ts'
import { parseDateExpression, type DateExpression } from '../../pure/calendar/dateExpression.ts'
import { epochSeconds, wallText } from '../../pure/calendar/text.ts'
import { type Zone, zoneNamed } from '../../pure/calendar/zone.ts'
import type { Reader } from '../../storage/db/dialect.ts'
import { within } from '../../storage/db/transactions.ts'
import { createEvent } from '../../records/events/events.write.ts'
import { drawJpegs } from '../../storage/images/draw.ts'
import { createLinked } from '../../records/linked/linked.write.ts'
import { imageDigest, keepImage } from '../../records/media/media.keep.ts'
import { findByDigest } from '../../records/media/media.query.ts'
import { organizerKind } from '../../records/organizers/organizers.kind.ts'
import type { Context } from '../../http/context.ts'
import { categoryKind } from '../../records/terms/terms.kind.ts'
import { createTerm } from '../../records/terms/terms.write.ts'
import { slugify } from '../../pure/text/slug.ts'
import { createTicket } from '../../records/tickets/tickets.write.ts'
import { venueKind } from '../../records/venues/venues.kind.ts'
import { type Chance, chanceFrom } from './demo.chance.ts'
import { city, type Place, places } from './demo.city.ts'
import { type Picture, pictures } from './demo.pictures.ts'
import { planYear } from './demo.plan.ts'
import { registeringIn, writeDemoGuests } from './demo.guests.ts'
import type { PlannedEvent } from './demo.planned.ts'
import { writeProposals } from './demo.proposals.ts'
import { keepRange, lastIds } from './demo.range.ts'
import { writeSeries } from './demo.series.ts'
import { type Look, looks } from './demo.strand.ts'

/** How the demo calendar is made. */
export interface DemoOptions {
  /** The author of everything, who may publish. */
  readonly caller: Caller
  readonly now: Temporal.Instant
  /** The same seed on the same day gives the same calendar. */
  readonly seed: number
  readonly withImages: boolean
  /** Gets the progress. */
  readonly remark: (sentence: string) => void
}

/** The numbers of records in the demo calendar. */
export interface DemoCounts {
  readonly events: number
  readonly venues: number
  readonly organizers: number
  readonly categories: number
  readonly images: number
  /** What waits for approval. */
  readonly proposals: number
}

/**
 * Fills an empty calendar with an invented city’s year, as writers would; throws a sentence for one with events, into which nothing
 * is mixed. Broken off, it leaves images at most, which the next one finds: all the rest is there together or not at all.
 */
export async function fillDemo(context: Context, options: DemoOptions): Promise<DemoCounts> {
  // Images take long, and whoever has events already need not wait for them to be told.
  await assertEmpty(context.db.read)
  const images = options.withImages ? await keepPictures(context, options) : new Map<Look, number[]>()
  return context.db.write(async (tx) => {
    await assertEmpty(tx)
    return fillWith(images, { ...context, db: within(tx, context.db) }, options)
  })
}

async function assertEmpty(db: Reader): Promise<void> {
  if (await hasEvents(db))
    throw new Error('The calendar has events already: the demo goes into an empty one only.')
}

async function fillWith(
  images: Names['images'],
  context: Context,
  options: DemoOptions,
): Promise<DemoCounts> {
  const { caller, now, seed, remark } = options
  const before = await lastIds(context.db.read)
  const zone = zoneNamed(city.zone)
  const planned = planYear(now.toZonedDateTimeISO(zone.id).toPlainDate(), seed)
  const names = {
    zone,
    images,
    venues: await createVenues(context, options),
    organizers: await createOrganizers(context, planned, options),
    categories: await createCategories(context, planned),
    chance: chanceFrom(seed),
    turns: new Map<Look, number>(),
  }
  const registering = registeringIn(planned, now.toZonedDateTimeISO(zone.id).toPlainDateTime())
  const guests = chanceFrom(seed)
  const by = { caller, now, siteZone: context.siteZone }
  const series = Map.groupBy(planned, (event) => event.series)
  for (const [index, event] of planned.entries()) {
    const dates = event.series && series.get(event.series)
    const registration = registering.get(event)
    if (registration) {
      const id = await createEvent(context, { ...sentOf(event, names, options), registration }, by)
      await writeDemoGuests(context, id, { now, chance: guests })
    } else if (!dates) await writeEvent(context, event, names, options)
    else if (dates[0] === event)
      await writeSeries(context, dates, sentOf(event, names, options), { ...options, momentOf })
    if ((index + 1) % progressEvery === 0) remark(`${index + 1}/${planned.length} events`)
  }
  const proposals = await writeProposals(context, now)
  const media = [...images.values()].flat()
  const { items, terms, submissions } = await lastIds(context.db.read)
  const range = {
    items: [before.items + 1, items],
    terms: [before.terms + 1, terms],
    submissions: [before.submissions + 1, submissions],
    media,
  } as const
  await context.db.write((tx) => keepRange(tx, range, epochSeconds(now)))
  return {
    events: planned.length,
    venues: names.venues.size,
    organizers: names.organizers.size,
    categories: names.categories.size,
    images: media.length,
    proposals,
  }
}

/** Whether there is any event, whatever its status. */
export async function hasEvents(db: Reader): Promise<boolean> {
  return (await db.selectFrom('events').select('id').limit(1).executeTakeFirst()) !== undefined
}

const progressEvery = 500

/** The ids of linked records by name, and the source of small differences. */
interface Names {
  readonly zone: Zone
  readonly images: ReadonlyMap<Look, readonly number[]>
  readonly venues: ReadonlyMap<string, number>
  readonly organizers: ReadonlyMap<string, number>
  readonly categories: ReadonlyMap<string, number>
  readonly chance: Chance
  /** Which of the pictures of a look was taken last. */
  readonly turns: Map<Look, number>
}

/** Stores the pictures two at a time, as no more are processed at once anyway. */
async function keepPictures(context: Context, options: DemoOptions): Promise<Map<Look, number[]>> {
  const kept = new Map<Look, number[]>(looks.map((look) => [look, []]))
  const all = await drawnPictures()
  for (let from = 0; from < all.length; from += 2) {
    const pair = all.slice(from, from + 2)
    const ids = await Promise.all(pair.map((picture) => keepPicture(context, picture, options)))
    for (const [index, { look }] of pair.entries()) kept.get(look)?.push(ids[index] ?? 0)
  }
  options.remark(`${all.length} images`)
  return kept
}

async function drawnPictures(): Promise<(Picture & { readonly bytes: Buffer })[]> {
  const all = pictures()
  const drawn = await drawJpegs(all.map(({ svg }) => svg))
  return all.flatMap((picture, index) => {
    const bytes = drawn[index]
    return bytes ? [{ ...picture, bytes }] : []
  })
}

async function keepPicture(
  { db, media }: Context,
  { name, alt, bytes }: Picture & { readonly bytes: Buffer },
  { caller, now }: DemoOptions,
): Promise<number> {
  const texts = { title: alt, alt_text: alt, caption: '', credit: 'Drawn for the demo calendar' }
  const known = await findByDigest(db.read, imageDigest(bytes))
  if (known) return known.id
  return keepImage(db, media, { bytes, fileName: `${name}.jpg`, author_id: caller.id, now, ...texts })
}

async function createVenues(context: Context, { caller, now }: DemoOptions): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  for (const place of places()) {
    const { name: title, about } = place
    const sent = {
      title,
      description: `<p>${about}</p>`,
      status: 'publish' as const,
      columns: venueColumns(place),
    }
    ids.set(title, await createLinked(context, venueKind, { sent, caller, now }))
  }
  return ids
}

function venueColumns({ street, zip, east_m, north_m, name }: Place) {
  return {
    address: street,
    city: city.name,
    zip,
    country: city.country,
    website: `https://${slugify(name)}.example`,
    geo_lat: rounded(city.centre.lat + north_m / metresOfDegree),
    geo_lng: rounded(
      city.centre.lng + east_m / (metresOfDegree * Math.cos((city.centre.lat * Math.PI) / 180)),
    ),
    show_map: true,
    show_map_link: true,
  }
}

/** A degree of latitude, near enough for a city. */
const metresOfDegree = 111_320

/** To about ten centimetres. */
function rounded(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6
}

async function createOrganizers(
  context: Context,
  planned: readonly PlannedEvent[],
  { caller, now }: DemoOptions,
): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  for (const title of new Set(planned.flatMap(({ organizer }) => organizer ?? []).toSorted())) {
    const host = `${slugify(title)}.example`
    const columns = { website: `https://${host}`, email: `hello@${host}`, phone: '' }
    const sent = { title, description: '', status: 'publish' as const, columns }
    ids.set(title, await createLinked(context, organizerKind, { sent, caller, now }))
  }
  return ids
}

/** The categories by their paths, those above first. */
async function createCategories(
  context: Context,
  planned: readonly PlannedEvent[],
): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  const paths = new Set(
    planned.flatMap(({ category }) => category.map((_, depth) => pathOf(category.slice(0, depth + 1)))),
  )
  // Those at the top first: they get the slugs that are their names.
  const inOrder = [...paths].toSorted().toSorted((one, other) => depthOf(one) - depthOf(other))
  for (const path of inOrder) {
    const [name = '', ...above] = path.split(pathSign).toReversed()
    const parent = ids.get(pathOf(above.toReversed())) ?? 0
    ids.set(path, await createTerm(context, categoryKind, { name, parent }))
  }
  return ids
}

const pathSign = ' / '

function depthOf(path: string): number {
  return path.split(pathSign).length
}

function pathOf(category: readonly string[]): string {
  return category.join(pathSign)
}

/** The event as a writer would send it. */
function sentOf(event: PlannedEvent, names: Names, { now }: DemoOptions) {
  const { chance, zone } = names
  const announced = event.start.toZonedDateTime(zone.id).subtract({ days: chance.between(20, 120) })
  return {
    title: event.title,
    description: event.description,
    excerpt: event.excerpt,
    start_date: momentOf(event.start),
    end_date: momentOf(event.end),
    timezone: zone,
    all_day: event.isAllDay,
    cost: event.cost,
    categories: event.category.length === 0 ? [] : [names.categories.get(pathOf(event.category)) ?? 0],
    tags: event.tags,
    venue: event.venues.map((name) => ({ id: names.venues.get(name) ?? 0 })),
    organizer: event.organizer === undefined ? [] : [{ id: names.organizers.get(event.organizer) ?? 0 }],
    featured: event.isFeatured,
    sticky: event.isSticky,
    show_map: true,
    show_map_link: true,
    status: 'publish' as const,
    // Announced some weeks before, and by today at the latest.
    date_utc: instantMoment(Math.min(epochSeconds(announced.toInstant()), epochSeconds(now))),
    image_id: pictureOf(event, names),
    ...event.happening,
  }
}

async function writeEvent(
  context: Context,
  event: PlannedEvent,
  names: Names,
  options: DemoOptions,
): Promise<void> {
  const { chance } = names
  const { caller, now } = options
  const sent = sentOf(event, names, options)
  const id = await createEvent(context, sent, { caller, now, siteZone: context.siteZone })
  const price = Number(/^£(\d+)/.exec(event.cost.at(-1) ?? '')?.[1] ?? 0)
  const isSoldOut = event.tickets === 'sold out'
  if (isSoldOut || (price > 0 && chance.happens(0.12)))
    await sellTickets(context, id, { price, chance, isSoldOut }, options)
}

/** What is special has its picture always; of the others some have none. */
function pictureOf(event: PlannedEvent, { chance, images, turns }: Names): number | null {
  if (event.look === undefined) return null
  const isDrawn = event.isFeatured || event.happening !== undefined || chance.happens(0.85)
  if (!isDrawn) return null
  const of = images.get(event.look) ?? []
  // In turns, so that neighbours in lists have others.
  const turn = turns.get(event.look) ?? chance.between(0, 100)
  turns.set(event.look, turn + 1)
  return of[turn % of.length] ?? null
}

async function sellTickets(
  context: Context,
  eventId: number,
  { price, chance, isSoldOut }: { price: number; chance: Chance; isSoldOut: boolean },
  { caller, now }: DemoOptions,
): Promise<void> {
  const capacity = isSoldOut ? 0 : chance.between(3, 40) * 10
  const kinds = [
    { name: 'Full price', price: String(price) },
    {
      name: 'Concession',
      description: '<p>For students, and for people out of work.</p>',
      price: String(Math.ceil(price * 0.6)),
    },
  ]
  for (const kind of kinds)
    await createTicket(
      context,
      eventId,
      { ...kind, kind: 'paid', currency: city.currencyCode, capacity },
      { caller, now },
    )
}

function momentOf(wall: Temporal.PlainDateTime): DateExpression {
  return parseDateExpression(wallText(wall)) ?? instantMoment(0)
}

function instantMoment(seconds: number): DateExpression {
  return { kind: 'instant', seconds }
}
