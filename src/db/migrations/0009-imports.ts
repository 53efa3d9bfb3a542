import type { Kysely } from 'kysely'
import type { Dialect } from '../dialect.ts'
import type { Tables } from '../tables.ts'

/** Where records came from and under which keys, the addresses they had there, and imports that were asked for by the API. */
export async function imports(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  await db.schema
    .createTable('import_sources')
    .addColumn('id', dialect.generatedId)
    .addColumn('name', dialect.text, (column) => column.notNull().unique())
    .addColumn('run', 'bigint', (column) => column.notNull())
    .addColumn('cursor', dialect.text)
    .addColumn('report', dialect.text)
    .addColumn('started_at', 'bigint', (column) => column.notNull())
    .addColumn('finished_at', 'bigint')
    .execute()
  await db.schema
    .createTable('import_keys')
    .addColumn('source_id', 'bigint', (column) =>
      column.notNull().references('import_sources.id').onDelete('cascade'),
    )
    .addColumn('kind', dialect.text, (column) => column.notNull())
    .addColumn('source_key', dialect.text, (column) => column.notNull())
    .addColumn('record_id', 'bigint', (column) => column.notNull())
    .addColumn('digest', dialect.text, (column) => column.notNull())
    .addColumn('run', 'bigint', (column) => column.notNull())
    .addColumn('gone', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('import_keys_key', ['source_id', 'kind', 'source_key'])
    .execute()
  await db.schema
    .createTable('import_pages')
    .addColumn('source_id', 'bigint', (column) =>
      column.notNull().references('import_sources.id').onDelete('cascade'),
    )
    .addColumn('address', dialect.text, (column) => column.notNull())
    .addColumn('validator', dialect.text, (column) => column.notNull())
    .addColumn('records', dialect.text, (column) => column.notNull())
    .addPrimaryKeyConstraint('import_pages_key', ['source_id', 'address'])
    .execute()
  await db.schema
    .createTable('imports')
    .addColumn('id', dialect.generatedId)
    .addColumn('user_id', 'bigint', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('source', dialect.text, (column) => column.notNull())
    .addColumn('status', dialect.text, (column) => column.notNull())
    .addColumn('done', 'bigint', (column) => column.notNull())
    .addColumn('expected', 'bigint')
    .addColumn('report', dialect.text, (column) => column.notNull())
    .addColumn('fault', dialect.text)
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('redirects')
    .addColumn('path', dialect.text, (column) => column.primaryKey())
    .addColumn('kind', dialect.text, (column) => column.notNull())
    .addColumn('record_id', 'bigint', (column) => column.notNull())
    .execute()
}
