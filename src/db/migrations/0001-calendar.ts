import { type CreateTableBuilder, type Kysely, sql } from 'kysely'
import type { Dialect } from '../dialect.ts'
import type { Tables } from '../tables.ts'

const none = sql`''`

/** The calendar itself: items, posts, links, terms, users and their credentials. */
export async function calendar(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  await createUsers(db, dialect)
  await createPosts(db, dialect)
  await createLinks(db)
  await createTerms(db, dialect)
  for (const table of ['events', 'venues', 'organizers', 'terms'] as const) {
    await dialect.createSearchIndex(db, table)
  }
}

async function createUsers(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  await db.schema
    .createTable('installation')
    .addColumn('name', dialect.text, (column) => column.primaryKey())
    .addColumn('value', dialect.text, (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('users')
    .addColumn('id', dialect.generatedId)
    .addColumn('login', dialect.text, (column) => column.notNull())
    .addColumn('login_folded', dialect.text, (column) => column.notNull().unique())
    .addColumn('email', dialect.text, (column) => column.notNull())
    .addColumn('email_folded', dialect.text, (column) => column.notNull().unique())
    .addColumn('name', dialect.text, (column) => column.notNull())
    .addColumn('role', dialect.text, (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
  await credentials(db, dialect, 'app_passwords', 'hash')
  await credentials(db, dialect, 'tokens', 'digest')
  await db.schema.createIndex('tokens_by_digest').on('tokens').column('digest').unique().execute()
}

async function credentials(
  db: Kysely<Tables>,
  dialect: Dialect,
  table: 'app_passwords' | 'tokens',
  secret: 'hash' | 'digest',
): Promise<void> {
  await db.schema
    .createTable(table)
    .addColumn('id', dialect.generatedId)
    .addColumn('user_id', 'bigint', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('name', dialect.text, (column) => column.notNull())
    .addColumn(secret, dialect.text, (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('last_used_at', 'bigint')
    .execute()
  await db.schema.createIndex(`${table}_by_user`).on(table).column('user_id').execute()
}

async function createPosts(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  await db.schema
    .createTable('items')
    .addColumn('id', dialect.generatedId)
    .addColumn('kind', dialect.text, (column) => column.notNull())
    .execute()
  await withFlags(
    withTexts(dialect, postTable(db, dialect, 'events'), [
      'excerpt',
      'timezone',
      'timezone_abbr',
      'start_wall',
      'end_wall',
      'cost',
    ]),
    ['all_day', 'show_map', 'show_map_link', 'hide_from_listings', 'sticky', 'featured'],
  )
    .addColumn('starts_at', 'bigint', (column) => column.notNull())
    .addColumn('ends_at', 'bigint', (column) => column.notNull())
    .addColumn('post_parent', 'bigint', (column) => column.references('events.id').onDelete('set null'))
    .addColumn('website', dialect.text)
    .addColumn('password_digest', dialect.text)
    .execute()
  await withFlags(
    withTexts(dialect, postTable(db, dialect, 'venues'), [
      'address',
      'city',
      'country',
      'province',
      'state',
      'zip',
      'phone',
      'website',
      'stateprovince',
    ]),
    ['show_map', 'show_map_link'],
  ).execute()
  await withTexts(dialect, postTable(db, dialect, 'organizers'), ['phone', 'website', 'email']).execute()
  await indexPosts(db, dialect)
  await indexEvents(db)
}

function postTable(
  db: Kysely<Tables>,
  dialect: Dialect,
  table: 'events' | 'venues' | 'organizers',
): CreateTableBuilder<string, string> {
  const builder = db.schema
    .createTable(table)
    .addColumn('id', dialect.givenId, (column) =>
      column.primaryKey().references('items.id').onDelete('cascade'),
    )
    .addColumn('author_id', 'bigint', (column) => column.notNull().references('users.id'))
    .addColumn('status_before', dialect.text)
    .addColumn('date_at', 'bigint', (column) => column.notNull())
    .addColumn('modified_at', 'bigint', (column) => column.notNull())
  return withFlags(
    withTexts(dialect, builder, ['status', 'slug', 'title', 'description', 'folded', 'title_folded']),
    ['date_floating', 'date_given'],
  )
}

function withTexts(dialect: Dialect, builder: CreateTableBuilder<string, string>, names: readonly string[]) {
  return names.reduce(
    (table, name) => table.addColumn(name, dialect.text, (column) => column.notNull().defaultTo(none)),
    builder,
  )
}

function withFlags(builder: CreateTableBuilder<string, string>, names: readonly string[]) {
  return names.reduce(
    (table, name) => table.addColumn(name, 'integer', (column) => column.notNull().defaultTo(0)),
    builder,
  )
}

async function indexPosts(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  for (const table of ['events', 'venues', 'organizers'] as const) {
    // Slugs of one kind are unique, but for drafts and pending posts, which may wait with a taken one.
    await db.schema
      .createIndex(`${table}_slug_unique`)
      .on(table)
      .column('slug')
      .unique()
      .where('slug', '<>', '')
      .where(sql.ref('status'), 'not in', ['draft', 'pending'])
      .execute()
    await db.schema.createIndex(`${table}_by_slug`).on(table).columns(['slug', 'id']).execute()
    await db.schema
      .createIndex(`${table}_by_author`)
      .on(table)
      .columns(['author_id', 'status', 'date_at', 'id'])
      .execute()
    await db.schema
      .createIndex(`${table}_by_date`)
      .on(table)
      .columns(['status', 'date_at', 'id', 'author_id'])
      .execute()
  }
  for (const table of ['venues', 'organizers'] as const) {
    await db.schema
      .createIndex(`${table}_by_title`)
      .on(table)
      .columns<string>([dialect.textKey(sql.ref('title_folded')), 'id'])
      .execute()
    await dialect.createTextIndex(db, table, 'title_folded')
    await db.schema
      .createIndex(`${table}_by_date_of_all`)
      .on(table)
      .columns(['date_at', 'id', 'status', 'author_id'])
      .execute()
  }
}

/** Each index holds what a list needs to choose and order its rows, so that only the page itself is read from the table. */
async function indexEvents(db: Kysely<Tables>): Promise<void> {
  const order = [
    'starts_at',
    'date_at',
    'id',
    'ends_at',
    'status',
    'hide_from_listings',
    'author_id',
    'featured',
  ] as const
  await db.schema
    .createIndex('events_by_start')
    .on('events')
    .columns([...order])
    .execute()
  await db.schema
    .createIndex('events_by_end')
    .on('events')
    .columns(['ends_at', ...order.filter((column) => column !== 'ends_at')])
    .execute()
  await db.schema
    .createIndex('events_listed')
    .on('events')
    .columns(['starts_at', 'date_at', 'id', 'ends_at', 'featured'])
    .where(sql.ref('status'), '=', 'publish')
    .where(sql.ref('hide_from_listings'), '=', 0)
    .execute()
  await db.schema
    .createIndex('events_by_password')
    .on('events')
    .column('password_digest')
    .where('password_digest', 'is not', null)
    .execute()
  await db.schema
    .createIndex('events_featured')
    .on('events')
    .columns([...order])
    .where(sql.ref('featured'), '=', 1)
    .execute()
  await db.schema
    .createIndex('events_by_parent')
    .on('events')
    .columns(['post_parent', ...order])
    .where('post_parent', 'is not', null)
    .execute()
}

async function createLinks(db: Kysely<Tables>): Promise<void> {
  for (const [table, other, target] of [
    ['event_venues', 'venue_id', 'venues.id'],
    ['event_organizers', 'organizer_id', 'organizers.id'],
  ] as const) {
    await db.schema
      .createTable(table)
      .addColumn('event_id', 'bigint', (column) =>
        column.notNull().references('events.id').onDelete('cascade'),
      )
      .addColumn(other, 'bigint', (column) => column.notNull().references(target).onDelete('cascade'))
      .addColumn('position', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint(`${table}_key`, ['event_id', 'position'])
      .execute()
    await db.schema.createIndex(`${table}_by_target`).on(table).columns([other, 'event_id']).execute()
  }
}

async function createTerms(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  await withTexts(dialect, db.schema.createTable('terms').addColumn('id', dialect.generatedId), [
    'taxonomy',
    'name',
    'name_folded',
    'slug',
    'description',
    'folded',
  ])
    .addColumn('parent', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('count', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema
    .createIndex('terms_slug_unique')
    .on('terms')
    .columns(['taxonomy', 'slug'])
    .unique()
    .execute()
  await db.schema
    .createIndex('terms_listed')
    .on('terms')
    .columns<string>(['taxonomy', dialect.textKey(sql.ref('name_folded')), 'id', 'count', 'parent'])
    .execute()
  await dialect.createTextIndex(db, 'terms', 'name_folded')
  await db.schema.createIndex('terms_by_parent').on('terms').columns(['parent', 'taxonomy']).execute()
  await db.schema
    .createTable('event_terms')
    .addColumn('event_id', 'bigint', (column) => column.notNull().references('events.id').onDelete('cascade'))
    .addColumn('term_id', 'bigint', (column) => column.notNull().references('terms.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('event_terms_key', ['event_id', 'term_id'])
    .execute()
  await db.schema
    .createIndex('event_terms_by_term')
    .on('event_terms')
    .columns(['term_id', 'event_id'])
    .execute()
}
