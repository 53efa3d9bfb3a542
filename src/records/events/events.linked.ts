import { sql } from 'kysely'
import { type Caller, mayEdit, mayRead } from '../../http/auth/rights.ts'
import { byIds, readLists } from '../../storage/db/statements.ts'
import type { Database, Reader } from '../../storage/db/dialect.ts'
import { type EventLinksView, linkKinds, type LinkKind } from '../../storage/schema/eventLinks.ts'
import type { Rows } from '../../storage/db/rows.ts'
import type { LinkedKind, ShownLinked } from '../linked/linked.kind.ts'
import { readLinked } from '../linked/linked.query.ts'
import { imagesOf } from '../media/media.query.ts'
import { organizerKind } from '../organizers/organizers.kind.ts'
import type { Context } from '../../http/context.ts'
import { inOrderOfNames, readTerms } from '../terms/terms.query.ts'
import { readSeries } from '../schedules/schedules.query.ts'
import { countsOf } from '../registration/registration.query.ts'
import { ticketsOf } from '../tickets/tickets.query.ts'
import { venueKind } from '../venues/venues.kind.ts'
import { withinSight } from './events.happening.ts'
import { soundRow } from './events.sound.ts'
import type { EventWithLinks } from './events.row.ts'
import type { ShownRow } from '../rows/event.row.ts'

/** The events with the records shown within each, in the order of its links, without those the reader may not read (D14). */
export async function withLinks(
  rows: Rows,
  events: readonly ShownRow[],
  caller: Caller,
): Promise<EventWithLinks[]> {
  const links = await linksOfEvents(
    rows.db,
    events.map(({ id }) => id),
  )
  return withThese(rows, { events, links }, caller)
}

/** Events, and links of these and perhaps of others. */
interface LinkedEvents {
  readonly events: readonly ShownRow[]
  readonly links: Links
}

/** As {@link withLinks}, where the links were asked for together with the events: a server is then waited for once. */
export async function withThese(
  rows: Rows,
  { events, links }: LinkedEvents,
  caller: Caller,
): Promise<EventWithLinks[]> {
  const own = events.filter((event) => event.registration !== '' && mayEdit(caller, event))
  const [terms, venues, organizers, tickets, imagesOfEvents, counts] = await Promise.all([
    rows.find(readTerms, links.ids('term')),
    readable(rows, venueKind, links.ids('venue'), caller),
    readable(rows, organizerKind, links.ids('organizer'), caller),
    ticketsOf(rows.db, links.eventsWith('ticket')),
    imagesOf(rows, events),
    countsOf(
      rows.db,
      own.map(({ id }) => id),
    ),
  ])
  const series = await rows.find(
    readSeries,
    events.flatMap(({ series_id }) => series_id ?? []),
  )
  const imagesOfLinked = await imagesOf(rows, [...venues.values(), ...organizers.values()])
  const images = new Map([...imagesOfEvents, ...imagesOfLinked])
  return events.map((event) => {
    const tagged = inOrderOfNames(links.of(event.id, 'term', terms))
    return {
      event: withinSight(soundRow(event), caller),
      categories: tagged.filter(({ taxonomy }) => taxonomy === 'tribe_events_cat'),
      tags: tagged.filter(({ taxonomy }) => taxonomy === 'post_tag'),
      venues: links.of(event.id, 'venue', venues),
      organizers: links.of(event.id, 'organizer', organizers),
      tickets: tickets.get(event.id) ?? [],
      series: event.series_id === null ? undefined : series.get(event.series_id),
      images,
      ...(counts.has(event.id) ? { counts: counts.get(event.id) } : {}),
    }
  })
}

/** The venues of many events, by the ids of these, in the order of their links, without those the reader may not read (D14). */
export async function venuesOfEvents(
  { db, rows }: Pick<Context, 'db' | 'rows'>,
  ids: readonly number[],
  caller: Caller,
): Promise<ReadonlyMap<number, readonly ShownLinked[]>> {
  const links = await db.read
    .selectFrom('event_venues')
    .select(['event_id', 'venue_id'])
    .where(among(db, ids))
    .orderBy('event_id')
    .orderBy('position')
    .orderBy('venue_id')
    .execute()
  const venues = await readable(
    await rows.get(),
    venueKind,
    links.map(({ venue_id: id }) => id),
    caller,
  )
  const byEvent = Map.groupBy(links, ({ event_id: id }) => id)
  return new Map(
    [...byEvent].map(([id, own]) => [id, own.flatMap((link) => venues.get(link.venue_id) ?? [])]),
  )
}

/** Which of these terms each of many events has that comes first among them, by the ids of the events; those with none are left out. */
export async function firstTerms(
  db: Database,
  ids: readonly number[],
  terms: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const places = new Map(terms.map((id, at) => [id, at]))
  const links = await readLists<{ event: number; term: number }>(
    db,
    { event: 'event_id', term: 'term_id' },
    sql`event_terms where ${among(db, ids)}`,
  )
  const first = new Map<number, number>()
  for (const [at, event] of links.event.entries()) {
    const place = places.get(links.term[at] ?? 0)
    if (place !== undefined && place < (first.get(event) ?? terms.length)) first.set(event, place)
  }
  return new Map([...first].map(([event, place]) => [event, terms[place] ?? 0]))
}

function among({ dialect }: Database, ids: readonly number[]) {
  return sql<boolean>`event_id in (select id from ${dialect.tableOfIds(ids)} as found)`
}

type Link = Pick<EventLinksView, 'event_id' | 'kind' | 'id'>

/** The links of some events; those of one event and kind in the order in which they were given, terms in no order. */
export async function linksOfEvents(db: Reader, eventIds: readonly number[]): Promise<Links> {
  return new Links(await readLinks(db, eventIds))
}

export class Links {
  readonly #byKind: readonly ReadonlyMap<number, readonly number[]>[]

  constructor(links: readonly Link[]) {
    const byKind = linkKinds.map(() => new Map<number, number[]>())
    for (const { event_id, kind, id } of links) {
      const ids = byKind[kind]?.get(event_id)
      if (ids) ids.push(id)
      else byKind[kind]?.set(event_id, [id])
    }
    this.#byKind = byKind
  }

  /** The ids of all links of this kind; one that several events have is repeated. */
  ids(kind: LinkKind): number[] {
    return [...this.#of(kind).values()].flat()
  }

  /** The events that have any of this kind. */
  eventsWith(kind: LinkKind): number[] {
    return [...this.#of(kind).keys()]
  }

  /** The ids of this kind that the event is linked to. */
  idsOf(eventId: number, kind: LinkKind): readonly number[] {
    return this.#of(kind).get(eventId) ?? []
  }

  /** The rows of this kind that the event is linked to, as far as they are known. */
  of<Row>(eventId: number, kind: LinkKind, known: ReadonlyMap<number, Row>): Row[] {
    return this.idsOf(eventId, kind).flatMap((id) => known.get(id) ?? [])
  }

  /** The ids by event. */
  #of(kind: LinkKind): ReadonlyMap<number, readonly number[]> {
    return this.#byKind[linkKinds.indexOf(kind)] ?? new Map<number, number[]>()
  }
}

const readLinks = byIds<Link>((db, eventIds) =>
  db
    .selectFrom('event_links')
    .select(['event_id', 'kind', 'id'])
    .where('event_id', 'in', eventIds)
    .orderBy('event_id')
    .orderBy('kind')
    .orderBy('position')
    .orderBy('id')
    .compile(),
)

/** The venues or organizers with these ids that the caller may read, by id and in their order; never trashed ones (D14). */
export async function readable(
  known: Rows,
  kind: LinkedKind,
  ids: readonly number[],
  caller: Caller,
): Promise<ReadonlyMap<number, ShownLinked>> {
  const found = await known.find(readLinked(kind), ids)
  const rows = [...new Set(ids)].flatMap((id) => found.get(id) ?? [])
  const shown = rows.filter((row) => row.status !== 'trash' && mayRead(caller, row))
  return new Map(shown.map((row) => [row.id, row]))
}
