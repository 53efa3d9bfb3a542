import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { type Kysely, sql } from 'kysely'
import { wordTables } from '../dialect.ts'
import type { Tables } from '../tables.ts'
import { wordsIn } from '../words.ts'
import { readLargeIds } from './sqlite.shape.ts'
import { droppedWords, namesOf, replacedTextTriggers } from './sqlite.words.ts'

const { words, texts, dropped } = namesOf('events')

/** The table of events whose texts are to be indexed. Empty outside of transactions. */
const due = 'events_search_due'

/** The table of the texts that these had when they were last indexed, by event. Empty outside of transactions. */
const before = 'events_search_before'

/** The id, which no event has, that switches gathering on; 0 does so in the previous version, which knows nothing of texts before. */
const gathering = -1
const isGathered = `exists (select 1 from ${due} where id = ${gathering})`

/**
 * Collects texts of events that are indexed together before the transaction ends, if gathering is switched on. FTS5 itself writes
 * a piece of its index at every savepoint, for each event, and merges these afterwards: a create takes a tenth less if all that
 * share a commit are one piece, and an update half. Otherwise each text is indexed when it is written.
 */
export async function gatherTexts(db: Kysely<Tables>): Promise<void> {
  await run(db, [`create table ${due} (id integer primary key)`, ...gatheringInStep()])
}

/** Brings indexes up to what is declared here and in `sqlite.words.ts`, however they were made. */
export async function restateWordIndexes(db: Kysely<Tables>): Promise<void> {
  await run(db, [
    ...wordTables.map(droppedWords),
    ...wordTables.filter((table) => table !== 'events').flatMap((table) => replacedTextTriggers(table)),
    ...['insert', 'update', 'delete'].map((change) => `drop trigger ${due}_${change}`),
    ...gatheringInStep(),
  ])
}

function gatheringInStep(): string[] {
  return [
    // More than one where an event is written more than once: all but the first were never indexed.
    `create table if not exists ${before} (id integer not null, folded text not null)`,
    ...replacedTextTriggers('events', isGathered),
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
}

async function run(db: Kysely<Tables>, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

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
    this.#connection.exec(`insert into ${due} values (${gathering})`)
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
