import { sql } from 'kysely'
import { type Caller, can, forbidden, mayEdit } from '../../http/auth/rights.ts'
import type { Writer } from '../../storage/db/dialect.ts'
import { ApiError } from '../../pure/errors/errors.ts'
import type { EventRow } from '../rows/event.row.ts'
import { trashEventIn } from '../events/events.write.ts'
import { invalidParams } from '../../http/decodedParameters.ts'
import type { LinkedKind, LinkedRow } from '../linked/linked.kind.ts'
import { trashLinkedIn } from '../linked/linked.write.ts'
import { organizerKind } from '../organizers/organizers.kind.ts'
import type { Context } from '../../http/context.ts'
import { assertMayEdit, type Writing } from '../posts/posts.write.ts'
import type { Foretold } from '../../pure/params/guests.ts'
import { foretold } from '../registration/guests.foretold.write.ts'
import { removeSeries } from '../series/series.chain.ts'
import { occurrencesIn } from '../series/series.query.ts'
import { readSeries } from '../schedules/schedules.query.ts'
import { categoryKind, type TermKind, tagKind } from '../terms/terms.kind.ts'
import { venueKind } from '../venues/venues.kind.ts'
import { type Back, backOf, chosen, isSame, othersSince, unchanged } from './changes.reversal.ts'
import { columnOf } from './changes.fields.ts'
import { goneColumns, storedApart } from './changes.own.ts'
import { conflict, conflictWithLater } from './changes.conflict.ts'
import {
  type Entry,
  entriesAt,
  entriesSince,
  findEntry,
  keptSince,
  type Stored,
  storedRecord,
  type Subject,
} from './changes.query.ts'
import { decidingIn, wholeOf } from './changes.whole.query.ts'
import { ownOf, restoreEvent, restoreLinked } from './changes.restore.events.write.ts'
import { removeNewTerm, restoreTerm } from './changes.restore.terms.write.ts'

/** What was taken back: the fields that are what they were, and how many records that took. */
export interface Undone {
  readonly fields: readonly string[]
  readonly records: number
  /** What stays as it is, as it was changed since or has no place any more. */
  readonly left: readonly string[]
}

/** Which entry is to be taken back, and which of its fields; all of them where none are named. */
export interface Undoing extends Writing {
  readonly revision: number
  readonly fields?: readonly string[] | undefined
}

/** Venues and organizers, by the name of their kind. */
export const linkedKinds = { venue: venueKind, organizer: organizerKind } as const satisfies Record<
  string,
  LinkedKind
>

/** Categories and tags, by the name of their kind. */
export const termKinds = { category: categoryKind, tag: tagKind } as const satisfies Record<string, TermKind>

/** Takes back what an entry of the history of a record says, all or nothing. Throws 409 where that has changed since. */
export async function undo(context: Context, subject: Subject, undoing: Undoing): Promise<Undone> {
  return context.db.write((tx) => undoIn(tx, subject, undoing))
}

/** What guests would be told by it; nothing is done. Throws what it would throw. */
export async function foretellUndo(context: Context, subject: Subject, undoing: Undoing): Promise<Foretold> {
  return foretold(context.db, undoing.now, (tx) => undoIn(tx, subject, undoing))
}

/** As {@link undo}, within a transaction. */
export async function undoIn(tx: Writer, subject: Subject, undoing: Undoing): Promise<Undone> {
  const entry = await findEntry(tx, subject, undoing.revision)
  if (!entry) throw new ApiError('rest_history_not_found', { ...subject, revision: undoing.revision })
  const whole = wholeOf(entry, await decidingIn(tx, [entry]))
  if ('never' in whole) throw new ApiError('rest_undo_impossible', { reason: whole.never })
  if (whole.by.kind === 'series') return undoSeries(tx, whole.by, undoing)
  const stored = await existing(tx, subject)
  const back = await backFor(tx, entry, stored, undoing.fields)
  if (back.conflicts.length > 0) throw conflict(back.conflicts)
  const { left = [] } = back
  if (back.columns.size === 0 && left.length > 0) throw conflict(left)
  await takeBack(tx, { entry, stored, back }, undoing)
  return { fields: back.fields, records: 1, left }
}

async function existing(tx: Writer, subject: Subject): Promise<Stored> {
  const stored = await storedRecord(tx, subject)
  if (!stored) throw new ApiError('rest_undo_impossible', { reason: 'it was removed for good' })
  return stored
}

async function backFor(
  tx: Writer,
  entry: Entry,
  stored: Stored,
  fields: readonly string[] | undefined,
): Promise<Back> {
  const { kind, revision } = entry
  const kept = await keptSince(tx, entry, revision)
  if (entry.action === 'created') {
    const since = kept.filter((each) => each.revision > revision)
    return { columns: new Map(), fields: [], conflicts: othersSince({ kind, stored, since }) }
  }
  const whole = backOf({ kind, stored, kept, isTaken: (each) => each === revision })
  const all = whole.units.flatMap((unit) => unit.fields)
  const unknown = fields?.filter((field) => !all.includes(field)) ?? []
  if (unknown.length > 0)
    throw invalidParams({
      fields: `must name fields that this entry changed, which are ${all.join(', ') || 'none'}, not ${unknown.join(', ')}`,
    })
  return withoutGone(tx, kind, chosen(whole.units, fields))
}

/** Without fields of the calendar that nobody has declared any more, and values that they do not take. */
async function withoutGone(tx: Writer, kind: Subject['kind'], back: Back): Promise<Back> {
  const gone = await goneColumns(tx, kind, back.columns)
  if (gone.length === 0) return back
  const named = new Set(gone.map((column) => columnOf(kind, column).field))
  return {
    ...back,
    columns: new Map([...back.columns].filter(([column]) => !gone.includes(column))),
    fields: back.fields.filter((field) => !named.has(field)),
    left: [...(back.left ?? []), ...named],
  }
}

/** A record, what happened to it, and what is to go back. */
interface Taking {
  readonly entry: Pick<Entry, 'kind' | 'id' | 'action'>
  readonly stored: Stored
  readonly back: Back
}

/** Makes a record what it was: what was made goes to the trash, what was changed goes back. */
async function takeBack(tx: Writer, { entry, stored, back }: Taking, writing: Writing): Promise<void> {
  const { kind, id } = entry
  const removal = { ...writing, id, guard: async () => {} }
  if (entry.action === 'created' && stored['status'] === 'trash')
    throw new ApiError('rest_undo_impossible', { reason: 'it is in the trash already' })
  if (entry.action !== 'created' && back.columns.size === 0)
    throw new ApiError('rest_undo_impossible', { reason: 'nothing that it changed was kept' })
  switch (kind) {
    case 'event':
      if (entry.action === 'created') return trashEventIn(tx, removal)
      return restoreEvent(tx, rowOf<EventRow>(stored), back.columns, writing)
    case 'venue':
    case 'organizer': {
      if (entry.action === 'created') {
        await assertUnused(tx, linkedKinds[kind], id)
        return trashLinkedIn(tx, linkedKinds[kind], removal)
      }
      const row = { kind: linkedKinds[kind], stored: rowOf<LinkedRow>(stored) }
      return restoreLinked(tx, row, back.columns, writing)
    }
    case 'category':
    case 'tag':
      assertMayManage(writing.caller, termKinds[kind])
      if (entry.action === 'created') return removeNewTerm(tx, termKinds[kind], id)
      return restoreTerm(tx, termKinds[kind], id, back.columns)
    case 'series':
      throw new Error('Series are taken back with their dates.')
  }
}

/** An event that stays keeps its place and who organizes it, as it keeps its terms. */
async function assertUnused(
  tx: Writer,
  { link: { table, column }, name }: LinkedKind,
  id: number,
): Promise<void> {
  const { rows } =
    await sql`select 1 from ${sql.table(table)} join events on events.id = ${sql.ref(table)}.event_id
    where ${sql.ref(table)}.${sql.ref(column)} = ${id} and events.status <> 'trash' limit 1`.execute(tx)
  if (rows.length > 0)
    throw new ApiError('rest_undo_impossible', { reason: `there are events that have this ${name}` })
}

function assertMayManage(caller: Caller, { right }: TermKind): void {
  if (!can(caller, right)) throw forbidden(caller, right)
}

/** The row without the links that stand beside it. */
function rowOf<Row>({ venue: _venue, organizer: _organizer, terms: _terms, ...row }: Stored): Row {
  // It was read from the table of the kind.
  return row as Row
}

/** Takes back what one transaction did to a series and to its dates: all of it, or 409 with what has changed since. */
async function undoSeries(tx: Writer, { id, revision }: Entry, undoing: Undoing): Promise<Undone> {
  if (undoing.fields) throw new ApiError('rest_undo_whole', { path: `series/${id}/history/${revision}/undo` })
  const entries = (await entriesAt(tx, revision)).filter(({ kind }) => kind === 'series' || kind === 'event')
  const series = await existing(tx, { kind: 'series', id })
  const dates = await occurrencesIn(tx, id)
  const first = dates.find((row) => mayEdit(undoing.caller, row))
  // Who may change none of its dates may not change the series.
  if (!first && dates[0]) assertMayEdit(undoing.caller, dates[0])
  const takings: Taking[] = []
  for (const entry of entries) {
    const stored = entry.kind === 'series' && entry.id === id ? series : await existing(tx, entry)
    takings.push({ entry, stored, back: await backFor(tx, entry, stored, undefined) })
  }
  const isNew = entries.some(
    ({ kind, id: made, action }) => kind === 'series' && made === id && action === 'created',
  )
  const later = isNew
    ? await datesMadeSince(tx, { dates, entries, revision })
    : { laidOut: [], isByHand: false }
  takings.push(...later.laidOut)
  const conflicts = takings.flatMap(({ entry, back }) =>
    entry.kind === 'series' && entry.action === 'created' ? [] : back.conflicts,
  )
  // Dates of another rule would be left of a series that never was.
  if (later.isByHand) conflicts.push('recurrence')
  if (conflicts.length > 0) throw conflictWithLater(conflicts, await laterActs(tx, entries, revision))
  for (const { entry, back } of takings) {
    if (entry.kind !== 'series' || entry.action === 'created' || back.columns.size === 0) continue
    // What was only laid out is laid out: it would come a second time.
    if ([...back.columns.keys()].every((column) => column === 'laid_until')) continue
    await tx.updateTable('series').set(ownOf('series', back.columns)).where('id', '=', entry.id).execute()
  }
  let records = 0
  for (const taking of takings) {
    const { entry, stored, back } = taking
    const isOver = entry.action === 'created' ? stored['status'] === 'trash' : back.columns.size === 0
    if (entry.kind !== 'event' || isOver) continue
    await takeBack(tx, taking, undoing)
    // As what its rule has no more: it is not out by hand, and comes back where the series gets it again.
    if (entry.action === 'created' && !isNew) await keepMarks(tx, stored)
    records += 1
  }
  // A series that was made of dates that were there, split off or begun with one, is gone once they are back.
  const hadDates = entries.some(({ kind, action }) => kind === 'event' && action !== 'created')
  for (const { entry } of hadDates ? takings : []) {
    if (entry.kind !== 'series' || entry.action !== 'created') continue
    if ((await occurrencesIn(tx, entry.id)).every(({ status }) => status === 'trash'))
      for (const made of await readSeries(tx, [entry.id])) await removeSeries(tx, made)
  }
  const told = (of: (back: Back) => readonly string[]) => [
    ...new Set(takings.flatMap(({ back }) => of(back))),
  ]
  return { fields: told(({ fields }) => fields), records, left: told(({ left = [] }) => left) }
}

/** The dates of a series that are there and were made after it: what was laid out by the clock, and whether somebody has made others. */
async function datesMadeSince(
  tx: Writer,
  made: {
    readonly dates: readonly EventRow[]
    readonly entries: readonly Entry[]
    readonly revision: number
  },
): Promise<{ readonly laidOut: readonly Taking[]; readonly isByHand: boolean }> {
  const own = new Set(made.entries.flatMap(({ kind, id }) => (kind === 'event' ? [id] : [])))
  const laidOut: Taking[] = []
  for (const { id, status } of made.dates) {
    if (status === 'trash' || own.has(id)) continue
    const since = await entriesSince(tx, { kind: 'event', id }, made.revision)
    const maker = since.find(({ action }) => action === 'created')
    if (maker?.via !== 'clock') return { laidOut: [], isByHand: true }
    const stored = await existing(tx, maker)
    laidOut.push({ entry: maker, stored, back: await backFor(tx, maker, stored, undefined) })
  }
  return { laidOut, isByHand: false }
}

/** What was changed by hand on a date is what it was, whatever its trash would say. */
async function keepMarks(tx: Writer, stored: Stored): Promise<void> {
  const { id, series_changed } = rowOf<EventRow>(stored)
  await tx.updateTable('events').set({ series_changed }).where('id', '=', id).execute()
}

/** How many acts are named that are to be taken back before. */
const mostNamed = 5

/** By which entries what has changed any of these records since is taken back, the latest first. */
async function laterActs(tx: Writer, entries: readonly Entry[], revision: number): Promise<readonly Entry[]> {
  const found = new Map<number, Entry>()
  for (const { kind, id } of entries)
    for (const later of await entriesSince(tx, { kind, id }, revision)) found.set(later.revision, later)
  const latest = [...found.values()]
    .toSorted((one, other) => other.revision - one.revision)
    .slice(0, mostNamed)
  const deciding = await decidingIn(tx, latest)
  return latest.flatMap((later) => {
    const whole = wholeOf(later, deciding)
    return 'by' in whole ? [whole.by] : []
  })
}

/** What is left of a record where an import is taken back. */
export interface Rest extends Subject {
  readonly fields: readonly string[]
}

/** Takes back what some transactions did to a record, as far as it has not changed since; answers what stays, if anything does. */
export async function undoOf(
  tx: Writer,
  {
    subject,
    revisions,
    isNew,
  }: {
    readonly subject: Subject
    readonly revisions: ReadonlySet<number>
    /** Whether they have made the record. */
    readonly isNew: boolean
  },
  writing: Writing,
): Promise<{ readonly isUndone: boolean; readonly rest?: Rest }> {
  const stored = await storedRecord(tx, subject)
  if (!stored || subject.kind === 'series') return { isUndone: false }
  const kept = await keptSince(tx, subject, Math.min(...revisions))
  if (isNew) {
    if (stored['status'] === 'trash') return { isUndone: false }
    const since = kept.filter(({ revision }) => !revisions.has(revision))
    const named = othersSince({ kind: subject.kind, stored, since })
    if (named.length > 0) return { isUndone: false, rest: { ...subject, fields: named } }
    const back: Back = { columns: new Map(), fields: [], conflicts: [] }
    return orRest(subject, takeBack(tx, { entry: { ...subject, action: 'created' }, stored, back }, writing))
  }
  const whole = backOf({ kind: subject.kind, stored, kept, isTaken: (each) => revisions.has(each) })
  const back = await withoutGone(tx, subject.kind, unchanged(whole.units))
  const staying = [...whole.conflicts, ...(back.left ?? [])]
  const rest = staying.length > 0 ? { rest: { ...subject, fields: staying } } : {}
  const now = storedApart(stored)
  const isAllSame = [...back.columns].every(([column, was]) => isSame(subject.kind, column, now, was))
  if (isAllSame) return { isUndone: false, ...rest }
  const entry = { ...subject, action: 'updated' } as const
  return { ...(await orRest(subject, takeBack(tx, { entry, stored, back }, writing))), ...rest }
}

/** What names something that is gone stays, and is told. */
async function orRest(subject: Subject, work: Promise<void>): Promise<{ isUndone: boolean; rest?: Rest }> {
  try {
    await work
    return { isUndone: true }
  } catch (error) {
    const codes: readonly string[] = ['rest_undo_conflict', 'rest_undo_impossible']
    if (!(error instanceof ApiError) || !codes.includes(error.code)) throw error
    return { isUndone: false, rest: { ...subject, fields: namedIn(error) } }
  }
}

function namedIn({ extras }: ApiError): readonly string[] {
  const fields: unknown = extras.data?.['fields']
  return Array.isArray(fields) ? fields.map(String) : []
}
