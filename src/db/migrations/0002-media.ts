import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../dialect.ts'
import type { Tables } from '../tables.ts'

const none = sql`''`

/** Stored images, and the featured image of events, venues and organizers. */
export async function media(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const texts = [
    'title',
    'alt_text',
    'caption',
    'credit',
    'file',
    'mime_type',
    'original_file',
    'sizes',
    'folded',
  ]
  const table = db.schema
    .createTable('media')
    .addColumn('id', dialect.givenId, (column) =>
      column.primaryKey().references('items.id').onDelete('cascade'),
    )
    .addColumn('author_id', 'bigint', (column) => column.notNull().references('users.id'))
    .addColumn('date_at', 'bigint', (column) => column.notNull())
    .addColumn('modified_at', 'bigint', (column) => column.notNull())
    .addColumn('width', 'integer', (column) => column.notNull())
    .addColumn('height', 'integer', (column) => column.notNull())
    .addColumn('filesize', 'bigint', (column) => column.notNull())
    .addColumn('digest', dialect.text, (column) => column.notNull())
  await texts
    .reduce(
      (builder, name) => builder.addColumn(name, dialect.text, (column) => column.notNull().defaultTo(none)),
      table,
    )
    .execute()
  await db.schema.createIndex('media_by_file').on('media').column('file').unique().execute()
  await db.schema.createIndex('media_by_digest').on('media').column('digest').execute()
  await db.schema
    .createTable('media_sources')
    .addColumn('url', dialect.text, (column) => column.primaryKey())
    .addColumn('media_id', 'bigint', (column) => column.notNull().references('media.id').onDelete('cascade'))
    .execute()
  await db.schema.createIndex('media_sources_by_media').on('media_sources').column('media_id').execute()
  await db.schema.createIndex('media_by_date').on('media').columns(['date_at', 'id']).execute()
  await db.schema.createIndex('media_by_author').on('media').column('author_id').execute()
  await dialect.createSearchIndex(db, 'media')
  for (const post of ['events', 'venues', 'organizers'] as const) {
    await db.schema
      .alterTable(post)
      .addColumn('image_id', 'bigint', (column) => column.references('media.id').onDelete('set null'))
      .execute()
    await db.schema
      .createIndex(`${post}_by_image`)
      .on(post)
      .column('image_id')
      .where('image_id', 'is not', null)
      .execute()
  }
}
