import type { Kysely, RawBuilder, SqlBool, Transaction } from 'kysely'
import type { Box } from '../geo/area.ts'
import type { SearchWords } from '../text/search.ts'
import type { ListingFlagName } from './listings/listings.ts'
import type { Wanted } from './eventSearch.ts'
import type { Part, Stretch } from './partByStart.ts'
import type { RowSet } from './rowSet.ts'
import type { Shown, WantedFlags } from './spans.ts'
import type { Tables } from './tables.ts'
import type { Trigger } from './trigger.ts'

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
  /** The column type of texts, which are compared by their bytes in UTF-8. */
  readonly text: 'text' | RawBuilder<unknown>
  /** The column type of a primary key whose values are given. */
  readonly givenId: 'integer' | 'bigint'
  /** The column type of a primary key that the database generates, never reusing a value. */
  readonly generatedId: RawBuilder<unknown>
  /** Makes ids that are generated from now on greater than all existing ones, after rows with given ids were added. */
  passIds(tx: Writer, table: GeneratedTable): Promise<void>
  /** Inserts any number of rows, which all have the same columns. */
  insertAll(tx: Writer, table: keyof Tables, rows: readonly NewRow[]): Promise<void>
  /** A new UUID (version 4) for every row, as text in lower case. */
  readonly randomUuid: RawBuilder<string>
  /** The part of a possibly long text that goes into an index. */
  textKey(text: RawBuilder<unknown>): RawBuilder<unknown>
  /** The sort keys for ordering by such a text: the first is its {@link Dialect.textKey}. */
  textOrder(text: RawBuilder<unknown>): readonly RawBuilder<unknown>[]
  /** Builds the index that finds equal ones of such texts, where the index of their order does not. */
  createTextIndex(db: Kysely<Tables>, table: SearchableTable, column: string): Promise<void>
  /** Makes `listings` and the listings of links (`listings.ts`): tables that triggers keep up to date, or views. */
  createListings(db: Kysely<Tables>): Promise<void>
  /** Adds to the listings, where they are tables, what makes the most frequent lists a single range of an index. */
  createRanges(db: Kysely<Tables>): Promise<void>
  /** Stores the links of events in the order in which lists read them. */
  arrangeLinks(db: Kysely<Tables>): Promise<void>
  /** Makes `event_links` (`eventLinks.ts`), the table or view with all links of an event. */
  createEventLinks(db: Kysely<Tables>): Promise<void>
  /** Makes the counts of events by what they are linked to (`LinkedDaysTable`), where listings are tables. */
  createLinkedDays(db: Kysely<Tables>): Promise<void>
  /** Adds the counts of events by their costs. */
  countToldCosts(db: Kysely<Tables>): Promise<void>
  /** Removes the listings of removed records in one statement, where that is quicker. */
  removeListingsTogether(db: Kysely<Tables>): Promise<void>
  /** Adds the counts by flag to `listed_days`, where listings are tables. */
  countFlags(db: Kysely<Tables>): Promise<void>
  /** Replaces listings that were views by tables, with all of the above. */
  tabulateListings(db: Kysely<Tables>): Promise<void>
  createTrigger(db: Kysely<Tables>, trigger: Trigger): Promise<void>
  /** Makes an existing trigger run once for all rows of a statement, if the database can. */
  doTogether(db: Kysely<Tables>, trigger: Trigger): Promise<void>
  /** Restates an existing trigger in the words it is declared with now, where that makes a difference; it does the same. */
  restateTrigger(db: Kysely<Tables>, trigger: Trigger): Promise<void>
  /** Builds the index that finds substrings of the folded text, and keeps it up to date. */
  createSearchIndex(db: Kysely<Tables>, table: SearchableTable): Promise<void>
  /** Whether the term’s folded text contains the (folded) text; uses the search index if the text is long enough. */
  contains(table: 'terms', text: string): RawBuilder<SqlBool>
  /** Replaces the search index by an index of words, where that is faster, and keeps it up to date. */
  createWordIndex(db: Kysely<Tables>, table: WordTable): Promise<void>
  /** Indexes the texts of events that are committed together in one step, where that takes less. */
  gatherTexts(db: Kysely<Tables>): Promise<void>
  /** Makes what {@link Dialect.createWordIndex} and {@link Dialect.gatherTexts} have made be as they would make it now. */
  restateWordIndexes(db: Kysely<Tables>): Promise<void>
  /** Makes the tables for {@link Database.prepareSearches}, where it writes word by word. */
  createPostings(db: Kysely<Tables>): Promise<void>
  /** Makes the tables for {@link Database.prepareSearches}, where it writes block by block of the events. */
  createBlocks(db: Kysely<Tables>): Promise<void>
  /** Whether a (folded) text contains the (folded) word. */
  holds(text: RawBuilder<unknown>, word: string): RawBuilder<SqlBool>
  /** A number of each row of a query, as a JSON list; several lists of a query are in the same order. */
  numbersOf(number: RawBuilder<unknown>): RawBuilder<string>
  /** Whether the row is in the set, which may be large. */
  isAmong(table: WordTable, rows: RowSet): RawBuilder<SqlBool>
  /** Whether an id, which may be null, is in the set; made for testing many ids. */
  isOneOf(id: RawBuilder<unknown>, rows: RowSet): RawBuilder<SqlBool>
  /** Builds the index of coordinates for {@link Dialect.inBoxes}, and keeps it up to date. */
  createPlaceIndex(db: Kysely<Tables>): Promise<void>
  /** Whether a venue is in one of the boxes by the index, which may also find venues just outside of them. */
  inBoxes(boxes: readonly Box[]): RawBuilder<SqlBool>
  /** The flags that an index of all listings may have without making them slower to change. */
  readonly indexedFlags: readonly ListingFlagName[]
  /** Adds ids to the index of protected events, where it does not have them by itself. */
  indexClosed(db: Kysely<Tables>): Promise<void>
  /** Adds statistics of how few events last long, where query plans depend on it. */
  tellLasting(db: Kysely<Tables>): Promise<void>
  /** Stores events without compressing their texts, as long as each row fits a page, where they would be compressed. */
  keepRowsWhole(db: Kysely<Tables>): Promise<void>
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
  close(): Promise<void>
}
