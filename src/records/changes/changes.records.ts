import { anonymous } from '../../http/auth/rights.ts'
import { rowsIn } from '../../storage/db/rows.ts'
import type { HistoryKind } from '../../storage/schema/tables.history.ts'
import { withLinks } from '../events/events.linked.ts'
import { findEventRows } from '../rows/event.query.ts'
import { eventView, prepareView } from '../events/events.view.ts'
import type { Site } from '../../http/site.ts'
import type { LinkedKind } from '../linked/linked.kind.ts'
import { readLinked } from '../linked/linked.query.ts'
import { imagesOf } from '../media/media.query.ts'
import { organizerKind } from '../organizers/organizers.kind.ts'
import type { Context } from '../../http/context.ts'
import { neighboursOf } from '../series/series.chain.ts'
import { visibleOccurrences } from '../series/series.query.ts'
import { findSeries } from '../schedules/schedules.query.ts'
import { seriesView } from '../series/series.view.ts'
import { findAncestors, readTerms } from '../terms/terms.query.ts'
import { termView } from '../terms/terms.view.ts'
import { venueKind } from '../venues/venues.kind.ts'
import type { Subject } from './changes.query.ts'

/** How records are shown: to everybody, at an address, at a moment. */
export interface Shown {
  readonly context: Context
  readonly site: Site
  readonly now: Temporal.Instant
}

/** The records as everybody is shown them, by kind and id; none for what is not public by now. */
export async function recordsOf(
  subjects: readonly Subject[],
  shown: Shown,
): Promise<ReadonlyMap<string, object>> {
  const records = new Map<string, object>()
  for (const [kind, of] of Map.groupBy(subjects, (subject) => subject.kind)) {
    const found = await readers[kind](
      of.map(({ id }) => id),
      shown,
    )
    for (const [id, record] of found) records.set(`${kind} ${id}`, record)
  }
  return records
}

type Found = Iterable<readonly [number, object]>
type ReadRecords = (ids: readonly number[], shown: Shown) => Promise<Found>

const readers: Readonly<Record<HistoryKind, ReadRecords>> = {
  event: eventsShown,
  venue: linkedShown(venueKind),
  organizer: linkedShown(organizerKind),
  category: termsShown,
  tag: termsShown,
  series: seriesShown,
}

async function eventsShown(ids: readonly number[], { context, site, now }: Shown): Promise<Found> {
  const { read } = context.db
  const rows = (await findEventRows(read, ids)).filter(
    ({ status, password_digest, hide_from_listings }) =>
      status === 'publish' && password_digest === null && hide_from_listings === 0,
  )
  const shown: (readonly [number, object])[] = []
  for (const whole of await withLinks(rowsIn(read), rows, anonymous))
    shown.push([
      whole.event.id,
      eventView(await prepareView(whole, site, context), site, { ...context, now }),
    ])
  return shown
}

function linkedShown(kind: LinkedKind): ReadRecords {
  return async (ids, { context, site }) => {
    const { read } = context.db
    const rows = (await readLinked(kind)(read, ids)).filter(({ status }) => status === 'publish')
    const { siteZone, declared } = context
    const shown = { site, siteZone, declared, images: await imagesOf(rowsIn(read), rows) }
    return rows.map((row) => [row.id, kind.view(row, shown)] as const)
  }
}

async function termsShown(ids: readonly number[], { context, site }: Shown): Promise<Found> {
  const rows = await readTerms(context.db.read, ids)
  const ancestors = await findAncestors(context.db.read, rows)
  return rows.map((row) => [row.id, termView(row, site, ancestors)] as const)
}

async function seriesShown(ids: readonly number[], { context, site, now }: Shown): Promise<Found> {
  const { read } = context.db
  const shown: (readonly [number, object])[] = []
  for (const id of ids) {
    const row = await findSeries(read, id)
    const dates = row ? await visibleOccurrences(read, id, anonymous) : []
    if (row && dates.length > 0)
      shown.push([
        id,
        seriesView(row, dates, {
          site,
          siteZone: context.siteZone,
          now,
          neighbours: await neighboursOf(read, [row], anonymous),
        }),
      ])
  }
  return shown
}
