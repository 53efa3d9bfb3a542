import { rmSync, statSync } from 'node:fs'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import type { Position } from '../index/log.ts'
import { union } from '../../pure/sorted/numbers.ts'
import { Leisure, turn } from '../../pure/sorted/pieces.ts'
import { type TextColumn, type Texts, Vocabulary, wordsOf } from './vocabulary.ts'

/** Events that have changed between two places of the log, with their texts, as far as they still exist. */
interface TextChange {
  readonly since: Position
  readonly until: Position
  readonly ids: readonly number[]
  readonly texts: readonly Texts[]
}

/** How long another process may be writing what has changed before this one goes on without the file, in milliseconds. */
const patience_ms = 200

/** What keeps a process from the file: another one that writes it, its disk, or that what it holds is damaged. */
type Trouble = 'busy' | 'disk' | 'damage'

/** What SQLite says of a disk: SQLITE_PERM, NOMEM, READONLY, IOERR, FULL, CANTOPEN. Of damage it says anything else, FTS5 above all. */
const ofDisks: ReadonlySet<number> = new Set([3, 7, 8, 10, 13, 14])
const sqliteBusy = 5

/** What kind of trouble an error tells of. One that is not SQLite’s tells nothing of what the file holds. */
export function troubleOf(error: unknown): Trouble {
  if (!(error instanceof Error) || !('errcode' in error)) return 'disk'
  // The first byte of its extended codes.
  const code = Number(error.errcode) & 0xff
  if (code === sqliteBusy) return 'busy'
  return ofDisks.has(code) ? 'disk' : 'damage'
}

/** How many words are looked up before others get their turn: a millisecond. */
const wordsPerTurn = 50

/** How many pages of the file are merged before others get their turn: some milliseconds. */
const pagesPerTurn = 50

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
  readonly #path: string
  readonly #inode: number | undefined
  readonly #db: DatabaseSync
  readonly #remove: StatementSync
  readonly #add: StatementSync
  readonly #having: StatementSync
  #vocabulary = new Vocabulary()

  /** Opens the file, which is thrown away if it is none; throws while another process makes it, or when none can be made. */
  static open(path: string): WordFile {
    const found = inodeOf(path)
    try {
      return new WordFile(path)
    } catch (error) {
      if (troubleOf(error) === 'busy') throw error
      removeFile(path, found)
      return new WordFile(path)
    }
  }

  private constructor(path: string) {
    this.#path = path
    this.#db = new DatabaseSync(path)
    this.#inode = inodeOf(path)
    try {
      this.#db.exec(
        `pragma busy_timeout = ${patience_ms}; pragma journal_mode = wal; pragma synchronous = normal`,
      )
      this.#db.exec(schema)
      this.#remove = this.#db.prepare('delete from words where rowid = ?')
      this.#add = this.#db.prepare('insert into words (rowid, text) values (?, ?)')
      this.#having = this.#db.prepare(`select json_group_array(words.rowid) as ids
        from json_each(?) as word cross join words where words match '"' || word.value || '"'`)
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

  /**
   * Begins anew with all texts, read since the log was there; throws at once while another process writes, which may be doing the same.
   * Where it is over before all texts are there it throws, too, and nothing is kept; after that only words are found less fast.
   */
  async fill(
    until: Position,
    all: AsyncIterable<readonly Texts[]>,
    isOver: () => boolean = () => false,
  ): Promise<void> {
    this.#begin(0)
    try {
      this.#db.exec(`insert into words (words) values ('delete-all')`)
      const leisure = new Leisure()
      for await (const texts of all) {
        if (isOver()) throw new Error('It is closed before the file is filled.')
        this.#replace([], texts)
        await leisure.rest()
      }
      await this.#mergeAll(leisure, isOver)
      this.#commit(until)
    } finally {
      this.#undo()
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
    this.#begin(patience_ms)
    try {
      const number = this.position()?.number ?? -Infinity
      this.#vocabulary.add(texts.flatMap(wordsOf))
      if (number >= since.number && number < until.number) {
        this.#replace(ids, texts)
        this.#commit(until)
      }
      return number >= since.number
    } finally {
      this.#undo()
    }
  }

  /** The ids of the events one of whose words has the part. */
  async having(column: TextColumn, part: string): Promise<Float64Array> {
    const words = [...this.#vocabulary.having(column, part)]
    const lists = [new Float64Array()]
    for (let at = 0; at < words.length; at += wordsPerTurn) {
      const some = JSON.stringify(words.slice(at, at + wordsPerTurn))
      lists.push(Float64Array.from(JSON.parse(String(this.#having.get(some)?.['ids'])) as number[]))
      await turn()
    }
    return union(lists, new Float64Array())
  }

  /** Words that are like this one. */
  like(word: string): readonly string[] {
    return this.#vocabulary.like(word)
  }

  close(): void {
    if (this.#db.isOpen) this.#db.close()
  }

  /** Closes a damaged file and removes it. */
  remove(): void {
    this.close()
    removeFile(this.#path, this.#inode)
  }

  #begin(waits_ms: number): void {
    this.#db.exec(`pragma busy_timeout = ${waits_ms}; begin immediate`)
  }

  /** Ends what was not committed, unless SQLite itself has done so. */
  #undo(): void {
    if (this.#db.isTransaction) this.#db.exec('rollback')
  }

  #replace(ids: readonly number[], texts: readonly Texts[]): void {
    // Not `run`, which throws after deletes: it answers the last rowid, and those of FTS5’s own rows are too large for a number.
    for (const id of ids) this.#remove.get(id)
    for (const text of texts) this.#add.get(text.id, wordsOf(text).join(' '))
  }

  /** Makes one of all parts that were written: each word is looked up in each of them, and there are a thousand words with a common part. */
  async #mergeAll(leisure: Leisure, isOver: () => boolean): Promise<void> {
    const merge = this.#db.prepare(`insert into words (words, rank) values ('merge', ?)`)
    const changes = this.#db.prepare('select total_changes() as number')
    // A negative number begins, and where nothing is left to be merged only the command itself counts.
    merge.run(-pagesPerTurn)
    for (let [before, now] = [-Infinity, 0]; now - before >= 2 && !isOver();) {
      before = Number(changes.get()?.['number'])
      merge.run(pagesPerTurn)
      now = Number(changes.get()?.['number'])
      await leisure.rest()
    }
  }

  #commit({ number, token }: Position): void {
    this.#db.exec(`delete from followed; insert into followed values (${number}, ${token}); commit`)
  }
}

function inodeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.ino
}

/**
 * Removes a file, unless another process has done so, whose new one may be there. Who has it open still goes on with it until it finds the
 * damage or stops: when SQLite closes a file that is no longer at its path, it leaves alone what is beside it.
 */
function removeFile(path: string, inode: number | undefined): void {
  if (inodeOf(path) !== inode) return
  for (const end of ['', '-wal', '-shm']) rmSync(path + end, { force: true })
}
