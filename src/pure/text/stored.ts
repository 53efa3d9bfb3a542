/**
 * What is stored is written by this program alone, and read without asking twice. Where somebody else has written there all the same, it
 * costs the one record, never a list that has it (D67): what cannot be read is left out, and told once.
 */

/** Tells which column of which record cannot be read. */
type Tell = (message: string, error: unknown) => void

let tell: Tell = () => {}
const told = new Set<string>()
/** So many are told: more would tell nobody more. */
const mostTold = 1000

/** From now on this is told what cannot be read, each once. */
export function tellUnreadable(listener: Tell): void {
  tell = listener
  told.clear()
}

/** What is read of a stored text; undefined where that throws. `column`: whose text it is. */
export function soundly<Value>(column: string, stored: string, read: () => Value): Value | undefined {
  try {
    return read()
  } catch (error) {
    const known = `${column} ${stored}`
    if (!told.has(known) && told.size < mostTold) {
      told.add(known)
      tell(`${column} of a record cannot be read: ${stored.slice(0, 80)}`, error)
    }
    return undefined
  }
}

/** A stored JSON list; one that cannot be read is empty, and its items that are no such items are left out. */
export function storedList<Item>(
  column: string,
  stored: string,
  isItem: (item: unknown) => item is Item,
): Item[] {
  if (stored === '' || stored === '[]') return []
  const list = soundly(column, stored, () => {
    const value: unknown = JSON.parse(stored)
    if (!Array.isArray(value) || !value.every(isItem))
      throw new TypeError('It is no list of what it should be.')
    return value
  })
  return list ?? []
}

/** Stored JSON as it is; undefined where it cannot be read. */
export function storedJson(column: string, stored: string): unknown {
  return soundly(column, stored, () => JSON.parse(stored) as unknown)
}

/** Whether it is a text. */
export function isText(item: unknown): item is string {
  return typeof item === 'string'
}

/** Whether it is a number that there is. */
export function isNumber(item: unknown): item is number {
  return typeof item === 'number' && Number.isFinite(item)
}
