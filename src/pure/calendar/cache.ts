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
