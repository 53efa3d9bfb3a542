import { spentHeaders } from '../../http/rateLimit.ts'
import { ApiError } from '../../pure/errors/errors.ts'
import type { LiveReader } from '../../http/liveAnswer.ts'
import type { Asking, Feed } from './changes.feed.ts'
import type { Place } from './changes.token.ts'
import type { Watch } from './changes.watch.ts'

/** How often a reader gets a comment, in milliseconds, so that nothing on the way takes the connection for dead. */
const beatEvery_ms = 15_000

/** How many changes are read at a time. */
const atOnce = 100

/** How soon a reader who was turned away may try again, in seconds. */
const retry_s = 30

/** What is told to whom the log does not go back. */
const { code, message } = new ApiError('rest_sync_expired')
const expired = { code, message }

/** A reader of the stream, and where it is. */
interface Follower {
  readonly reader: LiveReader
  readonly asking: Omit<Asking, 'since' | 'limit' | 'now'>
  readonly from: string
  place: Place
  isBusy: boolean
  isBehind: boolean
}

/**
 * The stream of changes as server-sent events. Readers at the same place who ask for the same share what is read for them; who does
 * not read what was sent is dropped, and goes on from its last token.
 */
export class Stream {
  readonly #feed: Feed
  readonly #watch: Watch
  readonly #most: number
  readonly #now: () => Temporal.Instant
  readonly #followers = new Set<Follower>()
  readonly #reads = new Map<string, ReturnType<Feed['page']>>()
  #beat: NodeJS.Timeout | undefined
  #leave: (() => void) | undefined

  constructor(parts: {
    readonly feed: Feed
    readonly watch: Watch
    readonly most: number
    readonly now: () => Temporal.Instant
  }) {
    this.#feed = parts.feed
    this.#watch = parts.watch
    this.#most = parts.most
    this.#now = parts.now
  }

  /** Throws 503 when there are as many readers as there may be, in this process or from one address. */
  assertRoom(from: string): void {
    const ofAddress = [...this.#followers].filter((follower) => follower.from === from).length
    if (this.#followers.size < this.#most && ofAddress < Math.max(1, Math.ceil(this.#most / 10))) return
    const headers = spentHeaders({
      name: 'streams',
      quota: Math.max(1, Math.ceil(this.#most / 10)),
      reset_s: retry_s,
    })
    throw new ApiError('rest_too_many_streams', { seconds: retry_s }, { headers })
  }

  /** Sends a reader what has changed since a place, and then what changes, for as long as it stays. */
  add(
    reader: LiveReader,
    follower: Pick<Follower, 'asking' | 'from' | 'place'> & {
      readonly token: string
      /** Whether it has asked for a place to which the log does not go back, and is at its end instead. */
      readonly isReset: boolean
    },
  ): void {
    const { asking, from, place, token, isReset } = follower
    const added: Follower = { reader, asking, from, place, isBusy: false, isBehind: false }
    this.#followers.add(added)
    reader.onGone(() => this.#remove(added))
    this.#leave ??= this.#watch.follow(() => this.#wake())
    this.#beat ??= setInterval(() => {
      for (const each of this.#followers) this.#send(each, ':\n\n')
    }, beatEvery_ms)
    // Where it is, even before anything changes: a reader that is cut off goes on from there.
    const first = isReset ? `event: reset\ndata: ${JSON.stringify(expired)}` : 'event: ready\ndata: {}'
    this.#send(added, `retry: 2000\nid: ${token}\n${first}\n\n`)
    void this.#tell(added)
  }

  /** Ends all readers; browsers come again by themselves. */
  close(): void {
    for (const { reader } of this.#followers) reader.end()
    this.#followers.clear()
    this.#rest()
  }

  #remove(follower: Follower): void {
    this.#followers.delete(follower)
    if (this.#followers.size === 0) this.#rest()
  }

  #rest(): void {
    clearInterval(this.#beat)
    this.#beat = undefined
    this.#leave?.()
    this.#leave = undefined
  }

  #wake(): void {
    if (this.#watch.isOver) return this.close()
    for (const follower of this.#followers) void this.#tell(follower)
  }

  async #tell(follower: Follower): Promise<void> {
    // What changes while it is being told is told next.
    if (follower.isBusy) {
      follower.isBehind = true
      return
    }
    follower.isBusy = true
    try {
      for (let more = true; more && this.#followers.has(follower);) {
        follower.isBehind = false
        const page = await this.#read(follower)
        // The token stands with the last of them: who is cut off before is told the others again.
        for (const [at, change] of page.changes.entries()) {
          const id = at === page.changes.length - 1 ? `id: ${page.next}\n` : ''
          this.#send(follower, `${id}event: ${change.action}\ndata: ${JSON.stringify(change)}\n\n`)
        }
        follower.place = page.place
        more = page.more || follower.isBehind
      }
    } catch {
      // It comes again with its last token, and is told then what is wrong.
      follower.reader.end()
      this.#remove(follower)
    } finally {
      follower.isBusy = false
    }
  }

  /** Those who are at the same place are told the same: it is read once. */
  async #read({ asking, place }: Follower): ReturnType<Feed['page']> {
    const { kinds, includesRecords, site } = asking
    const key = JSON.stringify([place, kinds, includesRecords, site.rest])
    const known = this.#reads.get(key)
    if (known) return known
    const page = this.#feed.page({ ...asking, since: place, limit: atOnce, now: this.#now() })
    this.#reads.set(key, page)
    try {
      return await page
    } finally {
      this.#reads.delete(key)
    }
  }

  #send(follower: Follower, text: string): void {
    if (!this.#followers.has(follower)) return
    if (follower.reader.send(text)) return
    this.#remove(follower)
  }
}
