import type { Moment } from './changes.ts'
import type { RowSet } from './rowSet.ts'

/** How many sets are kept by default, at most. */
const mostSets = 128

/** How much memory they may take together: at a million ids, one takes 125 kB. */
const most_bytes = 16 * 2 ** 20

/** Answers which of the events with these ids belong to a set, such as those that have a word. */
export type TellAmong = (ids: readonly number[]) => Promise<readonly number[]>

/**
 * Remembers sets of events that took long to find, by name. When one is asked for, the events that have changed since are
 * tested again; the least recently used sets are forgotten first.
 */
export class KeptRows {
  readonly #kept = new Map<string, { readonly rows: RowSet; readonly upTo: number }>()
  readonly #beingFound = new Map<string, Promise<RowSet>>()
  readonly #mostSets: number

  constructor(most = mostSets) {
    this.#mostSets = most
  }

  /** The set as of the moment or later; undefined if none is kept, or if too much has changed since. */
  async find(name: string, moment: Moment, tell: TellAmong): Promise<RowSet | undefined> {
    const known = this.#kept.get(name)
    const changed = known && moment.changedSince(known.upTo)
    if (!changed) return undefined
    const rows = changed.length === 0 ? known.rows : known.rows.changed(changed, await tell(changed))
    this.#keep(name, moment, rows)
    return rows
  }

  /** The kept set, or the one found now, once for all who ask meanwhile. */
  async findOr(
    name: string,
    moment: Moment,
    { tell, find }: { tell: TellAmong; find: () => Promise<RowSet> },
  ): Promise<RowSet> {
    for (;;) {
      const known = await this.find(name, moment, tell)
      if (known) return known
      const beingFound = this.#beingFound.get(name)
      if (!beingFound) return this.#findAnew(name, moment, find)
      // It may have been begun before changes that this caller has to see: it catches up with these.
      await beingFound.catch(() => {})
    }
  }

  async #findAnew(name: string, moment: Moment, find: () => Promise<RowSet>): Promise<RowSet> {
    const finding = find()
    this.#beingFound.set(name, finding)
    try {
      const rows = await finding
      this.#keep(name, moment, rows)
      return rows
    } finally {
      this.#beingFound.delete(name)
    }
  }

  /** Keeps a set that was found after the moment. */
  #keep(name: string, moment: Moment, rows: RowSet): void {
    const upTo = moment.last
    const known = this.#kept.get(name)
    this.#kept.delete(name)
    // Another search may have kept a newer one meanwhile.
    this.#kept.set(name, known && known.upTo > upTo ? known : { rows, upTo })
    const most = Math.min(this.#mostSets, Math.ceil(most_bytes / Math.max(1, rows.size_bytes)))
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= most) return
      this.#kept.delete(oldest)
    }
  }
}
