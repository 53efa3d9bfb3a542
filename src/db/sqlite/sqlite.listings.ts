import { type Kysely, sql } from 'kysely'
import { listingIndexes, replacedIndexes } from '../listings/listings.indexes.ts'
import { linkedListings, listingColumns } from '../listings/listings.ts'
import type { Tables } from '../tables.ts'

const columns = ['id', ...listingColumns].join(', ')

const declared = `
  starts_at integer not null, date_at integer not null, ends_at integer not null, modified_at integer not null,
  status text not null, status_before text, hide_from_listings integer not null, author_id integer not null,
  featured integer not null, cost_kind integer not null, post_parent integer, title_folded text not null`

const isChanged = listingColumns.map((name) => `new.${name} is not old.${name}`).join(' or ')

/**
 * Tables beside that of events, whose rows are long: with their texts, one or two fill a page of the file, while a page has a
 * hundred listings. Triggers keep them up to date.
 */
export async function createListings(db: Kysely<Tables>): Promise<void> {
  const statements = [
    `create table listings (id integer primary key references events (id) on delete cascade, ${declared})`,
    `insert into listings (${columns}) select ${columns} from events`,
    `create trigger listings_insert after insert on events begin
       insert into listings (${columns}) values (${['id', ...listingColumns].map((name) => `new.${name}`).join(', ')});
     end`,
    `create trigger listings_update after update of ${listingColumns.join(', ')} on events when ${isChanged} begin
       update listings set ${listingColumns.map((name) => `${name} = new.${name}`).join(', ')} where id = new.id;
     end`,
    ...[...replacedIndexes, 'events_by_parent'].map((name) => `drop index ${name}`),
    ...Object.entries(listingIndexes()).map(([name, of]) => `create index ${name} on ${of}`),
    ...Object.entries(linkedListings).flatMap(linkedStatements),
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}

type Linked = (typeof linkedListings)[keyof typeof linkedListings]

/** The statement that inserts the listings of a table of links. */
function insertLinked(name: string, { links, column }: Linked): string {
  return `insert or ignore into ${name} (target_id, ${columns})
    select ${links}.${column}, listings.* from listings join ${links} on ${links}.event_id = listings.id`
}

/** The statements for the listings of one kind of link: the events of a target are together, in the order of lists. */
function linkedStatements([name, linked]: [string, Linked]): string[] {
  const { links, column } = linked
  const insert = insertLinked(name, linked)
  return [
    `create table ${name} (
       target_id integer not null, id integer not null, ${declared},
       primary key (target_id, starts_at, date_at, id)) without rowid`,
    `${insert} order by ${links}.${column}, starts_at, date_at, id`,
    `create index ${name}_by_event on ${name} (id)`,
    `create trigger ${name}_insert after insert on ${links} begin
       ${insert} where listings.id = new.event_id and ${links}.${column} = new.${column};
     end`,
    `create trigger ${name}_delete after delete on ${links} begin
       delete from ${name} where id = old.event_id and target_id = old.${column} and not exists (
         select 1 from ${links} where event_id = old.event_id and ${column} = old.${column});
     end`,
    `create trigger ${name}_update after update on listings begin
       delete from ${name} where id = new.id;
       ${insert} where listings.id = new.id;
     end`,
  ]
}
