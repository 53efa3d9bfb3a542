import { setTimeout as sleepFor } from 'node:timers/promises'
import type { Selectable } from 'kysely'
import { epochSeconds } from '../../pure/calendar/text.ts'
import { spanned } from '../../http/traces.ts'
import { hasCome } from '../../pure/calendar/waits.ts'
import type { Database, Reader, Writer } from '../../storage/db/dialect.ts'
import type { EpochSeconds } from '../../storage/schema/tables.ts'
import type { Tables } from '../../storage/schema/tables.all.ts'
import { messageOf } from '../../pure/text/errorDetails.ts'
import { DeliveryFault } from './delivery.fault.ts'
import { waitAfter } from './delivery.retries.ts'
import type { DeliveryOutcome } from './delivery.tally.ts'
import type { Pace } from './delivery.pace.write.ts'
import { claim, type DeliveryTable, type Due, findDue, putOff, release } from './delivery.write.ts'

/** A row of the table that is being sent. */
export type Row<Table extends DeliveryTable> = Selectable<Tables[Table]> & Due

/** One kind of what is sent: where it waits, and how it is sent. */
export interface Channel<Table extends DeliveryTable> {
  readonly table: Table
  /** The rows that are due, the longest first, at most so many; by default all of the table. */
  readonly due?: (read: Reader, now: EpochSeconds, most: number) => Promise<readonly Due[]>
  /** How fast it is sent at most; by default as fast as it goes. */
  readonly pace?: Pace
  /** Whether what failed for a reason that all have counts as not tried: it is over by a clock of its own. */
  readonly givesBack?: boolean
  /** Sends one, until the signal ends it. Throws a {@link DeliveryFault} when it could not. */
  readonly send: (row: Row<Table>, ended: AbortSignal) => Promise<void>
  /** What is done in the database once it is sent. */
  readonly sent: (tx: Writer, row: Row<Table>) => Promise<void>
  /** What is done in the database after an attempt that failed, if another one follows. */
  readonly failed?: (tx: Writer, row: Row<Table>, end: { fault: DeliveryFault; at: number }) => Promise<void>
  /** What is done in the database once it is given up, with the sentence of the last fault. */
  readonly givenUp: (tx: Writer, row: Row<Table>, end: { fault: string; at: number }) => Promise<void>
  /** How one is called in the log, without personal data. */
  readonly called: (row: Row<Table>) => string
}

/** What sending takes. */
export interface DeliveryParts<Table extends DeliveryTable> {
  readonly db: Database
  readonly now: () => Temporal.Instant
  /** Gets a sentence for each attempt that failed. */
  readonly log: (message: string) => void
  readonly count: (outcome: DeliveryOutcome) => void
  readonly channel: Channel<Table>
  /** How long sending one may take, in milliseconds. By default a minute. */
  readonly timeout_ms?: number
  readonly chance?: () => number
}

/** Sends what waits, without delaying or failing a request. */
export interface Delivery {
  /** Sends what is due, at most a few dozen; answers how many were sent. A call while another one runs shares it. */
  sendDue(): Promise<number>
  /** Lets what is being sent end within a few seconds, and begins nothing more. */
  close(): Promise<void>
}

/** How many are sent before other work of the background has its turn. */
const batch = 50

/** How much longer than sending takes at most nobody else tries the same. */
const leaseBeyond_s = 60

/** Nothing is sent for a few seconds after a fault that all have, then twice as long each time in a row, at most five minutes. */
const pauses_s = { first: 5, most: 300 }

/** How long what is being sent may take once the service stops, in milliseconds: broken off it might be sent twice. */
const lastWords_ms = 5000

/** Sends the rows of a table, one at a time in this process, each by one process at a time. */
export function createDelivery<Table extends DeliveryTable>(parts: DeliveryParts<Table>): Delivery {
  const sending = new Sending(parts)
  return { sendDue: () => sending.sendDue(), close: () => sending.close() }
}

class Sending<Table extends DeliveryTable> {
  readonly #parts: Required<DeliveryParts<Table>>
  readonly #cutOff = new AbortController()
  #isEnding = false
  #underWay: Promise<number> | undefined
  #failures = 0
  /** In epoch seconds. */
  #pausedUntil = -Infinity

  constructor(parts: DeliveryParts<Table>) {
    this.#parts = { timeout_ms: 60_000, chance: Math.random, ...parts }
  }

  sendDue(): Promise<number> {
    this.#underWay ??= this.#pass().finally(() => {
      this.#underWay = undefined
    })
    return this.#underWay
  }

  async close(): Promise<void> {
    this.#isEnding = true
    // The caller of `sendDue` gets the error.
    const ended = this.#underWay?.catch(() => {})
    if (!ended) return
    const late = new AbortController()
    const cutOff = sleepFor(lastWords_ms, undefined, { signal: late.signal }).then(
      () => this.#cutOff.abort(),
      () => {},
    )
    await ended
    late.abort()
    await cutOff
  }

  async #pass(): Promise<number> {
    const { db, channel } = this.#parts
    let sent = 0
    if (!this.#mayGoOn()) return sent
    const now = this.#now_s()
    const found = await (channel.due?.(db.read, now, batch) ?? findDue(db.read, channel.table, now, batch))
    for (const due of found) {
      const end = await this.#dealWith(due)
      if (end === 'spent') break
      if (end === 'sent') sent += 1
      if (!this.#mayGoOn()) break
    }
    return sent
  }

  /** Answers whether it was sent, or that nothing more may be sent in this minute. */
  async #dealWith(due: Due): Promise<'sent' | 'not sent' | 'spent'> {
    const { db, channel, timeout_ms, count } = this.#parts
    const lease_s = Math.ceil(timeout_ms / 1000) + leaseBeyond_s
    const row = await claim(db, channel.table, due, {
      now: this.#now_s(),
      lease_s,
      pace: channel.pace,
    })
    if (row === 'spent') return row
    if (!row) return 'not sent'
    try {
      const ended = AbortSignal.any([this.#cutOff.signal, AbortSignal.timeout(timeout_ms)])
      await spanned('kalends.delivery', () => channel.send(row, ended))
    } catch (error) {
      await this.#fail(row, error)
      return 'not sent'
    }
    // If this fails, it is sent again once the lease has ended.
    await db.write((tx) => channel.sent(tx, row), 'aside')
    this.#failures = 0
    count('sent')
    return 'sent'
  }

  async #fail(row: Row<Table>, error: unknown): Promise<void> {
    const { db, channel, log, chance, count } = this.#parts
    const now = this.#now_s()
    if (this.#cutOff.signal.aborted) return release(db, channel.table, row, now)
    const fault =
      error instanceof DeliveryFault ? error : new DeliveryFault(messageOf(error), { cause: error })
    const wait_s = fault.isFinal ? undefined : waitAfter(row.attempts, chance(), fault.retryAfter_s)
    if (fault.isOfAll) this.#pause(now)
    if (fault.isOfAll && channel.givesBack) {
      await release(db, channel.table, row, now)
      count('failed')
      log(`${channel.called(row)} waits. ${fault.message}`)
      return
    }
    if (wait_s === undefined) {
      await db.write((tx) => channel.givenUp(tx, row, { fault: fault.message, at: now }), 'aside')
      count('given_up')
      log(`${channel.called(row)} was given up after ${row.attempts} attempts. ${fault.message}`)
      return
    }
    await db.write(async (tx) => {
      await putOff(tx, channel.table, row, { until: now + wait_s, fault: fault.message })
      await channel.failed?.(tx, row, { fault, at: now })
    }, 'aside')
    count('failed')
    log(`${channel.called(row)} is tried again in ${wait_s} seconds. ${fault.message}`)
  }

  #pause(now: number): void {
    this.#failures += 1
    this.#pausedUntil = now + Math.min(pauses_s.first * 2 ** (this.#failures - 1), pauses_s.most)
  }

  #mayGoOn(): boolean {
    return !this.#isEnding && hasCome(this.#pausedUntil, this.#now_s(), pauses_s.most)
  }

  #now_s(): number {
    return epochSeconds(this.#parts.now())
  }
}
