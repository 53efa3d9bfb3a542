import type { Reader } from '../../storage/db/dialect.ts'
import { linksOfEvents } from '../../records/events/events.linked.ts'
import { exportedDeclarations, exportedOwn } from '../../records/own/own.exported.ts'
import { writeFields } from '../../fields/exported.ts'
import { columns, formatVersion, headerKind, type RecordKind, recordKinds } from './exports.records.ts'

/** How many rows are read at a time: some megabytes at most. */
const batch = 500

/** The contents of the first line. */
export interface ExportFacts {
  readonly calendar: string
  readonly program: string
  readonly now: Temporal.Instant
}

/** A line of an export as an object. */
export type ExportRecord = Readonly<Record<string, unknown>> & { readonly id: number }

type Row = Readonly<Record<string, unknown>> & { readonly id: number }

/** Finds the next rows of one kind after a record, in their order, as records. */
type Find = (db: Reader, after: ExportRecord | undefined) => Promise<ExportRecord[]>

/**
 * The whole calendar as text, some hundred lines at a time: a header, every record with its id, and a last line with their
 * numbers. Memory stays the same however large it is. All reads must see the calendar at the same moment.
 */
export async function* exportLines(
  db: Reader,
  { calendar, program, now }: ExportFacts,
): AsyncGenerator<string, void, undefined> {
  const exported_at = now.round({ smallestUnit: 'second', roundingMode: 'floor' }).toString()
  yield lineOf({ kind: headerKind, version: formatVersion, calendar, program, exported_at })
  const counts = new Map<RecordKind, number>()
  for (const kind of recordKinds) {
    let count = 0
    for await (const records of eachBatch(db, find[kind])) {
      count += records.length
      yield records.map((record) => lineOf({ kind, ...record })).join('')
    }
    // Calendars without fields are exported as ever.
    if (kind !== 'field' || count > 0) counts.set(kind, count)
  }
  yield lineOf({ kind: 'end', counts: Object.fromEntries(counts) })
}

async function* eachBatch(db: Reader, find: Find): AsyncGenerator<readonly ExportRecord[]> {
  for (let last: ExportRecord | undefined; ;) {
    const records = await find(db, last)
    if (records.length === 0) return
    yield records
    last = records.at(-1)
  }
}

function lineOf(record: object): string {
  return `${JSON.stringify(record)}\n`
}

const find: Readonly<Record<RecordKind, Find>> = {
  user: async (db, after) => (await page(db, 'users', after)).map((row) => recordOf('user', row)),
  field: async (db, after) =>
    after ? [] : (await exportedDeclarations(db)).map((row) => recordOf('field', { ...row })),
  category: findTerms('category', 'tribe_events_cat'),
  tag: findTerms('tag', 'post_tag'),
  image: async (db, after) => imageRecords(db, await page(db, 'media', after)),
  venue: async (db, after) => (await page(db, 'venues', after)).map((row) => recordOf('venue', row)),
  organizer: async (db, after) =>
    (await page(db, 'organizers', after)).map((row) => recordOf('organizer', row)),
  series: async (db, after) => seriesRecords(await page(db, 'series', after)),
  event: async (db, after) => eventRecords(db, await page(db, 'events', after)),
  redirect: findRedirects,
}

/** A stored row as the export has it, without what is in other tables. */
export function recordOf(kind: RecordKind, row: Row): ExportRecord {
  return { ...writeFields(columns[kind], row), id: row.id }
}

/** Images with the addresses that they were fetched from. */
export async function imageRecords(db: Reader, rows: readonly Row[]): Promise<ExportRecord[]> {
  if (rows.length === 0) return []
  const sources = await db
    .selectFrom('media_sources')
    .selectAll()
    .where('media_id', 'in', idsOf(rows))
    .execute()
  const byImage = Map.groupBy(sources, ({ media_id }) => media_id)
  return rows.map((row) => ({
    ...recordOf('image', row),
    sources: (byImage.get(row.id) ?? []).map(({ url }) => url).toSorted(),
  }))
}

/** Series, and whether their dates have a password. */
export function seriesRecords(rows: readonly Row[]): ExportRecord[] {
  return rows.map((row) => ({ ...recordOf('series', row), is_protected: row['password_digest'] !== null }))
}

/** Events with everything that belongs to them. */
export async function eventRecords(db: Reader, rows: readonly Row[]): Promise<ExportRecord[]> {
  if (rows.length === 0) return []
  const ids = idsOf(rows)
  const terms = await termsOf(db, ids)
  const links = await linksOfEvents(db, ids)
  const tickets = Map.groupBy(await ticketsOf(db, ids), ({ event_id }) => event_id)
  return rows.map((row) => {
    const own = terms.get(row.id) ?? []
    return {
      ...recordOf('event', row),
      is_protected: row['password_digest'] !== null,
      categories: own.filter(({ taxonomy }) => taxonomy === 'tribe_events_cat').map(({ id }) => id),
      tags: own.filter(({ taxonomy }) => taxonomy === 'post_tag').map(({ id }) => id),
      venues: links.idsOf(row.id, 'venue'),
      organizers: links.idsOf(row.id, 'organizer'),
      tickets: (tickets.get(row.id) ?? []).map((ticket) => writeFields(columns.ticket, ticket)),
    }
  })
}

function findTerms(kind: 'category' | 'tag', taxonomy: 'tribe_events_cat' | 'post_tag'): Find {
  return async (db, after) => {
    const rows = await db
      .selectFrom('terms')
      .selectAll()
      .where('taxonomy', '=', taxonomy)
      .where('id', '>', after?.id ?? 0)
      .orderBy('id')
      .limit(batch)
      .execute()
    return rows.map((row) => recordOf(kind, row as Row))
  }
}

type Exported = 'users' | 'media' | 'venues' | 'organizers' | 'series' | 'events'

async function page(db: Reader, table: Exported, after: ExportRecord | undefined): Promise<Row[]> {
  const rows = await db
    .selectFrom(table)
    .selectAll()
    .where('id', '>', after?.id ?? 0)
    .orderBy('id')
    .limit(batch)
    .execute()
  const current = await exportedOwn(db)
  return rows.map((row) => ('own' in row ? Object.assign(row, { own: current(row.own) }) : row))
}

async function findRedirects(db: Reader, after: ExportRecord | undefined): Promise<ExportRecord[]> {
  const last = after?.['path']
  const rows = await db
    .selectFrom('redirects')
    .select(['path', 'kind as leads_to', 'record_id as id'])
    .where('path', '>', typeof last === 'string' ? last : '')
    .orderBy('path')
    .limit(batch)
    .execute()
  return rows.map((row) => recordOf('redirect', row))
}

async function termsOf(db: Reader, ids: readonly number[]) {
  const rows = await db
    .selectFrom('event_terms')
    .innerJoin('terms', 'terms.id', 'event_terms.term_id')
    .select(['event_terms.event_id', 'terms.id', 'terms.taxonomy'])
    .where('event_terms.event_id', 'in', ids)
    .orderBy('terms.id')
    .execute()
  return Map.groupBy(rows, ({ event_id }) => event_id)
}

async function ticketsOf(db: Reader, ids: readonly number[]) {
  return db.selectFrom('tickets').selectAll().where('event_id', 'in', ids).orderBy('id').execute()
}

function idsOf(rows: readonly Row[]): number[] {
  return rows.map(({ id }) => id)
}
