/**
 * The same function, remembering its last `limit` or fewer answers. For pure functions of a text that strangers may
 * send: when full it forgets everything, so that memory stays bounded without bookkeeping on every hit.
 */
export function remember<Answer>(limit: number, answer: (key: string) => Answer): (key: string) => Answer {
  const known = new Map<string, Answer>()
  return (key) => {
    const found = known.get(key)
    if (found !== undefined) return found
    const fresh = answer(key)
    if (known.size >= limit) known.clear()
    known.set(key, fresh)
    return fresh
  }
}
