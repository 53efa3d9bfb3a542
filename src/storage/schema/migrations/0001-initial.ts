import { sql } from 'kysely'
import type { Migration } from '../migration.ts'
import type { SchemaWords } from '../words.ts'
import { accounts } from './0001-initial.accounts.ts'
import { repeats } from './0001-initial.repeats.ts'
import { submissions } from './0001-initial.submissions.ts'
import { webhooks } from './0001-initial.webhooks.ts'
import { changeLog, eventLinksView, eventNotes, historyLog } from './0001-initial.triggers.ts'
import { texts } from './columns.ts'

/** All tables, indexes and triggers of the first version, `v0.1.0`: databases have been made by them, so they never change. */
export const initial: Migration = {
  release: '0.1.0',
  up: async (db, schema) => {
    for (const statement of initialStatements(schema)) await sql.raw(statement).execute(db)
  },
}

/** The statements of {@link initial} in their order; `test/upgrades/frozen.test.ts` holds them on both databases. */
export function initialStatements(schema: SchemaWords): readonly string[] {
  return [
    ...accounts(schema),
    ...media(schema),
    ...posts(schema),
    ...terms(schema),
    ...links(schema),
    ...tickets(schema),
    ...geocoding(schema),
    ...imports(schema),
    ...submissions(schema),
    ...repeats(schema),
    ...webhooks(schema),
    eventLinksView,
    ...eventNotes(schema),
    ...schema.wholeRows('events'),
    ...schema.equalTexts('venues', 'title_folded'),
    ...schema.equalTexts('organizers', 'title_folded'),
    ...schema.equalTexts('terms', 'name_folded'),
    `create table revision (
       number bigint not null,
       user_id bigint not null default 0,
       via ${schema.text} not null default '',
       via_id bigint,
       at bigint not null default 0)`,
    'insert into revision (number) values (1)',
    ...changeLog(schema),
    ...historyLog(schema),
  ]
}

function media({ text, givenId, generatedId }: SchemaWords): string[] {
  return [
    `create table items (id ${generatedId}, kind ${text} not null)`,
    `create table media (
       id ${givenId} primary key references items (id) on delete cascade,
       author_id bigint not null references users (id),
       date_at bigint not null,
       modified_at bigint not null,
       width integer not null,
       height integer not null,
       filesize bigint not null,
       digest ${text} not null,
       focus_x integer,
       focus_y integer,
       ${flags(['decorative'])},
       ${texts(text, ['title', 'alt_text', 'caption', 'credit', 'file', 'mime_type', 'original_file', 'sizes', 'folded'])})`,
    'create unique index media_by_file on media (file)',
    'create index media_by_digest on media (digest)',
    'create index media_by_date on media (date_at, id)',
    'create index media_by_author on media (author_id)',
    `create table media_sources (
       url ${text} primary key,
       media_id bigint not null references media (id) on delete cascade)`,
    'create index media_sources_by_media on media_sources (media_id)',
  ]
}

/** Events, venues and organizers, with the indexes for reading them by slug, author and parent. */
function posts({ text, givenId, keyOf }: SchemaWords): string[] {
  const common = `
    id ${givenId} primary key references items (id) on delete cascade,
    author_id bigint not null references users (id),
    status_before ${text},
    date_at bigint not null,
    modified_at bigint not null,
    image_id bigint references media (id) on delete set null,
    ${texts(text, ['status', 'slug', 'title', 'description', 'folded', 'title_folded'])},
    ${flags(['date_floating', 'date_given'])}`
  return [
    `create table series (
       id ${givenId} primary key references items (id) on delete cascade,
       author_id bigint not null references users (id),
       password_digest ${text},
       all_day integer not null,
       duration bigint not null,
       laid_until ${text},
       rule_from ${text},
       created_at bigint not null,
       modified_at bigint not null,
       ${texts(text, ['title', 'template', 'timezone', 'start_wall', 'recurrence'])})`,
    'create index series_to_lay on series (laid_until) where laid_until is not null',
    'create index series_by_author on series (author_id)',
    `create table events (${common},
       series_id bigint references series (id) on delete set null,
       series_key ${text},
       series_changed ${text} not null default '[]',
       starts_at bigint not null,
       ends_at bigint not null,
       post_parent bigint references events (id) on delete set null,
       website ${text},
       password_digest ${text},
       uid ${text},
       trashed_at bigint,
       ${texts(text, ['excerpt', 'timezone', 'timezone_abbr', 'start_wall', 'end_wall', 'cost'])},
       event_status ${text} not null default 'scheduled',
       attendance_mode ${text} not null default 'in_person',
       online_url_shown ${text} not null default 'public',
       previous_starts ${text} not null default '[]',
       ${texts(text, ['event_status_reason', 'online_url'])},
       ${flags(['all_day', 'show_map', 'show_map_link', 'hide_from_listings', 'sticky', 'featured', 'cost_kind', 'sequence'])})`,
    `create table venues (${common},
       geo_lat double precision,
       geo_lng double precision,
       geocoded_address ${text},
       geocoded_lat double precision,
       geocoded_lng double precision,
       geocode_at bigint,
       ${texts(text, ['address', 'city', 'country', 'province', 'state', 'zip', 'phone', 'website', 'stateprovince'])},
       ${flags(['show_map', 'show_map_link', 'step_free', 'accessible_toilet', 'hearing_loop'])})`,
    `create table organizers (${common}, ${texts(text, ['phone', 'website', 'email'])})`,
    ...['events', 'venues', 'organizers'].flatMap((table) => [
      // Slugs of one kind are unique, but for drafts and pending posts, which may wait with a taken one.
      `create unique index ${table}_slug_unique on ${table} (slug)
         where slug <> '' and status not in ('draft', 'pending')`,
      `create index ${table}_by_slug on ${table} (slug, id)`,
      `create index ${table}_by_author on ${table} (author_id, status, date_at, id)`,
      `create index ${table}_by_date on ${table} (status, date_at, id, author_id)`,
      `create index ${table}_by_image on ${table} (image_id) where image_id is not null`,
    ]),
    // Each has what a list needs to choose and order its rows.
    ...['venues', 'organizers'].flatMap((table) => [
      `create index ${table}_by_title on ${table} (${keyOf('title_folded')}, id, status, author_id)`,
      `create index ${table}_by_date_of_all on ${table} (date_at, id, status, author_id)`,
      `create index ${table}_by_modified on ${table} (modified_at, id, status, author_id)`,
    ]),
    `create index venues_placed on venues (status, date_at, id, author_id) where geo_lat is not null`,
    `create unique index events_uid_unique on events (uid)`,
    `create index events_by_parent on events (post_parent) where post_parent is not null`,
    `create index events_by_series on events (series_id, series_key) where series_id is not null`,
    `create index events_by_password on events (password_digest) where password_digest is not null`,
  ]
}

function terms({ text, generatedId, keyOf }: SchemaWords): string[] {
  return [
    `create table terms (
       id ${generatedId},
       ${texts(text, ['taxonomy', 'name', 'name_folded', 'slug', 'description', 'folded'])},
       parent bigint not null default 0,
       count integer not null default 0,
       color ${text})`,
    'create unique index terms_slug_unique on terms (taxonomy, slug)',
    `create index terms_listed on terms (taxonomy, ${keyOf('name_folded')}, id, count, parent)`,
    'create index terms_by_parent on terms (parent, taxonomy)',
  ]
}

/** The links of an event are stored together, as far as the database can: all of them are read with the event. */
function links({ clustered }: SchemaWords): string[] {
  const link = (table: string, target: string, other: string, rest: string) => [
    `create table ${table} (
       event_id bigint not null references events (id) on delete cascade,
       ${target} bigint not null references ${other} (id) on delete cascade,
       ${rest}) ${clustered}`,
    `create index ${table}_by_target on ${table} (${target}, event_id)`,
  ]
  const inOrder = 'position integer not null, primary key (event_id, position)'
  return [
    ...link('event_venues', 'venue_id', 'venues', inOrder),
    ...link('event_organizers', 'organizer_id', 'organizers', inOrder),
    ...link('event_terms', 'term_id', 'terms', 'primary key (event_id, term_id)'),
  ]
}

/** Tickets have ids of a sequence of their own: they are no items that lists or `global_id` could name (D2). */
function tickets({ text, generatedId }: SchemaWords): string[] {
  return [
    `create table tickets (
       id ${generatedId},
       event_id bigint not null references events (id) on delete cascade,
       status ${text} not null,
       kind ${text} not null,
       name ${text} not null,
       description ${text} not null default '',
       price ${text},
       currency ${text} not null,
       capacity integer,
       sale_start_at bigint,
       sale_end_at bigint,
       url ${text} not null default '',
       position integer not null,
       created_at bigint not null,
       modified_at bigint not null)`,
    'create index tickets_by_event on tickets (event_id, status, position)',
  ]
}

/** The address of a venue as it stands, a line for each of its columns. */
const address = ['address', 'city', 'stateprovince', 'state', 'province', 'zip', 'country'].join(
  ` || '\n' || `,
)

/** Of a venue that has not been dealt with: it had no address then. */
const dealtWith = `coalesce(geocoded_address, '${'\n'.repeat(6)}')`

const isOurs = '(geo_lat is null or (geo_lat = geocoded_lat and geo_lng = geocoded_lng))'

const dueAt = `(case when status = 'publish' and ${isOurs} then case when ${dealtWith} <> ${address} then 0 else geocode_at end end)`

function geocoding({ text }: SchemaWords): string[] {
  return [
    `create table geocoding_cache (
       address ${text} primary key,
       outcome ${text},
       lat double precision,
       lng double precision,
       attempts integer not null,
       tried_at bigint,
       next_try_at bigint not null)`,
    // Only venues that wait are in it. The query has exactly this expression, or it is not used.
    `create index venues_to_geocode on venues (${dueAt}, id) where ${dueAt} is not null`,
  ]
}

/** Where records came from and under which keys, the addresses they had there, and imports that were asked for by the API. */
function imports({ text, generatedId }: SchemaWords): string[] {
  return [
    `create table import_sources (
       id ${generatedId},
       name ${text} not null unique,
       run bigint not null,
       cursor ${text},
       report ${text},
       started_at bigint not null,
       finished_at bigint)`,
    `create table import_keys (
       source_id bigint not null references import_sources (id) on delete cascade,
       kind ${text} not null,
       source_key ${text} not null,
       record_id bigint not null,
       digest ${text} not null,
       run bigint not null,
       gone integer not null,
       primary key (source_id, kind, source_key))`,
    'create index import_keys_by_record on import_keys (record_id)',
    `create table import_pages (
       source_id bigint not null references import_sources (id) on delete cascade,
       address ${text} not null,
       validator ${text} not null,
       records ${text} not null,
       primary key (source_id, address))`,
    `create table import_remarks (
       source_id bigint not null references import_sources (id) on delete cascade,
       number bigint not null,
       remark ${text} not null,
       primary key (source_id, number))`,
    `create table import_schedules (
       id ${generatedId},
       ${texts(text, ['name', 'url', 'file', 'map', 'dates', 'status', 'timezone', 'duration', 'reading'])},
       ${texts(text, ['at_time', 'lease_key', 'feed_token'])},
       ${flags(['allow_removals'])},
       every_s bigint,
       user_id bigint references users (id) on delete set null,
       created_at bigint not null,
       next_at bigint,
       lease_until bigint not null default 0,
       failures bigint not null default 0,
       failing_since bigint,
       last_success_at bigint,
       whole_at bigint not null default 0)`,
    'create index import_schedules_due on import_schedules (next_at) where next_at is not null',
    'create index import_schedules_by_user on import_schedules (user_id)',
    `create table imports (
       id ${generatedId},
       user_id bigint not null references users (id) on delete cascade,
       source ${text} not null,
       status ${text} not null,
       done bigint not null,
       expected bigint,
       report ${text} not null,
       fault ${text},
       dry_run integer not null default 0,
       schedule_id bigint references import_schedules (id) on delete set null,
       created_at bigint not null,
       updated_at bigint not null)`,
    'create index imports_by_schedule on imports (schedule_id, id)',
    `create table redirects (path ${text} primary key, kind ${text} not null, record_id bigint not null)`,
  ]
}

/** Columns of small numbers, mostly 0 or 1, that are 0 unless something else is said. */
function flags(names: readonly string[]): string {
  return names.map((name) => `${name} integer not null default 0`).join(', ')
}
