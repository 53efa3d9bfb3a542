import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '../../http/auth/rights.ts'
import { epochSeconds } from '../../pure/calendar/text.ts'
import type { Writer } from '../../storage/db/dialect.ts'
import { invalidParams } from '../../http/decodedParameters.ts'
import { abridged } from '../../pure/params/parameter.ts'
import type { Context } from '../../http/context.ts'
import type { MergeRecord } from '../posts/posts.merge.record.ts'
import { followMerge } from '../posts/posts.merge.write.ts'
import { setTemplates, templatesWith } from '../schedules/schedules.merge.write.ts'
import { shared } from '../posts/posts.query.ts'
import { assertMayDelete, assertMayEdit, removePost } from '../posts/posts.write.ts'
import type { LinkedKind, LinkedRow, SentLinked } from './linked.kind.ts'
import { findLinked } from './linked.query.ts'
import { type Guard, rowToChange, updateLinkedIn } from './linked.write.ts'
import { moveEvents } from '../rows/event.write.ts'

/** What is merged into what, by whom, and what to check before. */
interface Merging {
  readonly id: number
  readonly from: readonly number[]
  readonly isDry: boolean
  /** What the record that stays gets with it. */
  readonly changes?: SentLinked | undefined
  readonly caller: Caller
  readonly now: Temporal.Instant
  readonly guard: Guard
}

/**
 * Makes one record of several: all that is linked to the others is linked to this one, their addresses lead to it, and they are gone;
 * what is changed of this one changes with it. It takes the right to edit this one, and to delete the others. Throws 400 for records that there are not, 403 without the rights.
 */
export async function mergeLinked(
  context: Context,
  kind: LinkedKind,
  { id, from, isDry, changes, caller, now, guard }: Merging,
): Promise<MergeRecord> {
  return context.db.write(async (tx) => {
    const row = await rowToChange(tx, kind, id)
    assertMayEdit(caller, row)
    await guard(row)
    if (row.status === 'trash') throw invalidParams({ id: 'is in the trash: restore it first' })
    const others = await othersOf(tx, kind, { id, from })
    for (const other of others) assertMayDelete(caller, other)
    const merging = { kind: kind.name, into: id, from }
    const templates = await templatesWith(tx, merging)
    const told = { into: id, from: [...from], ...(await countLinks(tx, kind, id, from)), children: 0 }
    if (isDry) return { ...told, series: templates.length }
    if (kind.place.length > 0) for (const other of from) await moveEvents(tx, kind, other)
    await moveLinks(tx, kind, id, from)
    await setTemplates(tx, templates)
    const pages = others.filter(({ slug, status }) => slug !== '' && status !== 'trash')
    await followMerge(
      tx,
      merging,
      pages.map(({ slug }) => `/${kind.name}/${slug}`),
    )
    for (const other of from) await removePost(tx, other)
    // After the others are gone: what they were called is free.
    const { siteZone } = context
    if (changes) await updateLinkedIn(tx, kind, row, { sent: changes, caller, now, siteZone })
    // Whoever shows it shows more now.
    await tx
      .updateTable(shared(kind.table))
      .set({ modified_at: Math.max(epochSeconds(now), row.modified_at) })
      .where('id', '=', id)
      .execute()
    return { ...told, series: templates.length }
  })
}

async function othersOf(
  tx: Writer,
  kind: LinkedKind,
  { id, from }: Pick<Merging, 'id' | 'from'>,
): Promise<LinkedRow[]> {
  if (from.includes(id)) throw invalidParams({ from: 'must name others than the one that stays' })
  const rows: LinkedRow[] = []
  const unknown: number[] = []
  for (const other of from) {
    const row = await findLinked(tx, kind, other)
    if (row) rows.push(row)
    else unknown.push(other)
  }
  if (unknown.length === 0) return rows
  throw invalidParams({
    from: `must be IDs of ${kind.table} that there are; these are none: ${abridged(unknown.map(String))}`,
  })
}

function namesOf({ link: { table, column } }: LinkedKind) {
  return {
    table: sql.table(table),
    column: sql.ref(column),
    outer: sql.ref(`${table}.event_id`),
    at: sql.ref(`${table}.position`),
  }
}

function idsIn(ids: readonly number[]): RawBuilder<unknown> {
  return sql.join([...ids])
}

async function countLinks(tx: Writer, kind: LinkedKind, into: number, from: readonly number[]) {
  const { table, column } = namesOf(kind)
  const all = sql`select distinct event_id from ${table} where ${column} in (${idsIn(from)})`
  const counted = await sql<{ events: number; both: number }>`select
    (select count(*) from (${all}) as moved) as events,
    (select count(*) from (${all}) as moved where event_id in (select event_id from ${table} where ${column} = ${into})) as both`.execute(
    tx,
  )
  const [row] = counted.rows
  return { events: row?.events ?? 0, both: row?.both ?? 0 }
}

/** Links events once to the record that stays, at the place of the first of their links to any of these. */
async function moveLinks(tx: Writer, kind: LinkedKind, into: number, from: readonly number[]): Promise<void> {
  const { table, column, outer, at } = namesOf(kind)
  const gone = idsIn(from)
  await sql`delete from ${table} where ${column} in (${gone})
    and event_id in (select event_id from ${table} where ${column} = ${into})`.execute(tx)
  await sql`delete from ${table} where ${column} in (${gone})
    and exists (select 1 from ${table} as earlier where earlier.event_id = ${outer}
      and earlier.${column} in (${gone}) and earlier.position < ${at})`.execute(tx)
  await sql`update ${table} set ${column} = ${into} where ${column} in (${gone})`.execute(tx)
}
