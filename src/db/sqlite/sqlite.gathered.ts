import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../tables.ts'
import { goneWords, listOf, namesOf, stepsOf, textTriggers } from './sqlite.words.ts'

const { words, texts } = namesOf('events')

/** The table of events whose texts are to be indexed; the id 0, which no event has, switches gathering on. Empty outside of transactions. */
const due = 'events_search_due'
const isGathered = `exists (select 1 from ${due})`

/**
 * Collects texts of events that are indexed together before the transaction ends, if gathering is switched on. FTS5 itself writes
 * a piece of its index at every savepoint, for each event, and merges these afterwards: a create takes a tenth less if all that
 * share a commit are one piece. Otherwise each text is indexed when it is written, as before.
 */
export async function gatherTexts(db: Kysely<Tables>): Promise<void> {
  const { remove, forget } = stepsOf('events')
  const statements = [
    `create table ${due} (id integer primary key)`,
    ...['insert', 'update', 'delete'].map((change) => `drop trigger ${texts}_${change}`),
    ...textTriggers('events', isGathered),
    `create trigger ${due}_insert after insert on events when ${isGathered} begin
       insert into ${due} values (new.id);
     end`,
    `create trigger ${due}_update after update of folded on events
       when old.folded <> new.folded and ${isGathered} begin
       ${remove} ${forget(goneWords)}
       insert or ignore into ${due} values (new.id);
     end`,
    `create trigger ${due}_delete after delete on events begin
       delete from ${due} where id = old.id;
     end`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const indexing = [
  `insert or ignore into ${words} (word)
     select value from ${due} cross join events using (id), ${listOf('events.folded')}
     where value <> '' and value not in (select word from ${words})`,
  `insert into ${texts} (rowid, folded) select id, folded from ${due} cross join events using (id)`,
  `delete from ${due}`,
]

/** Gathers the texts of events that are written on a connection within its transaction, from the one call to the other. */
export class TextGatherer {
  readonly #connection: DatabaseSync
  #indexing: readonly StatementSync[] | undefined

  constructor(connection: DatabaseSync) {
    this.#connection = connection
  }

  begin(): void {
    this.#connection.exec(`insert into ${due} values (0)`)
  }

  /** Indexes them. */
  end(): void {
    this.#indexing ??= indexing.map((statement) => this.#connection.prepare(statement))
    for (const statement of this.#indexing) statement.run()
  }
}
