import { type RawBuilder, sql } from 'kysely'
import { onceFor } from '../calendar/cache.ts'
import type { Database } from '../db/dialect.ts'
import { linkKinds, type LinkKind } from '../db/eventLinks.ts'
import { readNumbers } from '../db/numbers.ts'
import { type Found, partsOf } from './events.facets.matching.ts'
import type { Counts } from './events.facets.most.ts'

type Reads = Pick<Database, 'dialect' | 'read'>

/** Kinds of links that events are counted by: tickets are looked up as a flag. */
type CountedKind = Exclude<LinkKind, 'ticket'>

/** How many of the events have each link of a kind, by its id. */
export async function countLinks(found: Found, db: Reads, kind: CountedKind): Promise<Counts> {
  return db.dialect.linksAreTogether ? (await countTogether(found, db))[kind] : countAlone[kind](found, db)
}

/** Reads the links of all kinds, and counts them here. */
const countTogether = onceFor(async (found: Found, db: Reads) => {
  const counts = {
    venue: new Map<number, number>(),
    organizer: new Map<number, number>(),
    term: new Map<number, number>(),
  } satisfies Record<CountedKind, Counts>
  for await (const ids of partsOf(found)) {
    const [kinds = [], targets = []] = await readNumbers(
      db,
      // Each column takes time.
      [sql`links.kind`, sql`links.id`],
      db.dialect.linksOfEach(ids, 'event_links', 'event_id'),
    )
    for (const [index, number] of kinds.entries()) {
      const kind = linkKinds[number]
      if (kind && kind !== 'ticket') add(counts[kind], targets[index] ?? 0, 1)
    }
  }
  return counts
})

/** Has the database count the links of one kind. */
const countAlone = {
  venue: countingAlone('venue'),
  organizer: countingAlone('organizer'),
  term: countingAlone('term'),
} as const satisfies Record<CountedKind, unknown>

function countingAlone(kind: CountedKind) {
  return onceFor(async (found: Found, db: Reads): Promise<Counts> => {
    const counts = new Map<number, number>()
    for await (const ids of partsOf(found)) {
      const links = sql`${db.dialect.linksOfEach(ids, 'event_links', 'event_id')} and links.kind = ${kindOf(kind)}`
      const [targets = [], numbers = []] = await readNumbers(
        db,
        [sql`target`, sql`number`],
        sql`(select links.id as target, count(*) as number from ${links} group by 1) as counted`,
      )
      for (const [index, id] of targets.entries()) add(counts, id, numbers[index] ?? 0)
    }
    return counts
  })
}

function kindOf(kind: LinkKind): RawBuilder<unknown> {
  return sql.lit(linkKinds.indexOf(kind))
}

/**
 * How many of the events the filter of each term keeps, by id: with a category those of all below it, each once
 * (`wire-events.md` 5.3).
 */
export async function countWithDescendants(found: Found, db: Reads): Promise<Counts> {
  const above = await readAncestors(db)
  const counts = new Map<number, number>()
  // The event that each term was last counted for.
  const last = new Map<number, number>()
  for await (const ids of partsOf(found)) {
    const ofEach = db.dialect.linksOfEach(ids, 'event_terms', 'event_id')
    const [events = [], terms = []] = await readNumbers(
      db,
      [sql.ref('event_id'), sql.ref('term_id')],
      sql`(select event_id, term_id from ${ofEach} order by event_id) as ordered`,
    )
    for (const [index, term] of terms.entries()) {
      const event = events[index] ?? 0
      for (const { ancestor_id: id } of above.get(term) ?? []) {
        if (last.get(id) === event) continue
        last.set(id, event)
        add(counts, id, 1)
      }
    }
  }
  return counts
}

/** Rows with each term itself and all terms above it, by term. */
async function readAncestors({ read }: Reads) {
  const rows = await read.selectFrom('term_ancestors').select(['term_id', 'ancestor_id']).execute()
  return Map.groupBy(rows, ({ term_id }) => term_id)
}

function add(counts: Map<number, number>, id: number, number: number): void {
  counts.set(id, (counts.get(id) ?? 0) + number)
}
