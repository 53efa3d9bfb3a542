import type { WordTable } from '../dialect.ts'
import { separators } from '../words.ts'

/** Every other ASCII character, but for U+0000, which no text holds; what is not ASCII is part of a word anyway. */
const ascii = Array.from({ length: 127 }, (_, index) => String.fromCharCode(index + 1))
const wordCharacters = ascii.filter((each) => each !== ' ' && !separators.includes(each)).join('')

/** FTS5 knows no more of a word than 32 KiB; so many characters always fit. */
const longest = 32_768 / 4

/** Whether the index has all of the word; of very long ones it has only the beginning. */
export function isWhollyIndexed(word: string): boolean {
  return word.length <= longest
}

/**
 * The statements that make an index of whole words instead of one of trigrams: texts have far fewer words than trigrams, and a part without separators
 * is a substring of a text exactly when it is a substring of one of its words. For each table there are
 *
 *     {table}_search_texts     the words of each text
 *     {table}_search_words     all different words
 *     {table}_search_parts     the trigrams of these, and
 *     {table}_search_dropped   words that a text has lost
 *
 * and triggers that keep these up to date. To know whether another text has a word takes a search, so words that no text has any
 * more, which searches find in vain, stay until `sqlite.words.write.ts` forgets them.
 */
export function wordIndex(table: WordTable): readonly string[] {
  const isLeft = table === 'events' ? isGathered : undefined
  return [...made(table), ...keptInStep(table), ...textTriggers(table, isLeft)]
}

/** The table of events whose texts are indexed together (`sqlite.gathered.ts`); empty outside of transactions. */
export const due = 'events_search_due'

/** The id in that table, which no event has, that switches gathering on. */
export const gatheringOn = -1

/** The condition that texts of events are gathered at the moment. */
export const isGathered = `exists (select 1 from ${due} where id = ${gatheringOn})`

function made(table: WordTable): string[] {
  const { words, parts, texts, known, dropped } = namesOf(table)
  const tokenizer = `ascii tokenchars '${wordCharacters.replaceAll("'", "''")}'`
  return [
    // The index only needs to know which texts have a word.
    `create virtual table ${texts} using fts5(
       folded, content='', contentless_delete=1, detail='none', tokenize=${quoted(tokenizer)})`,
    `create virtual table ${known} using fts5vocab('${texts}', 'row')`,
    `create table ${words} (id integer primary key, word text not null unique)`,
    `create virtual table ${parts} using fts5(word, content='${words}', content_rowid='id', tokenize='trigram')`,
    `create table ${dropped} (word text primary key) without rowid`,
  ]
}

/** The statements that index the existing texts. */
function filled(table: WordTable): string[] {
  const { words, parts, texts, known } = namesOf(table)
  return [
    `insert into ${texts} (rowid, folded) select id, folded from ${table}`,
    `insert into ${words} (word) select term from ${known}`,
    // FTS5 has only the beginning of the longest words.
    `insert or ignore into ${words} (word)
       select value from ${table}, ${listOf('folded')} where length(folded) > ${longest} and value <> ''`,
    `insert into ${parts} (${parts}) values ('rebuild')`,
  ]
}

/** The memory in which FTS5 collects before it writes; usually its default (`FTS5_DEFAULT_HASHSIZE`). */
const gathered_bytes = { usually: 2 ** 20, filling: 2 ** 24 } as const

/** The statements that make the index anew, while there are no triggers on the table. */
export function refillWordIndex(table: WordTable): readonly string[] {
  const { words, texts, dropped } = namesOf(table)
  // With more memory, FTS5 merges pieces of its index less often.
  const gather = (bytes: number) => `insert into ${texts} (${texts}, rank) values ('hashsize', ${bytes})`
  return [
    `insert into ${texts} (${texts}) values ('delete-all')`,
    `delete from ${words}`,
    `delete from ${dropped}`,
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
  ]
}

/** The triggers that index each text when it is written, unless `isLeft` says that it is done later. */
function textTriggers(table: WordTable, isLeft = 'false'): string[] {
  const { words, texts, dropped } = namesOf(table)
  const index = `
    insert or ignore into ${words} (word) ${wordsOf('new.folded')};
    insert into ${texts} (rowid, folded) values (new.id, new.folded);`
  const remove = `
    delete from ${texts} where rowid = old.id;
    insert or ignore into ${dropped} (word) ${wordsOf('old.folded')};`
  return [
    `create trigger ${texts}_insert after insert on ${table} when not ${isLeft} begin ${index} end`,
    `create trigger ${texts}_delete after delete on ${table} begin ${remove} end`,
    `create trigger ${texts}_update after update of folded on ${table}
       when old.folded <> new.folded and not ${isLeft} begin ${remove} ${index} end`,
  ]
}

/** A query of the words of a text. */
function wordsOf(text: string): string {
  return `select value from ${listOf(text)} where value <> ''`
}

/** The tables of a word index. */
export function namesOf(table: WordTable) {
  return {
    words: `${table}_search_words`,
    parts: `${table}_search_parts`,
    texts: `${table}_search_texts`,
    known: `${table}_search_known`,
    dropped: `${table}_search_dropped`,
  } as const
}

/** The words of a text as a table of `value`s, some of them empty; in SQL, as triggers use it. */
function listOf(text: string): string {
  const blanked = separators.reduce((replaced, one) => `replace(${replaced}, ${quoted(one)}, ' ')`, text)
  return `json_each('["' || replace(${blanked}, ' ', '","') || '"]')`
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
