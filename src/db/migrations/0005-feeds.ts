import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../dialect.ts'
import type { Tables } from '../tables.ts'

/** What feeds need to know of events beside what they show, and the number that grows with every write. */
export async function feeds(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  await db.schema
    .alterTable('events')
    .addColumn('sequence', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  // Without a default: what the previous version still adds has none, and is known by its id.
  await db.schema.alterTable('events').addColumn('uid', dialect.text).execute()
  await db.schema.alterTable('events').addColumn('trashed_at', 'bigint').execute()
  await db
    .updateTable('events')
    .set({
      uid: dialect.randomUuid,
      trashed_at: sql`case when status = 'trash' then modified_at end`,
    })
    .execute()
  await db.schema.createIndex('events_uid_unique').on('events').column('uid').unique().execute()
  await db.schema
    .createIndex('events_cancelled')
    .on('events')
    .columns(['trashed_at', 'id'])
    .where(sql.ref('status'), '=', 'trash')
    .where(sql.ref('status_before'), '=', 'publish')
    .execute()
  await db.schema
    .createTable('revision')
    .addColumn('number', 'bigint', (column) => column.notNull())
    .execute()
  await db.insertInto('revision').values({ number: 1 }).execute()
}
