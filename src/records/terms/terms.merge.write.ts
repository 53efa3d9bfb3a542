import { sql } from 'kysely'
import type { Writer } from '../../storage/db/dialect.ts'
import { invalidParams } from '../../http/decodedParameters.ts'
import { abridged } from '../../pure/params/parameter.ts'
import type { Context } from '../../http/context.ts'
import { slugAddress } from '../posts/posts.merged.query.ts'
import type { MergeRecord } from '../posts/posts.merge.record.ts'
import { followMerge } from '../posts/posts.merge.write.ts'
import { setTemplates, templatesWith } from '../schedules/schedules.merge.write.ts'
import type { TermKind } from './terms.kind.ts'
import { descendantsOf, findTerm } from './terms.query.ts'
import type { TermRow } from './terms.row.ts'
import { type Guard, type SentTerm, termToChange, updateTermIn } from './terms.write.ts'

interface Merging {
  readonly id: number
  readonly from: readonly number[]
  readonly isDry: boolean
  /** What the term that stays gets with it. */
  readonly changes?: SentTerm | undefined
  readonly guard: Guard
}

/**
 * Makes one term of several: events of the others get this one, categories below them move below it, their addresses lead to it, and
 * they are gone. Throws 400 for terms that there are not.
 */
export async function mergeTerms(
  context: Context,
  kind: TermKind,
  { id, from, isDry, changes, guard }: Merging,
): Promise<MergeRecord> {
  return context.db.write(async (tx) => {
    const row = await termToChange(tx, kind, id)
    await guard(tx, row)
    const others = await othersOf(tx, kind, { id, from })
    const merging = { kind: kind.name, into: id, from }
    const templates = await templatesWith(tx, merging)
    const moves = await childrenMoved(tx, row, others)
    const told: MergeRecord = {
      into: id,
      from: [...from],
      ...(await countLinks(tx, id, from)),
      series: templates.length,
      children: moves.filter((move) => move.id !== id).length,
    }
    if (isDry) return told
    await moveLinks(tx, id, from)
    for (const { id: child, parent } of moves)
      await tx.updateTable('terms').set({ parent }).where('id', '=', child).execute()
    await setTemplates(tx, templates)
    await followMerge(
      tx,
      merging,
      others.flatMap(({ slug }) => [`/${kind.pages}/${slug}`, slugAddress(kind.name, slug)]),
    )
    await tx.deleteFrom('terms').where('id', 'in', from).execute()
    // After the others are gone: what they were called is free.
    if (changes) await updateTermIn(tx, kind, await termToChange(tx, kind, id), { sent: changes })
    await countAnew(tx, id)
    return told
  })
}

async function othersOf(
  tx: Writer,
  kind: TermKind,
  { id, from }: Pick<Merging, 'id' | 'from'>,
): Promise<TermRow[]> {
  if (from.includes(id)) throw invalidParams({ from: 'must name others than the one that stays' })
  const rows: TermRow[] = []
  const unknown: number[] = []
  for (const other of from) {
    const row = await findTerm(tx, kind, other)
    if (row) rows.push(row)
    else unknown.push(other)
  }
  if (unknown.length === 0) return rows
  throw invalidParams({
    from: `must be IDs of ${kind.key} that there are; these are none: ${abridged(unknown.map(String))}`,
  })
}

/**
 * Where categories go that are below one that goes: below the one that stays, or up where that is itself below the one that goes, as
 * nothing can be below itself.
 */
async function childrenMoved(
  tx: Writer,
  into: TermRow,
  others: readonly TermRow[],
): Promise<{ id: number; parent: number }[]> {
  const gone = new Map(others.map((row) => [row.id, row]))
  const upFrom = (id: number): number => {
    const row = gone.get(id)
    return row ? upFrom(row.parent) : id
  }
  const moves: { id: number; parent: number }[] = []
  for (const other of others) {
    const isAbove = (await descendantsOf(tx, [other.id])).includes(into.id)
    const children = await tx.selectFrom('terms').select('id').where('parent', '=', other.id).execute()
    for (const { id } of children)
      if (!gone.has(id)) moves.push({ id, parent: isAbove ? upFrom(other.id) : into.id })
  }
  return moves
}

async function countLinks(tx: Writer, into: number, from: readonly number[]) {
  const all = sql`select distinct event_id from event_terms where term_id in (${sql.join([...from])})`
  const counted = await sql<{ events: number; both: number }>`select
    (select count(*) from (${all}) as moved) as events,
    (select count(*) from (${all}) as moved where event_id in (select event_id from event_terms where term_id = ${into})) as both`.execute(
    tx,
  )
  const [row] = counted.rows
  return { events: row?.events ?? 0, both: row?.both ?? 0 }
}

async function moveLinks(tx: Writer, into: number, from: readonly number[]): Promise<void> {
  const gone = sql.join([...from])
  await sql`delete from event_terms where term_id in (${gone})
    and event_id in (select event_id from event_terms where term_id = ${into})`.execute(tx)
  await sql`delete from event_terms where term_id in (${gone})
    and exists (select 1 from event_terms as earlier where earlier.event_id = event_terms.event_id
      and earlier.term_id in (${gone}) and earlier.term_id < event_terms.term_id)`.execute(tx)
  await sql`update event_terms set term_id = ${into} where term_id in (${gone})`.execute(tx)
}

/** Terms count what is published without a password (D62). */
async function countAnew(tx: Writer, id: number): Promise<void> {
  const count = sql<number>`(select count(*) from event_terms join events on events.id = event_terms.event_id
    where event_terms.term_id = ${id} and events.status = 'publish' and events.password_digest is null)`
  await tx.updateTable('terms').set({ count }).where('id', '=', id).execute()
}
