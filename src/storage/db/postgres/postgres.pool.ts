import {
  PostgresAdapter,
  PostgresDialect,
  type PostgresPool as KyselyPool,
  type PostgresPoolClient as KyselyClient,
  type PostgresQueryResult,
} from 'kysely'
import { type ClientBase, DatabaseError, Pool, type PoolClient, types } from 'pg'
import type { Connections } from '../dialect.ts'
import { DatabaseAway } from '../unavailability.ts'
import { type Encryption, isOfEncryption, readServerAddress } from './postgres.address.ts'
import { explained, explainedConnecting, TransactionConflict } from './postgres.errors.ts'
import { HotStatements } from './postgres.prepared.ts'

/** How a process uses a PostgreSQL server. */
export interface PostgresLimits {
  /** How many connections read at the same time, beside those that write. */
  readonly connections: number
  /** How long a statement may take, and how long one may wait for a connection, in milliseconds; 0 is for ever. */
  readonly timeout_ms: number
}

/** How long after the server would have given up a silent network is noticed, in milliseconds. */
const silence_ms = 2_000

/** Connections are made anew after this long: servers behind an address may have changed, in seconds. */
const lifetime_s = 1_800

/** A connection that nobody has used for so long is closed, in milliseconds. To make one anew takes as long as a few lists. */
const idle_ms = 300_000

/**
 * Connections to a PostgreSQL server, for Kysely. None is made before it is needed, and lost ones are replaced. What fails says
 * whether the server is away or busy (`postgres.errors.ts`).
 */
export class PostgresPool implements KyselyPool {
  readonly #pool: Pool
  readonly #encryptions: readonly Encryption[]
  /** Which of them connections are made with: the first that served. */
  #encryption = 0
  readonly #statements = new HotStatements()
  #ended: Promise<void> | undefined

  /**
   * `pipeline`: a statement is sent before those before it on the connection are answered. A server that is 2 ms away is waited for
   * 9 times in a transaction of 6 statements, else 11 times; for 5,000 rows of an import 4 times, else 15 (0.18 s, else 0.52).
   */
  constructor(url: string, { connections, timeout_ms }: PostgresLimits, pipeline = false) {
    const { url: connectionString, user, encryptions, negotiation } = readServerAddress(url)
    this.#encryptions = encryptions
    this.#pool = new Pool({
      user,
      connectionString,
      ssl: encryptions[0],
      sslnegotiation: negotiation,
      application_name: 'kalends',
      max: connections,
      connectionTimeoutMillis: timeout_ms,
      maxLifetimeSeconds: lifetime_s,
      idleTimeoutMillis: idle_ms,
      keepAlive: true,
      pipeline,
      types: { getTypeParser },
      // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it; its types do not say so
      onConnect: async (client) => greet(client, timeout_ms),
      ...(timeout_ms > 0 && { query_timeout: timeout_ms + silence_ms }),
    })
    // Losing a connection is told by the statement that it was needed for, if there is one.
    this.#pool.on('error', () => {}).on('connect', (client) => client.on('error', () => {}))
  }

  /** A connection to be used alone until it is released; throws `DatabaseAway` or `DatabaseBusy`. */
  async connect(): Promise<KyselyClient> {
    try {
      // Kysely’s type also has cursors, which nobody here uses.
      return new Lease(await this.#connected(), this.#statements) as Pick<Lease, keyof Lease> as KyselyClient
    } catch (error) {
      throw explainedConnecting(error)
    }
  }

  async #connected(): Promise<PoolClient> {
    const tried = this.#encryption
    try {
      return await this.#pool.connect()
    } catch (error) {
      if (this.#encryptions.length === 1 || !isOfEncryption(error)) throw error
      // Somebody else who was refused may have gone on already.
      if (tried === this.#encryption) this.#encryptBy((tried + 1) % this.#encryptions.length)
      // After the last one, all begins anew: the server may be set up otherwise by then.
      if (tried === this.#encryptions.length - 1) throw error
      return this.#connected()
    }
  }

  /** New connections are made with these options. */
  #encryptBy(which: number): void {
    this.#encryption = which
    this.#pool.options.ssl = this.#encryptions[which]
  }

  get options(): object {
    return this.#pool.options
  }

  get connections(): Connections {
    const { totalCount, idleCount, waitingCount } = this.#pool
    return { open: totalCount, idle: idleCount, awaited: waitingCount }
  }

  /** Closes all connections, and makes no more; being asked again changes nothing. */
  async end(): Promise<void> {
    this.#ended ??= this.#pool.end()
    await this.#ended
  }
}

/** Kysely on these connections. Migrations have a lock for the whole transaction already, as not every pooler has one for a session. */
export class PooledDialect extends PostgresDialect {
  constructor(pool: KyselyPool) {
    super({ pool })
  }

  override createAdapter(): PostgresAdapter {
    return new Adapter()
  }
}

class Adapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}

  override async releaseMigrationLock(): Promise<void> {}
}

/**
 * The pool for statements that only read, each by itself on whichever connection is free. One whose connection is lost is
 * asked again on another: reading twice changes nothing, and a server that was restarted is there again.
 */
export function forSingleReads(pool: PostgresPool): KyselyPool {
  const once = async <Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>> => {
    const client = await pool.connect()
    try {
      return await client.query<Row>(text, values)
    } finally {
      client.release()
    }
  }
  const query = async (text: string, values: readonly unknown[]) => {
    try {
      return await once(text, values)
    } catch (error) {
      if (error instanceof DatabaseAway || error instanceof TransactionConflict) return once(text, values)
      throw error
    }
  }
  const any = { query, release: () => {} } as KyselyClient
  return { options: pool.options, connect: async () => any, end: async () => pool.end() }
}

/** A connection, while one caller uses it. */
class Lease {
  readonly #client: PoolClient
  readonly #statements: HotStatements
  #isLost = false

  constructor(client: PoolClient, statements: HotStatements) {
    this.#client = client
    this.#statements = statements
  }

  /** Runs one statement; frequent ones are prepared on the server. */
  async query<Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>> {
    const name = direct.has(this.#client) ? this.#statements.nameOf(text) : undefined
    try {
      const query = { ...(name !== undefined && { name }), text, values: values.map(storable) }
      const result: unknown = await this.#client.query(query)
      // Kysely types the rows by the query that was built; the driver only carries them.
      return result as PostgresQueryResult<Row>
    } catch (error) {
      const explanation = explained(error)
      if (error instanceof DatabaseError && error.code === '0A000') this.#statements.renew()
      this.#isLost ||= explanation instanceof DatabaseAway
      throw explanation
    }
  }

  /** Returns it to the pool; a lost one is closed. */
  release(isSpoiled = false): void {
    this.#client.release(this.#isLost || isSpoiled)
  }
}

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

type OfDriver = typeof types.getTypeParser

/** Ids, counts and instants are whole numbers far below 2^53; the driver has them as text otherwise. */
const numbers: ReadonlySet<number> = new Set([types.builtins.INT8, types.builtins.NUMERIC])

const getTypeParser: OfDriver = (...of: Parameters<OfDriver>): ((text: string) => unknown) =>
  numbers.has(of[0]) ? Number : types.getTypeParser(...of)

/** PostgreSQL has no U+0000. No stored text contains it; in searches, a character that nobody writes replaces it. */
function storable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(storable)
  return typeof value === 'string' ? value.replaceAll('\0', '\uffff') : value
}
