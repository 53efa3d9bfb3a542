import type { Kysely, RawBuilder, SqlBool, Transaction } from 'kysely'
import type { Box } from '../geo/area.ts'
import type { SearchWords } from '../text/search.ts'
import type { ListingFlagName } from './listings/listings.ts'
import type { Wanted } from './eventSearch.ts'
import type { Part, Stretch } from './partByStart.ts'
import type { RowSet } from './rowSet.ts'
import type { Shown, WantedFlags } from './spans.ts'
import type { Tables } from './tables.ts'

/** Tables whose column `folded` is searched for words. */
export const wordTables = ['events', 'venues', 'organizers', 'media'] as const
export type WordTable = (typeof wordTables)[number]

/** Tables whose column `folded` is searched for substrings. */
export type SearchableTable = WordTable | 'terms'

/** Tables whose ids the database generates. */
export type GeneratedTable =
  | 'items'
  | 'terms'
  | 'tickets'
  | 'users'
  | 'app_passwords'
  | 'tokens'
  | 'import_sources'
  | 'imports'

/** A row to be inserted: the values by column. */
export type NewRow = Readonly<Record<string, unknown>>

/** What the two kinds of databases write differently in the declaration of a table or an index. */
export interface SchemaWords {
  /** The type of texts, which are compared by their bytes in UTF-8. */
  readonly text: string
  /** The type of a primary key whose values are given. */
  readonly givenId: string
  /** The type of a primary key that the database generates, never reusing a value. */
  readonly generatedId: string
  /** What follows a table whose rows are to be stored in the order of its key, where that can be said. */
  readonly clustered: string
  /** The part of a column of possibly long texts that goes into an index: {@link Dialect.textKey}. */
  readonly keyOf: (column: string) => string
}

/**
 * Where the two kinds of databases differ; code outside `db/` never asks which one it uses. Everything else is the same in
 * both by the choice of representation (see `tables.ts`).
 */
export interface Dialect {
  readonly name: 'sqlite' | 'postgres'
  /** Whether queries run in the calling thread, which then can do nothing else. */
  readonly blocksThread: boolean
  /** Whether the links of an event are stored together, so that reading those of one kind takes as long as reading all. */
  readonly linksAreTogether: boolean
  /** What the schema is written in. */
  readonly schema: SchemaWords
  /** Makes what is derived from other tables and kept up to date by triggers: listings, counts, logs and indexes of words. */
  createDerived(db: Kysely<Tables>): Promise<void>
  /** Makes ids that are generated from now on greater than all existing ones, after rows with given ids were added. */
  passIds(tx: Writer, table: GeneratedTable): Promise<void>
  /** Inserts any number of rows, which all have the same columns. */
  insertAll(tx: Writer, table: keyof Tables, rows: readonly NewRow[]): Promise<void>
  /** The part of a possibly long text that goes into an index. */
  textKey(text: RawBuilder<unknown>): RawBuilder<unknown>
  /** The sort keys for ordering by such a text: the first is its {@link Dialect.textKey}. */
  textOrder(text: RawBuilder<unknown>): readonly RawBuilder<unknown>[]
  /** Whether the term’s folded text contains the (folded) text; uses the search index if the text is long enough. */
  contains(table: 'terms', text: string): RawBuilder<SqlBool>
  /** Whether a (folded) text contains the (folded) word. */
  holds(text: RawBuilder<unknown>, word: string): RawBuilder<SqlBool>
  /** A number of each row of a query, as a JSON list; several lists of a query are in the same order. */
  numbersOf(number: RawBuilder<unknown>): RawBuilder<string>
  /** Whether the row is in the set, which may be large. */
  isAmong(table: WordTable, rows: RowSet): RawBuilder<SqlBool>
  /** Whether an id, which may be null, is in the set; made for testing many ids. */
  isOneOf(id: RawBuilder<unknown>, rows: RowSet): RawBuilder<SqlBool>
  /** Whether a venue is in one of the boxes by the index, which may also find venues just outside of them. */
  inBoxes(boxes: readonly Box[]): RawBuilder<SqlBool>
  /** The flags that an index of all listings may have without making them slower to change. */
  readonly indexedFlags: readonly ListingFlagName[]
  /** Whether the id is among the few that the query answers, which runs only once. */
  isAmongFew(id: RawBuilder<unknown>, query: RawBuilder<unknown>): RawBuilder<SqlBool>
  /** The rows of a table, as `links`, with any of these ids (a subquery in brackets), each looked up by an index. */
  linksOfEach(ids: RawBuilder<unknown>, table: string, column: string): RawBuilder<unknown>
  /** Any number of ids as a subquery in brackets with the column `id`. */
  tableOfIds(ids: readonly number[]): RawBuilder<{ id: number }>
  /** Any number of ids with a number each, as a subquery in brackets with the columns `id` and `number`. */
  numbersById(numbers: ReadonlyMap<number, number>): RawBuilder<unknown>
}

/** A connection for reading or an open transaction: queries take either. */
export type Reader = Kysely<Tables>

/** An open transaction; only files named `*.write.ts` get one. */
export type Writer = Transaction<Tables>

/**
 * What is known of a transaction in advance: `aside`, nothing that is shown depends on what it writes; `small`, it writes
 * about as much as one or two events take, so that its savepoint can be held in memory.
 */
export type Scope = 'aside' | 'small'

/** What a database takes just now. */
export interface Load {
  /** The size of its file and of the log of that, in bytes, where it is a file. */
  readonly bytes?: number
  /** The connections of this process, where it is on a server, and how many callers wait for one. */
  readonly connections?: Connections
}

/** Connections that are there, those of them that nobody uses, and how many callers wait for one. */
export interface Connections {
  readonly open: number
  readonly idle: number
  readonly awaited: number
}

/** An open, migrated database. */
export interface Database {
  readonly dialect: Dialect
  /** For reads outside of transactions; never sees an unfinished transaction. */
  readonly read: Reader
  /**
   * Runs the work as one durable transaction: when the promise resolves, all of it is on disk; if it rejects, none of it was
   * done. Transactions run one after the other, so that what the work reads cannot change before it is done. The work may
   * be run again from its beginning when the database has undone it. It makes a new {@link Database.revision} unless it is
   * `aside`. Throws a `DatabaseUnavailable` when the database cannot do it now.
   */
  write<Result>(work: (tx: Writer) => Promise<Result>, scope?: Scope): Promise<Result>
  /**
   * Runs work whose reads may use read replicas, where there are any: they may lack writes that were acknowledged within the
   * allowed lag, so it must not be for somebody who looks for their own write. {@link Database.revision} is then that of the
   * replica. Without replicas nothing is lacking.
   */
  relaxed<Result>(work: () => Result): Result
  /**
   * Looks up which rows have the words in their folded text, and answers conditions for them: all hold for a row with each
   * word of `all` and none of `none`. They are of this moment: a row that is written later may be judged by its old text.
   */
  matching(table: WordTable, words: SearchWords): Promise<readonly RawBuilder<SqlBool>[]>
  /**
   * The events that are wanted, of those that a list shows; undefined if finding them takes reading many texts, or where the
   * database is to look for them.
   */
  findListed(wanted: Wanted, shown: Shown): Promise<RowSet | undefined>
  /**
   * How many events at any of the venues a list shows; undefined where a query takes less, and until what is kept in memory
   * for that has been read, which asking begins.
   */
  countAt(venues: readonly number[], shown: Shown): Promise<number | undefined>
  /**
   * How many events with the flags a list shows that are not published; undefined where a query takes less, and until that is in
   * memory, which asking begins.
   */
  countUnpublished(shown: Shown, flags: WantedFlags): Promise<number | undefined>
  /**
   * A few of the events that were found, among which are those of a part of their list in the order of starts; undefined where a
   * query takes less, or until what is kept in memory for that has been read, which asking begins.
   */
  findStretch(events: RowSet, part: Part): Promise<Stretch | undefined>
  /** The events by how many of the words their titles lack: those with all of them come first. Undefined likewise. */
  rankByTitle(events: RowSet, words: readonly string[]): Promise<readonly RowSet[] | undefined>
  /**
   * Stores which events have which words, as far as that is missing or long outdated, so that searches need not look it up, and
   * forgets words that no text has any more. It works slowly, leaving most of the time to requests, and ends early when it is
   * aborted; the next call goes on from there.
   */
  prepareSearches(signal: AbortSignal): Promise<void>
  /**
   * A number that has grown whenever anything that may be shown has changed, in whichever process. A promise only where reading
   * it takes waiting.
   */
  revision(): number | Promise<number>
  /** Throws when the database cannot be used or its schema is not the one this program was made for. */
  assertReady(): Promise<void>
  /** How much it takes just now; asks no query. */
  load(): Promise<Load>
  close(): Promise<void>
}
