import { isDeepStrictEqual } from 'node:util'
import type { Declaration } from '../../fields/own/declaration.ts'
import type { Writer } from '../../storage/db/dialect.ts'
import { inParts } from '../../storage/db/statements.ts'
import type { PostColumns } from '../../storage/schema/tables.ts'
import type { Tables } from '../../storage/schema/tables.all.ts'
import { blankRow, decisive, ownColumns, settledRow } from '../../records/events/events.columns.ts'
import type { EventRow } from '../../records/rows/event.row.ts'
import { inTimeSlices, TimeSlices } from '../../http/timeSlices.ts'
import type { LinkedKind, LinkedRow } from '../../records/linked/linked.kind.ts'
import { withSaid } from '../../records/own/own.said.ts'
import { asColumns, foldedLinked, storedColumns } from '../../records/linked/linked.write.ts'
import { moveEvents } from '../../records/rows/event.write.ts'
import type { PostKind } from '../../records/posts/posts.kind.ts'
import { kinds } from '../../records/posts/posts.kind.ts'
import { shared } from '../../records/posts/posts.query.ts'
import { trashedSlugs, uniqueSlugs } from '../../records/posts/posts.slug.ts'
import {
  changedPost,
  newPost,
  type SentPost,
  wantedSlug,
  type Writing,
} from '../../records/posts/posts.write.ts'
import { slugOn } from '../../records/series/series.create.write.ts'
import { wallOf } from '../../records/schedules/schedules.times.ts'
import { slugify } from '../../pure/text/slug.ts'
import { ownStored } from './imports.own.ts'
import type { Planned } from './imports.planned.ts'
import { belonging, type SeriesPlaces } from './imports.series.write.ts'
import { type Addresses, pointed } from './imports.texts.write.ts'
import type { ImportedEvent, ImportedOrganizer, ImportedVenue, SourceKey } from './imports.record.ts'
import type { WrittenPost } from './imports.written.ts'

type PlannedPost = Planned<ImportedEvent | ImportedVenue | ImportedOrganizer>

/** The ids of referenced records. */
export interface RecordIds {
  /** The id of a record that is in the batch, or was written before. */
  of(key: SourceKey): number | undefined
  author(key: string | undefined): number
  /** undefined: not given; null: none. */
  image(key: string | null | undefined): number | null | undefined
}

/** What making rows needs. */
interface Making {
  readonly writing: Writing
  readonly ids: RecordIds
  /** Of files of the source in texts. */
  readonly addresses: Addresses
  /** The series that dates are of. */
  readonly series: SeriesPlaces
  /** What feeds call events here already. */
  readonly takenUids: ReadonlySet<string>
  /** The fields that are declared now. */
  readonly declared: readonly Declaration[]
}

/** What is specific to one kind when its rows are made. */
interface RowMaker<Row extends PostColumns> {
  readonly kind: PostKind
  /** The columns of the kind: those that were given, and for a new row all others too. */
  own(planned: PlannedPost, stored: Row | undefined): Partial<Row>
  /** Columns that are made from others. */
  derived(row: Row, stored: Row | undefined, planned: PlannedPost): Partial<Row>
}

/** Writes venues or organizers. */
export async function writeLinked(
  tx: Writer,
  kind: LinkedKind,
  planned: readonly PlannedPost[],
  by: Making,
): Promise<void> {
  const written = await writePosts<LinkedRow>(tx, linkedMaker(kind, by), planned, by)
  for (const { before, after } of written) {
    if (before && kind.place.some((column) => after[column] !== before[column]))
      await moveEvents(tx, kind, after.id)
  }
}

/** Writes the rows of events; their links are written apart. A parent is in the same batch or stored before. */
export function writeEvents(
  tx: Writer,
  planned: readonly Planned<ImportedEvent>[],
  by: Making,
): Promise<WrittenPost<EventRow>[]> {
  return writePosts<EventRow>(tx, eventMaker(by), planned, by)
}

async function writePosts<Row extends PostColumns>(
  tx: Writer,
  maker: RowMaker<Row>,
  planned: readonly PlannedPost[],
  by: Making,
): Promise<WrittenPost<Row>[]> {
  const { table } = maker.kind
  const stored = await storedRows<Row>(tx, maker.kind, planned)
  const created = await newRows(
    maker,
    planned.filter(({ id }) => id === undefined),
    by,
  )
  const slugs = await uniqueSlugs(
    tx,
    maker.kind,
    created.flatMap(({ row, isUnique }) => (isUnique ? [row.slug] : [])),
  )
  for (const { row, isUnique } of created) if (isUnique) row.slug = slugs.shift() ?? row.slug
  const rows = await withSaid(
    tx,
    maker.kind.name,
    created.map(({ row }) => row),
  )
  for (const some of inParts(rows)) {
    // The columns are those of the table: see `shared`.
    await tx
      .insertInto(shared(table))
      .values(some.map((row) => asColumns(row as PostColumns as LinkedRow)))
      .execute()
  }
  const changed: WrittenPost<Row>[] = []
  const slices = new TimeSlices()
  for (const each of planned) {
    const rest = slices.next()
    if (rest) await rest
    const before = each.id === undefined ? undefined : stored.get(each.id)
    if (before) changed.push({ before, after: await updateRow(tx, maker, { planned: each, before }, by) })
  }
  return [...rows.map((after) => ({ before: undefined, after })), ...changed]
}

/** Readers have their turn in between: the texts that searches look in are made here. */
async function newRows<Row extends PostColumns>(
  maker: RowMaker<Row>,
  planned: readonly PlannedPost[],
  { writing, ids, addresses, series }: Making,
): Promise<{ row: Row; isUnique: boolean }[]> {
  return inTimeSlices(planned, (each) => {
    const { record } = each
    const id = ids.of(record) ?? 0
    const { title = '', ...said } = sentOf(maker.kind, each)
    const slugged = slugOfDate(each, title, series)
    const sent = { ...said, ...slugged, title, author: ids.author(record.author) }
    const post = {
      ...newPost({ ...sent, image_id: ids.image(record.image) ?? null }, writing),
      ...record.kept,
    }
    const wanted = wantedSlug(maker.kind, { ...post, id }, { sent, caller: writing.caller })
    const { isUnique } = wanted
    const slug = post.status === 'trash' && wanted.slug !== '' ? trashedSlugs(wanted.slug).from : wanted.slug
    const row = leading(
      { ...post, ...maker.own(each, undefined), ...record.kept, id, slug, folded: '' } as PostColumns as Row,
      addresses,
    )
    return { row: { ...row, ...maker.derived(row, undefined, each) }, isUnique }
  })
}

/** The slug of a new date of a series, which says its day where the source has none. */
function slugOfDate(
  { record, values }: PlannedPost,
  title: string,
  series: SeriesPlaces,
): Pick<SentPost, 'slug'> {
  const { occurrence } = record as Partial<ImportedEvent>
  if (!occurrence || !series.has(occurrence.series.key) || typeof values['slug'] === 'string') return {}
  return { slug: slugOn(slugify(title), wallOf(occurrence.at)) }
}

async function updateRow<Row extends PostColumns>(
  tx: Writer,
  maker: RowMaker<Row>,
  { planned, before }: { planned: PlannedPost; before: Row },
  { writing, ids, addresses }: Making,
): Promise<Row> {
  const { record } = planned
  const image_id = ids.image(record.image)
  const author = record.author === undefined ? before.author_id : ids.author(record.author)
  const sent = { ...sentOf(maker.kind, planned), author, image_id }
  const post = await changedPost(tx, maker.kind, before, sent, writing)
  const row = leading({ ...before, ...post, ...maker.own(planned, before), ...record.kept }, addresses)
  const settled: Row = { ...row, ...maker.derived(row, before, planned) }
  const [after = settled] = await withSaid(tx, maker.kind.name, [settled])
  if (isAsBefore(planned, before, after)) return before
  const { id: _id, ...columns } = after
  await tx
    .updateTable(shared(maker.kind.table))
    .set(columns as Partial<Tables['venues']>)
    .where('id', '=', before.id)
    .execute()
  return after
}

/** Whether nothing but the moment of the change would change (D72). */
function isAsBefore({ record }: PlannedPost, before: PostColumns, after: PostColumns): boolean {
  const isLinked = ['venues', 'organizers', 'categories', 'tags'].some((name) => name in record)
  // What is folded follows from the rest; 0.1.0 folded otherwise.
  const settled = { modified_at: 0, folded: '', title_folded: '' }
  return !isLinked && isDeepStrictEqual({ ...after, ...settled }, { ...before, ...settled })
}

/** The row with texts that lead to files here. */
function leading<Row extends PostColumns>(row: Row, addresses: Addresses): Row {
  const excerpt = 'excerpt' in row && typeof row.excerpt === 'string' ? row.excerpt : undefined
  return {
    ...row,
    description: pointed(row.description, addresses),
    ...(excerpt === undefined ? {} : { excerpt: pointed(excerpt, addresses) }),
  }
}

function sentOf(kind: PostKind, { values }: PlannedPost): SentPost {
  // The name of an event is its title; what decodes to these values stands in the parameters of the kind.
  const { [kind.name === 'event' ? 'title' : kind.name]: title, ...rest } = values
  const { date, date_utc, status, slug, description } = rest as SentPost
  return {
    ...(typeof title === 'string' ? { title } : {}),
    date,
    date_utc,
    status,
    slug,
    description,
  }
}

async function storedRows<Row extends PostColumns>(
  tx: Writer,
  kind: PostKind,
  planned: readonly PlannedPost[],
): Promise<Map<number, Row>> {
  const stored = new Map<number, Row>()
  for (const ids of inParts(planned.flatMap(({ id }) => id ?? []))) {
    const rows = await tx.selectFrom(shared(kind.table)).selectAll().where('id', 'in', ids).execute()
    for (const row of rows) stored.set(row.id, row as PostColumns as Row)
  }
  return stored
}

function linkedMaker(kind: LinkedKind, { declared }: Making): RowMaker<LinkedRow> {
  const said = ({ values }: PlannedPost) =>
    Object.fromEntries(
      Object.keys(kind.columns).flatMap((name) => (name in values ? [[name, values[name]]] : [])),
    )
  return {
    kind,
    own: (planned, stored) => ({
      ...(stored ? {} : kind.columns),
      ...storedColumns(kind, said(planned) as Parameters<typeof storedColumns>[1]),
      ...ownStored({ ...planned, kind: kind.name }, String(stored?.['own'] ?? ''), declared),
    }),
    derived: (row, stored, planned) => {
      const derived = kind.derive(row, stored, new Set(Object.keys(said(planned))))
      return { ...derived, folded: foldedLinked(kind, { ...row, ...derived }) }
    },
  }
}

function eventMaker({ writing, ids, series, takenUids, declared }: Making): RowMaker<EventRow> {
  return {
    kind: kinds.event,
    own: (planned, stored) => {
      // Only events are planned for this maker.
      const { parent, uid: said } = planned.record as ImportedEvent
      const isOwn = said !== undefined && !takenUids.has(said)
      return {
        ...(stored ? {} : { ...blankRow(), ...(isOwn ? { uid: said } : {}) }),
        // Without a website an event shows its page; a cleared one is kept as such.
        ...ownColumns(planned.values, null),
        ...ownStored({ ...planned, kind: 'event' }, stored?.own ?? '', declared),
        ...planned.times,
        ...(parent === undefined ? {} : { post_parent: parentOf(planned.record, parent, ids) }),
        ...belonging(planned as Planned<ImportedEvent>, stored, series),
      }
    },
    derived: (row, stored) => ({
      ...settledRow(row, writing),
      ...(stored &&
      row.sequence === stored.sequence &&
      decisive.some((column) => row[column] !== stored[column])
        ? { sequence: stored.sequence + 1 }
        : {}),
    }),
  }
}

/** The id of the parent; an event is never its own parent. */
function parentOf(record: SourceKey, key: string | null, ids: RecordIds): number | null {
  return key === null || key === record.key ? null : (ids.of({ kind: 'event', key }) ?? null)
}
