import { rmSync } from 'node:fs'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import type { Position } from './log.ts'

/** Words of an event’s texts, each once; those of its title once more with {@link titleMark}. */
export interface EventWords {
  readonly id: number
  readonly words: readonly string[]
}

/** Stands before words of titles. It is in no text’s words, as it separates them. */
export const titleMark = '\ue000'

/** A word may be longer than a part that is searched for (`maxWordLength` in `text/search.ts`): then its overlapping pieces are words. */
const longestWord = 800
const overlap = 200

/** The words of a folded text: what stands between blanks, control characters and some marks. */
export function wordsIn(text: string): string[] {
  const words = text.match(/[^\s\p{Cc}\ue000"\\<>/=,;:!?()]+/gu) ?? []
  return words.some(({ length }) => length > longestWord) ? words.flatMap(piecesOf) : words
}

function piecesOf(word: string): string[] {
  const pieces: string[] = []
  for (let from = 0; from === 0 || from + overlap < word.length; from += longestWord - overlap)
    pieces.push(word.slice(from, from + longestWord).toWellFormed())
  return pieces
}

/** How long another process may be writing before this one goes on without the file, in milliseconds. */
const patience_ms = 200

// Everything but blanks is a letter to it: `wordsIn` alone says what a word is. `detail=none` keeps only which events have a word.
const schema = `
  create table if not exists followed (number integer not null, token integer not null);
  create virtual table if not exists words using fts5 (text, content = '', contentless_delete = 1, detail = none,
    tokenize = "ascii tokenchars '-_#$%&*+.@[]^{|}~\`'''");
  create virtual table if not exists vocabulary using fts5vocab (words, row)`

/**
 * The file that tells which events have a word: `index.db`, an FTS5 index without texts. Each process of a machine has it open; who
 * comes first writes what has changed. It can be made anew from the rows, so that no commit waits for the disk.
 */
export class WordFile {
  readonly #db: DatabaseSync
  readonly #remove: StatementSync
  readonly #add: StatementSync
  readonly #having: StatementSync

  /** Opens the file, which is thrown away if it is damaged; throws when none can be made. */
  static open(path: string): WordFile {
    try {
      return new WordFile(path)
    } catch {
      for (const end of ['', '-wal', '-shm']) rmSync(path + end, { force: true })
      return new WordFile(path)
    }
  }

  private constructor(path: string) {
    this.#db = new DatabaseSync(path)
    try {
      this.#db.exec(
        `pragma busy_timeout = ${patience_ms}; pragma journal_mode = wal; pragma synchronous = off`,
      )
      this.#db.exec(schema)
      this.#remove = this.#db.prepare('delete from words where rowid = ?')
      this.#add = this.#db.prepare('insert into words (rowid, text) values (?, ?)')
      this.#having = this.#db.prepare('select json_group_array(rowid) as ids from words where words match ?')
    } catch (error) {
      this.#db.close()
      throw error
    }
  }

  /** How far it has followed the log; undefined until it is filled. */
  position(): Position | undefined {
    const row = this.#db.prepare('select number, token from followed').get()
    return row && { number: Number(row['number']), token: Number(row['token']) }
  }

  /** Begins a transaction; throws while another process has one. */
  begin(): void {
    this.#db.exec('begin immediate')
  }

  /** Empties it, within a transaction. */
  clear(): void {
    this.#db.exec(`delete from followed; insert into words (words) values ('delete-all')`)
  }

  /** Replaces the words of some events, within a transaction; those that are gone have none. */
  replace(ids: readonly number[], events: readonly EventWords[]): void {
    // Not `run`, which throws after deletes: it answers the last rowid, and those of FTS5’s own rows are too large for a number.
    for (const id of ids) this.#remove.get(id)
    this.add(events)
  }

  /** Adds events that it does not have, within a transaction. */
  add(events: readonly EventWords[]): void {
    for (const { id, words } of events) this.#add.get(id, words.join(' '))
  }

  /** Ends the transaction, having followed the log up to there. */
  commit({ number, token }: Position): void {
    this.#db.exec(`delete from followed; insert into followed values (${number}, ${token}); commit`)
  }

  rollback(): void {
    if (this.#db.isOpen && this.#db.isTransaction) this.#db.exec('rollback')
  }

  /** Every word that any event has, or has had. */
  *vocabulary(): Generator<string, void, undefined> {
    for (const { term } of this.#db.prepare('select term from vocabulary').iterate()) yield String(term)
  }

  /** The ids of the events that have the word. */
  having(word: string): number[] {
    return JSON.parse(String(this.#having.get(`"${word}"`)?.['ids'] ?? '[]')) as number[]
  }

  close(): void {
    if (this.#db.isOpen) this.#db.close()
  }
}
