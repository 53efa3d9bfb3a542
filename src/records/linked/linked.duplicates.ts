import { TimeSlices } from '../../http/timeSlices.ts'
import { slipsAmong } from '../../pure/text/oneSlip.ts'
import {
  type AlikeBy,
  alikeBy,
  alikeOf,
  type Comparable,
  type Compared,
  comparedOf,
  distanceOf,
} from './linked.alike.ts'

/** Two records that are perhaps one. */
export interface Alike<Row extends Comparable> {
  readonly rows: readonly [Row, Row]
  /** By what. */
  readonly by: AlikeBy
  /** How far apart they are, in metres, where that is known. */
  readonly distance_m: number | undefined
}

/** The sides of the squares that places are sorted into, in degrees: at least 75 metres each, up to 80° of latitude. */
const [high, wide] = [0.0007, 0.004]

/** How many of a group are compared with one another: where more are called the same, or are in one street, it is no mistake. */
const most = 150

/**
 * Those of the records that are perhaps one, each pair once, the older record first. Only those are compared that are called the same
 * but for a slip, or are in one street, or close by: a city’s thousands are not compared with one another.
 */
export async function findAlike<Row extends Comparable>(rows: readonly Row[]): Promise<Alike<Row>[]> {
  const slices = new TimeSlices()
  const found = new Map<string, Alike<Row>>()
  for (const group of candidatesAmong(rows.map(comparedOf))) {
    const rest = slices.next()
    if (rest) await rest
    note(found, group)
  }
  return [...found.values()].toSorted(
    (one, other) => one.rows[0].id - other.rows[0].id || one.rows[1].id - other.rows[1].id,
  )
}

/** Those of the records that are perhaps the one that is wanted, the likeliest first. */
export function alikeTo<Row extends Comparable>(
  wanted: Comparable,
  rows: readonly Row[],
): { readonly row: Row; readonly by: AlikeBy; readonly distance_m: number | undefined }[] {
  const one = comparedOf(wanted)
  return rows
    .flatMap((row) => {
      const other = comparedOf(row)
      const distance_m = distanceOf(one, other)
      const by = alikeOf(one, other, distance_m)
      return by ? [{ row, by, distance_m }] : []
    })
    .toSorted(
      (a, b) =>
        alikeBy.indexOf(a.by) - alikeBy.indexOf(b.by) ||
        (a.distance_m ?? 0) - (b.distance_m ?? 0) ||
        a.row.id - b.row.id,
    )
}

/** Groups of which any two may be one. */
function* candidatesAmong<Row extends Comparable>(
  all: readonly Compared<Row>[],
): Generator<readonly Compared<Row>[]> {
  const byKey = Map.groupBy(all, ({ key }) => key)
  for (const group of [byKey, Map.groupBy(all, ({ street, address }) => street || address)])
    for (const [key, alike] of group)
      if (key === '') continue
      else if (alike.length <= most) yield alike
      // Every town has a “Community Hall”.
      else yield* Map.groupBy(alike, ({ city }) => city).values()
  const keys = [...byKey.keys()]
  for (const pair of slipsAmong(keys))
    yield pair ? pair.flatMap((at) => (byKey.get(keys[at] ?? '') ?? []).slice(0, most / 2)) : []
  yield* squaresOf(all)
}

function note<Row extends Comparable>(found: Map<string, Alike<Row>>, group: readonly Compared<Row>[]): void {
  const some = group.slice(0, most).toSorted((one, other) => one.row.id - other.row.id)
  for (const [at, one] of some.entries())
    for (const other of some.slice(at + 1)) {
      const key = `${one.row.id} ${other.row.id}`
      if (found.has(key)) continue
      const distance_m = distanceOf(one, other)
      const by = alikeOf(one, other, distance_m)
      if (by) found.set(key, { rows: [one.row, other.row], by, distance_m })
    }
}

/** Places in the same square or in one beside it. */
function* squaresOf<Row extends Comparable>(
  all: readonly Compared<Row>[],
): Generator<readonly Compared<Row>[]> {
  const squares = new Map<string, Compared<Row>[]>()
  for (const one of all) {
    if (!one.row.place) continue
    // Each is put into four squares, so that two that are close together meet in one.
    const [lat, lng] = [one.row.place.lat / high, one.row.place.lng / wide]
    for (const south of [Math.floor(lat), Math.floor(lat) + 1])
      for (const west of [Math.floor(lng), Math.floor(lng) + 1]) {
        const key = `${south} ${west}`
        const here = squares.get(key)
        if (here) here.push(one)
        else squares.set(key, [one])
      }
  }
  for (const here of squares.values()) if (here.length > 1) yield here
}
