import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { KeptAnswer } from './kept.ts'

/** A read that anybody may have sent: the address it names, and what its answer may follow from otherwise. */
export interface Asked {
  readonly key: string
  readonly headers: IncomingHttpHeaders
}

/** What comes with every kept answer, in bytes. */
const overhead = 1024

/** An answer, or at the bare address the headers that the answers of this address vary by. */
type Kept = KeptAnswer | readonly string[]

interface Entry {
  readonly kept: Kept
  /** Noted rather than moved to the end: that would take as long as all else about finding it. */
  wasUsed: boolean
}

/**
 * Answers that are the same for everybody, by the address that was asked for and by the headers that their `Vary` names;
 * it knows nothing of what they say. When they are more than `limit` bytes together, the oldest goes that was not used since it
 * was last about to go.
 */
export class AnswerCache {
  readonly #limit: number
  readonly #entries = new Map<string, Entry>()
  readonly #awaited = new WeakMap<IncomingMessage, Asked & { readonly revision: number }>()
  #size = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  /** The answer to the same request, if nothing has been written since it was made and its time is not over. */
  find({ key, headers }: Asked, revision: number, now_s: number): KeptAnswer | undefined {
    const names = this.#used(key)
    if (names === undefined) return undefined
    const kept = this.#used(variant(key, names as readonly string[], headers)) as KeptAnswer | undefined
    if (kept === undefined || kept.revision !== revision) return undefined
    return kept.holds.from <= now_s && now_s < kept.holds.until ? kept : undefined
  }

  /** Lets the answer to this request be kept; `revision` was asked for before anything of the answer was read. */
  await(message: IncomingMessage, asked: Asked, revision: number): void {
    this.#awaited.set(message, { ...asked, revision })
  }

  /** The revision that the answer to this request counts from; undefined when it is not to be kept. */
  revisionOf(message: IncomingMessage): number | undefined {
    return this.#awaited.get(message)?.revision
  }

  /** Keeps the answer to this request, which varies by the headers that are named. */
  keep(message: IncomingMessage, vary: string, kept: KeptAnswer): void {
    const asked = this.#awaited.get(message)
    if (asked === undefined) return
    const names = namesIn(vary)
    this.#set(asked.key, names)
    this.#set(variant(asked.key, names, asked.headers), kept)
    // What is set again meanwhile comes once more, at the end.
    for (const [key, { kept, wasUsed }] of this.#entries) {
      if (this.#size <= this.#limit) return
      this.#remove(key)
      if (wasUsed) this.#set(key, kept)
    }
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

/** Credentials are never sent with what is kept, and all codings of an answer are kept as one. */
const needless = new Set(['authorization', 'accept-encoding'])

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
