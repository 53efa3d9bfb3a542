import { sql } from 'kysely'
import type { Reader, Writer } from '../../storage/db/dialect.ts'
import { inParts } from '../../storage/db/statements.ts'
import { filesOf, uploadOf } from '../../records/media/media.record.ts'
import { removeFiles } from '../../records/media/media.keep.ts'
import type { Context } from '../../http/context.ts'
import { type DemoRange, findRange, forgetRange } from './demo.range.ts'

/** What taking the invented city away has done. */
export interface DemoRemoved {
  /** How many events went. */
  readonly removed: number
  /** How many places, organizers, categories, tags and pictures stay, as events of one's own have them. */
  readonly kept: number
}

/**
 * Takes the invented city away, all of it in one transaction: its events, with the dates that its series have got since and what has
 * become of its proposals, and its places, organizers, categories, tags and pictures, but for those that other events have. Undefined
 * where there is none.
 */
export async function removeDemo({ db, media }: Context): Promise<DemoRemoved | undefined> {
  const done = await db.write(async (tx) => {
    const range = await findRange(tx)
    if (!range) return undefined
    const events = await eventsIn(tx, range)
    const series = await idsOf(tx, 'series', range.items)
    await removeGuests(tx, events)
    await removeItems(tx, events)
    await removeItems(tx, series)
    await tx
      .deleteFrom('submissions')
      .where('id', '>=', range.submissions[0])
      .where('id', '<=', range.submissions[1])
      .execute()
    const kept = [await removeLinked(tx, range), await removeTerms(tx, range)]
    const pictures = await picturesLeft(tx, range)
    await removeItems(
      tx,
      pictures.map(({ id }) => id),
    )
    await forgetRange(tx)
    const count = kept.reduce((sum, one) => sum + one, range.media.length - pictures.length)
    return { removed: events.length, kept: count, pictures }
  })
  if (!done) return undefined
  // Last: files without a record are swept later, but nothing would repair a record without files.
  for (const row of done.pictures) await removeFiles(media.store, uploadOf(row), filesOf(row))
  return { removed: done.removed, kept: done.kept }
}

/** How many events the invented city has now; undefined where there is none. */
export async function countDemo(db: Reader): Promise<number | undefined> {
  const range = await findRange(db)
  return range && (await eventsIn(db, range)).length
}

async function eventsIn(db: Reader, { items, submissions }: DemoRange): Promise<number[]> {
  const rows = await db
    .selectFrom('events')
    .select('id')
    .where((where) =>
      where.or([
        where.and([where('id', '>=', items[0]), where('id', '<=', items[1])]),
        // Laid out since, as time went on.
        where.and([where('series_id', '>=', items[0]), where('series_id', '<=', items[1])]),
        // What was accepted of those who propose there.
        where(
          'id',
          'in',
          where
            .selectFrom('submissions')
            .select('event_id')
            .where('kind', '=', 'new')
            .where('event_id', 'is not', null)
            .where('submissions.id', '>=', submissions[0])
            .where('submissions.id', '<=', submissions[1]),
        ),
      ]),
    )
    .execute()
  return rows.map(({ id }) => id)
}

async function idsOf(
  db: Reader,
  table: 'series' | 'venues' | 'organizers',
  [first, last]: DemoRange['items'],
) {
  const rows = await db
    .selectFrom(table)
    .select('id')
    .where('id', '>=', first)
    .where('id', '<=', last)
    .execute()
  return rows.map(({ id }) => id)
}

/** Guests go with their events; mails to them do not, nor how many they were. */
async function removeGuests(tx: Writer, events: readonly number[]): Promise<void> {
  for (const some of inParts(events)) {
    await tx
      .deleteFrom('mail_outbox')
      .where('guest_id', 'in', (guests) =>
        guests.selectFrom('guests').select('id').where('event_id', 'in', some),
      )
      .execute()
    await tx.deleteFrom('registration_totals').where('event_id', 'in', some).execute()
  }
}

async function removeItems(tx: Writer, ids: readonly number[]): Promise<void> {
  for (const some of inParts(ids)) await tx.deleteFrom('items').where('id', 'in', some).execute()
}

/** Removes places and organizers that no event has any more; answers how many stay. */
async function removeLinked(tx: Writer, { items }: DemoRange): Promise<number> {
  const [venues, organizers] = [await idsOf(tx, 'venues', items), await idsOf(tx, 'organizers', items)]
  const used = new Set<number>()
  for (const { venue_id } of await tx.selectFrom('event_venues').select('venue_id').distinct().execute())
    used.add(venue_id)
  for (const { organizer_id } of await tx
    .selectFrom('event_organizers')
    .select('organizer_id')
    .distinct()
    .execute())
    used.add(organizer_id)
  const all = [...venues, ...organizers]
  await removeItems(
    tx,
    all.filter((id) => !used.has(id)),
  )
  return all.filter((id) => used.has(id)).length
}

/** Removes terms that no event has any more, nor any that is below them; answers how many stay. */
async function removeTerms(tx: Writer, { terms: [first, last] }: DemoRange): Promise<number> {
  const rows = await tx.selectFrom('terms').select(['id', 'parent']).execute()
  const links = await tx.selectFrom('event_terms').select('term_id').distinct().execute()
  const parents = new Map(rows.map(({ id, parent }) => [id, parent]))
  const used = new Set<number>()
  const isOurs = (id: number) => id >= first && id <= last
  const owned = rows.map(({ id }) => id).filter((id) => !isOurs(id))
  for (const start of [...links.map(({ term_id }) => term_id), ...owned])
    for (let id = start; id !== 0 && !used.has(id); id = parents.get(id) ?? 0) used.add(id)
  const all = rows.map(({ id }) => id).filter(isOurs)
  for (const some of inParts(all.filter((id) => !used.has(id))))
    await tx.deleteFrom('terms').where('id', 'in', some).execute()
  // What is left counts what is left.
  await tx
    .updateTable('terms')
    .set({
      count: sql<number>`(select count(*) from event_terms join events on events.id = event_terms.event_id where event_terms.term_id = terms.id and events.status = 'publish')`,
    })
    .execute()
  return all.filter((id) => used.has(id)).length
}

/** The pictures that nothing shows any more. */
async function picturesLeft(tx: Writer, { media }: DemoRange) {
  const used = new Set<number | null>()
  for (const table of ['events', 'venues', 'organizers'] as const)
    for (const { image_id } of await tx.selectFrom(table).select('image_id').distinct().execute())
      used.add(image_id)
  const free = media.filter((id) => !used.has(id))
  return free.length === 0 ? [] : tx.selectFrom('media').selectAll().where('id', 'in', free).execute()
}
