import { DatabaseBusy } from './unavailable.ts'

/** The operations of transactions, on the one connection that writes. */
export interface Transactions {
  /** The longest that a finished transaction waits for others to join before the commit, in milliseconds. */
  readonly joining_ms: number
  /** Whether a commit may wait for writers that are likely to come again, even when the process has nothing else to do. */
  readonly mayLinger: boolean
  /**
   * Begins a transaction; throws when another process is in the way for too long. `isSmall`: it will write little.
   */
  begin(isSmall: boolean): Promise<void>
  /** Commits; throws when the transaction is not on disk, or not known to be. */
  commit(): void | Promise<void>
  /** When it throws, {@link Transactions.begin} does it first. */
  rollback(): void | Promise<void>
  /** Why the transaction no longer exists: some failures, such as a full disk or a lost connection, end it. */
  lost(): Error | undefined
  /** Begins, keeps or undoes a savepoint. */
  savepoint(does: 'begin' | 'keep' | 'undo'): void | Promise<void>
}

/** A transaction whose turn it is. */
export interface Turn {
  isOver: boolean
}

/** Transactions that are committed together; the promise resolves once they are on disk. */
interface Group {
  readonly outcome: PromiseWithResolvers<void>
  /** When the first of them was finished. */
  doneSince?: number
  isAwaited: boolean
  readonly isSmall: boolean
  /** How many of them are to be committed. */
  kept: number
  /** When the last of these was finished. */
  keptAt: number
  /** Work that was done once for all of them: in which turn, and what remains to be done before the commit. */
  readonly done: Map<string, { readonly turn: Turn; readonly atEnd: (() => unknown) | undefined }>
}

/** How often it is checked whether answers that the process waits for have come, in milliseconds. */
const pause_ms = 1

/**
 * Runs transactions one after the other, in the order in which they were asked for. Those that come before the running one is
 * finished, or while the process has other work, are committed together: a commit takes as long as most transactions, and
 * outdates kept answers. Each is a savepoint of the common one, so that its failure undoes nothing else; and none ends,
 * with success or failure, before everything that it has seen is on disk. A commit that fails makes all of them fail.
 */
export class Turns {
  readonly #transactions: Transactions
  readonly #heard: () => number
  readonly #isBusy: () => boolean
  readonly #waiting: (() => void)[] = []
  #isTaken = false
  #turn: Turn | undefined
  #group: Group | undefined
  /** How many transactions the last commit had, and how long it took. */
  #last = { kept: 0, took_ms: 0 }

  /**
   * `heard` counts what has come in from outside: requests, and answers to what the process has asked for. `isBusy` tells
   * whether it waits for such an answer.
   */
  constructor(transactions: Transactions, heard = heardByLoop, isBusy = () => false) {
    this.#transactions = transactions
    this.#heard = heard
    this.#isBusy = isBusy
  }

  /** Waits for a turn; throws {@link DatabaseBusy} when it does not come in time. */
  async next(patience_ms = 0): Promise<Turn> {
    if (this.#isTaken) await this.#handedOver(patience_ms)
    this.#isTaken = true
    this.#turn = { isOver: false }
    return this.#turn
  }

  /** Begins a transaction. `isSmall`: it will write little; one that may write more never joins those that are small. */
  async begin(isSmall = false): Promise<void> {
    if (this.#group?.isSmall && !isSmall) await this.#commit()
    if (this.#group === undefined) {
      await this.#transactions.begin(isSmall)
      this.#group = newGroup(isSmall)
    }
    try {
      await this.#transactions.savepoint('begin')
    } catch (error) {
      await this.#abandon(error)
      throw error
    }
  }

  /**
   * Does work that is needed once for all transactions that are committed together, in the transaction whose turn it is;
   * `atEnd` runs before the commit.
   */
  async once(name: string, work: () => unknown, atEnd?: () => unknown): Promise<void> {
    const turn = this.#turn
    if (turn === undefined || this.#group?.done.has(name)) return
    await work()
    this.#group?.done.set(name, { turn, atEnd })
  }

  /** Resolves when the transaction is on disk. */
  async commit(turn: Turn): Promise<void> {
    await this.#transactions.savepoint('keep')
    const group = this.#group
    if (group) {
      group.kept += 1
      group.keptAt = performance.now()
    }
    await this.end(turn)
    await group?.outcome.promise
  }

  /** Resolves when everything that the transaction has seen is committed; throws when that is lost, and its failure with it. */
  async rollback(turn: Turn): Promise<void> {
    if (turn.isOver) return
    // Work that it began without waiting for it no longer belongs to it.
    turn.isOver = true
    const group = this.#group
    const lost = this.#transactions.lost()
    if (lost) await this.#abandon(lost)
    else await this.#undo(turn)
    await this.#next()
    if (!lost) await group?.outcome.promise
  }

  /** Gives the turn to the next one; finished transactions are committed soon, or at once if they have waited long enough. */
  async end(turn: Turn): Promise<void> {
    if (turn.isOver) return
    turn.isOver = true
    await this.#next()
  }

  /** Commits the finished transactions. */
  async settle(): Promise<void> {
    await this.#commit()
  }

  async #next(): Promise<void> {
    if (this.#isLate()) await this.#commit()
    else this.#commitSoon()
    this.#handOver()
  }

  async #handedOver(patience_ms: number): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#waiting.push(resolve)
    if (patience_ms === 0) return promise
    const timer = setTimeout(() => {
      const place = this.#waiting.indexOf(resolve)
      if (place === -1) return
      this.#waiting.splice(place, 1)
      reject(new DatabaseBusy())
    }, patience_ms)
    return promise.finally(() => clearTimeout(timer))
  }

  #handOver(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#isTaken = false
  }

  #isLate(): boolean {
    if (this.#group === undefined) return false
    this.#group.doneSince ??= performance.now()
    return performance.now() - this.#group.doneSince >= this.#transactions.joining_ms
  }

  #commitSoon(): void {
    const group = this.#group
    if (group === undefined || group.isAwaited) return
    group.isAwaited = true
    // What has come in already is handled in this round of the event loop; the next one shows whether there is more.
    setImmediate(() => this.#commitWhenQuiet(group, this.#heard()))
  }

  /** As long as every round of the event loop has work, others may join without anything standing idle. */
  #commitWhenQuiet(group: Group, heard: number): void {
    setImmediate(() => {
      const now = this.#heard()
      if (now > heard && !this.#isLate()) return this.#commitWhenQuiet(group, now)
      if ((this.#isBusy() || this.#lingers(group)) && !this.#isLate())
        return setTimeout(() => this.#commitWhenQuiet(group, now), pause_ms)
      group.isAwaited = false
      // A running transaction commits the finished ones when it ends.
      if (group === this.#group && !this.#isTaken) void this.#commitAlone()
    })
  }

  /**
   * The writers of the last commit are likely to come again soon: it waits for as many, but no longer than a commit takes, which
   * is how long they would have to wait for this one.
   */
  #lingers({ kept, keptAt }: Group): boolean {
    const last = this.#last
    return this.#transactions.mayLinger && kept < last.kept && performance.now() - keptAt < last.took_ms
  }

  /** Commits in a turn of its own. */
  async #commitAlone(): Promise<void> {
    this.#isTaken = true
    await this.#commit()
    this.#handOver()
  }

  /** Never throws: the promise of the group rejects. */
  async #commit(): Promise<void> {
    const group = this.#group
    if (group === undefined) return
    const from = performance.now()
    try {
      if (group.kept > 0) for (const { atEnd } of group.done.values()) atEnd?.()
      await (group.kept > 0 ? this.#transactions.commit() : this.#transactions.rollback())
      this.#last = { kept: group.kept, took_ms: performance.now() - from }
      this.#group = undefined
      group.outcome.resolve()
    } catch (error) {
      await this.#abandon(error)
    }
  }

  async #undo(turn: Turn): Promise<void> {
    for (const [name, done] of this.#group?.done ?? []) if (done.turn === turn) this.#group?.done.delete(name)
    try {
      await this.#transactions.savepoint('undo')
    } catch (error) {
      await this.#abandon(error)
    }
  }

  /** Gives up all transactions of the group. */
  async #abandon(error: unknown): Promise<void> {
    try {
      await this.#transactions.rollback()
    } catch {
      // What is left of it is undone before the next one begins.
    }
    this.#group?.outcome.reject(error)
    this.#group = undefined
  }
}

/** How many events the event loop has delivered so far. */
function heardByLoop(): number {
  return performance.nodeTiming.uvMetricsInfo.events
}

function newGroup(isSmall: boolean): Group {
  const outcome = Promise.withResolvers<void>()
  // Those who wait get the error; there may be none.
  outcome.promise.catch(() => {})
  return { outcome, isAwaited: false, isSmall, kept: 0, keptAt: 0, done: new Map() }
}
