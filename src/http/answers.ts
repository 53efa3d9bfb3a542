import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { KeptAnswer } from './keptAnswer.ts'
import { RecentKeys } from './recentKeys.ts'

/** A read that anybody may have sent: the address it names, and the headers that its answer may depend on. */
export interface ReadRequest {
  readonly key: string
  readonly headers: IncomingHttpHeaders
}

/** What decides whether a kept answer still holds when a request comes. */
export interface Standing {
  readonly revision: number
  readonly now_s: number
}

/** A request whose answer is to be kept. The revision was read before anything that the answer is made of. */
interface Awaited extends ReadRequest {
  readonly revision: number
  readonly making: Making | undefined
}

/** An answer that one request is making anew, and that all who ask for the same meanwhile wait for. */
interface Making {
  readonly place: string
  readonly revision: number
  readonly end: PromiseWithResolvers<void>
}

/** What an entry takes beside its key and its answer, in bytes. */
const overhead = 1024

/** How many addresses that were asked for once are remembered: far more than there is room to keep answers of. */
const remembered = 4096

/** An answer; or, under the bare address, the names of the headers by which the answers of this address vary. */
type Kept = KeptAnswer | readonly string[]

interface Entry {
  readonly kept: Kept
  /** A flag rather than a move to the end of the map, which would take as long as the rest of a look-up. */
  wasUsed: boolean
}

/**
 * Answers that are the same for everybody, by the address that was asked for and the headers that their `Vary` names; it knows nothing
 * of their contents. Of a list of ten events a core second answers 9,500 so, and 230 that are made each time. What is asked for once is
 * not kept, as most of it is never asked for again. When the answers take more than `limit` bytes, the oldest goes that was not used
 * since it was last spared (second chance).
 */
export class AnswerCache {
  readonly #limit: number
  readonly #entries = new Map<string, Entry>()
  readonly #awaited = new WeakMap<IncomingMessage, Awaited>()
  readonly #making = new Map<string, Making>()
  readonly #askedLately = new RecentKeys(remembered)
  #size = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  /** The answer that was kept for the same request, if it is of this revision and its time is not over. */
  find(asked: ReadRequest, { revision, now_s }: Standing): KeptAnswer | undefined {
    const kept = this.#keptInTime(asked, now_s)
    return kept?.revision === revision ? kept : undefined
  }

  /** The answer that was kept at another revision and says what it is made of, if its time is not over: it may hold all the same. */
  outlived(asked: ReadRequest, { revision, now_s }: Standing): KeptAnswer | undefined {
    const kept = this.#keptInTime(asked, now_s)
    return kept?.dependsOn && kept.revision !== revision ? kept : undefined
  }

  #keptInTime({ key, headers }: ReadRequest, now_s: number): KeptAnswer | undefined {
    const names = this.#used(key)
    if (names === undefined) return undefined
    const kept = this.#used(variant(key, names as readonly string[], headers)) as KeptAnswer | undefined
    return kept && kept.holds.from <= now_s && now_s < kept.holds.until ? kept : undefined
  }

  /**
   * Resolves when another request has made the same answer anew, at this revision, or has ended without; undefined when
   * nobody is making it.
   */
  made(asked: ReadRequest, revision: number): Promise<void> | undefined {
    const making = this.#making.get(this.#placeOf(asked) ?? '')
    return making?.revision === revision ? making.end.promise : undefined
  }

  /**
   * Lets the answer to this request be kept, if its address was asked for before. `revision` must have been read before
   * anything that the answer is made of.
   */
  await(message: IncomingMessage, asked: ReadRequest, revision: number): void {
    if (!this.#entries.has(asked.key) && !this.#askedLately.note(asked.key)) return
    const place = this.#placeOf(asked)
    // Nobody waits for an answer that was never kept: it may not be one that is.
    const isKnown = place !== undefined && this.#entries.has(place)
    const making = isKnown ? { place, revision, end: Promise.withResolvers<void>() } : undefined
    if (making) this.#making.set(making.place, making)
    this.#awaited.set(message, { ...asked, revision, making })
  }

  /** Ends the waiting for this answer: it has been made, or its request is over. */
  settle(message: IncomingMessage): void {
    const making = this.#awaited.get(message)?.making
    if (making === undefined) return
    if (this.#making.get(making.place) === making) this.#making.delete(making.place)
    making.end.resolve()
  }

  /** The revision at which the answer to this request is kept; undefined when it is not to be kept. */
  revisionOf(message: IncomingMessage): number | undefined {
    return this.#awaited.get(message)?.revision
  }

  /** Keeps the answer to this request, which varies by the headers that are named. */
  keep(message: IncomingMessage, vary: string, kept: KeptAnswer): void {
    const asked = this.#awaited.get(message)
    if (asked === undefined) return
    // One that takes most of the room would drive out all others.
    if (kept.size > this.#limit / 2) return this.settle(message)
    const names = namesIn(vary)
    this.#set(asked.key, names)
    this.#set(variant(asked.key, names, asked.headers), kept)
    this.settle(message)
    // What is spared is set again, and so comes up once more at the end.
    for (const [key, { kept, wasUsed }] of this.#entries) {
      if (this.#size <= this.#limit) return
      this.#remove(key)
      if (wasUsed) this.#set(key, kept)
    }
  }

  /** The key under which the answer to such a request was last kept. */
  #placeOf({ key, headers }: ReadRequest): string | undefined {
    const names = this.#entries.get(key)?.kept
    return names && variant(key, names as readonly string[], headers)
  }

  #used(key: string): Kept | undefined {
    const entry = this.#entries.get(key)
    if (entry === undefined) return undefined
    entry.wasUsed = true
    return entry.kept
  }

  #set(key: string, kept: Kept): void {
    this.#remove(key)
    this.#entries.set(key, { kept, wasUsed: false })
    this.#size += sizeOf(key, kept)
  }

  #remove(key: string): void {
    const entry = this.#entries.get(key)
    if (entry === undefined) return
    this.#entries.delete(key)
    this.#size -= sizeOf(key, entry.kept)
  }
}

/** Requests with credentials or with the cookie of a session get no kept answers, and all codings of an answer are one entry. */
const needless = new Set(['authorization', 'cookie', 'accept-encoding'])

function namesIn(vary: string): readonly string[] {
  const names = vary.split(',').map((name) => name.trim().toLowerCase())
  return names.filter((name) => name !== '' && !needless.has(name))
}

/** Addresses and headers hold no line breaks. */
function variant(key: string, names: readonly string[], headers: IncomingHttpHeaders): string {
  return names.reduce((text, name) => `${text}\n${name}:${String(headers[name] ?? '')}`, `${key}\n`)
}

function sizeOf(key: string, kept: Kept): number {
  return overhead + 2 * key.length + ('size' in kept ? kept.size : 0)
}
