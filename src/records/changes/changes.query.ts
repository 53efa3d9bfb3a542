import { type Selectable, sql } from 'kysely'
import type { Reader } from '../../storage/db/dialect.ts'
import type { HistoryKind, HistoryTable } from '../../storage/schema/tables.history.ts'
import { linksOfEvents } from '../events/events.linked.ts'
import { idsIn } from './changes.fields.ts'

/** The name in `installation` of the last transaction that was forgotten: who was there or before has to start over. */
export const forgottenMark = 'history_forgotten'

/** What one transaction did to one record. */
export type Entry = Selectable<HistoryTable>

/** Which record. */
export interface Subject {
  readonly kind: HistoryKind
  readonly id: number
}

/** The tables of the kinds. */
const tableOf = {
  event: 'events',
  venue: 'venues',
  organizer: 'organizers',
  category: 'terms',
  tag: 'terms',
  series: 'series',
} as const satisfies Record<HistoryKind, string>

/** A row as stored, with its links under the names that the history has for them, as the history keeps them. */
export type Stored = Readonly<Record<string, string | number | null>>

/** The record as it is, with its links; undefined where there is none any more. */
export async function storedRecord(db: Reader, { kind, id }: Subject): Promise<Stored | undefined> {
  const row = await db
    .selectFrom(tableOf[kind] as 'venues')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const stored: Stored = { ...row }
  if (kind === 'category' || kind === 'tag')
    return (stored['taxonomy'] === 'post_tag') === (kind === 'tag') ? stored : undefined
  if (kind !== 'event') return stored
  const links = await linksOfEvents(db, [id])
  return {
    ...stored,
    venue: JSON.stringify(links.ids('venue')),
    organizer: JSON.stringify(links.ids('organizer')),
    terms: JSON.stringify([...links.ids('term')].toSorted((one, other) => one - other)),
  }
}

/**
 * Whether people are told of an entry of `history`: not where nothing of an event was changed but how many places are left, which only those
 * need to know who follow the changes.
 */
export const isTold = sql<boolean>`not (history.action = 'updated' and history.kind = 'event'
  and history.id in (select event_id from registration_counts)
  and not exists (select 1 from history_values
    where history_values.revision = history.revision and history_values.kind = 'event' and history_values.id = history.id))`

/** A page of the entries of a record, the newest first, and how many there are. */
export async function entriesOf(
  db: Reader,
  { kind, id }: Subject,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<{ readonly total: number; readonly entries: readonly Entry[] }> {
  const all = db.selectFrom('history').where('kind', '=', kind).where('id', '=', id).where(isTold)
  const { total } = await all.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const entries = await all.selectAll().orderBy('revision', 'desc').offset(offset).limit(limit).execute()
  return { total, entries }
}

/** The entry of a record of one transaction. */
export async function findEntry(
  db: Reader,
  { kind, id }: Subject,
  revision: number,
): Promise<Entry | undefined> {
  return db
    .selectFrom('history')
    .selectAll()
    .where('kind', '=', kind)
    .where('id', '=', id)
    .where('revision', '=', revision)
    .executeTakeFirst()
}

/** All entries of one transaction, in the order of their records. */
export async function entriesAt(db: Reader, revision: number): Promise<readonly Entry[]> {
  return db
    .selectFrom('history')
    .selectAll()
    .where('revision', '=', revision)
    .orderBy('kind')
    .orderBy('id')
    .execute()
}

/** The entries of a record of later transactions. */
export async function entriesSince(
  db: Reader,
  { kind, id }: Subject,
  revision: number,
): Promise<readonly Entry[]> {
  return db
    .selectFrom('history')
    .selectAll()
    .where('kind', '=', kind)
    .where('id', '=', id)
    .where('revision', '>', revision)
    .execute()
}

/** A column as it was before a transaction changed it. */
export interface Kept {
  readonly revision: number
  readonly field: string
  readonly was: string | null
}

/** What was kept of a record from a transaction on, the oldest first. */
export async function keptSince(
  db: Reader,
  { kind, id }: Subject,
  revision: number,
): Promise<readonly Kept[]> {
  return db
    .selectFrom('history_values')
    .select(['revision', 'field', 'was'])
    .where('kind', '=', kind)
    .where('id', '=', id)
    .where('revision', '>=', revision)
    .orderBy('revision')
    .execute()
}

/** What records are called now, by kind and id. */
export async function titlesOf(
  db: Reader,
  subjects: readonly Subject[],
): Promise<ReadonlyMap<string, string>> {
  const titles = new Map<string, string>()
  for (const [kind, of] of Map.groupBy(subjects, (subject) => subject.kind)) {
    const name = kind === 'category' || kind === 'tag' ? 'name' : 'title'
    const rows = await sql<{ id: number; title: string }>`
      select id, ${sql.ref(name)} as title from ${sql.table(tableOf[kind])}
      where id in (${sql.join(of.map(({ id }) => id))})`.execute(db)
    for (const { id, title } of rows.rows) titles.set(`${kind} ${id}`, title)
  }
  return titles
}

/** The names of users, by id. */
export async function namesOf(db: Reader, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const wanted = [...new Set(ids)].filter((id) => id > 0)
  if (wanted.length === 0) return new Map()
  const rows = await db.selectFrom('users').select(['id', 'name']).where('id', 'in', wanted).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** The titles of images, by id. */
export async function imageTitlesOf(
  db: Reader,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return new Map()
  const rows = await db.selectFrom('media').select(['id', 'title']).where('id', 'in', wanted).execute()
  return new Map(rows.map(({ id, title }) => [id, title]))
}

/** Which of the categories and tags that an event had or has are tags. */
export async function tagsAmong(
  db: Reader,
  kept: readonly Kept[],
  stored: Stored | undefined,
): Promise<ReadonlySet<number>> {
  const lists = [
    ...kept.filter(({ field }) => field === 'terms').map(({ was }) => was),
    stored?.['terms'] ?? null,
  ]
  const ids = [...new Set(lists.flatMap((list) => idsIn(list === null ? null : String(list))))]
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('terms')
    .select('id')
    .where('id', 'in', ids)
    .where('taxonomy', '=', 'post_tag')
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** How many events were changed in the transactions of entries of a series, by transaction. */
export async function datesChangedWith(
  db: Reader,
  entries: readonly Entry[],
): Promise<ReadonlyMap<number, number>> {
  if (entries.length === 0) return new Map()
  const rows = await db
    .selectFrom('history')
    .select(['revision', (row) => row.fn.countAll<number>().as('dates')])
    .where('kind', '=', 'event')
    .where(
      'revision',
      'in',
      entries.map(({ revision }) => revision),
    )
    .groupBy('revision')
    .execute()
  return new Map(rows.map(({ revision, dates }) => [revision, dates]))
}
