import type { Kysely, RawBuilder, SqlBool, Transaction } from 'kysely'
import type { Box } from '../geo/area.ts'
import type { SearchWords } from '../text/search.ts'
import type { RowSet } from './rowSet.ts'
import type { Within } from './spans.ts'
import type { Tables } from './tables.ts'
import type { Trigger } from './trigger.ts'

/** Tables whose `folded` column is searched for words. */
export const wordTables = ['events', 'venues', 'organizers', 'media'] as const
export type WordTable = (typeof wordTables)[number]

/** Tables with a `folded` column that is searched for substrings. */
export type SearchableTable = WordTable | 'terms'

/** Tables whose ids the database hands out. */
export type GeneratedTable =
  | 'items'
  | 'terms'
  | 'tickets'
  | 'users'
  | 'app_passwords'
  | 'tokens'
  | 'import_sources'
  | 'imports'

/** A row that is to be: what each of its columns holds. */
export type NewRow = Readonly<Record<string, unknown>>

/**
 * What the two databases disagree on; nothing outside `db/` asks which one it is.
 * Everything else is made equal by the choice of representation (see `tables.ts`).
 */
export interface Dialect {
  readonly name: 'sqlite' | 'postgres'
  /** Whether it is the thread which asks that carries out what it asks for, so that it does nothing else meanwhile. */
  readonly holdsUp: boolean
  /** The column type of texts: they are told apart and ordered by their bytes in UTF-8. */
  readonly text: 'text' | RawBuilder<unknown>
  /** The column type of an id that is given, the primary key of its table. */
  readonly givenId: 'integer' | 'bigint'
  /** The column type of an id that the database hands out, never reusing one. */
  readonly generatedId: RawBuilder<unknown>
  /** Sees to it that ids handed out from now on are beyond all that there are, after some were given by hand. */
  passIds(tx: Writer, table: GeneratedTable): Promise<void>
  /** Adds rows, however many; all of them have the same columns. */
  insertAll(tx: Writer, table: keyof Tables, rows: readonly NewRow[]): Promise<void>
  /** A new UUID (version 4) for every row, as text in lower case. */
  readonly randomUuid: RawBuilder<string>
  /** What of a text that may be long goes into an index. */
  textKey(text: RawBuilder<unknown>): RawBuilder<unknown>
  /** What is compared, one after the other, to order by such a text: the first is its {@link Dialect.textKey}. */
  textOrder(text: RawBuilder<unknown>): readonly RawBuilder<unknown>[]
  /** Builds the index by which such texts are found that equal another one, where that of their order does not do it. */
  createTextIndex(db: Kysely<Tables>, table: SearchableTable, column: string): Promise<void>
  /** Makes `listings` and those of links (`listings.ts`), tables or views with what lists choose events by, always in step with these. */
  createListings(db: Kysely<Tables>): Promise<void>
  /** Has beside the listings, where they are tables, whatever makes one range of an index of the lists that are asked for most. */
  createRanges(db: Kysely<Tables>): Promise<void>
  /** Has what lists read of the links of events stand together. */
  arrangeLinks(db: Kysely<Tables>): Promise<void>
  /** Makes `event_links` (`eventLinks.ts`), a table or view with all links of an event, always in step with these. */
  createEventLinks(db: Kysely<Tables>): Promise<void>
  /** Counts, where listings are tables, the events of whatever they are linked to (`LinkedDaysTable`). */
  createLinkedDays(db: Kysely<Tables>): Promise<void>
  /** The same of what they cost. */
  countToldCosts(db: Kysely<Tables>): Promise<void>
  /** Has listings of what is removed go together, where that is sooner. */
  removeListingsTogether(db: Kysely<Tables>): Promise<void>
  /** Has `listed_days` count the flags of listings too, where they are tables. */
  countFlags(db: Kysely<Tables>): Promise<void>
  /** Has all of this in tables where listings were views. */
  tabulateListings(db: Kysely<Tables>): Promise<void>
  createTrigger(db: Kysely<Tables>, trigger: Trigger): Promise<void>
  /** Has a trigger that is there already do what it does together, if it can. */
  doTogether(db: Kysely<Tables>, trigger: Trigger): Promise<void>
  /** Has a trigger that is there already do the same by the statements that it is declared with now, where that makes a difference. */
  restateTrigger(db: Kysely<Tables>, trigger: Trigger): Promise<void>
  /** Builds the index by which substrings of the folded text are found and keeps it in step with the table. */
  createSearchIndex(db: Kysely<Tables>, table: SearchableTable): Promise<void>
  /** Whether the term's folded text contains the (folded) text; uses the search index where that is long enough. */
  contains(table: 'terms', text: string): RawBuilder<SqlBool>
  /** Puts an index of words in the place of the search index, where that is faster, and keeps it in step with the table. */
  createWordIndex(db: Kysely<Tables>, table: WordTable): Promise<void>
  /** Has texts of events that are committed together indexed together, where that takes less. */
  gatherTexts(db: Kysely<Tables>): Promise<void>
  /** Makes what {@link Database.prepareSearches} writes to, where it writes word by word, */
  createPostings(db: Kysely<Tables>): Promise<void>
  /** and where it writes block by block of the events. */
  createBlocks(db: Kysely<Tables>): Promise<void>
  /** Whether a (folded) text contains the (folded) word. */
  holds(text: RawBuilder<unknown>, word: string): RawBuilder<SqlBool>
  /** The numbers of a column in all rows of a query, as JSON; several of a query are in the same order. */
  numbersOf(column: string): RawBuilder<string>
  /** Whether the row is among these, however many they are. */
  isAmong(table: WordTable, rows: RowSet): RawBuilder<SqlBool>
  /** Whether an id, which may be null, is one of these: asked of so many that each is to be told at once. */
  isOneOf(id: RawBuilder<unknown>, rows: RowSet): RawBuilder<SqlBool>
  /** Builds the index behind {@link Dialect.inBoxes} and keeps it in step with the coordinates of venues. */
  createPlaceIndex(db: Kysely<Tables>): Promise<void>
  /** Whether a venue is in one of the boxes, or so little outside that only its coordinates tell; by the index. */
  inBoxes(boxes: readonly Box[]): RawBuilder<SqlBool>
  /** Has the index of events with a password tell their ids, where it does not by itself. */
  indexClosed(db: Kysely<Tables>): Promise<void>
  /** Has it known how few events last long, where plans depend on that. */
  tellLasting(db: Kysely<Tables>): Promise<void>
  /** Whether the id is among those that the query answers, which are few: they are looked up once for all. */
  isAmongFew(id: RawBuilder<unknown>, query: RawBuilder<unknown>): RawBuilder<SqlBool>
  /** The rows of a table, as `links`, that belong to any of these ids (a table in brackets): looked up by an index one by one. */
  linksOfEach(ids: RawBuilder<unknown>, table: string, column: string): RawBuilder<unknown>
  /** Ids, as many as there are, as a table in brackets with the column `id`. */
  tableOfIds(ids: readonly number[]): RawBuilder<{ id: number }>
  /** Numbers by id, as many as there are, as a table in brackets with the columns `id` and `number`. */
  numbersById(numbers: ReadonlyMap<number, number>): RawBuilder<unknown>
}

/** A read connection or an open transaction: queries take either. */
export type Reader = Kysely<Tables>

/** An open transaction; only `*.write.ts` files are handed one. */
export type Writer = Transaction<Tables>

/**
 * What is known of a transaction beforehand: nothing that anybody is shown depends on what it writes (`aside`), or it writes
 * what belongs to one event or two (`small`), so that what undoes it may be held in memory.
 */
export type Scope = 'aside' | 'small'

/** An open, migrated database. */
export interface Database {
  readonly dialect: Dialect
  /** Autocommitted reads; never sees a half-done transaction. */
  readonly read: Reader
  /**
   * Runs the work as one durable transaction: all of it is on disk when the promise resolves, or none of it. Transactions
   * happen one after the other, so that what the work reads stays as it is until it is done. It may be run again from its
   * beginning when the database has undone it. It counts as a new {@link Database.revision} unless the work is `aside`, of
   * which nothing that anybody is shown depends. Throws a `DatabaseUnavailable` where the database cannot
   * do it now.
   */
  write<Result>(work: (tx: Writer) => Promise<Result>, scope?: Scope): Promise<Result>
  /**
   * Runs work that nobody waits to see their own writes in: what it reads may lack what was acknowledged less than the allowed
   * lag ago, where there are read replicas; {@link Database.revision} is then of what it reads. Elsewhere it lacks nothing.
   */
  relaxed<Result>(work: () => Result): Result
  /**
   * Looks up which rows hold the words in their folded text, and answers conditions that say so; all of these hold for a
   * row with each of `all` and none of `none`. They are of now: what is written later may be told by its text of before.
   */
  matching(table: WordTable, words: SearchWords): Promise<readonly RawBuilder<SqlBool>[]>
  /**
   * The events that hold the words and that a list of this window shows anybody, protected ones left out; undefined where
   * they are not known without looking into many texts.
   */
  findListed(words: SearchWords, within: Within): Promise<RowSet | undefined>
  /** The events by how many of the words are not in their titles: those with all of them come first. Undefined likewise. */
  rankByTitle(events: RowSet, words: readonly string[]): Promise<readonly RowSet[] | undefined>
  /**
   * Writes down what searches would have to look up, as far as that is not there or of long ago. It takes its time, a little
   * for each that others have, and ends early when it is told to; asked again, it goes on.
   */
  prepareSearches(signal: AbortSignal): Promise<void>
  /**
   * A number that has grown whenever anything that may be shown has changed, by whichever process. At once where that takes no
   * waiting.
   */
  revision(): number | Promise<number>
  /** Throws when the database cannot be used or its schema is not the one this program was made for. */
  assertReady(): Promise<void>
  close(): Promise<void>
}
