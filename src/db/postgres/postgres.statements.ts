import { createHash } from 'node:crypto'

/** A statement that has come so often is prepared when it comes again. */
const hotAfter = 5

/** Statements prepared on each connection; every one takes some ten kilobytes of the server's memory there. */
const most = 300

/** Texts counted that are not hot yet; when there are more, all are counted anew. */
const countedAtMost = 5_000

/**
 * How to go about the events of a term, say, depends on how many these are: what is prepared is soon planned for any term,
 * and takes ten times as long for some (https://www.postgresql.org/docs/current/sql-prepare.html#SQL-PREPARE-NOTES). Sums
 * of days are taken in one way, and so is what is read of one range alone: to plan these takes longer than to take them.
 */
const isPlannedEachTime = (sql: string) =>
  // Events have a column of nearly that name.
  /(?<!hide_from_)listings/.test(sql) && !/li(?:st|nk)ed_days/.test(sql) && !isOfOneRange(sql)

/** Whether all that is read are the listings with one term, venue or organizer. */
function isOfOneRange(sql: string): boolean {
  const tables = sql.match(/\b(?:from|join) "?\w+/g) ?? []
  return tables.length === 1 && /_listings" where target_id in \(\$\d+\)\)/.test(sql)
}

/**
 * Tells which statements are worth preparing on the server: the first few hundred that come again and again. Texts with
 * lists of different lengths are different statements, so that not everything can be prepared.
 */
export class HotStatements {
  readonly #names = new Map<string, string>()
  readonly #counts = new Map<string, number>()

  /** The name under which the statement is prepared, if it has come often enough by now. */
  knownAs(sql: string): string | undefined {
    return this.#names.get(sql)
  }

  /** The name to prepare the statement under, the same for the same text in every process; undefined: as it comes. */
  nameOf(sql: string): string | undefined {
    const known = this.#names.get(sql)
    if (known !== undefined || this.#names.size >= most || isPlannedEachTime(sql)) return known
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
