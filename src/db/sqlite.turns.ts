/** What transactions are made of, on the one connection that writes. Nothing of it waits for anything but the disk. */
export interface Transactions {
  /** Takes the lock for writing; resolves when it is taken, throws when somebody else holds it for too long. */
  begin(): Promise<void>
  commit(): void
  rollback(): void
  /** Whether one is open: some failures, such as a full disk, end it. */
  isOpen(): boolean
  savepoint(does: 'begin' | 'keep' | 'undo'): void
}

/** One whose turn it is. */
export interface Turn {
  isOver: boolean
}

/** Transactions that are committed together; its promise resolves once they are on disk. */
interface Group {
  readonly outcome: PromiseWithResolvers<void>
  readonly openedAt: number
  isAwaited: boolean
}

/** How long others may join before what is done is committed, in milliseconds; who is alone waits for nobody. */
const joining_ms = 30

/**
 * Lets transactions happen one after the other, in the order of asking, and commits those together that are ready within
 * the same round of the event loop: syncing the disk takes many times as long as what most of them do. Each is a savepoint of the
 * one that holds them, so that one which fails takes nothing with it; and none has ended, well or badly, before all
 * that it has seen is on disk. A commit that fails fails all of them.
 */
export class Turns {
  readonly #transactions: Transactions
  readonly #waiting: (() => void)[] = []
  #isTaken = false
  #group: Group | undefined

  constructor(transactions: Transactions) {
    this.#transactions = transactions
  }

  /** Waits for its turn. */
  async next(): Promise<Turn> {
    if (this.#isTaken) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    this.#isTaken = true
    return { isOver: false }
  }

  async begin(): Promise<void> {
    if (this.#group === undefined) {
      await this.#transactions.begin()
      this.#group = newGroup()
    }
    this.#transactions.savepoint('begin')
  }

  /** Resolves when the transaction is on disk. */
  async commit(turn: Turn): Promise<void> {
    this.#transactions.savepoint('keep')
    const group = this.#group
    this.end(turn)
    await group?.outcome.promise
  }

  /** Resolves when all is settled that the transaction has seen. */
  async rollback(turn: Turn): Promise<void> {
    if (turn.isOver) return
    const group = this.#group
    if (this.#transactions.isOpen()) this.#transactions.savepoint('undo')
    else this.#fail(new Error('The transaction has ended.'))
    this.end(turn)
    await group?.outcome.promise.catch(() => {})
  }

  /** Hands over to the next one; what is done is committed soon, or at once when it has waited long enough. */
  end(turn: Turn): void {
    if (turn.isOver) return
    turn.isOver = true
    const isLate = this.#group !== undefined && performance.now() - this.#group.openedAt >= joining_ms
    if (isLate) this.#commit()
    else this.#commitSoon()
    const next = this.#waiting.shift()
    if (next) next()
    else this.#isTaken = false
  }

  /** Commits what is done already. */
  settle(): void {
    this.#commit()
  }

  #commitSoon(): void {
    const group = this.#group
    if (group === undefined || group.isAwaited) return
    group.isAwaited = true
    setImmediate(() => {
      group.isAwaited = false
      // One that is at work commits what was done before it when it ends.
      if (group === this.#group && !this.#isTaken) this.#commit()
    })
  }

  #commit(): void {
    const group = this.#group
    if (group === undefined) return
    try {
      this.#transactions.commit()
      this.#group = undefined
      group.outcome.resolve()
    } catch (error) {
      this.#transactions.rollback()
      this.#fail(error)
    }
  }

  #fail(error: unknown): void {
    this.#group?.outcome.reject(error)
    this.#group = undefined
  }
}

function newGroup(): Group {
  const outcome = Promise.withResolvers<void>()
  // Whoever waits is told; there may be nobody.
  outcome.promise.catch(() => {})
  return { outcome, openedAt: performance.now(), isAwaited: false }
}
