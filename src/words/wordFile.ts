import { rmSync } from 'node:fs'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import type { Position } from '../index/log.ts'
import { union } from '../sorted/numbers.ts'
import { turn } from '../sorted/pieces.ts'
import { type TextColumn, type Texts, Vocabulary, wordsOf } from './vocabulary.ts'

/** Events that have changed between two places of the log, with their texts, as far as they still exist. */
interface TextChange {
  readonly since: Position
  readonly until: Position
  readonly ids: readonly number[]
  readonly texts: readonly Texts[]
}

/** How long another process may be writing before this one goes on without the file, in milliseconds. */
const patience_ms = 200

/** How many words are looked up before others get their turn: a millisecond. */
const wordsPerTurn = 50

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
  #vocabulary = new Vocabulary()

  /** Opens the file, which is thrown away if it is damaged; throws when none can be made. */
  static open(path: string): WordFile {
    try {
      return new WordFile(path)
    } catch {
      WordFile.remove(path)
      return new WordFile(path)
    }
  }

  /** Removes a damaged file: other processes that have it open go on with it until they start again. */
  static remove(path: string): void {
    for (const end of ['', '-wal', '-shm']) rmSync(path + end, { force: true })
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

  /** Begins anew with all texts, read since the log was there; throws while another process writes. */
  async fill(until: Position, all: AsyncIterable<readonly Texts[]>): Promise<void> {
    this.#db.exec('begin immediate')
    try {
      this.#db.exec(`insert into words (words) values ('delete-all')`)
      for await (const texts of all) this.#replace([], texts)
      this.#commit(until)
    } catch (error) {
      this.#db.exec('rollback')
      throw error
    }
  }

  /** Reads every word that any event has, or has had. */
  async readVocabulary(): Promise<void> {
    const rows = this.#db.prepare('select term from vocabulary').iterate()
    this.#vocabulary = await Vocabulary.of(rows.map(({ term }) => String(term)))
  }

  /**
   * Takes in what has changed, unless another process has come first. False where it lacks what came before, as another process has
   * made it anew; throws while another one writes.
   */
  follow({ since, until, ids, texts }: TextChange): boolean {
    this.#db.exec('begin immediate')
    const number = this.position()?.number ?? -Infinity
    this.#vocabulary.add(texts.flatMap(wordsOf))
    if (number < since.number || number >= until.number) this.#db.exec('rollback')
    else {
      this.#replace(ids, texts)
      this.#commit(until)
    }
    return number >= since.number
  }

  /** The ids of the events one of whose words has the part. */
  async having(column: TextColumn, part: string): Promise<Float64Array> {
    const lists: Float64Array[] = []
    for (const word of this.#vocabulary.having(column, part)) {
      const ids = String(this.#having.get(`"${word}"`)?.['ids'])
      lists.push(Float64Array.from(JSON.parse(ids) as number[]))
      if (lists.length % wordsPerTurn === 0) await turn()
    }
    return union([new Float64Array(), ...lists], new Float64Array())
  }

  /** Words that are like this one. */
  like(word: string): readonly string[] {
    return this.#vocabulary.like(word)
  }

  close(): void {
    if (this.#db.isOpen) this.#db.close()
  }

  #replace(ids: readonly number[], texts: readonly Texts[]): void {
    // Not `run`, which throws after deletes: it answers the last rowid, and those of FTS5’s own rows are too large for a number.
    for (const id of ids) this.#remove.get(id)
    for (const text of texts) this.#add.get(text.id, wordsOf(text).join(' '))
  }

  #commit({ number, token }: Position): void {
    this.#db.exec(`delete from followed; insert into followed values (${number}, ${token}); commit`)
  }
}
