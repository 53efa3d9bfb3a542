import { mayRead } from '../../http/auth/rights.ts'
import { type DateExpression, resolveDateExpression } from '../../pure/calendar/dateExpression.ts'
import { epochSeconds } from '../../pure/calendar/text.ts'
import { findZone, type Zone, zoneNamed } from '../../pure/calendar/zone.ts'
import { findEventRow } from '../../records/rows/event.query.ts'
import type { UpdateEvent } from '../../records/events/events.params.ts'
import type { EventRow } from '../../records/rows/event.row.ts'
import type { Ask } from '../../http/resource.ts'
import type { LinkedKind } from '../../records/linked/linked.kind.ts'
import { readLinked } from '../../records/linked/linked.query.ts'
import { organizerKind } from '../../records/organizers/organizers.kind.ts'
import type { Context } from '../../http/context.ts'
import { ownFields } from '../wp/wp.ts'
import { tagKind } from '../../records/terms/terms.kind.ts'
import { resolveTerms } from '../../records/terms/terms.query.ts'
import { venueKind } from '../../records/venues/venues.kind.ts'
import { tecEventNames, type TecEventWrite } from './tec.events.params.ts'
import { unkept } from './tec.params.ts'

const utc = zoneNamed('UTC')

/** What is asked for in the terms of the events namespace; `id`: the event that is changed. */
export async function ownWrite<Path>(
  context: Context,
  ask: Ask<Path, TecEventWrite>,
  id?: number,
): Promise<Ask<Path, UpdateEvent>> {
  const { start_date_utc: _start, end_date_utc: _end, duration: _duration, ...rest } = ask.params
  const { tags, venues, organizers, ...others } = rest
  const fields = Object.fromEntries(Object.entries(others).filter(([name]) => !(name in unkept)))
  const [venue, organizer, tagIds] = await Promise.all([
    venues && known(context, venueKind, venues, ask),
    organizers && known(context, organizerKind, organizers, ask),
    tags && resolveTerms(context.db.read, tagKind.taxonomy, tags, 'id'),
  ])
  return {
    ...ask,
    params: {
      ...ownFields<UpdateEvent>(fields, tecEventNames),
      ...(venue ? { venue: venue.slice(0, 1) } : {}),
      ...(organizer ? { organizer } : {}),
      ...(tagIds ? { tags: tagIds.ids } : {}),
      ...(await times(context, ask, id)),
    },
  }
}

/** Wire: IDs of none are left out, and so are those that the writer may not read. */
async function known(
  { db }: Context,
  kind: LinkedKind,
  ids: readonly number[],
  { caller }: Pick<Ask, 'caller'>,
): Promise<{ id: number }[]> {
  const rows = await readLinked(kind)(db.read, ids)
  const there = new Set(
    rows.filter((row) => row.status !== 'trash' && mayRead(caller, row)).map((row) => row.id),
  )
  return ids.filter((id) => there.has(id)).map((id) => ({ id }))
}

/** The edges that were sent: in UTC where they were not sent in the zone of the event, and the end by the length. */
async function times(
  { db, siteZone }: Context,
  { params, now }: Ask<unknown, TecEventWrite>,
  id: number | undefined,
): Promise<Pick<UpdateEvent, 'start_date' | 'end_date'>> {
  const { duration } = params
  const start_date = params.start_date ?? inUtc(params.start_date_utc, now)
  const end_date = params.end_date ?? inUtc(params.end_date_utc, now)
  if (end_date ?? duration === undefined)
    return { ...(start_date ? { start_date } : {}), ...(end_date ? { end_date } : {}) }
  const stored = id === undefined ? undefined : await findEventRow(db.read, id)
  const from = startOf(start_date, zoneOf(params, stored, siteZone), now) ?? stored?.starts_at
  if (from === undefined) return start_date ? { start_date } : {}
  // A day that lasts all day ends in its last second.
  const length = (params.all_day ?? stored?.all_day === 1) ? duration - 1 : duration
  return {
    ...(start_date ? { start_date } : {}),
    end_date: { kind: 'instant', seconds: from + length },
  }
}

function zoneOf({ timezone }: TecEventWrite, stored: EventRow | undefined, siteZone: Zone): Zone {
  if (timezone !== undefined) return timezone ?? siteZone
  return (stored && findZone(stored.timezone)) ?? siteZone
}

function startOf(start: DateExpression | undefined, zone: Zone, now: Temporal.Instant): number | undefined {
  const resolved = start && resolveDateExpression(start, zone, now)
  return resolved && epochSeconds(resolved.instant)
}

function inUtc(moment: DateExpression | undefined, now: Temporal.Instant): DateExpression | undefined {
  const seconds = startOf(moment, utc, now)
  return seconds === undefined ? undefined : { kind: 'instant', seconds }
}
