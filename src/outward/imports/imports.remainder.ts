import type { ImportRecord, SourceKey, Unreadable } from './imports.record.ts'

/** What a calendar still has, although no record was read of it: what could not be read, and occurrences beyond those that are told. */
export class Remainder {
  readonly #keys = new Set<string>()
  #isUnsure = false

  /** Whether something was read of which nobody knows what it is: whatever is missing may be that. */
  get isUnsure(): boolean {
    return this.#isUnsure
  }

  add(records: readonly (ImportRecord | Unreadable)[]): void {
    for (const record of records) {
      if (record.kind !== 'event') continue
      if ('cutSeries' in record && record.cutSeries !== undefined) this.#keys.add(record.cutSeries)
      if (!('fault' in record) || record.isNothing) continue
      if (record.key === '') this.#isUnsure = true
      else this.#keys.add(record.key)
    }
  }

  /** Whether an event is one of these, or an occurrence of one: the key of an occurrence begins with that of its series and a slash. */
  has({ key }: SourceKey): boolean {
    return this.#keys.has(key) || this.#keys.has(key.slice(0, Math.max(key.lastIndexOf('/'), 0)))
  }
}
