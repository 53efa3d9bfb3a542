import process from 'node:process'
import {
  type ClientBase,
  DatabaseError,
  Pool,
  type PoolClient,
  type QueryConfig,
  type QueryResult as PostgresResult,
  type Submittable,
} from 'pg'
import type { CompiledQuery, QueryResult } from 'kysely'
import type { Connections } from '../dialect.ts'
import { DatabaseAway, DatabaseBusy, DatabaseFull } from '../unavailable.ts'
import { HotStatements } from './postgres.statements.ts'
import {
  arePlain,
  getTypeParser,
  Prepared,
  PreparedReads,
  type Question,
  type Told,
} from './postgres.prepared.ts'
import { Together } from './postgres.together.ts'
import { TransactionConflict } from './postgres.conflict.ts'

/** How a process uses a PostgreSQL server. */
export interface PostgresLimits {
  /** How many connections read at the same time, beside those that write. */
  readonly connections: number
  /** How long a statement may take, and how long one may wait for a connection, in milliseconds; 0 is for ever. */
  readonly timeout_ms: number
}

/** How a pool uses its connections. */
interface PoolLimits extends PostgresLimits {
  /** Whether statements are sent before those before them are answered. */
  readonly isPipelined?: boolean
}

/** How long after the server would have given up a silent network is noticed, in milliseconds. */
const silence_ms = 2_000

/** Connections are made anew after this long: servers behind an address may have changed, in seconds. */
const lifetime_s = 1_800

/**
 * A connection that nobody has used for so long is closed, in milliseconds. To make one anew takes as long as a few lists, and what
 * had been prepared on it is gone.
 */
const idle_ms = 300_000

/**
 * The clients that are connected to the server itself. Others reach it through a pooler such as pgbouncer, which may give each
 * transaction another connection of its own: there, nothing may be set or prepared that outlasts a transaction.
 */
const direct = new WeakSet<ClientBase>()

/**
 * Sets what every statement of a direct connection needs. A pooler has told the client another process than the one that answers,
 * and then nothing is set. (At the beginning of a connection it could be set sooner, but poolers refuse that.)
 */
async function greet(client: ClientBase, timeout_ms: number): Promise<void> {
  const { rows } = await client.query(
    // JIT compilation takes longer than any of our queries.
    `select set_config('statement_timeout', $1, false), set_config('jit', 'off', false) where pg_backend_pid() = $2`,
    [String(timeout_ms), processOf(client)],
  )
  if (rows.length > 0) direct.add(client)
}

/** The process that the client was told to be connected to; the driver's types do not have it. */
function processOf(client: ClientBase): number {
  return 'processID' in client ? Number(client.processID) : 0
}

/** Connections to a PostgreSQL server. None is made before it is needed, and lost ones are replaced. */
export class PostgresPool {
  /** How long a statement may take, in milliseconds; 0 is for ever. */
  readonly timeout_ms: number
  readonly #pool: Pool
  readonly #statements = new HotStatements()
  readonly #together = new Together(this)

  constructor(url: string, { connections, timeout_ms, isPipelined = false }: PoolLimits) {
    this.timeout_ms = timeout_ms
    this.#pool = new Pool({
      connectionString: url,
      application_name: 'kalends',
      max: connections,
      connectionTimeoutMillis: timeout_ms,
      maxLifetimeSeconds: lifetime_s,
      idleTimeoutMillis: idle_ms,
      keepAlive: true,
      pipeline: isPipelined,
      types: { getTypeParser },
      // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it; its types do not say so
      onConnect: async (client) => greet(client, timeout_ms),
      ...(timeout_ms > 0 && { query_timeout: timeout_ms + silence_ms }),
    })
    // Losing an unused connection has no consequences.
    this.#pool.on('error', () => {})
  }

  /** A connection to be used alone until it is released; throws {@link DatabaseAway} or {@link DatabaseBusy}. */
  async lease(): Promise<PostgresLease> {
    try {
      return new PostgresLease(await this.#pool.connect(), this.#statements)
    } catch (error) {
      throw isOfServer(error) ? explained(error) : new DatabaseAway({ cause: error })
    }
  }

  /** Runs one statement that only reads on whichever connection is free. Others that are asked in the same moment may go with it. */
  async once<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return this.#together.run<Row>(query)
  }

  /** Lends whichever connection is free for some work. */
  async lend<Result>(work: (lease: PostgresLease) => Promise<Result>): Promise<Result> {
    const lease = await this.lease()
    try {
      return await work(lease)
    } finally {
      lease.release()
    }
  }

  /** Whether somebody waits for an answer. */
  get isBusy(): boolean {
    return this.#pool.totalCount > this.#pool.idleCount
  }

  get connections(): Connections {
    const { totalCount, idleCount, waitingCount } = this.#pool
    return { open: totalCount, idle: idleCount, awaited: waitingCount }
  }

  async close(): Promise<void> {
    await this.#pool.end()
  }
}

/** Begins a transaction with a savepoint, after waiting in a queue if there is one; `beginning` makes it. */
export type BeginStatement = `begin ${string}; savepoint one`

/**
 * The statement that begins a transaction whose statements may take so long each, in milliseconds, with 0 for ever. Each sees what
 * is committed when it begins, which waiting in the `queue` would else be of no use for.
 */
export function beginning(timeout_ms: number, queue?: number): BeginStatement {
  const limited = `begin isolation level read committed; set local statement_timeout = ${timeout_ms}` as const
  if (queue === undefined) return `${limited}; savepoint one`
  return `${limited}; select pg_advisory_xact_lock(${queue}); savepoint one`
}

/** Statements that control transactions. */
export type TransactionStatement =
  | BeginStatement
  | 'commit'
  | 'rollback'
  | 'savepoint one'
  | 'release one'
  | 'release one; savepoint one'
  | 'rollback to one'

/** A statement of the transaction has failed, and all others with it. */
export function transactionFailed(cause?: unknown): Error {
  return new Error('The transaction had failed and was rolled back.', { cause })
}

/** The answers to several reads. */
interface Answered {
  readonly answers: readonly unknown[][]
  /** The error of the first read without an answer. */
  readonly failure?: unknown
}

/** A connection, while one caller uses it. */
export class PostgresLease {
  readonly #client: PoolClient
  readonly #statements: HotStatements
  #isBroken = false

  constructor(client: PoolClient, statements: HotStatements) {
    this.#client = client
    this.#statements = statements
    // If the connection is lost while in use, the query fails.
    client.on('error', this.#breaks)
  }

  /** Runs one statement; frequent ones are prepared on the server. */
  async run<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const question = this.questionOf(query)
    if (question) {
      const { answers, failure } = await this.answer([question])
      const [rows] = answers
      if (!rows) throw failure
      // Kysely types the rows by the query that was built; the driver only carries them.
      return { rows: rows as Row[] }
    }
    const { sql: text, parameters } = query
    const name = this.isDirect ? this.#statements.nameOf(text) : undefined
    const answer = await this.#ask({
      text,
      values: parameters.map(storable),
      ...(name !== undefined && { name }),
    })
    if (name !== undefined) this.#remember(name, answer)
    const { rows, rowCount, command } = answer
    const answered = { rows: rows as Row[] }
    return changing.has(command) ? { ...answered, numAffectedRows: BigInt(rowCount ?? 0) } : answered
  }

  /** The statement as it is prepared on this connection; undefined if it is not, or not with such parameters. */
  questionOf({ sql: text, parameters }: CompiledQuery): Question | undefined {
    const name = this.#statements.knownAs(text)
    const statement = name === undefined ? undefined : preparedOn(this.#client).get(name)
    if (!statement) return undefined
    const values = parameters.map(storable)
    return arePlain(values) ? { statement, values } : undefined
  }

  /** The rows that each of these reads, up to the first that fails, if one does: those after it are not asked. */
  async answer(questions: readonly Question[]): Promise<Answered> {
    const answers: unknown[][] = []
    try {
      await this.put((told) => new PreparedReads(questions, answers, told))
      return { answers }
    } catch (failure) {
      return { answers, failure }
    }
  }

  /** Begins or ends a transaction or a savepoint; throws when it ends in another way than it should. */
  async say(statement: TransactionStatement): Promise<void> {
    const { command } = await this.#ask({ text: statement })
    // A transaction in which a statement has failed is rolled back by its COMMIT, without an error.
    if (statement === 'commit' && command !== 'COMMIT') throw transactionFailed()
  }

  /** Sends a question that writes the protocol itself. */
  async put<Answer>(question: (told: Told<Answer | undefined>) => Submittable): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    this.#client.query(question((error, answer) => (error ? reject(error) : resolve(answer as Answer))))
    return this.#explained(promise)
  }

  #remember(name: string, { command, fields }: PostgresResult): void {
    // With pipelining, the driver accepts only queries of its own class.
    if (command !== 'SELECT' || this.#client.pipeline) return
    preparedOn(this.#client).set(name, new Prepared(name, fields))
  }

  async #ask(query: QueryConfig): Promise<PostgresResult> {
    if (this.#client.pipeline) gather(this.#client)
    return this.#explained(this.#client.query(query))
  }

  async #explained<Answer>(answer: Promise<Answer>): Promise<Answer> {
    try {
      return await answer
    } catch (error) {
      const explanation = explained(error)
      if (explanation instanceof DatabaseAway) this.#isBroken = true
      throw explanation
    }
  }

  /** Whether what is prepared or set on the connection is there for the next transaction as well. */
  get isDirect(): boolean {
    return direct.has(this.#client)
  }

  /** Whether the connection has been lost. */
  get isBroken(): boolean {
    return this.#isBroken
  }

  /** Returns it to the pool; a `spoiled` one, like a lost one, is closed. */
  release(isSpoiled = false): void {
    this.#client.off('error', this.#breaks)
    this.#client.release(this.#isBroken || isSpoiled)
  }

  readonly #breaks = () => {
    this.#isBroken = true
  }
}

/** Sends statements of the same moment as one, as waking the server takes longer than most statements. */
function gather({ connection: { stream } }: PoolClient): void {
  stream.cork()
  process.nextTick(() => stream.uncork())
}

/** What is prepared on each connection, and has been answered there. */
const prepared = new WeakMap<PoolClient, Map<string, Prepared>>()

function preparedOn(client: PoolClient): Map<string, Prepared> {
  const known = prepared.get(client) ?? new Map<string, Prepared>()
  prepared.set(client, known)
  return known
}

const changing = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

/** PostgreSQL has no U+0000. No stored text contains it; in searches, a character that nobody writes replaces it. */
function storable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(storable)
  return typeof value === 'string' ? value.replaceAll('\0', '\uffff') : value
}

/** SQLSTATEs of failures that may pass (https://www.postgresql.org/docs/current/errcodes-appendix.html). */
const meanings: readonly (readonly [RegExp, new (options: ErrorOptions) => Error])[] = [
  // Serialization failure, deadlock.
  [/^(40001|40P01)$/, TransactionConflict],
  // Statement timeout, lock timeout, too many connections.
  [/^(57014|55P03|53300)$/, DatabaseBusy],
  // Disk full.
  [/^53100$/, DatabaseFull],
  // Connection lost or turned away, server shutting down, crashed or starting; idle in a transaction for too long; a
  // standby, after a failover; a statement prepared before its table had other columns, which another connection prepares anew.
  [/^(08...|57P0[1235]|25P03|25006|28...|3D000|0A000)$/, DatabaseAway],
]

/** The message of the pool when no connection became free in time. */
const waitedInVain = 'timeout exceeded when trying to connect'

function isOfServer(error: unknown): boolean {
  return error instanceof DatabaseError || (error instanceof Error && error.message === waitedInVain)
}

function explained(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  if (error instanceof DatabaseError) {
    const [, Meaning] = meanings.find(([code]) => code.test(error.code ?? '')) ?? []
    return Meaning ? new Meaning({ cause: error }) : error
  }
  if (error.message === waitedInVain) return new DatabaseBusy({ cause: error })
  return isOfConnection(error) ? new DatabaseAway({ cause: error }) : error
}

/** Whether the connection is at fault rather than the statement: by the code of the system, or the message of the driver. */
function isOfConnection(error: Error): boolean {
  return 'syscall' in error || /connection|not queryable|timeout|terminated/i.test(error.message)
}
