/**
 * The same function, remembering its last `limit` or fewer answers. For pure functions of a text or number that
 * strangers may send: when full it forgets everything, so that memory stays bounded without bookkeeping on every hit.
 */
export function remember<Answer, Key extends string | number = string>(
  limit: number,
  answer: (key: Key) => Answer,
): (key: Key) => Answer {
  const known = new Map<Key, Answer>()
  return (key) => {
    const found = known.get(key)
    if (found !== undefined) return found
    const fresh = answer(key)
    if (known.size >= limit) known.clear()
    known.set(key, fresh)
    return fresh
  }
}

/**
 * The same function, which computes its answer once for each object and remembers it as long as the object exists, such as the
 * parameters of a request.
 */
export function onceFor<Thing extends object, Answer, More extends readonly unknown[]>(
  answer: (thing: Thing, ...more: More) => Answer,
): (thing: Thing, ...more: More) => Answer {
  const known = new WeakMap<Thing, Answer>()
  return (thing, ...more) => {
    const found = known.get(thing)
    if (found !== undefined) return found
    const fresh = answer(thing, ...more)
    known.set(thing, fresh)
    return fresh
  }
}

/** Remembers what has come up lately: at least the last `limit` different keys, and at most twice as many. */
export class Lately<Key> {
  readonly #limit: number
  #now = new Set<Key>()
  #before: ReadonlySet<Key> = new Set()

  constructor(limit: number) {
    this.#limit = limit
  }

  /** Whether the key has come up lately; from now on it has. */
  note(key: Key): boolean {
    const wasThere = this.#now.has(key) || this.#before.has(key)
    this.#now.add(key)
    if (this.#now.size >= this.#limit) {
      this.#before = this.#now
      this.#now = new Set()
    }
    return wasThere
  }
}
