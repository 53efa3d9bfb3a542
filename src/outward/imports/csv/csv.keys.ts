import type { ImportedEvent } from '../imports.record.ts'
import type { Row } from './csv.rows.ts'

/**
 * Gives each row of a table a key of its own: rows that share their key, such as the same title at the same time in two places,
 * are events of their own, as long as they differ in anything. So nothing is lost for being called as another one is.
 */
export class KeysOfRows {
  /** The lines of rows by their whole text. */
  readonly #lines = new Map<string, number>()
  /** The lines of rows by their keys. */
  readonly #keys = new Map<string, number>()
  /** How many rows have had a key made of each. */
  readonly #numbers = new Map<string, number>()

  /** The event under a key that no row before has; a fault when a row before says all the same. */
  nameFor(event: ImportedEvent, { cells, line }: Row): { event: ImportedEvent } | { fault: string } {
    const said = cells.join('\n')
    const same = this.#lines.get(said)
    if (same !== undefined) return { fault: `It is the same as line ${same}, and was left out.` }
    this.#lines.set(said, line)
    const first = this.#keys.get(event.key)
    if (first === undefined) {
      this.#keys.set(event.key, line)
      return { event }
    }
    const key = this.#freeKey(event)
    this.#keys.set(key, line)
    // A title and a start are no name that anybody gave it.
    if (event.key.startsWith('row ')) return { event: { ...event, key } }
    const says = `id: it is that of line ${first}, so that this is an event of its own`
    const { own: _other, ...rest } = event
    return { event: { ...rest, key, lost: [...(event.lost ?? []), says] } }
  }

  /** The key with what sets the event apart: its place, its start, and a number if need be. */
  #freeKey({ key, venues, fields }: ImportedEvent): string {
    const isNamed = !key.startsWith('row ')
    const base = [key, ...(venues ?? []), ...(isNamed ? [String(fields['start_date'])] : [])].join('\n')
    for (;;) {
      const number = (this.#numbers.get(base) ?? 0) + 1
      this.#numbers.set(base, number)
      const wanted = number === 1 ? base : `${base}\n${number}`
      if (!this.#keys.has(wanted)) return wanted
    }
  }
}
