import type { Reader } from '../../storage/db/dialect.ts'
import { TimeSlices } from '../../http/timeSlices.ts'
import { plainTextOfHtml } from '../../pure/text/plain.ts'
import { changedFields, digestOf, partOf, withoutLacking } from './imports.digest.ts'
import { asFound, type Digest, wasFound } from '../../records/posts/posts.digest.ts'
import { type ReadFields, readFields } from './imports.fields.ts'
import { lackingOwn } from './imports.own.ts'
import type { OwnEvent } from './imports.ownEvents.ts'
import { inPresentForm } from './imports.oldDigests.ts'
import { nameOf } from './imports.keys.ts'
import { isLeft, takenOf } from './imports.leave.ts'
import { knownRecords } from './imports.relatedSources.ts'
import { idTable, type KnownKey, takenIds } from './imports.query.ts'
import type { ImportedEvent, ImportRecord, SourceKey, Unreadable } from './imports.record.ts'
import { type ImportKind, importKinds } from '../../storage/schema/tables.imports.ts'
import { count, countChanges, type ImportReport, note, partsOf, remark } from './imports.report.ts'
import { withOccurrences } from './imports.occurrences.ts'
import type { PlannedSeries } from './imports.plannedSeries.ts'
import { withSeries } from './imports.series.ts'
import { firstOfEach, subjectOf } from './imports.subject.ts'
import type { Planned, Plan, Joined, Planning } from './imports.planned.ts'

/** The new records that can keep the id they bring along, by name; the others are reported. */
export async function keepingIds(
  db: Reader,
  kind: ImportKind,
  planned: readonly Planned[],
  report: ImportReport,
): Promise<Set<string>> {
  const wanted = planned.filter(({ id, record }) => id === undefined && record.id !== undefined)
  const taken = await takenIds(
    db,
    idTable(kind),
    wanted.flatMap(({ record }) => record.id ?? []),
  )
  const keeping = new Set<string>()
  for (const { record } of wanted) {
    if (record.id === undefined) continue
    if (taken.has(record.id)) {
      remark(report, 'renumbered', { ...subjectOf(record), says: `The ID ${record.id} is in use here.` })
      continue
    }
    keeping.add(nameOf(record))
    // No other record of this batch gets it.
    taken.add(record.id)
  }
  return keeping
}

/** Reports a term, venue or organizer that exists already and is used as it is; `id` is undefined for one of the same batch. */
export function tellAdopted(
  { record: { kind }, values }: Planned,
  id: number | undefined,
  report: ImportReport,
): void {
  count(report, kind, 'created', -1)
  count(report, kind, 'unchanged')
  const name = plainTextOfHtml(String(values['name'] ?? values[kind]))
  if (id !== undefined)
    note(report, `The ${kind} “${name}” was here already, with the ID ${id}: it was left as it is.`)
}

/** Decides what to do with a batch and reports it. Nothing is written, so that a dry run has the same report. */
export async function planBatch(
  db: Reader,
  records: readonly (ImportRecord | Unreadable)[],
  planning: Planning,
  report: ImportReport,
): Promise<Plan> {
  const spoken = await withSeries(db, planning, firstOfEach(records, report))
  const { records: readable, series } = await withOccurrences(db, planning, spoken)
  const known = await inPresentForm(db, readable, await knownRecords(db, planning, readable), {
    planning,
    report,
  })
  const write: Planned[] = []
  const unchanged: SourceKey[] = []
  const joined: Joined[] = []
  // Cleaning texts takes long: a hundred of the longest hold others up for seconds.
  const slices = new TimeSlices()
  for (const kind of importKinds) {
    for (const record of readable.filter((record) => record.kind === kind)) {
      const rest = slices.next()
      if (rest) await rest
      const before = known.get(nameOf(record))
      const own = planning.here?.get(record.key)
      const planned =
        own && kind === 'event'
          ? planOwn(own, before, { planning, report })
          : planRecord(record, before, { planning, report })
      if (planned === 'unchanged' && (before?.isOfKin || before?.isRenewed))
        joined.push({ record, digest: before.digest, id: before.record_id })
      else if (planned === 'unchanged') unchanged.push({ kind, key: record.key })
      else if (planned === 'laid out here')
        joined.push({ record, digest: digestOf(record), id: hereOf(record) })
      else if (planned && 'notTaken' in planned) joined.push(planned.notTaken)
      else if (planned) write.push(planned)
    }
  }
  for (const one of series) tellOfSeries(one, report)
  return { write, unchanged, joined, series }
}

/** The id of a date that was laid out here. */
function hereOf(record: ImportRecord): number {
  return (record.kind === 'event' && record.occurrence?.here) || 0
}

/** Tells what becomes of the dates that a series does not have any more. */
function tellOfSeries({ said, removed, kept }: PlannedSeries, report: ImportReport): void {
  count(report, 'event', 'removed', removed.length)
  for (const { title, series_key } of kept)
    remark(report, 'assumed', {
      kind: 'event',
      key: said.key,
      title: plainTextOfHtml(title),
      says: `series: it does not have its date ${series_key ?? ''} any more, which was changed here and stays as a single event`,
    })
}

/** A record of which nothing is taken: what it says now is known, and not offered again. */
interface NotTaken {
  readonly notTaken: Joined
}

function notTaken(record: ImportRecord, digest: Digest, id: number, report: ImportReport): NotTaken {
  count(report, record.kind, 'unchanged')
  return { notTaken: { record, digest, id } }
}

/** What planning a record depends on. */
interface PlanningOne {
  readonly planning: Planning
  readonly report: ImportReport
}

function planRecord(
  record: ImportRecord,
  before: KnownKey | undefined,
  by: PlanningOne,
): Planned | NotTaken | 'unchanged' | 'laid out here' | undefined {
  const { left: leaves } = by.planning
  const digest = withoutLacking(record, digestSaid(record, before), by.planning.lacking)
  if (!before && isLeft(leaves, record)) return left(record, 'It was not taken.', by.report)
  if (!before && hereOf(record) > 0) return planLaidOut(record as ImportedEvent, digest, by)
  if (!before) return planned({ record, digest, id: undefined, changes: undefined }, by)
  if (before.gone === 1 && 'only' in record) {
    count(by.report, record.kind, 'unchanged')
    return undefined
  }
  // One that the source has again is written as a whole.
  const changes =
    before.gone === 1 ? undefined : withoutHeld(record, before.digest, changedFields(before.digest, digest))
  if (changes?.length === 0) {
    if (by.planning.tellsAll) tellAgain(record, by)
    return unchangedOf(record, by.report)
  }
  const known = wasFound(before.digest) ? asFound(digest) : digest
  if (isLeft(leaves, record)) return notTaken(record, known, before.record_id, by.report)
  const taken = changes && takenOf(leaves, record, changes)
  if (taken?.length === 0) return notTaken(record, known, before.record_id, by.report)
  return planned({ record, digest: known, id: before.record_id, changes: taken }, by)
}

/** A date that was laid out here before the source told it: of what its series has, it has its own form. */
function planLaidOut(
  record: ImportedEvent,
  digest: Digest,
  by: PlanningOne,
): Planned | 'laid out here' | undefined {
  const { differs = [], here } = record.occurrence ?? {}
  if (differs.length > 0) return planned({ record, digest, id: here, changes: differs.map(asMember) }, by)
  count(by.report, record.kind, 'unchanged')
  return 'laid out here'
}

/** Members of records whose fields the API calls otherwise. */
const members: Readonly<Record<string, string>> = { venue: 'venues', organizer: 'organizers' }

function asMember(field: string): string {
  return members[field] ?? field
}

/**
 * What has changed of a record, but for what was changed by hand on one date of a series: only what the source says of this very date
 * changes it.
 */
function withoutHeld(record: ImportRecord, before: Digest, changes: readonly string[]): readonly string[] {
  const { held = [], differs = [] } = (record.kind === 'event' && record.occurrence) || {}
  if (held.length === 0 || differs.length > 0 || 'differs' in before) return changes
  const own = new Set(held.map(asMember))
  const isMoved = own.has('start_date')
  return changes.filter((name) => !own.has(name) && !(isMoved && ['all_day', 'timezone'].includes(name)))
}

function tellAgain(record: ImportRecord, { planning, report }: PlanningOne): void {
  const read = judge(record, true, planning)
  tellOf(record, 'fault' in read ? [] : read.lost, report)
}

/** The digest of a record; of one that says only a part of what is known, with the rest as it was. */
function digestSaid(record: ImportRecord, before: KnownKey | undefined): Digest {
  const digest = digestOf(record)
  if (!before || record.kind !== 'event' || (!record.within && !record.only)) return digest
  const { only } = record
  const said = Object.entries(digest).filter(([name]) => only?.includes(name) ?? true)
  return { ...before.digest, ...Object.fromEntries(said) }
}

/** An event of here in a table of ours: what differs from what it is now, and was not the same when the table was read before. */
function planOwn(
  own: OwnEvent,
  before: KnownKey | undefined,
  by: PlanningOne,
): Planned | NotTaken | 'unchanged' | undefined {
  const { record, id } = own
  const digest = withoutLacking(record, digestOf(record), by.planning.lacking)
  const since = before && new Set(changedFields(before.digest, digest))
  const changes = changedFields(own.digest, digest).filter((name) => since?.has(name) ?? true)
  if (changes.length === 0) return unchangedOf(record, by.report)
  if (own.isInTrash) return left(record, 'It is in the trash here; restore it first.', by.report)
  const taken = takenOf(by.planning.left, record, changes)
  if (taken.length === 0) return notTaken(record, asFound(digest), id, by.report)
  if (own.isNewer && !before)
    remark(by.report, 'lost', {
      ...subjectOf(record),
      says: `${taken.join(', ')}: the event was changed here after the table was written; what the table says was taken`,
    })
  return planned({ record, digest: asFound(digest), id, changes: taken }, by)
}

function unchangedOf({ kind }: ImportRecord, report: ImportReport): 'unchanged' {
  count(report, kind, 'unchanged')
  return 'unchanged'
}

function left(record: ImportRecord, says: string, report: ImportReport): undefined {
  count(report, record.kind, 'skipped')
  remark(report, 'skipped', { ...subjectOf(record), says })
}

/** The record as it will be written: as a whole, or only what has changed. */
function planned(
  one: {
    record: ImportRecord
    digest: Digest
    id: number | undefined
    changes: readonly string[] | undefined
  },
  { planning, report }: PlanningOne,
): Planned | undefined {
  const { record, digest, id, changes } = one
  const read = judge(record, id !== undefined, planning)
  if ('fault' in read) return left(record, read.fault, report)
  tellOf(record, read.lost, report)
  if (id === undefined) tellLacking(record, read, { planning, report })
  count(report, record.kind, id === undefined ? 'created' : 'updated')
  if (changes) countChanges(report, record.kind, changes)
  if (!changes) return { ...read, record, digest, id }
  return { ...partOf({ ...read, record }, changes), digest, id }
}

/** Tells what is required here of a new record, and the source does not say. */
function tellLacking(record: ImportRecord, { values }: ReadFields, { planning, report }: PlanningOne): void {
  const { kind } = record
  if (kind !== 'event' && kind !== 'venue' && kind !== 'organizer') return
  for (const each of lackingOwn({ kind, values }, planning.declared))
    remark(report, 'lost', { ...subjectOf(record), ...partsOf(each) })
}

/** Tells what of a record is lost, or is not here as it is there. */
function tellOf(record: ImportRecord, faults: readonly string[], report: ImportReport): void {
  for (const each of [...(record.lost ?? []), ...faults])
    remark(report, 'lost', { ...subjectOf(record), ...partsOf(each) })
  for (const each of record.assumed ?? [])
    remark(report, 'assumed', { ...subjectOf(record), ...partsOf(each) })
}

function judge(record: ImportRecord, isKnown: boolean, { lacking, writing }: Planning) {
  const missing = record.kind === 'image' ? lacking.get(record.key) : undefined
  if (missing !== undefined) return { fault: `It ${missing}.` }
  const read = readFields(record, writing)
  if ('fault' in read || isKnown || record.kind !== 'event' || read.times) return read
  return { fault: 'Its start_date is missing.' }
}
