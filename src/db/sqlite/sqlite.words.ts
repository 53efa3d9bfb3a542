import { type Kysely, sql } from 'kysely'
import type { WordTable } from '../dialect.ts'
import type { Tables } from '../tables.ts'
import { separators } from '../words.ts'

/** Every other ASCII character, but for U+0000, which no text holds; what is not ASCII is part of a word anyway. */
const ascii = Array.from({ length: 127 }, (_, index) => String.fromCharCode(index + 1))
const wordCharacters = ascii.filter((each) => each !== ' ' && !separators.includes(each)).join('')

/** FTS5 knows no more of a word than 32 KiB; so many characters always fit. */
const longest = 32_768 / 4

/** Whether the index tells the word from all others; of longer ones it knows the beginning alone. */
export function isWhollyIndexed(word: string): boolean {
  return word.length <= longest
}

/**
 * An index of whole words in place of the one of trigrams: texts have far fewer words than trigrams, and what holds no
 * separator is a substring of a text exactly when it is a substring of one of its words. Of each table there are
 *
 *     {table}_search_texts   the words of each text
 *     {table}_search_words   all different words, and
 *     {table}_search_parts   the trigrams of these
 *
 * and triggers that keep these in step, whoever writes.
 */
export async function createWordIndex(db: Kysely<Tables>, table: WordTable): Promise<void> {
  for (const statement of [...replaced(table), ...made(table), ...filled(table), ...keptInStep(table)])
    await sql.raw(statement).execute(db)
}

function replaced(table: WordTable): string[] {
  return [
    ...['insert', 'update', 'delete'].map((change) => `drop trigger ${table}_search_${change}`),
    `drop table ${table}_search`,
  ]
}

function made(table: WordTable): string[] {
  const { words, parts, texts, known } = namesOf(table)
  const tokenizer = `ascii tokenchars '${wordCharacters.replaceAll("'", "''")}'`
  return [
    // Nothing is asked but which texts have a word.
    `create virtual table ${texts} using fts5(
       folded, content='', contentless_delete=1, detail='none', tokenize=${quoted(tokenizer)})`,
    `create virtual table ${known} using fts5vocab('${texts}', 'row')`,
    `create table ${words} (id integer primary key, word text not null unique)`,
    `create virtual table ${parts} using fts5(word, content='${words}', content_rowid='id', tokenize='trigram')`,
  ]
}

/** The index of the texts that there are. */
function filled(table: WordTable): string[] {
  const { words, parts, texts, known } = namesOf(table)
  return [
    `insert into ${texts} (rowid, folded) select id, folded from ${table}`,
    `insert into ${words} (word) select term from ${known}`,
    // Of the longest words FTS5 knows the beginning alone.
    `insert or ignore into ${words} (word)
       select value from ${table}, ${listOf('folded')} where length(folded) > ${longest} and value <> ''`,
    `insert into ${parts} (${parts}) values ('rebuild')`,
  ]
}

/** Usually as much as FTS5 has of its own accord (its `FTS5_DEFAULT_HASHSIZE`). */
const gathered_bytes = { usually: 2 ** 20, filling: 2 ** 24 } as const

/** What makes the index anew, statement by statement, while there are no triggers on the table. */
export function refillWordIndex(table: WordTable): readonly string[] {
  const { words, texts } = namesOf(table)
  // What is in memory before it is written to the file: the more, the less often is what is there already written again.
  const gather = (bytes: number) => `insert into ${texts} (${texts}, rank) values ('hashsize', ${bytes})`
  return [
    `insert into ${texts} (${texts}) values ('delete-all')`,
    `delete from ${words}`,
    gather(gathered_bytes.filling),
    ...filled(table),
    gather(gathered_bytes.usually),
  ]
}

function keptInStep(table: WordTable): string[] {
  const { words, parts } = namesOf(table)
  return [
    `create trigger ${words}_insert after insert on ${words} begin
       insert into ${parts}(rowid, word) values (new.id, new.word);
     end`,
    `create trigger ${words}_delete after delete on ${words} begin
       insert into ${parts}(${parts}, rowid, word) values ('delete', old.id, old.word);
     end`,
    ...textTriggers(table),
  ]
}

/** Triggers that index each text when it is written, unless it is left for later. */
export function textTriggers(table: WordTable, isLeft = 'false'): string[] {
  const { texts } = namesOf(table)
  const { index, remove, forget } = stepsOf(table)
  return [
    `create trigger ${texts}_insert after insert on ${table} when not ${isLeft} begin ${index} end`,
    `create trigger ${texts}_delete after delete on ${table} begin
       ${remove} ${forget(wordsOf('old.folded'))}
     end`,
    `create trigger ${texts}_update after update of folded on ${table}
       when old.folded <> new.folded and not ${isLeft} begin ${remove} ${index} ${forget(goneWords)} end`,
  ]
}

/** What triggers do: index the text of `new`, take that of `old` out, and forget words that no text has any more. */
export function stepsOf(table: WordTable) {
  const { words, texts } = namesOf(table)
  return {
    index: `
      insert or ignore into ${words} (word) ${wordsOf('new.folded')} where value <> '';
      insert into ${texts} (rowid, folded) values (new.id, new.folded);`,
    remove: `delete from ${texts} where rowid = old.id;`,
    forget: (gone: string) => `
      delete from ${words} where word in (${gone})
      and not exists (select 1 from ${texts} where ${texts} match '"' || word || '"');`,
  }
}

/** A query of the words of a text, as {@link listOf} makes them. */
function wordsOf(text: string): string {
  return `select value from ${listOf(text)}`
}

/** Of the words that a row has had, those that it has no longer. */
export const goneWords = `${wordsOf('old.folded')} except ${wordsOf('new.folded')}`

/** The tables of a word index. */
export function namesOf(table: WordTable) {
  return {
    words: `${table}_search_words`,
    parts: `${table}_search_parts`,
    texts: `${table}_search_texts`,
    known: `${table}_search_known`,
  } as const
}

/** The words of a text as a table of `value`s, some of them empty; made by SQLite itself, as triggers of any process ask for it. */
export function listOf(text: string): string {
  const blanked = separators.reduce((replaced, one) => `replace(${replaced}, ${quoted(one)}, ' ')`, text)
  return `json_each('["' || replace(${blanked}, ' ', '","') || '"]')`
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
