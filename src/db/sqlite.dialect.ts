import { type Kysely, sql } from 'kysely'
import type { Dialect, SearchableTable } from './dialect.ts'
import type { Tables } from './tables.ts'

/** A trigram index answers only for three characters and more. */
const trigram = 3

export const sqliteDialectOfOurs: Dialect = {
  name: 'sqlite',
  // Exactly this type makes the id the key of the table itself.
  givenId: 'integer',
  // AUTOINCREMENT: an id is never handed out twice, not even after a delete.
  generatedId: sql`integer primary key autoincrement`,
  createSearchIndex,
  contains,
}

/** An FTS5 trigram index over `folded` that stores no text of its own; triggers keep it in step. */
async function createSearchIndex(db: Kysely<Tables>, table: SearchableTable): Promise<void> {
  const index = `${table}_search`
  const statements = [
    `create virtual table ${index} using fts5(folded, content='${table}', content_rowid='id', tokenize='trigram', detail='full')`,
    `create trigger ${table}_search_insert after insert on ${table} begin
       insert into ${index}(rowid, folded) values (new.id, new.folded);
     end`,
    `create trigger ${table}_search_delete after delete on ${table} begin
       insert into ${index}(${index}, rowid, folded) values ('delete', old.id, old.folded);
     end`,
    `create trigger ${table}_search_update after update of folded on ${table} when old.folded <> new.folded begin
       insert into ${index}(${index}, rowid, folded) values ('delete', old.id, old.folded);
       insert into ${index}(rowid, folded) values (new.id, new.folded);
     end`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}

function contains(table: SearchableTable, word: string) {
  if ([...word].length < trigram) return sql<boolean>`instr(${sql.ref(`${table}.folded`)}, ${word}) > 0`
  const index = sql.table(`${table}_search`)
  const phrase = `"${word.replaceAll('"', '""')}"`
  return sql<boolean>`${sql.ref(`${table}.id`)} in (select rowid from ${index} where ${index} match ${phrase})`
}
