import type { ColumnName, Columns } from './columns.ts'
import { among, marksOf } from './conditions.ts'
import { conditionsOf, type Filters } from './filters.ts'
import { passOver } from './pass.ts'
import { slotsPerTurn, without } from './slots.ts'
import type { Snapshot } from './snapshot.ts'

/** The events of a snapshot that were found: their slots in the main columns and in the tail, both ascending. */
export class Hits {
  readonly snapshot: Snapshot
  readonly main: Uint32Array
  readonly tail: Uint32Array

  constructor(snapshot: Snapshot, main: Uint32Array, tail: Uint32Array) {
    this.snapshot = snapshot
    this.main = main
    this.tail = tail
  }

  get total(): number {
    return this.main.length + this.tail.length
  }

  /** The columns, each with the slots of hits in it. */
  get parts(): readonly (readonly [columns: Columns, slots: Uint32Array])[] {
    const { main, tail } = this.snapshot
    return [
      [main, this.main],
      [tail, this.tail],
    ]
  }

  /** A value of an event; slots of the tail follow those of the main columns. */
  valueOf(name: ColumnName, ref: number): number {
    const { main, tail } = this.snapshot
    return (ref < main.size ? main[name][ref] : tail[name][ref - main.size]) ?? 0
  }

  /** The slots of these ids in some columns. */
  slotsIn(columns: Columns, ids: Float64Array): Uint32Array {
    const found = among(ids)(columns)
    return 'set' in found ? (found.set.lists[0] ?? none) : none
  }
}

/** Finds the events with all of the filters. */
export async function findHits(snapshot: Snapshot, filters: Filters, piece = slotsPerTurn): Promise<Hits> {
  const conditions = conditionsOf(filters)
  const main = await passOver(snapshot.main, conditions, piece)
  const tail = await passOver(snapshot.tail, conditions, piece)
  return new Hits(snapshot, without(main, snapshot.closed), tail)
}

/** A byte for each slot of the columns, which is 1 for hits. */
export function marksOfHits(columns: Columns, slots: Uint32Array): Uint8Array {
  return marksOf({ lists: [slots], isIn: true }, columns.size)
}

const none = new Uint32Array()
