import type { Database, Dialect, Writer } from '../../storage/db/dialect.ts'
import { inParts } from '../../storage/db/statements.ts'
import { TimeSlices } from '../../http/timeSlices.ts'
import { organizerKind } from '../../records/organizers/organizers.kind.ts'
import { venueKind } from '../../records/venues/venues.kind.ts'
import { readDeclarations } from '../../records/own/own.query.ts'
import { asFound } from '../../records/posts/posts.digest.ts'
import { findFound, type PlannedLinked } from './imports.equals.ts'
import { publishOthers, writeLinks } from './imports.links.write.ts'
import { linkedKeysOf, nameOf } from './imports.keys.ts'
import { saysOwn } from './imports.own.ts'
import { keepingIds, planBatch, tellAdopted } from './imports.plan.ts'
import { type Plan, type Planned, plannedOf, type Planning } from './imports.planned.ts'
import { type RecordIds, writeEvents, writeLinked } from './imports.posts.write.ts'
import { placesBefore, tellGuestsOf } from './imports.guests.write.ts'
import { findKeys, type ReadingName } from './imports.query.ts'
import {
  markSeen,
  noteProgress,
  rememberKeys,
  rememberPages,
  rememberPermalinks,
} from './imports.reading.write.ts'
import { isChanging, placeSeries, renameKeys, settleSeries } from './imports.series.write.ts'
import type { FoundAuthors } from './imports.authors.ts'
import type { ImportBatch } from './imports.record.ts'
import { count, type ImportReport, note, remark, shortfall } from './imports.report.ts'
import { addressesIn, updateTexts } from './imports.texts.write.ts'
import { writeTickets } from './imports.tickets.write.ts'
import { writeTerm } from './imports.terms.write.ts'
import { takenUids, tellOrphans } from './imports.uids.ts'

/** What writing batches needs. */
export interface Applying extends ReadingName, Omit<Planning, 'sourceId'> {
  readonly authors: FoundAuthors
  /** The ids of images that are stored already, by key. */
  readonly images: ReadonlyMap<string, number>
  /** The currency of prices without one. */
  readonly currencyCode: string
  /** Where files are, before `/media/…`; empty where nobody knows the name of the site. */
  readonly home: string
}

/** A batch that is being written. */
interface Unit {
  readonly tx: Writer
  readonly dialect: Dialect
  readonly plan: Plan
  /** Ids by the names of records. */
  readonly ids: Map<string, number>
  /** The names of records that were here before. */
  readonly found: Set<string>
  readonly report: ImportReport
}

/**
 * Writes a batch together with where to continue: all of it or nothing. Answers a new report with what was done added. A batch
 * that only stores progress does not count as a change of the calendar.
 */
export async function writeBatch(
  db: Database,
  batch: ImportBatch,
  applying: Applying,
  before: ImportReport,
): Promise<ImportReport> {
  const told: ImportReport = { ...structuredClone(before), fresh: [] }
  for (const says of batch.notes ?? []) note(told, says)
  for (const says of batch.shortfalls ?? []) shortfall(told, says)
  for (const { kind } of batch.unchanged ?? []) count(told, kind, 'unchanged')
  // Nothing else writes what the plan depends on: a later run of the same source would stop this one.
  const plan = await planBatch(db.read, batch.records, applying, told)
  const seen = [...plan.unchanged, ...(batch.unchanged ?? [])]
  const isWriting = plan.write.length > 0 || plan.series.some(isChanging)
  return db.write(
    async (tx) => {
      // The transaction may run again.
      const report = structuredClone(told)
      if (isWriting) {
        const ids = await linkedIds(tx, plan, applying)
        for (const { record, id } of plan.joined) ids.set(nameOf(record), id)
        await writePlan({ tx, dialect: db.dialect, plan, ids, found: new Set(), report }, applying)
      }
      await markSeen(tx, applying, seen)
      const joinedIds = new Map(plan.joined.map(({ record, id }) => [nameOf(record), id]))
      await rememberKeys(tx, applying, plan.joined, joinedIds)
      await renameKeys(tx, applying, plan.series)
      // A page with an image that could not be fetched is read again next time.
      if (applying.lacking.size === 0) await rememberPages(tx, applying, batch.pages ?? [])
      await noteProgress(tx, applying, { cursor: batch.cursor, report })
      return { ...report, fresh: [] }
    },
    isWriting ? 'events' : 'aside',
  )
}

async function writePlan(unit: Unit, applying: Applying): Promise<void> {
  const { tx, plan, ids, report } = unit
  const images = plannedOf(plan, 'image')
  for (const { record } of images) ids.set(nameOf(record), applying.images.get(record.key) ?? 0)
  await updateTexts(tx, images, applying)
  await writeTerms(unit, 'category')
  await writeTerms(unit, 'tag')
  const venues = await placeLinked(unit, 'venue', applying)
  const organizers = await placeLinked(unit, 'organizer', applying)
  await placeAll(unit, plannedOf(plan, 'event'))
  const addresses = await addressesIn(tx, plan.write, { ids, home: applying.home })
  const { writing, sourceId, run } = applying
  const authorOf = (key: string | undefined) => applying.authors.idOf(key)
  const series = await placeSeries(tx, plan.series, plannedOf(plan, 'event'), {
    authorOf,
    writing,
    dialect: unit.dialect,
  })
  const uids = await takenUids(tx, plannedOf(plan, 'event'), report)
  // As they are within this transaction: none of what was removed meanwhile is stored.
  const declared = saysOwn(plan.write) ? await readDeclarations(tx) : []
  const by = { writing, ids: idsOf(applying, ids), addresses, series, takenUids: uids, declared }
  await writeLinked(tx, venueKind, venues, by)
  await writeLinked(tx, organizerKind, organizers, by)
  const events = plannedOf(plan, 'event')
  tellOrphans(events, (key) => ids.has(nameOf({ kind: 'event', key })), report)
  const written = await writeEvents(tx, events, by)
  const planned = new Map(events.map((event) => [ids.get(nameOf(event.record)), event]))
  const linked = written.flatMap((post) => {
    const event = planned.get(post.after.id)
    return event ? [{ ...post, planned: event }] : []
  })
  const places = await placesBefore(tx, written)
  await writeLinks(tx, linked, { ids, report })
  const { siteZone, now } = writing
  await writeTickets(tx, linked, { siteZone, now, currencyCode: applying.currencyCode, report })
  await settleSeries(tx, plan.series, linked, { writing, sourceId, run, places: series })
  await publishOthers(tx, linked, applying)
  await tellGuestsOf(tx, written, { now, places })
  const isFound = ({ record }: Planned) => unit.found.has(nameOf(record))
  const remembered = plan.write.map((each) =>
    isFound(each) ? Object.assign({}, each, { digest: asFound(each.digest) }) : each,
  )
  await rememberKeys(tx, applying, remembered, ids)
  await rememberPermalinks(tx, plan.write, ids)
}

async function writeTerms(unit: Unit, kind: 'category' | 'tag'): Promise<void> {
  const { tx, ids, report } = unit
  const planned = plannedOf(unit.plan, kind)
  const keeping = await keepingIds(tx, kind, planned, report)
  const slices = new TimeSlices()
  for (const each of planned) {
    const rest = slices.next()
    if (rest) await rest
    const { parent, key, id } = each.record
    const above = typeof parent === 'string' ? ids.get(nameOf({ kind, key: parent })) : undefined
    if (typeof parent === 'string' && above === undefined)
      remark(report, 'lost', { kind, key, says: `parent is “${parent}”, which was not imported` })
    const ownId = keeping.has(nameOf(each.record)) ? id : undefined
    const term = await writeTerm(tx, each, { parent: parent === null ? 0 : above, ownId })
    if (ownId !== undefined) await unit.dialect.passIds(tx, 'terms')
    ids.set(nameOf(each.record), term.id)
    if (!term.isAdopted) continue
    unit.found.add(nameOf(each.record))
    tellAdopted(each, term.id, report)
  }
}

/** Gives venues or organizers their ids: of what equals one that is here, that one’s. Answers those that are to be written. */
async function placeLinked(
  unit: Unit,
  kind: 'venue' | 'organizer',
  { writing, sourceId }: Applying,
): Promise<PlannedLinked[]> {
  const { tx, ids } = unit
  const planned: readonly PlannedLinked[] = plannedOf(unit.plan, kind)
  const images = new Map(
    plannedOf(unit.plan, 'image').map(({ record }) => [record.key, ids.get(nameOf(record)) ?? 0]),
  )
  const found = await findFound(tx, planned, { writing, sourceId }, images)
  const written = planned.filter(({ record }) => !found.has(nameOf(record)))
  await placeAll(unit, written)
  for (const each of planned) {
    const name = nameOf(each.record)
    const there = found.get(name)
    if (!there) continue
    const id = 'id' in there ? there.id : ids.get(there.sameAs)
    if (id === undefined) continue
    ids.set(name, id)
    if ('id' in there) unit.found.add(name)
    tellAdopted(each, 'id' in there ? id : undefined, unit.report)
  }
  return written
}

/** Gives each post an id: the one that it has, the one that it brings along, or a new one. All are of one kind. */
async function placeAll(unit: Unit, planned: readonly Planned[]): Promise<void> {
  const { tx, ids } = unit
  const kind = planned[0]?.record.kind
  if (kind !== 'venue' && kind !== 'organizer' && kind !== 'event') return
  const keeping = await keepingIds(tx, kind, planned, unit.report)
  const isKeeping = ({ record }: Planned) => keeping.has(nameOf(record))
  const kept = planned.filter(isKeeping).map(({ record }) => ({ id: record.id, kind }))
  for (const some of inParts(kept)) await tx.insertInto('items').values(some).execute()
  if (kept.length > 0) await unit.dialect.passIds(tx, 'items')
  const isFresh = (each: Planned) => each.id === undefined && !isKeeping(each)
  const free = await newIds(tx, kind, planned.filter(isFresh).length)
  for (const each of planned) {
    const id = each.id ?? (isKeeping(each) ? each.record.id : free.shift())
    if (id !== undefined) ids.set(nameOf(each.record), id)
  }
}

async function newIds(tx: Writer, kind: 'venue' | 'organizer' | 'event', number: number): Promise<number[]> {
  const ids: number[] = []
  for (const some of inParts(Array.from({ length: number }, () => ({ kind })))) {
    const rows = await tx.insertInto('items').values(some).returning('id').execute()
    ids.push(...rows.map(({ id }) => id))
  }
  return ids
}

/** The ids of everything outside of the batch that its records refer to. */
async function linkedIds(tx: Writer, plan: Plan, { sourceId }: ReadingName): Promise<Unit['ids']> {
  const named = plan.write.flatMap(({ record }) => linkedKeysOf(record))
  const keys = await findKeys(tx, sourceId, named)
  return new Map(keys.filter(({ gone }) => gone === 0).map((key) => [nameOf(key), key.record_id]))
}

function idsOf({ authors }: Applying, ids: ReadonlyMap<string, number>): RecordIds {
  return {
    of: (record) => ids.get(nameOf(record)),
    author: (key) => authors.idOf(key),
    // An image that could not be fetched leaves the existing one.
    image: (key) => (typeof key === 'string' ? ids.get(nameOf({ kind: 'image', key })) : key),
  }
}
