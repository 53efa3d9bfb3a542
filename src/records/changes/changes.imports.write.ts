import { sql } from 'kysely'
import type { Database, Reader } from '../../storage/db/dialect.ts'
import type { HistoryKind } from '../../storage/schema/tables.history.ts'
import { allForetold, type Foretold, liveStates } from '../../pure/params/guests.ts'
import { foretold } from '../registration/guests.foretold.write.ts'
import type { Writing } from '../posts/posts.write.ts'
import type { Subject } from './changes.query.ts'
import { type Rest, undoOf } from './changes.undo.write.ts'

/** How many records are taken back in one transaction: others wait for it. */
const atOnce = 50

/** How many records that stay are told by name. */
const toldAtMost = 100

/** What was taken back of an import. */
export interface ImportUndone {
  readonly undone: number
  readonly kept: readonly Rest[]
}

/** What guests would be told if an import were taken back; of nothing else it is tried. */
export async function foretellUndo(db: Database, id: number, writing: Writing): Promise<Foretold> {
  const told: Foretold[] = []
  for (const subject of await withGuests(db.read, id)) {
    const revisions = await revisionsOf(db.read, id, subject)
    const made = await db.read
      .selectFrom('history')
      .select('revision')
      .where('kind', '=', 'event')
      .where('id', '=', subject.id)
      .where('action', '=', 'created')
      .executeTakeFirst()
    const isNew = made !== undefined && revisions.has(made.revision)
    told.push(await foretold(db, writing.now, (tx) => undoOf(tx, { subject, revisions, isNew }, writing)))
  }
  return allForetold(told)
}

/** The events that an import has touched and people come to. */
async function withGuests(db: Reader, id: number): Promise<Subject[]> {
  const rows = await db
    .selectFrom('guests')
    .select('event_id')
    .distinct()
    .where('state', 'in', liveStates)
    .where('event_id', 'in', (history) =>
      history
        .selectFrom('history')
        .select('id')
        .where('via', '=', sql.lit('import'))
        .where('via_id', '=', id)
        .where('kind', '=', 'event'),
    )
    .execute()
  return rows.map(({ event_id }) => ({ kind: 'event', id: event_id }))
}

/** Events go before what they are linked to, categories after all that have them. */
const order: readonly HistoryKind[] = ['event', 'venue', 'organizer', 'tag', 'category']

/**
 * Takes back all that an import did, as far as it has not changed since: what it made goes to the trash, what it changed is again what
 * it was. In small transactions: the same once more goes on where it was.
 */
export async function undoImport(db: Database, id: number, writing: Writing): Promise<ImportUndone> {
  let undone = 0
  const kept: Rest[] = []
  for (const kind of order) {
    for (let last = 0; ;) {
      const some = await touched(db.read, { id, kind, after: last })
      const [latest] = some.slice(-1)
      if (!latest) break
      last = latest.id
      const done = await db.write(async (tx) => {
        const results = []
        for (const { id: record, made } of some) {
          const subject: Subject = { kind, id: record }
          const revisions = await revisionsOf(tx, id, subject)
          results.push(await undoOf(tx, { subject, revisions, isNew: made === 1 }, writing))
        }
        return results
      })
      undone += done.filter(({ isUndone }) => isUndone).length
      kept.push(...done.flatMap(({ rest }) => rest ?? []))
    }
  }
  return { undone, kept: kept.slice(0, toldAtMost) }
}

async function touched(
  db: Reader,
  { id, kind, after }: { readonly id: number; readonly kind: HistoryKind; readonly after: number },
): Promise<{ id: number; made: number }[]> {
  return db
    .selectFrom('history')
    .select(['id', sql<number>`max(case when action = 'created' then 1 else 0 end)`.as('made')])
    .where('via', '=', sql.lit('import'))
    .where('via_id', '=', id)
    .where('kind', '=', kind)
    .where('id', '>', after)
    .groupBy('id')
    .orderBy('id')
    .limit(atOnce)
    .execute()
}

async function revisionsOf(db: Reader, id: number, subject: Subject): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom('history')
    .select('revision')
    .where('kind', '=', subject.kind)
    .where('id', '=', subject.id)
    .where('via', '=', sql.lit('import'))
    .where('via_id', '=', id)
    .execute()
  return new Set(rows.map(({ revision }) => revision))
}
