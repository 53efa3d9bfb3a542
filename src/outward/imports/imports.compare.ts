import { withDigests } from './imports.passwords.ts'
import type { Database, Reader } from '../../storage/db/dialect.ts'
import { inParts } from '../../storage/db/statements.ts'
import { ownColumns } from '../../records/events/events.columns.ts'
import { storedColumns } from '../../records/linked/linked.write.ts'
import { organizerKind } from '../../records/organizers/organizers.kind.ts'
import { shared } from '../../records/posts/posts.query.ts'
import { kinds } from '../../records/posts/posts.kind.ts'
import { trashedSlugs } from '../../records/posts/posts.slug.ts'
import { termText } from '../../pure/text/render.ts'
import { slugify } from '../../pure/text/slug.ts'
import { plainTextOfHtml } from '../../pure/text/plain.ts'
import { venueKind } from '../../records/venues/venues.kind.ts'
import { type Difference, onlyHere } from './imports.compare.alone.ts'
import { ownHere, ownThere } from './imports.compare.own.ts'
import { type Clock, type ReadFields, readFields } from './imports.fields.ts'
import { comparedHtml, htmlFields } from './imports.generated.ts'
import { shownOf } from './imports.images.ts'
import { linkedKeysOf, nameOf } from './imports.keys.ts'
import { findKeys, findReading } from './imports.query.ts'
import type { ImportRecord, ImportSource, SourceKey, Unreadable } from './imports.record.ts'
import { type ImportKind, importKinds } from '../../storage/schema/tables.imports.ts'
import { addressesIn, pointed } from './imports.texts.write.ts'

/** What comparing needs. */
export interface Comparing extends Clock {
  /** The address of the public pages, which texts name for files. */
  readonly home: string
}

/** The columns of a record here, or what they should be. */
type Columns = Readonly<Record<string, unknown>>

/**
 * Reads a source and this calendar, and answers in what they differ: records that are missing, fields that are not what the source
 * says, and records that are only here. `told` is called with how many records have been compared.
 */
export async function* compare(
  source: ImportSource,
  { db, ...comparing }: Comparing & { readonly db: Database },
  told: (done: number, expected: number | undefined) => void,
): AsyncGenerator<Difference> {
  const sourceId = (await findReading(db.read, source.name))?.sourceId
  const met = new Map<ImportKind, Set<number>>(importKinds.map((kind) => [kind, new Set<number>()]))
  let done = 0
  for await (const batch of source.read(undefined, new Map())) {
    const { records } = await withDigests(db, batch)
    const readable = records.filter((record): record is ImportRecord => !('fault' in record))
    const ids = await idsHere(db.read, sourceId, readable)
    for (const record of records) {
      const id = ids.get(nameOf(record)) ?? Number(record.key)
      met.get(record.kind)?.add(id)
      if ('fault' in record) yield await unread(db.read, record, id)
    }
    for (const kind of importKinds)
      yield* ofKind(
        kind,
        readable.filter((record) => record.kind === kind),
        { db: db.read, comparing, ids },
      )
    done += records.length
    told(done, batch.expected)
  }
  yield* onlyHere(db.read, source.follows === 'everything', met)
}

/** A record with only what has changed of it, as it was read. */
interface Changed extends ReadFields {
  readonly record: ImportRecord
}

/** What records that are to be changed would change, of what is here. */
export async function* differing(
  db: Reader,
  changed: readonly Changed[],
  sourceId: number | undefined,
  comparing: Comparing,
): AsyncGenerator<Difference> {
  const records = changed.map(({ record }) => record)
  const read = new Map(changed.map((one) => [one.record, one]))
  const ids = await idsHere(db, sourceId, records)
  for (const kind of importKinds) {
    const ofThis = records.filter((record) => record.kind === kind)
    for await (const difference of ofKind(kind, ofThis, { db, comparing, ids, read })) {
      const one = changed.find(({ record }) => record.kind === kind && record.key === difference.id)
      if (one && saidIn(one).has(difference.field)) yield difference
    }
  }
}

/** The columns of what has changed of a record. */
function saidIn({ record, times }: Changed): ReadonlySet<string> {
  const links = Object.keys(record).map((name) => linkColumns[name] ?? name)
  const fields = Object.keys(record.fields).map((name) => (name === record.kind ? 'title' : name))
  return new Set([...fields, ...Object.keys(times ?? {}), ...links])
}

const linkColumns: Readonly<Record<string, string>> = {
  categories: 'terms',
  tags: 'terms',
  image: 'image_id',
  parent: 'post_parent',
}

/** A record that could not be read at the source: whether it is here. */
async function unread(db: Reader, { kind, key, fault }: Unreadable, id: number): Promise<Difference> {
  const row = Number.isInteger(id) ? (await rowsOf(db, kind, [id])).get(id) : undefined
  const title = typeof row?.['title'] === 'string' ? plainTextOfHtml(row['title']) : ''
  return { kind, id: key, title, field: '', there: fault, here: row ? 'present' : 'missing' }
}

function missing({ kind, key }: SourceKey, there: string, title = ''): Difference {
  return { kind, id: key, title, field: '', there, here: 'missing' }
}

/** The ids here of records and of what they name: those that imports remember, else the same ones. */
async function idsHere(
  db: Reader,
  sourceId: number | undefined,
  records: readonly ImportRecord[],
): Promise<Map<string, number>> {
  const named = [...records, ...records.flatMap(linkedKeysOf)]
  const known = sourceId === undefined ? [] : await findKeys(db, sourceId, named)
  const ids = new Map(known.map((key) => [nameOf(key), key.record_id]))
  for (const key of named)
    if (!ids.has(nameOf(key)) && /^\d{1,15}$/.test(key.key)) ids.set(nameOf(key), Number(key.key))
  return ids
}

interface Beside {
  readonly db: Reader
  readonly comparing: Comparing
  readonly ids: ReadonlyMap<string, number>
  /** What was read of records already. */
  readonly read?: ReadonlyMap<ImportRecord, ReadFields> | undefined
}

async function* ofKind(
  kind: ImportKind,
  records: readonly ImportRecord[],
  beside: Beside,
): AsyncGenerator<Difference> {
  const { db, comparing, ids } = beside
  const { home } = comparing
  const wanted = records.flatMap((record) => ids.get(nameOf(record)) ?? [])
  const rows = await rowsOf(db, kind, wanted)
  const links = kind === 'event' ? await linksOf(db, wanted) : new Map<number, Columns>()
  const own = kind === 'event' ? await ownHere(db, wanted) : new Map<number, Columns>()
  for (const record of records) {
    const id = ids.get(nameOf(record))
    const row = id === undefined ? undefined : rows.get(id)
    const title = titleOf(record)
    if (!row || id === undefined || (row['status'] === 'trash' && record.fields['status'] !== 'trash')) {
      yield missing(record, 'present', title)
      continue
    }
    const read = beside.read?.get(record) ?? readFields(record, comparing)
    if ('fault' in read) continue
    const addresses = await addressesIn(db, [{ record, ...read, digest: {}, id }], { ids, home })
    const there = {
      ...columnsOf(record, read),
      ...linkedIn(record, ids),
      ...ownThere(record, row, comparing),
    }
    const here: Columns = { ...row, ...links.get(id), ...own.get(id) }
    for (const [field, said] of Object.entries(there)) {
      const value = typeof said === 'string' ? pointed(said, addresses) : said
      if (isAlike(field, textOf(value), textOf(here[field]))) continue
      const called = title || plainTextOfHtml(textOf(row['title'] ?? row['name']))
      yield { kind, id: record.key, title: called, field, there: textOf(value), here: textOf(here[field]) }
    }
  }
}

/** What the columns of a record should be, as far as the source says it. Who wrote it, and when it was changed last, is not compared. */
function columnsOf(
  record: ImportRecord,
  { values, times }: Exclude<ReturnType<typeof readFields>, { fault: string }>,
): Columns {
  const {
    modified_at: _at,
    date_floating: _floating,
    ...kept
  } = 'kept' in record ? ((record.kept ?? {}) as Columns) : {}
  const { kind } = record
  const { slug } = values
  const shared = {
    ...picked(values, ['status']),
    ...(typeof slug === 'string' ? { slug: slugHere(slugify(slug), values['status']) } : {}),
  }
  if (kind === 'image')
    return { ...picked(values, ['title', 'alt_text', 'caption', 'credit']), ...shownOf(values) }
  if (kind === 'category' || kind === 'tag') return termColumns(values)
  if (kind === 'event') {
    const { title, description } = values
    const { start_wall, end_wall, timezone, all_day } = times ?? {}
    const own = ownColumns(values, null)
    const { cost_kind: _kind, ...columns } = own
    return {
      ...shared,
      title,
      description: description ?? '',
      ...columns,
      start_wall,
      end_wall,
      timezone,
      all_day,
      ...kept,
    }
  }
  const linked = kind === 'venue' ? venueKind : organizerKind
  const said = picked(values, Object.keys(linked.columns))
  const own = storedColumns(linked, said as Parameters<typeof storedColumns>[1])
  return { ...shared, title: values[kind], description: values['description'] ?? '', ...own, ...kept }
}

/** What is in the trash gives up its slug. */
function slugHere(slug: string, status: unknown): string {
  return status === 'trash' && slug !== '' ? trashedSlugs(slug).from : slug
}

function termColumns(values: Columns): Columns {
  const { name, slug, description } = values
  return {
    ...(typeof name === 'string' ? { name: termText(name) } : {}),
    ...(typeof slug === 'string' ? { slug: slugify(slug) } : {}),
    description: description ?? '',
    ...picked(values, ['color']),
  }
}

function picked(values: Columns, names: readonly string[]): Columns {
  return Object.fromEntries(
    names.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])),
  )
}

/** The ids here of what a record names. */
function linkedIn(record: ImportRecord, ids: ReadonlyMap<string, number>): Columns {
  const id = (kind: ImportKind, key: string | null | undefined) =>
    key ? (ids.get(nameOf({ kind, key })) ?? null) : null
  const parent = record.kind === 'category' ? { parent: id('category', record.parent) ?? 0 } : {}
  const image = 'image' in record ? { image_id: id('image', record.image) } : {}
  if (record.kind !== 'event') return { ...parent, ...image }
  const list = (kind: ImportKind, keys: readonly string[] = []) => keys.map((key) => id(kind, key))
  const terms = [...list('category', record.categories), ...list('tag', record.tags)]
  return {
    ...image,
    ...(record.parent === undefined ? {} : { post_parent: id('event', record.parent) }),
    venues: list('venue', record.venues),
    organizers: list('organizer', record.organizers),
    terms: terms.toSorted((one, other) => (one ?? 0) - (other ?? 0)),
  }
}

async function rowsOf(db: Reader, kind: ImportKind, ids: readonly number[]): Promise<Map<number, Columns>> {
  const rows = new Map<number, Columns>()
  const table = tableOf(kind)
  for (const some of inParts([...new Set(ids)])) {
    const found = await db.selectFrom(shared(table)).selectAll().where('id', 'in', some).execute()
    for (const row of found as unknown as (Columns & { id: number })[]) rows.set(row.id, row)
  }
  return rows
}

/** The rows of all kinds have an id. */
function tableOf(kind: ImportKind): Parameters<typeof shared>[0] {
  const table =
    kind === 'image' ? 'media' : kind === 'category' || kind === 'tag' ? 'terms' : kinds[kind].table
  return table as Parameters<typeof shared>[0]
}

async function linksOf(db: Reader, ids: readonly number[]): Promise<Map<number, Columns>> {
  const links = new Map(
    ids.map((id) => [id, { venues: [] as number[], organizers: [] as number[], terms: [] as number[] }]),
  )
  for (const some of inParts(ids)) {
    const venues = await db
      .selectFrom('event_venues')
      .selectAll()
      .where('event_id', 'in', some)
      .orderBy('position')
      .execute()
    for (const { event_id, venue_id } of venues) links.get(event_id)?.venues.push(venue_id)
    const organizers = await db
      .selectFrom('event_organizers')
      .selectAll()
      .where('event_id', 'in', some)
      .orderBy('position')
      .execute()
    for (const { event_id, organizer_id } of organizers) links.get(event_id)?.organizers.push(organizer_id)
    const terms = await db
      .selectFrom('event_terms')
      .selectAll()
      .where('event_id', 'in', some)
      .orderBy('term_id')
      .execute()
    for (const { event_id, term_id } of terms) links.get(event_id)?.terms.push(term_id)
  }
  return links
}

function titleOf(record: ImportRecord): string {
  const name = record.fields['title'] ?? record.fields['name'] ?? record.fields[record.kind]
  return typeof name === 'string' ? plainTextOfHtml(name) : ''
}

/** Texts are alike but for what the source makes anew each time (D73). */
function isAlike(field: string, there: string, here: string): boolean {
  return there === here || (htmlFields.has(field) && comparedHtml(there) === comparedHtml(here))
}

/** A value as a text, by which two are compared. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
