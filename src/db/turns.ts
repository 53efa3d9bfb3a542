import { DatabaseBusy } from './unavailable.ts'

/** What transactions are made of, on the one connection that writes. */
export interface Transactions {
  /** How long others may join before what is done is committed, in milliseconds; who has nothing else to do waits for nobody. */
  readonly joining_ms: number
  /** Whether those who are about to come may be waited for, as nobody else is likely to wait. */
  readonly mayLinger: boolean
  /**
   * Begins one; resolves when it has begun, throws when somebody else is in the way for too long. Where `isSmall`, it will write little.
   */
  begin(isSmall: boolean): Promise<void>
  /** Throws where it is not on disk, or not known to be. */
  commit(): void | Promise<void>
  /** Never throws. */
  rollback(): void | Promise<void>
  /** Why the one that was begun is no longer there: some failures, such as a full disk or a lost connection, end it. */
  lost(): Error | undefined
  /** Begins what may be undone by itself, keeps it, or undoes it. */
  savepoint(does: 'begin' | 'keep' | 'undo'): void | Promise<void>
}

/** One whose turn it is. */
export interface Turn {
  isOver: boolean
}

/** Transactions that are committed together; its promise resolves once they are on disk. */
interface Group {
  readonly outcome: PromiseWithResolvers<void>
  /** When the first of them was done. */
  doneSince?: number
  isAwaited: boolean
  readonly isSmall: boolean
  /** How many of them there are to be committed, */
  kept: number
  /** and when the last of these was done. */
  keptAt: number
  /** What was done for all of them, in whose turn, and what has to be done for it before they are committed. */
  readonly done: Map<string, { readonly turn: Turn; readonly atEnd: (() => unknown) | undefined }>
}

/** How long who waits for answers is left alone before it is asked whether they are there, in milliseconds. */
const pause_ms = 1

/**
 * Lets transactions happen one after the other, in the order of asking, and commits those together that are asked for before the
 * one at work is done, or while the process has other things to do: a commit takes as long as what most of them do, and makes
 * stale what is kept of answers. Each is a savepoint of the one that holds them, so that one which fails takes nothing with it;
 * and none has ended, well or badly, before all that it has seen is on disk. A commit that fails fails all of them.
 */
export class Turns {
  readonly #transactions: Transactions
  readonly #heard: () => number
  readonly #isBusy: () => boolean
  readonly #waiting: (() => void)[] = []
  #isTaken = false
  #turn: Turn | undefined
  #group: Group | undefined
  /** How many were committed together the last time, and how long that took. */
  #last = { kept: 0, took_ms: 0 }

  /**
   * `heard` counts what has come in from outside: what was sent to the process, and what it has asked for. Where it waits for what it
   * has asked, `isBusy` says so.
   */
  constructor(transactions: Transactions, heard = heardByLoop, isBusy = () => false) {
    this.#transactions = transactions
    this.#heard = heard
    this.#isBusy = isBusy
  }

  /** Waits for its turn; throws {@link DatabaseBusy} when it has not come in time. */
  async next(patience_ms = 0): Promise<Turn> {
    if (this.#isTaken) await this.#handedOver(patience_ms)
    this.#isTaken = true
    this.#turn = { isOver: false }
    return this.#turn
  }

  /** Where `isSmall`, it will write little; what may write more does not join those that are. */
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
   * Does, within the transaction whose turn it is, what need not be done again for those that are committed with it; and before they
   * are, what comes `atEnd` of that.
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

  /** Resolves when all is settled that the transaction has seen; throws when that is lost, and with it the reason to roll back. */
  async rollback(turn: Turn): Promise<void> {
    if (turn.isOver) return
    // What it has begun and not waited for is no part of it any more.
    turn.isOver = true
    const group = this.#group
    const lost = this.#transactions.lost()
    if (lost) await this.#abandon(lost)
    else await this.#undo(turn)
    await this.#next()
    if (!lost) await group?.outcome.promise
  }

  /** Hands over to the next one; what is done is committed soon, or at once when it has waited long enough. */
  async end(turn: Turn): Promise<void> {
    if (turn.isOver) return
    turn.isOver = true
    await this.#next()
  }

  /** Commits what is done already. */
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
    // What has come in already is answered within this round of the event loop; the next one tells whether there is more.
    setImmediate(() => this.#commitWhenQuiet(group, this.#heard()))
  }

  /** While every round brings something to do, others may join without anybody being idle. */
  #commitWhenQuiet(group: Group, heard: number): void {
    setImmediate(() => {
      const now = this.#heard()
      if (now > heard && !this.#isLate()) return this.#commitWhenQuiet(group, now)
      if ((this.#isBusy() || this.#lingers(group)) && !this.#isLate())
        return setTimeout(() => this.#commitWhenQuiet(group, now), pause_ms)
      group.isAwaited = false
      // One that is at work commits what was done before it when it ends.
      if (group === this.#group && !this.#isTaken) void this.#commitAlone()
    })
  }

  /**
   * Whoever was among those before is probably about to come again: as many are waited for, but no longer than a commit takes, as
   * long as they would have to wait for this one.
   */
  #lingers({ kept, keptAt }: Group): boolean {
    const last = this.#last
    return this.#transactions.mayLinger && kept < last.kept && performance.now() - keptAt < last.took_ms
  }

  /** It takes the turn of a transaction. */
  async #commitAlone(): Promise<void> {
    this.#isTaken = true
    await this.#commit()
    this.#handOver()
  }

  /** Never throws: those who wait for it are told. */
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

  /** Nothing of the group is kept. */
  async #abandon(error: unknown): Promise<void> {
    await this.#transactions.rollback()
    this.#group?.outcome.reject(error)
    this.#group = undefined
  }
}

/** Events that the event loop has handed on so far. */
function heardByLoop(): number {
  return performance.nodeTiming.uvMetricsInfo.events
}

function newGroup(isSmall: boolean): Group {
  const outcome = Promise.withResolvers<void>()
  // Whoever waits is told; there may be nobody.
  outcome.promise.catch(() => {})
  return { outcome, isAwaited: false, isSmall, kept: 0, keptAt: 0, done: new Map() }
}
