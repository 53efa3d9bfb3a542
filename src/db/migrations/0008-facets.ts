import { type Kysely, sql } from 'kysely'
import { type CostKind, costKind } from '../../text/costKind.ts'
import type { Tables } from '../tables.ts'

/** Rows read at a time. */
const batch = 2000

/** Rows to a statement that changes them. */
const changed = 500

/**
 * What an event's cost comes to, as a number beside its texts, so that events are counted by it without reading them.
 * What the previous version still writes counts as without a cost until it is written again.
 */
export async function facets(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .alterTable('events')
    .addColumn('cost_kind', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await judgeCosts(db)
  await indexCosts(db)
}

/** The indexes that lists of events are chosen by, as they were but for the new column at their end. */
async function indexCosts(db: Kysely<Tables>): Promise<void> {
  const order = ['starts_at', 'date_at', 'id'] as const
  const chosen = ['status', 'hide_from_listings', 'author_id', 'featured', 'cost_kind'] as const
  for (const name of ['events_by_start', 'events_by_end', 'events_listed']) {
    await db.schema.dropIndex(name).execute()
  }
  await db.schema
    .createIndex('events_by_start')
    .on('events')
    .columns([...order, 'ends_at', ...chosen])
    .execute()
  await db.schema
    .createIndex('events_by_end')
    .on('events')
    .columns(['ends_at', ...order, ...chosen])
    .execute()
  await db.schema
    .createIndex('events_listed')
    .on('events')
    .columns([...order, 'ends_at', 'featured', 'cost_kind'])
    .where(sql.ref('status'), '=', 'publish')
    .where(sql.ref('hide_from_listings'), '=', 0)
    .execute()
}

async function judgeCosts(db: Kysely<Tables>): Promise<void> {
  for (let last = 0; ;) {
    const rows = await db
      .selectFrom('events')
      .select(['id', 'cost'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(batch)
      .execute()
    for (const [kind, events] of Map.groupBy(rows, ({ cost }) => kindOf(cost))) {
      if (kind !== 0)
        await store(
          db,
          kind,
          events.map(({ id }) => id),
        )
    }
    const end = rows.at(-1)
    if (!end) return
    last = end.id
  }
}

async function store(db: Kysely<Tables>, kind: CostKind, ids: readonly number[]): Promise<void> {
  for (let from = 0; from < ids.length; from += changed) {
    await db
      .updateTable('events')
      .set({ cost_kind: kind })
      .where('id', 'in', ids.slice(from, from + changed))
      .execute()
  }
}

function kindOf(cost: string): CostKind {
  // Written by this program alone, as a list of texts.
  return cost === '' ? 0 : costKind(JSON.parse(cost) as string[])
}
