import { sql } from 'kysely'
import { type Caller, mayRead } from '../auth/rights.ts'
import { byIds } from '../db/byIds.ts'
import type { Reader } from '../db/dialect.ts'
import type { Rows } from '../db/rows.ts'
import type { LinkedKind, LinkedRow } from '../linked/linked.kind.ts'
import { readLinked } from '../linked/linked.query.ts'
import { imagesOf } from '../media/media.query.ts'
import { organizerKind } from '../organizers/organizers.kind.ts'
import { readTerms } from '../terms/terms.query.ts'
import { ticketsOf } from '../tickets/tickets.query.ts'
import { venueKind } from '../venues/venues.kind.ts'
import type { ShownRow, EventWithLinks } from './events.row.ts'

/** The events with what is shown within each: links in their order, left out where the reader may not read them (D14). */
export async function withLinks(
  rows: Rows,
  events: readonly ShownRow[],
  caller: Caller,
): Promise<EventWithLinks[]> {
  const links = await linksOfEvents(
    rows.db,
    events.map(({ id }) => id),
  )
  const terms = await rows.find(readTerms, links.ids('term'))
  const venues = await readable(rows, venueKind, links.ids('venue'), caller)
  const organizers = await readable(rows, organizerKind, links.ids('organizer'), caller)
  const tickets = await ticketsOf(rows.db, links.eventsWith('ticket'))
  const images = await imagesOf(rows, [...events, ...venues.values(), ...organizers.values()])
  return events.map((event) => {
    const own = links.of(event.id, 'term', terms)
    return {
      event,
      categories: own.filter(({ taxonomy }) => taxonomy === 'tribe_events_cat'),
      tags: own.filter(({ taxonomy }) => taxonomy === 'post_tag'),
      venues: links.of(event.id, 'venue', venues),
      organizers: links.of(event.id, 'organizer', organizers),
      tickets: tickets.get(event.id) ?? [],
      images,
    }
  })
}

/** What is beside an event: what it is linked to, and its tickets but for those in the trash. */
const kinds = ['venue', 'organizer', 'term', 'ticket'] as const
type Kind = (typeof kinds)[number]

interface Link {
  readonly event_id: number
  /** Where in {@link kinds} it is. */
  readonly kind: number
  readonly id: number
}

/** The links of some events, those of an event and kind in their order: terms by name, all else as it was given. */
export async function linksOfEvents(db: Reader, eventIds: readonly number[]): Promise<Links> {
  return new Links(await readLinks(db, eventIds))
}

export class Links {
  readonly #links: readonly Link[]
  readonly #byEvent: ReadonlyMap<number, readonly Link[]>

  constructor(links: readonly Link[]) {
    this.#links = links
    this.#byEvent = Map.groupBy(links, ({ event_id }) => event_id)
  }

  /** The ids of all that is of this kind; one that several events have comes up several times. */
  ids(kind: Kind): number[] {
    return this.#of(kind, this.#links).map(({ id }) => id)
  }

  /** The events that have any of this kind. */
  eventsWith(kind: Kind): number[] {
    return [...new Set(this.#of(kind, this.#links).map(({ event_id }) => event_id))]
  }

  /** What the event has of this kind, as far as it is known. */
  of<Row>(eventId: number, kind: Kind, known: ReadonlyMap<number, Row>): Row[] {
    return this.#of(kind, this.#byEvent.get(eventId) ?? []).flatMap(({ id }) => known.get(id) ?? [])
  }

  #of(kind: Kind, links: readonly Link[]): readonly Link[] {
    const wanted = kinds.indexOf(kind)
    return links.filter((link) => link.kind === wanted)
  }
}

function numberOf(kind: Kind) {
  return sql.lit(kinds.indexOf(kind))
}

/** One query for all kinds: to ask four times takes longer than the answers. */
const readLinks = byIds<Link>((db, eventIds) => {
  const ofEvents = sql`event_id in (${sql.join(eventIds)})`
  return sql<Link>`
    select event_id, kind, id from (
      select event_id, ${numberOf('venue')} as kind, venue_id as id, position, '' as name
      from event_venues where ${ofEvents}
      union all
      select event_id, ${numberOf('organizer')}, organizer_id, position, ''
      from event_organizers where ${ofEvents}
      union all
      select event_id, ${numberOf('term')}, term_id, 0, terms.name_folded
      from event_terms join terms on terms.id = term_id where ${ofEvents}
      union all
      select event_id, ${numberOf('ticket')}, id, position, ''
      from tickets where ${ofEvents} and status = ${sql.lit('publish')}
    ) as links order by event_id, kind, position, name, id`.compile(db)
}, 4)

/** The venues or organizers with these ids that the caller may read, by id; never trashed ones (D14). */
async function readable(
  known: Rows,
  kind: LinkedKind,
  ids: readonly number[],
  caller: Caller,
): Promise<ReadonlyMap<number, LinkedRow>> {
  const found = await known.find(readLinked[kind.table], ids)
  const rows = [...new Set(ids)].flatMap((id) => found.get(id) ?? [])
  const shown = rows.filter((row) => row.status !== 'trash' && mayRead(caller, row))
  return new Map(shown.map((row) => [row.id, row]))
}
