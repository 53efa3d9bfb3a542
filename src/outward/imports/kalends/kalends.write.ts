import { randomBytes } from 'node:crypto'
import type { Selectable } from 'kysely'
import { instantOf } from '../../../pure/calendar/text.ts'
import { findEventRows } from '../../../records/rows/event.query.ts'
import { isConstraintFailure } from '../../../storage/db/constraint.ts'
import type { Database, Dialect, Writer } from '../../../storage/db/dialect.ts'
import { inParts } from '../../../storage/db/statements.ts'
import { readFields } from '../../../fields/exported.ts'
import type { ExportRecord } from '../../exports/exports.lines.ts'
import { columns } from '../../exports/exports.records.ts'
import type { SeriesTable } from '../../../storage/schema/tables.ts'
import { withSaid } from '../../../records/own/own.said.ts'
import { adjustTermCounts } from '../../../records/terms/terms.write.ts'
import { type Fate, type Lined, type Plan, planRecords, type Planned, skipped } from './kalends.plan.ts'
import { placesBefore, tellGuestsOf } from '../imports.guests.write.ts'
import { currentActor } from '../../../storage/db/transactions.ts'
import type { Owners } from './kalends.references.ts'
import type { KeptKind, Row } from './kalends.rows.ts'
import { idsThere, kindNames, tables } from './kalends.stored.ts'

/**
 * Writes records of one kind in one transaction, existing ones only where they differ; answers the outcome for each. One that
 * cannot be stored is left out, and the others are written without it.
 */
export async function writeRecords(
  db: Database,
  kind: KeptKind,
  lined: readonly Lined[],
  owners: Owners,
): Promise<readonly Fate[]> {
  // Even a transaction that changes nothing would count as a change of the calendar.
  const foreseen = await whereAllAreThere(db, kind, lined, owners)
  if (foreseen?.every(({ outcome }) => outcome === 'unchanged')) return foreseen
  try {
    return await db.write((tx) => writeIn({ tx, dialect: db.dialect }, kind, lined, owners))
  } catch (error) {
    if (!isConstraintFailure(error)) throw error
    const [only, ...others] = lined
    if (only && others.length === 0) return [skipped(only, `cannot be stored: ${error.message}`)]
    const half = Math.ceil(lined.length / 2)
    const first = await writeRecords(db, kind, lined.slice(0, half), owners)
    return [...first, ...(await writeRecords(db, kind, lined.slice(half), owners))]
  }
}

/** Sets the parents of events that came before these; answers how many of the parents never came. */
export async function writeParents(db: Database, parents: ReadonlyMap<number, number>): Promise<number> {
  if (parents.size === 0) return 0
  return db.write(async (tx) => {
    let lost = 0
    for (const [id, post_parent] of parents) {
      const there = await tx
        .selectFrom('events')
        .select('id')
        .where('id', '=', post_parent)
        .executeTakeFirst()
      if (there) await tx.updateTable('events').set({ post_parent }).where('id', '=', id).execute()
      else lost += 1
    }
    return lost
  })
}

/** The plan for records if all of them exist already. */
async function whereAllAreThere(
  db: Database,
  kind: KeptKind,
  lined: readonly Lined[],
  owners: Owners,
): Promise<readonly Fate[] | undefined> {
  const ids = lined.map(({ record }) => record.id)
  const there = await idsThere(db.read, tables[kind].table, ids)
  return there.size < ids.length ? undefined : (await planRecords(db.read, kind, lined, owners)).fates
}

interface Target {
  readonly tx: Writer
  readonly dialect: Dialect
}

async function writeIn(
  target: Target,
  kind: KeptKind,
  lined: readonly Lined[],
  owners: Owners,
): Promise<readonly Fate[]> {
  const { tx } = target
  const plan = await searched(tx, kind, await planRecords(tx, kind, lined, owners))
  const before = kind === 'event' ? await seriesOf(tx, plan) : []
  const awaited = kind === 'event' ? await awaitedIn(tx, plan) : undefined
  await insertRows(target, kind, plan.fresh)
  for (const { row } of plan.changed) await updateRow(tx, kind, row)
  const written = [...plan.fresh, ...plan.changed]
  if (kind === 'event') await keepSeries(tx, before)
  if (kind === 'image') await writeSources(tx, written)
  if (kind === 'event') await writeBelongings(target, plan)
  if (awaited) await tellGuestsOf(tx, awaited.events, { now: instantOf(currentActor().at), ...awaited })
  return plan.fates
}

/** The events that change and to which people may come, as they were, and where. */
async function awaitedIn(tx: Writer, { changed }: Plan) {
  const rows = await findEventRows(
    tx,
    changed.map(({ row }) => row.id),
  )
  const events = rows.flatMap((before) => (before.registration === '' ? [] : { before }))
  return { events, places: await placesBefore(tx, events) }
}

/** The plan with what records say of fields of one’s own in what searches look in. */
async function searched(tx: Writer, kind: KeptKind, plan: Plan): Promise<Plan> {
  if (kind !== 'event' && kind !== 'venue' && kind !== 'organizer') return plan
  const said = async (planned: readonly Planned[]) => {
    const rows = await withSaid(
      tx,
      kind,
      planned.map(({ row }) => row as Row & { folded: string }),
    )
    return planned.map((each, at) => Object.assign({ ...each }, { row: rows[at] ?? each.row }))
  }
  return { ...plan, fresh: await said(plan.fresh), changed: await said(plan.changed) }
}

/** The series of the events, as far as they count how often their dates have changed. */
async function seriesOf(tx: Writer, { fresh, changed }: Plan): Promise<readonly Counted[]> {
  const ids = new Set([...fresh, ...changed].map(({ row }) => row['series_id']))
  const known = [...ids].filter((id) => typeof id === 'number')
  if (known.length === 0) return []
  return tx.selectFrom('series').select(['id', 'sequence', 'modified_at']).where('id', 'in', known).execute()
}

type Counted = Pick<Selectable<SeriesTable>, 'id' | 'sequence' | 'modified_at'>

/** A file tells how often the dates of a series have changed: that they come from it is no change. */
async function keepSeries(tx: Writer, before: readonly Counted[]): Promise<void> {
  for (const { id, ...counted } of before)
    await tx.updateTable('series').set(counted).where('id', '=', id).execute()
}

async function insertRows(
  { tx, dialect }: Target,
  kind: KeptKind,
  planned: readonly Planned[],
): Promise<void> {
  const { table, ids } = tables[kind]
  if (ids === 'items') {
    await dialect.insertAll(
      tx,
      'items',
      planned.map(({ row }) => ({ id: row.id, kind: kindNames[kind] })),
    )
  }
  // By id, so that an event comes after its parent.
  const inOrder = planned.toSorted((one, other) => one.row.id - other.row.id)
  await dialect.insertAll(
    tx,
    table,
    inOrder.map((each) =>
      kind === 'event' || kind === 'series'
        ? Object.assign({ password_digest: digestOf(each) }, each.row)
        : each.row,
    ),
  )
}

async function updateRow(tx: Writer, kind: KeptKind, { id, ...columns }: Row): Promise<void> {
  await tx
    .updateTable(tables[kind].table as 'events')
    .set(columns)
    .where('id', '=', id)
    .execute()
}

/** Stores the addresses that images were fetched from; one that is known for another image stays there. */
async function writeSources(tx: Writer, planned: readonly Planned[]): Promise<void> {
  const sources = planned.flatMap(({ record }) =>
    // A list of texts by its schema.
    (record['sources'] as string[]).map((url) => ({ url, media_id: record.id })),
  )
  for (const some of inParts(sources)) {
    await tx
      .insertInto('media_sources')
      .values(some)
      .onConflict((conflict) => conflict.column('url').doNothing())
      .execute()
  }
}

/** Writes what is in other tables: links, terms with their counts, tickets, and whether there is a password. */
async function writeBelongings({ tx, dialect }: Target, { fresh, changed }: Plan): Promise<void> {
  const written = [...fresh, ...changed]
  if (written.length === 0) return
  const ids = changed.map(({ row }) => row.id)
  if (ids.length > 0) {
    for (const table of ['event_venues', 'event_organizers', 'event_terms', 'tickets'] as const) {
      await tx.deleteFrom(table).where('event_id', 'in', ids).execute()
    }
    for (const each of changed) await settlePassword(tx, each)
  }
  const links = (name: 'venues' | 'organizers', column: string) =>
    written.flatMap(({ record }) =>
      idsIn(record, name).map((id, position) => ({ event_id: record.id, [column]: id, position })),
    )
  const termLinks = written.flatMap(({ record }) =>
    termsOf(record).map((term_id) => ({ event_id: record.id, term_id })),
  )
  const tickets = written.flatMap(({ record }) => ticketRows(record))
  await Promise.all([
    dialect.insertAll(tx, 'event_venues', links('venues', 'venue_id')),
    dialect.insertAll(tx, 'event_organizers', links('organizers', 'organizer_id')),
    dialect.insertAll(tx, 'event_terms', termLinks),
    dialect.insertAll(tx, 'tickets', tickets),
    adjustTermCounts(tx, {
      added: written.flatMap(({ record }) => countedTerms(record)),
      removed: changed.flatMap(({ before }) => (before ? countedTerms(before) : [])),
    }),
  ])
}

/** An existing password stays, unless the export says that there is none. */
async function settlePassword(tx: Writer, planned: Planned): Promise<void> {
  const wasProtected = planned.before?.['is_protected'] === true
  const isProtected = planned.record['is_protected'] === true
  if (wasProtected === isProtected) return
  await tx
    .updateTable('events')
    .set({ password_digest: digestOf(planned) })
    .where('id', '=', planned.row.id)
    .execute()
}

/** Exports have no passwords: a protected event gets one that nobody knows, until a new one is set. */
function digestOf({ record }: Planned): string | null {
  return record['is_protected'] === true ? randomBytes(digestBytes).toString('hex') : null
}

const digestBytes = 32

function ticketRows(record: ExportRecord): Record<string, unknown>[] {
  // A list of tickets by its schema.
  const tickets = record['tickets'] as Record<string, unknown>[]
  return tickets.map((ticket) => Object.assign(readFields(columns.ticket, ticket), { event_id: record.id }))
}

function idsIn(record: ExportRecord, name: string): number[] {
  // A list of ids by its schema.
  return record[name] as number[]
}

function termsOf(record: ExportRecord): number[] {
  return [...idsIn(record, 'categories'), ...idsIn(record, 'tags')]
}

/** Terms count published events without a password (`isCounted`). */
function countedTerms(record: ExportRecord): number[] {
  return record['status'] === 'publish' && record['is_protected'] !== true ? termsOf(record) : []
}
