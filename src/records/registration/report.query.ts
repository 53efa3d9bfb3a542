import { wallTextAt } from '../../pure/calendar/text.ts'
import { findZone, type Zone } from '../../pure/calendar/zone.ts'
import { plainLineOfHtml } from '../../pure/text/plain.ts'
import type { Reader } from '../../storage/db/dialect.ts'
import { added, type GuestNumbers, noGuests, numbersOf } from './guests.totals.query.ts'
import { registrationOf } from './registration.row.ts'
import { type Reported, reportOf } from './report.ts'
import type { ReportGroup } from './report.params.ts'
import type { ReportRecord } from './report.record.ts'

/** What a report is about: events that begin from then on, up to then, in epoch seconds; undefined: without a bound. */
export interface Reporting {
  readonly group: ReportGroup
  readonly from: number | undefined
  readonly until: number | undefined
  readonly siteZone: Zone
}

/** How many came, whether guests are still there, erased, or gone with their event. */
export async function readReport(db: Reader, asked: Reporting): Promise<ReportRecord> {
  const events = await eventsOf(db, asked)
  const left = await totalsOf(db)
  const counted = await headCounts(db)
  const ids = events.map(({ id }) => id)
  const live = await numbersOf(db, ids)
  const groups = await groupsOf(db, asked.group, new Set(ids))
  const here = events.map(({ id, month }): Reported => {
    const gone = left.get(id)
    return {
      numbers: added(live.get(id) ?? noGuests, gone ?? noGuests),
      head_count: counted.get(id) ?? gone?.head_count ?? null,
      groups: asked.group === 'month' ? [{ id: null, name: month }] : (groups.get(id) ?? []),
    }
  })
  return { group: asked.group, ...reportOf([...here, ...(await goneEvents(db, left, asked))]) }
}

/** The month of a moment, as “2031-05”. */
const monthAt = (at: number, zone: Zone) => wallTextAt(at, zone).slice(0, '2031-05'.length)

/** Events at which people register, and which take place. */
async function eventsOf(
  db: Reader,
  { from, until, siteZone }: Reporting,
): Promise<readonly { readonly id: number; readonly month: string }[]> {
  const rows = await db
    .selectFrom('events')
    .select(['id', 'starts_at', 'timezone', 'registration'])
    .where('registration', '<>', '')
    .where('status', 'in', ['publish', 'private'])
    .$if(from !== undefined, (query) => query.where('starts_at', '>=', from ?? 0))
    .$if(until !== undefined, (query) => query.where('starts_at', '<=', until ?? 0))
    .execute()
  return rows.flatMap((row) =>
    registrationOf(row)?.mode === 'external'
      ? []
      : [{ id: row.id, month: monthAt(row.starts_at, findZone(row.timezone) ?? siteZone) }],
  )
}

interface Left extends GuestNumbers {
  readonly month: string
  readonly head_count: number | null
}

/** What is left of guests that were erased, by their event. */
async function totalsOf(db: Reader): Promise<ReadonlyMap<number, Left>> {
  const rows = await db.selectFrom('registration_totals').selectAll().execute()
  return new Map(rows.map(({ event_id, ...left }) => [event_id, left]))
}

async function headCounts(db: Reader): Promise<ReadonlyMap<number, number | null>> {
  const rows = await db
    .selectFrom('registration_counts')
    .select(['event_id', 'head_count'])
    .where('head_count', 'is not', null)
    .execute()
  return new Map(rows.map(({ event_id, head_count }) => [event_id, head_count]))
}

/** What is left of events that are gone: of these the month alone is known. */
async function goneEvents(
  db: Reader,
  left: ReadonlyMap<number, Left>,
  { group, from, until, siteZone }: Reporting,
): Promise<readonly Reported[]> {
  const rows = await db
    .selectFrom('registration_totals')
    .select('event_id')
    .where('event_id', 'not in', (events) => events.selectFrom('events').select('id'))
    .execute()
  const [first, last] = [from, until].map((at) => (at === undefined ? undefined : monthAt(at, siteZone)))
  return rows.flatMap(({ event_id }) => {
    const gone = left.get(event_id)
    if (!gone || (first && gone.month < first) || (last && gone.month > last)) return []
    const { month, head_count } = gone
    return { numbers: gone, head_count, groups: group === 'month' ? [{ id: null, name: month }] : [] }
  })
}

/** The rows in which events count, by their IDs. */
async function groupsOf(
  db: Reader,
  group: ReportGroup,
  ids: ReadonlySet<number>,
): Promise<ReadonlyMap<number, Reported['groups']>> {
  const rows = (await linksOf(db, group)).filter(({ event_id }) => ids.has(event_id))
  return new Map(
    [...Map.groupBy(rows, ({ event_id }) => event_id)].map(([event_id, links]) => [
      event_id,
      links.map(({ id, name }) => ({ id, name: plainLineOfHtml(name) })),
    ]),
  )
}

interface Link {
  readonly event_id: number
  readonly id: number
  readonly name: string
}

/** What events at which people register are linked to. */
async function linksOf(db: Reader, group: ReportGroup): Promise<readonly Link[]> {
  const events = db.selectFrom('events').where('events.registration', '<>', '')
  switch (group) {
    case 'category':
    case 'tag':
      return events
        .innerJoin('event_terms', 'event_terms.event_id', 'events.id')
        .innerJoin('terms', 'terms.id', 'event_terms.term_id')
        .where('terms.taxonomy', '=', group === 'tag' ? 'post_tag' : 'tribe_events_cat')
        .select(['events.id as event_id', 'terms.id', 'terms.name'])
        .execute()
    case 'venue':
      return events
        .innerJoin('event_venues', 'event_venues.event_id', 'events.id')
        .innerJoin('venues', 'venues.id', 'event_venues.venue_id')
        .select(['events.id as event_id', 'venues.id', 'venues.title as name'])
        .execute()
    case 'organizer':
      return events
        .innerJoin('event_organizers', 'event_organizers.event_id', 'events.id')
        .innerJoin('organizers', 'organizers.id', 'event_organizers.organizer_id')
        .select(['events.id as event_id', 'organizers.id', 'organizers.title as name'])
        .execute()
    default:
      return []
  }
}
