import type { Caller } from '../../http/auth/rights.ts'
import type { ImportContext, ImportOptions } from './imports.options.ts'
import type { Writing } from '../../records/posts/posts.write.ts'
import { OwnReading } from './imports.own.ts'
import { bringDeclarations, declareMissed } from './imports.own.write.ts'
import { readDeclarations } from '../../records/own/own.query.ts'
import { type Applying, writeBatch } from './imports.batch.write.ts'
import { tryImages } from './imports.images.ts'
import { findHere, neededOf } from './imports.ownEvents.ts'
import { nameOf, readBatches } from './imports.keys.ts'
import { authorsOf } from './imports.authors.ts'
import { findFound } from './imports.equals.ts'
import { copiedFrom, formerNameOf, renameReading, toldOfCopy } from './imports.copies.ts'
import { Remainder } from './imports.remainder.ts'
import { findKin } from './imports.relatedSources.ts'
import { keepingIds, planBatch, tellAdopted } from './imports.plan.ts'
import { type Plan, type Planning, plannedOf } from './imports.planned.ts'
import { findReading, isResumable, keysSeen, rememberedPages } from './imports.query.ts'
import { withDigests } from './imports.passwords.ts'
import { beginReading, finishReading, forgetPages, resumeReading } from './imports.reading.write.ts'
import {
  type ImportBatch,
  ImportFault,
  type ImportSource,
  type Resumption,
  type SourceKey,
} from './imports.record.ts'
import { importKinds } from '../../storage/schema/tables.imports.ts'
import { followRemovals, foreseeRemovals } from './imports.removals.ts'
import { addComing } from './imports.coming.ts'
import { addDifferences } from './imports.differences.ts'
import {
  type Coming,
  doneIn,
  type FieldChange,
  type ImportReport,
  newReport,
  note,
  shortfall,
} from './imports.report.ts'
import { findAdopted } from './imports.terms.write.ts'

/**
 * Imports everything that a source has, or continues an interrupted import. A record that was imported before is only changed
 * if it has changed at its source. Records that the source no longer has go to the trash, if removals of the source are
 * followed. Throws an {@link ImportFault} when it cannot go on; what was written until then stays.
 */
export async function runImport(
  known: ImportContext,
  source: ImportSource,
  options: ImportOptions,
): Promise<ImportReport> {
  // Commands that watch a source run for months.
  const now = { all: await readDeclarations(known.db.read), language: known.declared.language }
  const { declared, notes } = await bringDeclarations({ db: known.db, declared: now }, source, options)
  const context = { ...known, declared, told: notes }
  const former = await formerNameOf(context.db.read, source)
  if (former === undefined)
    return options.isDryRun ? foresee(context, source, options) : carryOut(context, source, options)
  if (options.isDryRun) return foresee(context, { ...source, name: former }, options)
  await renameReading(context.db, former, source.name)
  return carryOut(context, source, options)
}

/** With what is told of fields that came along. */
type Running = ImportContext & { readonly told: readonly string[] }

async function carryOut(
  context: Running,
  source: ImportSource,
  options: ImportOptions,
): Promise<ImportReport> {
  const { db } = context
  const copied = await copiedFrom(db.read, source)
  if (copied) throw new ImportFault(`${toldOfCopy(copied)} Nothing was written.`)
  const last = await findReading(db.read, source.name)
  const isResumed = source.ended === undefined && isResumable(last)
  const reading = isResumed
    ? await resumeReading(db, last)
    : await beginReading(db, source.name, options.now())
  const resume: Resumption | undefined = isResumed
    ? { cursor: last.cursor, seen: await keysSeen(db.read, reading) }
    : undefined
  let report = (isResumed && last.report) || newReport()
  if (isResumed) note(report, 'This import was broken off and taken up again.')
  for (const says of context.told) note(report, says)
  const own = new OwnReading(context.declared)
  let cursor = resume?.cursor ?? null
  const kin = await findKin(db.read, source)
  const authors = await authorsOf(db.read, source, options.authors)
  const kept = new Remainder()
  // What is on pages that have not changed says something of fields that were declared since.
  const isNews = context.declared.all.some((field) => field.modified_at >= (last?.startedAt ?? Infinity))
  if (source.ended || isNews) await forgetPages(db, reading)
  const pages = await rememberedPages(db.read, reading.sourceId)
  for await (const batch of readBatches(source, resume, pages)) {
    assertGoingOn(options)
    for (const says of await declareMissed(context, { own, batch }, options)) note(report, says)
    const sealed = await withDigests(db, own.settled(batch))
    const { needed, planning: prepares } = await prepared(context, source, sealed, options)
    const planning = { ...prepares, sourceId: reading.sourceId, kin }
    const tried = await tryImages(context, needed, planning)
    const { home = '' } = options
    const { currencyCode } = context
    const applying: Applying = { ...planning, ...tried, run: reading.run, authors, home, currencyCode }
    report = await writeBatch(db, needed, applying, report)
    cursor = batch.cursor
    kept.add(batch.records)
    options.onProgress?.({ done: doneIn(report), expected: batch.expected, report })
  }
  for (const says of [...authors.notes(), ...own.notes()]) note(report, says)
  const removing = { context, source, reading, options: { ...options, authors }, cursor, kin, kept }
  report = await followRemovals(removing, report).catch(async (error: unknown) => {
    // It was read to its end, so the next import reads all of it again.
    if (error instanceof ImportFault) await finishReading(db, reading, report, options.now())
    throw error
  })
  await finishReading(db, reading, report, options.now())
  return { ...report, fresh: undefined }
}

/** What {@link runImport} would do. Images are not fetched. */
async function foresee(
  context: Running,
  source: ImportSource,
  options: ImportOptions,
): Promise<ImportReport> {
  const { db } = context
  const differences: FieldChange[] = []
  const coming: Coming[] = []
  const report: ImportReport = { ...newReport(), fresh: [], differences, coming }
  for (const says of context.told) note(report, says)
  const own = new OwnReading(context.declared)
  const copied = await copiedFrom(db.read, source)
  if (copied) note(report, toldOfCopy(copied))
  const sourceId = (await findReading(db.read, source.name))?.sourceId
  const kin = await findKin(db.read, source)
  const kept = new Remainder()
  const brought: SourceKey[] = []
  const authors = await authorsOf(db.read, source, options.authors)
  for await (const batch of readBatches(source, undefined, new Map())) {
    assertGoingOn(options)
    brought.push(...batch.records.map(({ kind, key }) => ({ kind, key })), ...(batch.unchanged ?? []))
    kept.add(batch.records)
    for (const record of batch.records) if ('author' in record) authors.idOf(record.author)
    const sealed = await withDigests(db, own.settled(batch))
    const { needed, planning } = await prepared(context, source, sealed, options)
    const { series, write } = await foreseeBatch(db, needed, { ...planning, sourceId, kin }, report)
    addComing(coming, write)
    await addDifferences(differences, write, { context, sourceId, options })
    // What a series does not have any more is told already.
    for (const { removed, kept } of series)
      for (const { key } of [...removed, ...kept]) if (key !== undefined) brought.push({ kind: 'event', key })
    options.onProgress?.({ done: doneIn(report), expected: batch.expected, report })
  }
  for (const says of [...authors.notes(), ...own.notes()]) note(report, says)
  if (sourceId === undefined) return report
  const { declared } = context
  const planning = { writing: writingOf(context, options), lacking: new Map(), sourceId, declared }
  const again = async (records: ImportBatch['records']) => {
    await foreseeBatch(db, { records: records.map((record) => own.record(record)) }, planning, report)
  }
  await foreseeRemovals({ context, source, options, sourceId, brought, again, kin, kept }, report)
  return report
}

async function foreseeBatch(
  db: ImportContext['db'],
  batch: Pick<ImportBatch, 'records' | 'notes' | 'shortfalls'>,
  planning: Planning,
  report: ImportReport,
): Promise<Plan> {
  for (const says of batch.notes ?? []) note(report, says)
  for (const says of batch.shortfalls ?? []) shortfall(report, says)
  const plan = await planBatch(db.read, batch.records, planning, report)
  for (const term of [...plannedOf(plan, 'category'), ...plannedOf(plan, 'tag')]) {
    const adopted = term.id === undefined ? await findAdopted(db.read, term) : undefined
    if (adopted) tellAdopted(term, adopted.id, report)
  }
  const linked = [...plannedOf(plan, 'venue'), ...plannedOf(plan, 'organizer')]
  const found = await findFound(db.read, linked, planning, new Map())
  for (const each of linked) {
    const there = found.get(nameOf(each.record))
    if (there) tellAdopted(each, 'id' in there ? there.id : undefined, report)
  }
  for (const kind of importKinds) {
    const written = plannedOf(plan, kind).filter(({ record }) => !found.has(nameOf(record)))
    await keepingIds(db.read, kind, written, report)
  }
  return plan
}

/** What planning a batch needs, and the batch without what is only named by rows that say nothing new. */
async function prepared(
  context: ImportContext,
  { table }: ImportSource,
  batch: ImportBatch,
  options: ImportOptions,
): Promise<{ needed: ImportBatch; planning: Omit<Planning, 'sourceId'> }> {
  const { db, siteZone, costFormat, currencyCode, declared } = context
  const planning = {
    writing: writingOf(context, options),
    lacking: new Map(),
    tellsAll: options.tellsAll,
    left: options.left,
    home: options.home,
    declared,
  }
  if (!table) return { needed: batch, planning }
  const how = { table, siteZone, costFormat, currencyCode, declared, now: options.now() }
  const here = await findHere(db.read, batch.records, how)
  return { needed: { ...batch, records: neededOf(batch.records, here) }, planning: { ...planning, here } }
}

function writingOf({ siteZone }: Pick<ImportContext, 'siteZone'>, { user, now }: ImportOptions): Writing {
  const caller: Caller = { id: user.id, login: user.login, role: 'administrator' }
  return { caller, now: now(), siteZone }
}

function assertGoingOn({ signal }: ImportOptions): void {
  if (signal?.aborted) throw new ImportFault('The import was stopped. The same import goes on where it was.')
}
