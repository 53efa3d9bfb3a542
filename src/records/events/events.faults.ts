import type { OwnKind } from '../../fields/own/declaration.ts'
import { ownFilterFault, type OwnFilters } from '../own/own.filters.ts'
import { type Caller, can, mayRead } from '../../http/auth/rights.ts'
import type { Database, Reader } from '../../storage/db/dialect.ts'
import { isAnyUnread } from '../../http/decodedParameters.ts'
import type { Ask, Faults } from '../../http/resource.ts'
import { imageFaults } from '../media/media.choose.ts'
import { organizerKind } from '../organizers/organizers.kind.ts'
import { abridged, cannotBeEmpty, quote } from '../../pure/params/parameter.ts'
import type { Context } from '../../http/context.ts'
import { dateFaults } from '../posts/posts.dates.ts'
import { authorFaults, statusFaults, unknownEvent } from '../posts/posts.faults.ts'
import { idsNow } from '../posts/posts.merged.query.ts'
import { orderFaults } from '../posts/posts.order.ts'
import { placeFaults } from '../posts/posts.places.ts'
import type { LinkedKind } from '../linked/linked.kind.ts'
import { readLinked } from '../linked/linked.query.ts'
import { isSeriesSeen } from '../schedules/schedules.query.ts'
import { settleRegistration } from '../registration/registration.settle.ts'
import { categoryKind, tagKind, type TermKind } from '../terms/terms.kind.ts'
import { resolveFilter, resolveTerms } from '../terms/terms.query.ts'
import { venueKind } from '../venues/venues.kind.ts'
import { linkFaults } from './events.linking.ts'
import type { CreateEvent, ListEvents, UpdateEvent } from './events.params.ts'
import { findEvent, findEventRow } from '../rows/event.query.ts'
import { settleTimes } from './events.span.ts'
import { nearFaults } from '../geocoding/geocoding.typedPlace.ts'
import type { EventRow } from '../rows/event.row.ts'
import { windowFaults } from './events.window.ts'

/** How deep events may be nested. */
const maxDepth = 50

/** Faults in the parameters of a write that only the database or the clock can show; `stored`: the event to be changed. */
export async function writeFaults(
  context: Context,
  ask: Ask<unknown, Partial<CreateEvent> | UpdateEvent>,
  stored?: EventRow,
): Promise<Faults> {
  const { params, caller, now } = ask
  const db = context.db.read
  // A caller who may not write at all is refused for lack of that right, and does not learn which terms would be new.
  const mayCreate = can(caller, 'publish') || !can(caller, 'edit_own')
  return together([
    authorFaults(db, params.author),
    dateFaults(params, context.siteZone, now),
    params.slug === '' && stored?.slug !== '' ? { slug: cannotBeEmpty } : {},
    timeFaults(context, ask, stored),
    registrationFaults(context, ask, stored),
    imageFaults(context, params.image, ask),
    termFaults(context.db, categoryKind, params.categories, mayCreate),
    termFaults(context.db, tagKind, params.tags, mayCreate),
    linkFaults(context, venueKind, params.venue, ask),
    linkFaults(context, organizerKind, params.organizer, ask),
    parentFaults(context, params.post_parent, { caller, id: stored?.id }),
  ])
}

/** Faults in the parameters of a list that only the database can show. */
export async function listFaults(
  context: Context,
  {
    params,
    given,
    caller,
    now,
  }: Pick<Ask<unknown, Partial<ListEvents>>, 'params' | 'given' | 'caller' | 'now'>,
): Promise<Faults> {
  const { read } = context.db
  return together([
    windowFaults(params, context, now),
    termFaults(context.db, categoryKind, params.categories),
    termFaults(context.db, tagKind, params.tags),
    filterFaults(read, venueKind, params.venue, caller),
    filterFaults(read, organizerKind, params.organizer, caller),
    statusFaults(params.status, can(caller, 'edit_own')),
    nearFaults(context, params.near),
    placeFaults(params),
    orderFaults(params, given),
    parentFilterFaults(context, params.post_parent, caller),
    ownFaults(
      context,
      { fields: ['event', params.fields], venue_fields: ['venue', params.venue_fields] },
      caller,
    ),
  ])
}

/** Faults in filters by fields of one’s own, by parameter. */
function ownFaults(
  { declared }: Context,
  given: Readonly<Record<string, readonly [OwnKind, OwnFilters | undefined]>>,
  caller: Caller,
): Faults {
  const faults = Object.entries(given).flatMap(([name, [kind, filters]]) => {
    const fault = ownFilterFault(filters, { declared, kind, caller })
    return fault === undefined ? [] : [[name, fault] as const]
  })
  return Object.fromEntries(faults)
}

/** All of these faults, found at the same time: each asks the database something different, or nothing. */
async function together(each: readonly (Faults | Promise<Faults>)[]): Promise<Faults> {
  return Object.assign({}, ...(await Promise.all(each.map((faults) => Promise.resolve(faults))))) as Faults
}

/** Faults in times: on create of both dates, on update of whatever changes the stored ones. */
function timeFaults(
  context: Context,
  ask: Ask<unknown, Partial<CreateEvent> | UpdateEvent>,
  stored?: EventRow,
): Faults {
  const { params, now } = ask
  // What could not be read is told, and the other edge is not blamed for being before or after the stored one (D54).
  if (isAnyUnread(ask, 'start_date', 'end_date', 'timezone', 'all_day')) return {}
  const isTimed = stored ?? (params.start_date && params.end_date)
  if (!isTimed) return {}
  const settled = settleTimes(params, { siteZone: context.siteZone, now }, stored)
  return 'faults' in settled ? settled.faults : {}
}

/** Faults of what is said about who may come: it is read by the clock that the event gets. */
function registrationFaults(
  { siteZone }: Context,
  ask: Ask<unknown, Partial<CreateEvent> | UpdateEvent>,
  stored?: EventRow,
): Faults {
  const { params, now } = ask
  if (!params.registration || isAnyUnread(ask, 'start_date', 'end_date', 'timezone', 'all_day')) return {}
  if (!stored && !(params.start_date && params.end_date)) return {}
  const times = settleTimes(params, { siteZone, now }, stored)
  if ('faults' in times) return {}
  const settled = settleRegistration(params.registration, { event: times.columns, stored, siteZone, now })
  return 'fault' in settled ? { registration: settled.fault } : {}
}

/** `mayCreate`: whether the caller may make new terms by naming them; undefined where naming never makes any. */
async function termFaults(
  db: Database,
  kind: TermKind,
  named: readonly (string | number)[] | undefined,
  mayCreate?: boolean,
): Promise<Faults> {
  if (!named || named.length === 0) return {}
  // Names in a write may be anything, and as long as a body: they are not remembered.
  const { unknown } =
    mayCreate === undefined
      ? await resolveFilter(named, db, kind.taxonomy)
      : await resolveTerms(db.read, kind.taxonomy, named, 'id')
  const refused = unknown.filter((term) => !mayCreate || /^-?\d+$/.test(String(term)))
  if (refused.length === 0) return {}
  const why = (mayCreate ?? true) ? '' : '; making new ones takes the right to publish'
  return {
    [kind.key]: `must be ${kind.key} that there are, by ID, slug or name; these are none: ${abridged(refused.map(quote))}${why}`,
  }
}

async function filterFaults(
  db: Reader,
  kind: LinkedKind,
  ids: readonly number[] | undefined,
  caller: Caller,
): Promise<Faults> {
  if (!ids) return {}
  const now = await idsNow(db, kind.name, ids)
  const rows = await readLinked(kind)(db, now)
  const known = new Set(rows.filter((row) => mayRead(caller, row)).map(({ id }) => id))
  const unknown = now.filter((id) => !known.has(id))
  return unknown.length > 0
    ? {
        [kind.name]: `must be IDs of ${kind.table} that there are; these are none: ${abridged(unknown.map(String))}`,
      }
    : {}
}

async function parentFilterFaults(context: Context, id: number | undefined, caller: Caller): Promise<Faults> {
  if (id === undefined || (await findEvent(context, id, { caller }))) return {}
  // The dates of a series belong to it (D61).
  if (await isSeriesSeen(context.db.read, id, caller)) return {}
  return { post_parent: unknownEvent(id) }
}

/** A parent must be another event that the writer may read, and no event may be above itself. */
async function parentFaults(
  context: Context,
  parent: number | null | undefined,
  child: { caller: Caller; id: number | undefined },
): Promise<Faults> {
  if (!parent) return {}
  if (!(await findEvent(context, parent, child))) return { post_parent: unknownEvent(parent) }
  let above: number | null = parent
  for (let depth = 0; above !== null; depth += 1) {
    if (above === child.id) return { post_parent: 'must not be the event itself or one that belongs to it' }
    if (depth === maxDepth) return { post_parent: `must have fewer than ${maxDepth} events above it` }
    above = (await findEventRow(context.db.read, above))?.post_parent ?? null
  }
  return {}
}
