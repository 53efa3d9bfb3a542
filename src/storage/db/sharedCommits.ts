import { setImmediate } from 'node:timers/promises'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  DummyDriver,
  Kysely,
  type KyselyPlugin,
  Transaction,
} from 'kysely'
import type { Scope, Writer } from './dialect.ts'
import { type Actor, currentActor, raiseRevision } from './transactions.ts'
import type { Tables } from '../schema/tables.all.ts'
import { DatabaseAway, DatabaseBusy, DatabaseUnavailable, OutcomeUnknown } from './unavailability.ts'

/** How transactions are made on one kind of database. */
export interface CommitOptions {
  readonly dialect: Dialect
  readonly plugins?: readonly KyselyPlugin[]
  /** Begins a transaction that no other one of any process runs beside; throws when it has to wait for too long. */
  begin(connection: DatabaseConnection): Promise<unknown>
  /** For how long others may join a transaction that is done before it is committed, in milliseconds. */
  readonly joining_ms: number
  /** How long a transaction may wait for those before it, in milliseconds; 0 is for ever. */
  readonly patience_ms: number
}

/** After so many milliseconds a transaction lets others read before its next statement: SQLite works in the thread that calls it. */
const stretch_ms = 10

/** A transaction that was asked for. */
interface Job {
  readonly scope: Scope | undefined
  readonly actor: Actor
  /** Does its work, and answers what is to be told when that is on disk. */
  readonly work: (tx: Writer) => Promise<() => void>
  readonly reject: (error: unknown) => void
  /** Rejects it when it has waited for too long. */
  readonly timer: NodeJS.Timeout | undefined
}

/** A transaction that has joined the others; `tell` is there once its work is over. */
interface Member {
  readonly job: Job
  isKept: boolean
  tell?: () => void
}

/**
 * Runs transactions one after the other, in the order in which they were asked for, and commits those together that wait for one
 * another: a commit takes as long as several creates, and outdates kept answers. Creates by 32 clients are twice as many a core second
 * so, and three times as many a second, on a disk that was shared. Each is a savepoint of the common one, so that its failure undoes
 * nothing else; and none ends, with success or failure, before everything that it has seen is on disk. Each that is not aside raises
 * the revision, as the history tells them apart by it.
 */
export class SharedCommits {
  readonly #options: CommitOptions
  readonly #db: Kysely<Tables>
  readonly #waiting: Job[] = []
  #running: Promise<void> | undefined

  constructor(options: CommitOptions) {
    this.#options = options
    this.#db = new Kysely<Tables>({ dialect: options.dialect, plugins: [...(options.plugins ?? [])] })
  }

  /** See `Database.write`; throws {@link OutcomeUnknown} when the connection is lost before the answer to COMMIT is there. */
  async write<Result>(work: (tx: Writer) => Promise<Result>, scope?: Scope): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    const { patience_ms } = this.#options
    const job: Job = {
      scope,
      actor: currentActor(),
      work: async (tx) => {
        const result = await work(tx)
        return () => resolve(result)
      },
      reject,
      timer:
        patience_ms > 0
          ? setTimeout(() => this.#leaves(job) && reject(new DatabaseBusy()), patience_ms)
          : undefined,
    }
    this.#waiting.push(job)
    this.#running ??= this.#run()
    return promise
  }

  /** Transactions that wait are done first. */
  async close(): Promise<void> {
    await this.#running
    await this.#db.destroy()
  }

  /** Takes a job out of those that wait; false when it is not among them. */
  #leaves(job: Job): boolean {
    const place = this.#waiting.indexOf(job)
    if (place === -1) return false
    this.#waiting.splice(place, 1)
    clearTimeout(job.timer)
    return true
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) {
      const asked = [...this.#waiting]
      try {
        await this.#db.getExecutor().provideConnection(async (connection) => this.#commitTogether(connection))
      } catch (error) {
        // There was no connection, or no transaction on it, for any of them; who has come since has not waited for it.
        for (const job of asked) if (this.#leaves(job)) job.reject(error)
      }
    }
    // In the same moment in which nobody waits: who comes in the next one would find it running, and wait for ever.
    this.#running = undefined
  }

  async #commitTogether(connection: DatabaseConnection): Promise<void> {
    const say = async (statement: string) => connection.executeQuery(CompiledQuery.raw(statement))
    const group: Member[] = []
    const undone = 'rollback'
    let isCommitting = false
    try {
      await this.#options.begin(connection)
    } catch (error) {
      await say(undone).catch(() => {})
      throw error
    }
    let over_ms = Infinity
    try {
      for (let job = this.#next(); job; job = await this.#nextUntil(over_ms)) {
        const member: Member = { job, isKept: false }
        group.push(member)
        await this.#join(member, connection)
        over_ms = Math.min(over_ms, performance.now() + this.#options.joining_ms)
      }
      isCommitting = group.some(({ isKept }) => isKept)
      await say(isCommitting ? 'commit' : undone)
    } catch (error) {
      // All that was done in it is lost.
      await say(undone).catch(() => {})
      const isUnknown = isCommitting && error instanceof DatabaseAway
      for (const { job, isKept } of group)
        job.reject(isKept && isUnknown ? new OutcomeUnknown({ cause: error }) : error)
      return
    }
    for (const { tell } of group) tell?.()
  }

  /** Does the work of one in a savepoint. Throws when the common transaction is lost. */
  async #join(member: Member, connection: DatabaseConnection): Promise<void> {
    const { job } = member
    const say = async (statement: string) => connection.executeQuery(CompiledQuery.raw(statement))
    const share = shareOf(this.#db, this.#options.dialect, connection)
    // The work does not wait for the answers to these: if one fails, so does what comes after it.
    const { scope, actor } = job
    const saved = [
      say('savepoint one'),
      scope === 'aside' ? undefined : raiseRevision(share.tx, actor, scope),
    ]
    for (const each of saved) each?.catch(() => {})
    try {
      member.tell = await job.work(share.tx)
      for (const each of saved) await each
      share.isOver = true
      await say('release one').catch((error: unknown) => {
        throw failedBefore(error)
      })
      member.isKept = true
    } catch (error) {
      member.tell = () => job.reject(error)
      // It is over only then: where time ran out before its first statement, the work may be done while that still pauses.
      for (const each of saved) await each
      share.isOver = true
      await say('rollback to one').catch((lost: unknown) => {
        throw error instanceof DatabaseUnavailable ? error : lost
      })
    }
  }

  #next(): Job | undefined {
    const job = this.#waiting.shift()
    clearTimeout(job?.timer)
    return job
  }

  /** What has come in already is handled in this round of the event loop; the next one shows whether there is more. */
  async #nextUntil(over_ms: number): Promise<Job | undefined> {
    for (let round = 0; round < 2 && this.#waiting.length === 0; round += 1) await setImmediate()
    return performance.now() < over_ms ? this.#next() : undefined
  }
}

/**
 * The common transaction as one of those sees it that share it, until its work is over: otherwise statements that it has begun
 * without waiting for them would be part of another. It need not wait for the answer to one statement before it asks the next.
 */
function shareOf(db: Kysely<Tables>, dialect: Dialect, connection: DatabaseConnection) {
  let [since, pause]: [number, Promise<void> | undefined] = [performance.now(), undefined]
  const share = { tx: undefined as unknown as Writer, isOver: false }
  share.tx = new Transaction<Tables>({
    config: { dialect },
    dialect,
    driver: new DummyDriver(),
    executor: db.getExecutor().withConnectionProvider({
      provideConnection: async (consumer) => {
        if (performance.now() - since > stretch_ms) pause ??= setImmediate()
        // One pause for all that ask meanwhile, so that they stay in their order.
        if (pause) {
          await pause
          ;[since, pause] = [performance.now(), undefined]
        }
        if (share.isOver) throw new Error('The transaction has ended.')
        return consumer(connection)
      },
    }),
  })
  return share
}

/** A statement of it has failed, and all others with it, though the work has not said so. */
function failedBefore(error: unknown): unknown {
  if (error instanceof DatabaseUnavailable) return error
  return new Error('The transaction had failed and was rolled back.', { cause: error })
}
