import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { KeptAnswer } from './kept.ts'

/** A read that anybody may have sent: the address it names, and what its answer may follow from otherwise. */
export interface Asked {
  readonly key: string
  readonly headers: IncomingHttpHeaders
}

/** What comes with every kept answer, in bytes. */
const overhead = 1024

/**
 * Answers that are the same for everybody, by the address that was asked for and by the headers that their `Vary` names;
 * it knows nothing of what they say. The one unused for longest goes when they are more than `limit` bytes together.
 */
export class AnswerCache {
  readonly #limit: number
  /** An answer, or at the bare address the headers that the answers of this address vary by. */
  readonly #entries = new Map<string, KeptAnswer | readonly string[]>()
  readonly #awaited = new WeakMap<IncomingMessage, Asked & { readonly revision: number }>()
  #size = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  /** The answer to the same request, if nothing has been written since it was made and its time is not over. */
  find({ key, headers }: Asked, revision: number, now_s: number): KeptAnswer | undefined {
    const names = this.#touched(key)
    if (names === undefined) return undefined
    const kept = this.#touched(variant(key, names as readonly string[], headers)) as KeptAnswer | undefined
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
    for (const [key, entry] of this.#entries) {
      if (this.#size <= this.#limit) return
      this.#entries.delete(key)
      this.#size -= sizeOf(key, entry)
    }
  }

  #touched(key: string): KeptAnswer | readonly string[] | undefined {
    const entry = this.#entries.get(key)
    if (entry === undefined) return undefined
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    return entry
  }

  #set(key: string, entry: KeptAnswer | readonly string[]): void {
    const before = this.#entries.get(key)
    if (before !== undefined) this.#size -= sizeOf(key, before)
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    this.#size += sizeOf(key, entry)
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

function sizeOf(key: string, entry: KeptAnswer | readonly string[]): number {
  return overhead + 2 * key.length + ('size' in entry ? entry.size : 0)
}
