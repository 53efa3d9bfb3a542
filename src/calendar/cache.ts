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
