import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../dialect.ts'
import type { Tables } from '../tables.ts'

/** Tickets of events. Their ids are a sequence of their own: they are no items that lists or `global_id` could name (D2). */
export async function tickets(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  await db.schema
    .createTable('tickets')
    .addColumn('id', dialect.generatedId)
    .addColumn('event_id', 'bigint', (column) => column.notNull().references('events.id').onDelete('cascade'))
    .addColumn('status', dialect.text, (column) => column.notNull())
    .addColumn('kind', dialect.text, (column) => column.notNull())
    .addColumn('name', dialect.text, (column) => column.notNull())
    .addColumn('description', dialect.text, (column) => column.notNull().defaultTo(sql`''`))
    .addColumn('price', dialect.text)
    .addColumn('currency', dialect.text, (column) => column.notNull())
    .addColumn('capacity', 'integer')
    .addColumn('sale_start_at', 'bigint')
    .addColumn('sale_end_at', 'bigint')
    .addColumn('url', dialect.text, (column) => column.notNull().defaultTo(sql`''`))
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('modified_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('tickets_by_event')
    .on('tickets')
    .columns(['event_id', 'status', 'position'])
    .execute()
}
