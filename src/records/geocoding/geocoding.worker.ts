import { setTimeout as sleepFor } from 'node:timers/promises'
import { epochSeconds } from '../../pure/calendar/text.ts'
import { hasCome } from '../../pure/calendar/waits.ts'
import type { Database } from '../../storage/db/dialect.ts'
import type { Place } from '../../pure/geo/sphere.ts'
import { keyOf, type Question, questionOf } from './geocoding.address.ts'
import { GeocoderFault } from './geocoding.answer.ts'
import { ask } from './geocoding.ask.ts'
import { findDue, findKnown, longestRest_s, placeOf, type Waiting } from './geocoding.query.ts'
import { claim, putOff, release, rest, settle, settleAnswered } from './geocoding.write.ts'

/** What finding coordinates needs. */
export interface GeocoderParts {
  readonly db: Database
  readonly now: () => Temporal.Instant
  /** Gets every query that failed. */
  readonly log: (message: string, error: unknown) => void
  /** The address of the service; empty for none. */
  readonly url: string
  readonly email: string
  readonly siteUrl: string
  readonly interval_ms: number
  /** For a query, from the first to the last byte. By default 10 seconds. */
  readonly timeout_ms?: number
  readonly fetch?: typeof fetch
  readonly sleep?: (time_ms: number, ended: AbortSignal) => Promise<void>
}

/** Finds the coordinates of venues by their addresses, without delaying or failing a request. */
export interface Geocoder {
  /**
   * Handles venues that wait, at most a few dozen; answers how many of them are done. A call while another one runs shares it.
   * Rejects when the database does.
   */
  geocodeDue(): Promise<number>
  /**
   * The place that somebody types; undefined when the service knows none. It waits for its turn like all others. Throws a
   * {@link GeocoderFault} where it is left alone or too many wait already.
   */
  find(text: string): Promise<Place | undefined>
  /** Stops; resolves when nothing is running any more. */
  close(): Promise<void>
}

/** How many venues are handled at a time. */
const batch = 50

/** How long a process has an address for itself: longer than a query takes. */
const lease_s = 120

/** An address rests a minute after the first failure, then twice as long each time, at most a day. */
const rests_s = { first: 60, most: longestRest_s }

/** Everything rests a few seconds after a failure, then twice as long each time in a row, at most an hour. */
const pauses_s = { first: 5, most: 3600 }

/** More readers do not wait for their typed places at the same time. */
const mostWaiting = 5

/** How many typed places are remembered, so that the service is asked once for each. */
const remembered = 2000

/** Makes a geocoder that sends one query at a time, and none without a service. */
export function createGeocoder(parts: GeocoderParts): Geocoder {
  return parts.url === ''
    ? { geocodeDue: async () => 0, find: async () => undefined, close: async () => {} }
    : new Asking(parts)
}

class Asking implements Geocoder {
  readonly #parts: Required<GeocoderParts>
  readonly #ended = new AbortController()
  #underWay: Promise<number> | undefined
  #asked_ms = -Infinity
  #failures = 0
  /** In epoch seconds. */
  #pausedUntil = -Infinity
  readonly #typed = new Map<string, Place | undefined>()
  #waiting = 0
  #line: Promise<unknown> = Promise.resolve()

  constructor(parts: GeocoderParts) {
    this.#parts = { timeout_ms: 10_000, fetch, sleep: sleepUnless, ...parts }
  }

  geocodeDue(): Promise<number> {
    this.#underWay ??= this.#pass().finally(() => {
      this.#underWay = undefined
    })
    return this.#underWay
  }

  async find(text: string): Promise<Place | undefined> {
    const key = text.toLowerCase()
    if (this.#typed.has(key)) return this.#typed.get(key)
    if (!this.#mayGoOn() || this.#waiting >= mostWaiting)
      throw new GeocoderFault('is left alone at the moment', { isBusy: true })
    this.#waiting += 1
    try {
      if (!(await this.#turn())) return undefined
      const place = await ask(this.#parts, { q: text }, this.#ended.signal)
      if (this.#typed.size >= remembered) this.#typed.clear()
      this.#typed.set(key, place)
      this.#failures = 0
      return place
    } catch (error) {
      if (error instanceof GeocoderFault) this.#pause(error)
      throw error
    } finally {
      this.#waiting -= 1
    }
  }

  async close(): Promise<void> {
    this.#ended.abort()
    // The caller of `geocodeDue` gets the error.
    await this.#underWay?.catch(() => {})
  }

  async #pass(): Promise<number> {
    let done = 0
    if (!this.#mayGoOn()) return done
    for (const venue of await findDue(this.#parts.db.read, this.#now_s(), batch)) {
      if (await this.#dealWith(venue)) done += 1
      if (!this.#mayGoOn()) break
    }
    return done
  }

  /** Answers whether the venue is done, with or without coordinates. */
  async #dealWith(venue: Waiting): Promise<boolean> {
    const { db } = this.#parts
    const question = questionOf(venue)
    if (!question) return settle(db, venue, undefined, this.#now_s())
    const known = await findKnown(db.read, keyOf(question))
    if (known?.outcome) return settle(db, venue, placeOf(known), this.#now_s())
    if (known && !hasCome(known.next_try_at, this.#now_s(), longestRest_s)) {
      await rest(db, venue, known.next_try_at)
      return false
    }
    return (await this.#turn()) && this.#askFor(venue, question)
  }

  /** Waits until the next query may be sent, after those that wait already; answers whether it still should be. */
  #turn(): Promise<boolean> {
    const turn = this.#line.then(() => this.#wait())
    this.#line = turn
    return turn
  }

  async #wait(): Promise<boolean> {
    const { interval_ms, now, sleep } = this.#parts
    // A clock that was set back must not make the wait longer.
    const wait_ms = Math.min(interval_ms, this.#asked_ms + interval_ms - now().epochMilliseconds)
    if (wait_ms > 0) await sleep(wait_ms, this.#ended.signal)
    if (this.#ended.signal.aborted) return false
    this.#asked_ms = now().epochMilliseconds
    return true
  }

  async #askFor(venue: Waiting, question: Question): Promise<boolean> {
    const { db } = this.#parts
    const address = keyOf(question)
    const attempts = await claim(db, address, { now: this.#now_s(), lease_s })
    if (attempts === undefined) return false
    try {
      const place = await ask(this.#parts, question, this.#ended.signal)
      this.#failures = 0
      return await settleAnswered(db, venue, { address, place, now: this.#now_s() })
    } catch (error) {
      if (error instanceof GeocoderFault) await this.#fail(venue, { address, attempts, fault: error })
      else if (this.#ended.signal.aborted) await release(db, address, this.#now_s())
      else throw error
      return false
    }
  }

  async #fail(
    venue: Waiting,
    failure: { address: string; attempts: number; fault: GeocoderFault },
  ): Promise<void> {
    const { address, fault } = failure
    const { db } = this.#parts
    const now = this.#now_s()
    this.#pause(fault)
    // A busy service is no fault of the address.
    const attempts = failure.attempts + (fault.isBusy ? 0 : 1)
    const until = Math.max(this.#pausedUntil, fault.isBusy ? now : now + doubled(rests_s, attempts))
    await putOff(db, venue, { address, attempts, now, until })
  }

  /** Leaves the service alone for a while. */
  #pause(fault: GeocoderFault): void {
    this.#failures += 1
    const retryAfter_s = Math.min(fault.retryAfter_s, longestRest_s)
    const pause_s = Math.max(doubled(pauses_s, this.#failures), retryAfter_s)
    this.#pausedUntil = this.#now_s() + pause_s
    this.#parts.log(`The geocoder ${fault.message}. It is left alone for ${pause_s} seconds.`, fault)
  }

  #mayGoOn(): boolean {
    return !this.#ended.signal.aborted && hasCome(this.#pausedUntil, this.#now_s(), longestRest_s)
  }

  #now_s(): number {
    return epochSeconds(this.#parts.now())
  }
}

function doubled({ first, most }: { first: number; most: number }, times: number): number {
  return Math.min(first * 2 ** (times - 1), most)
}

/** Waits, unless the signal ends the wait. */
async function sleepUnless(time_ms: number, signal: AbortSignal): Promise<void> {
  await sleepFor(time_ms, undefined, { signal }).catch(() => {})
}
