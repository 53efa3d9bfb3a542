import { type RawBuilder, sql } from 'kysely'
import { onceFor } from '../calendar/cache.ts'
import type { Database } from '../db/dialect.ts'
import { linkKinds, type LinkKind } from '../db/eventLinks.ts'
import { type Found, partsOf } from './events.facets.matching.ts'
import type { Counts } from './events.facets.most.ts'

type Reads = Pick<Database, 'dialect' | 'read'>

/** What events that were found are linked to. */
interface Linked {
  /** By kind and by id of what is linked, how many of the events have it. */
  readonly counts: Readonly<Record<Exclude<LinkKind, 'ticket'>, Counts>>
  /** The ids of the events that have a ticket, and how many each. */
  readonly ticketed: Counts
}

/** Of a link the kind, and the id of what is linked, or of the event that has a ticket: each column takes time. */
const linkColumns = [
  sql`links.kind`,
  sql`case links.kind when ${sql.lit(linkKinds.indexOf('ticket'))} then links.event_id else links.id end`,
]

/** Reads what the events are linked to: once for all facets that count by it, as the links are stored together. */
export const linkedTo = onceFor(async (found: Found, db: Reads): Promise<Linked> => {
  const counts = linkKinds.map(() => new Map<number, number>())
  for await (const ids of partsOf(found)) {
    const [kinds = [], targets = []] = await readNumbers(
      db,
      linkColumns,
      db.dialect.linksOfEach(ids, 'event_links', 'event_id'),
    )
    for (const [index, kind] of kinds.entries()) countOne(counts[kind], targets[index] ?? 0)
  }
  const [venue = none, organizer = none, term = none, ticketed = none] = counts
  return { counts: { venue, organizer, term }, ticketed }
})

const none: Counts = new Map()

/**
 * How many of the events the filter of each term keeps, by id: with a category those of all below it, each once
 * (`wire-events.md` 5.3).
 */
export async function countWithDescendants(found: Found, db: Reads): Promise<Counts> {
  const counts = new Map<number, number>()
  for await (const ids of partsOf(found)) {
    const from = db.dialect.linksOfEach(ids, 'term_listings', 'id')
    const [targets = []] = await readNumbers(db, [sql.ref('links.target_id')], from)
    for (const id of targets) countOne(counts, id)
  }
  return counts
}

function countOne(counts: Map<number, number> | undefined, id: number): void {
  counts?.set(id, (counts.get(id) ?? 0) + 1)
}

/** Numbers of many rows of `links`, each as one text from the database: that takes less than rows of their own. */
async function readNumbers(
  { dialect, read }: Reads,
  wanted: readonly RawBuilder<unknown>[],
  from: RawBuilder<unknown>,
): Promise<(readonly number[])[]> {
  const lists = wanted.map((number, at) => sql`${dialect.numbersOf(number)} as ${sql.ref(`list${at}`)}`)
  const { rows } = await sql<Record<string, string>>`select ${sql.join(lists)} from ${from}`.execute(read)
  return Object.values(rows[0] ?? {}).map((list) => JSON.parse(list) as number[])
}
