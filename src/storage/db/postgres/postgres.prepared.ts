import { createHash } from 'node:crypto'

/** How often a statement comes before it is prepared. */
const hotAfter = 5

/** How many statements are prepared on each connection; each takes some ten kilobytes of the server’s memory there. */
const most = 300

/** How many texts are counted before they are prepared; with more, all are counted anew. */
const countedAtMost = 5_000

/** Statements that can be prepared: others control transactions, or are several in one text. */
const preparable = /^\s*(select|insert|update|delete|with) /

/**
 * Decides which statements are prepared on the server: the first few hundred that are frequent. Texts with lists of different
 * lengths are different statements, so that not everything can be prepared. A list takes 0.7 of the time that it takes when
 * the server plans its statements each time (200 lists one after the other, in turns with the same unprepared, 10 events a page).
 */
export class HotStatements {
  readonly #names = new Map<string, string>()
  #generation = 0

  /** Has all statements prepared anew, under other names: a table has other columns than when they were. */
  renew(): void {
    this.#generation += 1
    this.#names.clear()
  }

  readonly #counts = new Map<string, number>()

  /** The name to prepare the statement under, the same for the same text in every process; undefined: not prepared. */
  nameOf(sql: string): string | undefined {
    const known = this.#names.get(sql)
    if (known !== undefined || this.#names.size >= most || !preparable.test(sql)) return known
    const count = (this.#counts.get(sql) ?? 0) + 1
    if (count <= hotAfter) {
      if (this.#counts.size >= countedAtMost) this.#counts.clear()
      this.#counts.set(sql, count)
      return undefined
    }
    this.#counts.delete(sql)
    const name = `kalends_${this.#generation}_${createHash('sha256').update(sql).digest('hex').slice(0, 32)}`
    this.#names.set(sql, name)
    return name
  }
}
