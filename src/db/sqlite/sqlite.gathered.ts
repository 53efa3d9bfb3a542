import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { wordsIn } from '../words.ts'
import { readLargeIds } from './sqlite.shape.ts'
import { due, gatheringOn, isGathered, namesOf } from './sqlite.words.ts'

const { words, texts, dropped } = namesOf('events')

/** The table of the texts that these had when they were last indexed, by event. Empty outside of transactions. */
const before = 'events_search_before'

/**
 * The statements that make what collects texts of events that are indexed together before the transaction ends, if gathering is
 * switched on. FTS5 itself writes a piece of its index at every savepoint, for each event, and merges these afterwards: a create
 * takes a tenth less if all that share a commit are one piece, and an update half. Otherwise each text is indexed when it is
 * written.
 */
export const gathering: readonly string[] = [
  `create table ${due} (id integer primary key)`,
  // More than one where an event is written more than once: all but the first were never indexed.
  `create table ${before} (id integer not null, folded text not null)`,
  `create trigger ${due}_insert after insert on events when ${isGathered} begin
     insert into ${due} values (new.id);
   end`,
  `create trigger ${due}_update after update of folded on events
     when old.folded <> new.folded and ${isGathered} begin
     insert into ${before} values (old.id, old.folded);
     insert or ignore into ${due} values (new.id);
   end`,
  `create trigger ${due}_delete after delete on events begin
     delete from ${due} where id = old.id;
   end`,
]

/** Adds the words of a JSON list that are not in the table yet. */
const added = (table: string) => `
  insert into ${table} (word) select value from json_each(?) where value not in (select word from ${table})`

/** Gathers the texts of events that are written on a connection within its transaction, from the one call to the other. */
export class TextGatherer {
  readonly #connection: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()

  constructor(connection: DatabaseSync) {
    this.#connection = connection
  }

  begin(): void {
    this.#connection.exec(`insert into ${due} values (${gatheringOn})`)
  }

  /** Indexes them. */
  end(): void {
    this.#run(`delete from ${texts} where rowid in (select id from ${before})`)
    // Splitting them here takes half of what it takes SQLite.
    this.#run(added(words), this.#wordsOf(`select folded from ${due} cross join events using (id)`))
    this.#run(
      `insert into ${texts} (rowid, folded) select id, folded from ${due} cross join events using (id)`,
    )
    this.#run(added(dropped), this.#wordsOf(`select folded from ${before}`))
    this.#run(`delete from ${before}`)
    this.#run(`delete from ${due}`)
  }

  /** The different words of texts, as a JSON list. */
  #wordsOf(query: string): string {
    const found = this.#prepared(query).all()
    return JSON.stringify([...new Set(found.flatMap(({ folded }) => wordsIn(String(folded))))])
  }

  #run(sql: string, ...values: readonly string[]): void {
    this.#prepared(sql).run(...values)
  }

  #prepared(sql: string): StatementSync {
    const known = this.#statements.get(sql)
    if (known) return known
    const statement = this.#connection.prepare(sql)
    readLargeIds(statement)
    this.#statements.set(sql, statement)
    return statement
  }
}
