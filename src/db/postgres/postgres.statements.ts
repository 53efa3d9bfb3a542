import { createHash } from 'node:crypto'

/** How often a statement comes before it is prepared. */
const hotAfter = 5

/** How many statements are prepared on each connection; each takes some ten kilobytes of the server’s memory there. */
const most = 300

/** How many texts are counted before they are prepared; with more, all are counted anew. */
const countedAtMost = 5_000

/**
 * Decides which statements are prepared on the server: the first few hundred that are frequent. Texts with lists of different
 * lengths are different statements, so that not everything can be prepared.
 */
export class HotStatements {
  readonly #names = new Map<string, string>()
  readonly #counts = new Map<string, number>()

  /** The name under which the statement is prepared, if it has come often enough by now. */
  knownAs(sql: string): string | undefined {
    return this.#names.get(sql)
  }

  /** The name to prepare the statement under, the same for the same text in every process; undefined: not prepared. */
  nameOf(sql: string): string | undefined {
    const known = this.#names.get(sql)
    if (known !== undefined || this.#names.size >= most) return known
    const count = (this.#counts.get(sql) ?? 0) + 1
    if (count <= hotAfter) {
      if (this.#counts.size >= countedAtMost) this.#counts.clear()
      this.#counts.set(sql, count)
      return undefined
    }
    this.#counts.delete(sql)
    const name = `kalends_${createHash('sha256').update(sql).digest('hex').slice(0, 32)}`
    this.#names.set(sql, name)
    return name
  }
}
