import type { Kysely, RawBuilder, SqlBool, Transaction } from 'kysely'
import type { Tables } from '../schema/tables.all.ts'
import type { SchemaWords } from '../schema/words.ts'

/** Tables whose ids the database generates. */
export type GeneratedTable =
  | 'items'
  | 'terms'
  | 'tickets'
  | 'guests'
  | 'guest_notices'
  | 'users'
  | 'app_passwords'
  | 'tokens'
  | 'sessions'
  | 'passkeys'
  | 'import_sources'
  | 'import_schedules'
  | 'imports'
  | 'mail_outbox'
  | 'submissions'
  | 'fields'
  | 'subscribers'
  | 'subscription_requests'
  | 'digests'
  | 'subscriptions'
  | 'letter_lists'
  | 'letters'
  | 'letter_issues'
  | 'letter_sends'
  | 'webhooks'
  | 'webhook_deliveries'
  | 'import_ends'

/** A row to be inserted: the values by column. */
export type NewRow = Readonly<Record<string, unknown>>

/**
 * Where the two kinds of databases differ; code outside `db/` never asks which one it uses. Everything else is the same in
 * both by the choice of representation (see `tables.ts`).
 */
export interface Dialect {
  /** What the schema is written in. */
  readonly schema: SchemaWords
  /** Makes ids that are generated from now on greater than all existing ones, after rows with given ids were added. */
  passIds(tx: Writer, table: GeneratedTable): Promise<void>
  /** Does the work of a transaction without the triggers of the schema, which are there again at its end, however it ends. */
  withoutTriggers(tx: Writer, work: () => Promise<void>): Promise<void>
  /** Inserts any number of rows, which all have the same columns. */
  insertAll(tx: Writer, table: keyof Tables, rows: readonly NewRow[]): Promise<void>
  /** The sort keys for ordering by a possibly long text: the first is the part that is in indexes ({@link SchemaWords.keyOf}). */
  textOrder(text: RawBuilder<unknown>): readonly RawBuilder<unknown>[]
  /** Whether a (folded) text contains the (folded) word; also one that 0.1.0 has folded, without evening its marks. */
  holds(text: RawBuilder<unknown>, word: string): RawBuilder<SqlBool>
  /** A value of each row of a query, as a JSON list; several lists of a query are in the same order. */
  listOf(value: RawBuilder<unknown>): RawBuilder<string>
  /** The members of a JSON object, or of the empty text none, as a table with their names in the column `key`, beside the row it is of. */
  membersOf(json: RawBuilder<unknown>): RawBuilder<unknown>
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
 * What is known of a transaction in advance: nothing that is shown depends on what it writes; or it is about events alone, and whatever
 * else of what is shown it touches is told by triggers (`schema/changeLog.ts`).
 */
export type Scope = 'aside' | 'events'

/** What a database takes just now. */
export interface Load {
  /** The size of its file and of the log of that, in bytes, where it is a file. */
  readonly bytes?: number
  /** The connections of this process, where it is on a server, and how many callers wait for one. */
  readonly connections?: Connections
}

/** What kind of database it is, for who looks after it. */
export interface About {
  readonly kind: 'SQLite' | 'PostgreSQL'
  readonly version: string
  /** In bytes. */
  readonly bytes: number
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
   * Runs work with a reader that sees the database at one moment, on a connection of its own: nobody else reads on it meanwhile, and
   * nobody is kept from writing. One work runs at a time.
   */
  atOneMoment<Result>(work: (reader: Reader) => Promise<Result>): Promise<Result>
  /**
   * A number that has grown whenever anything that may be shown has changed, in whichever process. A promise only where reading
   * it takes waiting.
   */
  revision(): number | Promise<number>
  /**
   * A number that is another one after anything was committed, shown or not, by whichever process; undefined where only a query would
   * tell.
   */
  committed(): number | undefined
  /** Throws when the database cannot be used or its schema is not the one this program was made for. */
  assertReady(): Promise<void>
  /** What it is, and how large. */
  about(): Promise<About>
  /**
   * Has nothing left, in the files of these tables, of what has been removed from them before. They are few rows: on a server nobody
   * else uses the tables meanwhile, and its log is its operator’s matter. Throws `DatabaseBusy` when others use them for too long.
   */
  scrub(tables: readonly (keyof Tables)[]): Promise<void>
  /** How much it takes just now; asks no query. */
  load(): Promise<Load>
  close(): Promise<void>
}
