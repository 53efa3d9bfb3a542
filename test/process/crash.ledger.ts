/** An event as a client wants it: everything in it is named after the write that made it so. */
export interface Wanted {
  readonly title: string
  readonly status: string
  readonly venue: string
  readonly organizers: readonly string[]
  readonly categories: readonly string[]
  readonly tags: readonly string[]
}

/** An event as it was found. */
export interface Found {
  readonly id: number
  readonly event: Wanted
}

/** The names of everything that writes made beside events. */
export type Names = Record<'venues' | 'organizers' | 'categories' | 'tags', Set<string>>

interface Entry {
  readonly id: number | undefined
  /** Undefined: no event is there. */
  readonly acknowledged: Wanted | undefined
  /** A write that has not been answered yet. */
  readonly pending?: { readonly wanted: Wanted | undefined }
}

/** What the clients know of every event that they ever made. */
export class Ledger {
  readonly #entries = new Map<string, Entry>()
  readonly names: Names = { venues: new Set(), organizers: new Set(), categories: new Set(), tags: new Set() }
  /** Writes that were answered. */
  acknowledged = 0
  /** Writes that were not, as the service was killed first. */
  cutOff = 0

  /** The keys of the events that are there and that this client made. */
  ownedBy(client: string): string[] {
    return [...this.#entries]
      .filter(([key, { acknowledged }]) => acknowledged && key.startsWith(`${client}-`))
      .map(([key]) => key)
  }

  /** Before a write is sent; answers the id of the event, if there is one. */
  begin(key: string, wanted: Wanted | undefined): number | undefined {
    const { id, acknowledged } = this.#entries.get(key) ?? { id: undefined, acknowledged: undefined }
    this.#entries.set(key, { id, acknowledged, pending: { wanted } })
    return acknowledged && id
  }

  acknowledge(key: string, id: number): void {
    const wanted = this.#entries.get(key)?.pending?.wanted
    this.#settle(key, wanted && { id, event: wanted })
    this.acknowledged += 1
  }

  /** Holds what was found against what is known; answers the differences. From then on what was found is what is known. */
  differences(found: ReadonlyMap<string, Found>): unknown[] {
    const unknown = [...found.keys()]
      .filter((key) => !this.#entries.has(key))
      .map((key) => ({ unknown: key }))
    const wrong = [...this.#entries].flatMap(([key, { acknowledged, pending }]) => {
      const possible = [acknowledged, ...(pending ? [pending.wanted] : [])]
      const event = found.get(key)?.event
      return possible.some((one) => isSame(one, event)) ? [] : [{ key, event, possible }]
    })
    for (const key of this.#entries.keys()) this.#settle(key, found.get(key))
    return [...unknown, ...wrong]
  }

  #settle(key: string, found: Found | undefined): void {
    this.#entries.set(key, { id: found?.id, acknowledged: found?.event })
    if (!found) return
    const { venue, organizers, categories, tags } = found.event
    for (const [kind, made] of Object.entries({ venues: [venue], organizers, categories, tags })) {
      for (const name of made) this.names[kind as keyof Names].add(name)
    }
  }
}

function isSame(one: Wanted | undefined, other: Wanted | undefined): boolean {
  const order: (keyof Wanted)[] = ['title', 'status', 'venue', 'organizers', 'categories', 'tags']
  return JSON.stringify(one, order) === JSON.stringify(other, order)
}
