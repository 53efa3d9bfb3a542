import { happens } from '../../fields/happening.ts'
import { can, forbidden } from '../../http/auth/rights.ts'
import type { Writer } from '../../storage/db/dialect.ts'
import { invalidParams } from '../../http/decodedParameters.ts'
import { inTimeSlices } from '../../http/timeSlices.ts'
import { abridged } from '../../pure/params/parameter.ts'
import type { Context } from '../../http/context.ts'
import { assertMayDelete, assertMayEdit, type Writing } from '../posts/posts.write.ts'
import { categoryKind } from '../terms/terms.kind.ts'
import { readTerms } from '../terms/terms.query.ts'
import { venueKind } from '../venues/venues.kind.ts'
import { ownFieldsAfter } from './bulk.fields.ts'
import type { Bulk, BulkAction } from './bulk.params.ts'
import type { BulkRecord } from './bulk.record.ts'
import type { UpdateEvent } from '../events/events.params.ts'
import { findWholeRows } from '../rows/event.query.ts'
import type { EventRow } from '../rows/event.row.ts'
import { excludeKey } from '../events/events.series.ts'
import { linksOfEvents } from '../events/events.linked.ts'
import { chosenIds } from '../events/events.linking.ts'
import { type OwnTerm, termsOf } from '../events/events.terms.write.ts'
import { type Change, removeEventRowIn, trashEventIn, updateEventIn } from '../events/events.write.ts'

/** What an event has of that which actions change, by ID. */
interface Had {
  readonly categories: readonly number[]
  readonly venues: readonly number[]
}

/** What an action means for one event. */
interface Deed {
  /** Whether it changes anything. */
  readonly isDue: (event: EventRow, sent: Bulk, had: Had) => boolean
  /** Whether it can be done to what is in the trash. */
  readonly reachesTrash: boolean
  /** The fields that it sets; else the event goes, to the trash or for good. */
  readonly sets?: (event: EventRow, sent: Bulk, had: Had) => UpdateEvent
}

const isCanceled = ({ event_status }: EventRow) => event_status === 'canceled'
const isInTrash = ({ status }: EventRow) => status === 'trash'

const deeds: Readonly<Record<BulkAction, Deed>> = {
  approve: {
    isDue: ({ status }) => status !== 'publish' && status !== 'future',
    reachesTrash: false,
    sets: () => ({ status: 'publish' }),
  },
  draft: {
    isDue: ({ status }) => status !== 'draft',
    reachesTrash: true,
    sets: () => ({ status: 'draft' }),
  },
  cancel: {
    isDue: (event) => !isCanceled(event),
    reachesTrash: false,
    sets: (_, { reason = null }) => happens('canceled', reason),
  },
  reinstate: {
    isDue: isCanceled,
    reachesTrash: false,
    sets: () => happens('scheduled', null),
  },
  categorize: {
    isDue: (_, sent, had) => {
      const next = categoriesAfter(sent, had)
      return next.length !== had.categories.length || next.some((id) => !had.categories.includes(id))
    },
    reachesTrash: false,
    sets: (_, sent, had) => ({ categories: categoriesAfter(sent, had) }),
  },
  place: {
    isDue: (_, { venue = [] }, { venues }) => venue.join() !== venues.join(),
    reachesTrash: false,
    sets: (_, { venue = [] }) => ({ venue: venue.map((id) => ({ id })) }),
  },
  fields: {
    isDue: (event, sent) => Object.keys(ownFieldsAfter(event, sent)).length > 0,
    reachesTrash: false,
    sets: (event, sent) => ({ fields: ownFieldsAfter(event, sent) }),
  },
  trash: { isDue: (event) => !isInTrash(event), reachesTrash: true },
  restore: {
    isDue: isInTrash,
    reachesTrash: true,
    sets: ({ status_before }) => ({ status: status_before ?? 'draft' }),
  },
  delete: { isDue: () => true, reachesTrash: true },
}

function categoriesAfter({ add_categories = [], remove_categories = [] }: Bulk, { categories }: Had) {
  return [...new Set([...categories, ...add_categories])].filter((id) => !remove_categories.includes(id))
}

/**
 * Does the same to several events, all or nothing: throws 400 when one does not exist, or is in the trash and cannot be reached there,
 * 403 when the caller lacks the right to any of them.
 */
export async function changeEvents(changing: Changing): Promise<BulkRecord> {
  return changing.context.db.write((tx) => changeEventsIn(tx, changing))
}

/** As {@link changeEvents}, within a transaction. */
export async function changeEventsIn(tx: Writer, changing: Changing): Promise<BulkRecord> {
  const { sent, writing } = changing
  const deed = deeds[sent.action]
  await assertGiven(tx, sent, writing)
  const rows = await rowsNamed(tx, sent)
  for (const row of rows) assertMay(sent.action, row, writing)
  const had = await hadBy(tx, sent, rows)
  const due = rows.filter((row) => deed.isDue(row, sent, had(row)))
  if (!sent.dry_run) await inTimeSlices(due, async (row) => changeIn(tx, row, had(row), changing))
  return {
    changed: due.map(({ id }) => id),
    unchanged: rows.filter((row) => !due.includes(row)).map(({ id }) => id),
  }
}

/** What each of the events has of that which the action changes. */
async function hadBy(
  tx: Writer,
  { action }: Bulk,
  rows: readonly EventRow[],
): Promise<(event: EventRow) => Had> {
  const ids = rows.map(({ id }) => id)
  const terms = action === 'categorize' ? await termsOf(tx, ids) : new Map<number, OwnTerm[]>()
  const links = action === 'place' ? await linksOfEvents(tx, ids) : undefined
  return ({ id }) => ({
    categories: categoriesIn(terms.get(id) ?? []),
    venues: links?.idsOf(id, 'venue') ?? [],
  })
}

function categoriesIn(terms: readonly OwnTerm[]): readonly number[] {
  return terms.flatMap(({ id, taxonomy }) => (taxonomy === categoryKind.taxonomy ? id : []))
}

/** The fields that an action sets of an event; undefined where the event goes. */
export async function fieldsSet(tx: Writer, row: EventRow, sent: Bulk): Promise<UpdateEvent | undefined> {
  return deeds[sent.action].sets?.(row, sent, (await hadBy(tx, sent, [row]))(row))
}

/** Throws 400 where categories or places are to be given that there are not, or that the caller does not see. */
export async function assertGiven(tx: Writer, sent: Bulk, writing: Writing): Promise<void> {
  await assertCategories(tx, sent)
  const venues = (sent.venue ?? []).map((id) => ({ id }))
  await chosenIds(tx, venueKind, venues, writing)
}

/** Throws 400 where categories are to be given that there are not. */
async function assertCategories(tx: Writer, { add_categories: ids = [] }: Bulk): Promise<void> {
  const found = new Set(
    (await readTerms(tx, ids)).filter((term) => term.taxonomy === categoryKind.taxonomy).map(({ id }) => id),
  )
  const unknown = ids.filter((id) => !found.has(id))
  if (unknown.length > 0)
    throw invalidParams({
      add_categories: `must be IDs of categories that there are; these are none: ${abridged(unknown.map(String))}`,
    })
}

/** The events that are named. Throws 400 for what is none, or is in the trash and cannot be reached there. */
export async function rowsNamed(tx: Writer, { ids, action }: Bulk): Promise<EventRow[]> {
  const byId = new Map((await findWholeRows(tx, ids)).map((row) => [row.id, row]))
  const unknown = ids.filter((id) => !byId.has(id))
  if (unknown.length > 0)
    throw invalidParams({
      ids: `must be IDs of events that there are; these are none: ${abridged(unknown.map(String))}`,
    })
  const rows = ids.flatMap((id) => byId.get(id) ?? [])
  const trashed = deeds[action].reachesTrash ? [] : rows.filter(isInTrash)
  if (trashed.length > 0)
    throw invalidParams({
      ids: `must not name events in the trash here; these are: ${abridged(trashed.map(({ id }) => String(id)))}`,
    })
  return rows
}

/** Throws 403 where the caller may not do it to the event. */
export function assertMay(action: BulkAction, row: EventRow, { caller }: Writing): void {
  if (action === 'trash' || action === 'delete') {
    assertMayDelete(caller, row)
    return
  }
  assertMayEdit(caller, row)
  const wouldPublish =
    action === 'approve' ||
    (action === 'restore' && (row.status_before === 'publish' || row.status_before === 'future'))
  // Otherwise it would only wait again.
  if (wouldPublish && !can(caller, 'publish')) throw forbidden(caller, 'publish')
}

/** What is done, by whom, and how pages of events are called. */
export interface Changing {
  readonly context: Context
  readonly sent: Bulk
  readonly writing: Writing
  readonly pageUrl: (event: EventRow) => string
}

async function changeIn(tx: Writer, row: EventRow, had: Had, changing: Changing): Promise<void> {
  const { context, sent, writing, pageUrl } = changing
  const { sets } = deeds[sent.action]
  const change: Change = { ...writing, id: row.id, guard: async () => {} }
  if (sets)
    await updateEventIn(tx, { context, sent: sets(row, sent, had), pageUrl }, { ...change, stored: row })
  else if (sent.action === 'trash') await trashEventIn(tx, change)
  else {
    await excludeKey(tx, row)
    await removeEventRowIn(tx, row, change)
  }
}
