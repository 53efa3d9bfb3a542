/** Rows of a table, by their ids. */
export class RowSet {
  /** A byte for each id from 0 up to the largest: 1 where it is among them. */
  readonly marks: Uint8Array
  readonly size: number

  private constructor(marks: Uint8Array, size: number) {
    this.marks = marks
    this.size = size
  }

  /** The rows with these ids, some of which may be given several times. */
  static of(ids: readonly number[]): RowSet {
    const marks = new Uint8Array(ids.reduce((largest, id) => Math.max(largest, id), -1) + 1)
    let size = 0
    for (const id of ids) {
      size += 1 - (marks[id] ?? 0)
      marks[id] = 1
    }
    return new RowSet(marks, size)
  }

  /** Those that are among the others too. */
  and(others: RowSet): RowSet {
    return this.#kept((id) => others.has(id))
  }

  /** Those that are not among the others. */
  without(others: RowSet): RowSet {
    return this.#kept((id) => !others.has(id))
  }

  has(id: number): boolean {
    return this.marks[id] === 1
  }

  /** All ids, upwards. */
  *ids(): Generator<number, void, undefined> {
    for (let id = this.marks.indexOf(1); id >= 0; id = this.marks.indexOf(1, id + 1)) yield id
  }

  #kept(isKept: (id: number) => boolean): RowSet {
    const marks = new Uint8Array(this.marks.length)
    let size = 0
    for (const id of this.ids()) {
      if (!isKept(id)) continue
      marks[id] = 1
      size += 1
    }
    return new RowSet(marks, size)
  }
}
