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
  readonly counts: Readonly<Record<LinkKind, Counts>>
  /** The ids of the events that have a ticket. */
  readonly ticketed: ReadonlySet<number>
}

/** Reads what the events are linked to: once for all facets that count by it, as the links are stored together. */
export const linkedTo = onceFor(async (found: Found, db: Reads): Promise<Linked> => {
  const counts = linkKinds.map(() => new Map<number, number>())
  const ticketed = new Set<number>()
  for await (const ids of partsOf(found)) {
    const from = db.dialect.linksOfEach(ids, 'event_links', 'event_id')
    const columns = await readColumns(db, ['event_id', 'kind', 'id'], from)
    const [events, targets] = [columns('event_id'), columns('id')]
    for (const [index, kind] of columns('kind').entries()) {
      countOne(counts[kind], targets[index] ?? 0)
      if (linkKinds[kind] === 'ticket') ticketed.add(events[index] ?? 0)
    }
  }
  const [venue = none, organizer = none, term = none, ticket = none] = counts
  return { counts: { venue, organizer, term, ticket }, ticketed }
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
    const columns = await readColumns(db, ['target_id'], from)
    for (const id of columns('target_id')) countOne(counts, id)
  }
  return counts
}

function countOne(counts: Map<number, number> | undefined, id: number): void {
  counts?.set(id, (counts.get(id) ?? 0) + 1)
}

/** The columns of many rows of `links`, as one text from the database each: that takes less than rows of their own. */
async function readColumns<Name extends string>(
  { dialect, read }: Reads,
  names: readonly Name[],
  from: RawBuilder<unknown>,
): Promise<(name: Name) => readonly number[]> {
  const numbers = names.map((name) => sql`${dialect.numbersOf(`links.${name}`)} as ${sql.ref(name)}`)
  const { rows } = await sql<Record<Name, string>>`select ${sql.join(numbers)} from ${from}`.execute(read)
  const [texts] = rows
  return (name) => JSON.parse(texts?.[name] ?? '[]') as number[]
}
