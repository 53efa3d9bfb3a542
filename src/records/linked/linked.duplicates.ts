import { distance_km, type Place } from '../../pure/geo/sphere.ts'
import { TimeSlices } from '../../http/timeSlices.ts'
import { fold } from '../../pure/text/fold.ts'

/** What is compared of a venue or organizer. */
export interface Comparable {
  readonly id: number
  readonly title: string
  /** Street and town, where it is in one. */
  readonly address: string
  readonly city: string
  readonly place: Place | undefined
}

/** Two records that are perhaps one. */
export interface Alike<Row extends Comparable> {
  readonly rows: readonly [Row, Row]
  /** By what: they are called the same, or what they are called is alike and they are at one address, or close by. */
  readonly by: 'name' | 'address' | 'place'
  /** How far apart they are, in metres, where that is known. */
  readonly distance_m: number | undefined
}

/** What is called alike and no further apart is perhaps one: a large house has several entrances. */
const closeBy_m = 75

/** What is called the same is another one where it is further away. */
const anotherPlace_m = 1000

/** The side of the squares that places are sorted into, in degrees: at least 75 metres from north to south. */
const square = 0.0007

/** Those of the records that are perhaps one, each pair once, the older record first. */
export async function findAlike<Row extends Comparable>(rows: readonly Row[]): Promise<Alike<Row>[]> {
  const slices = new TimeSlices()
  const found = new Map<string, Alike<Row>>()
  const groups = [
    ['name', Map.groupBy(rows, ({ title }) => wordsOf(title).join(' '))],
    ['address', Map.groupBy(rows, addressOf)],
  ] as const
  for (const [by, group] of groups)
    for (const [key, alike] of group) {
      const rest = slices.next()
      if (rest) await rest
      if (key !== '') note(found, by, alike)
    }
  for (const near of squaresOf(rows)) {
    const rest = slices.next()
    if (rest) await rest
    note(found, 'place', near)
  }
  return [...found.values()].toSorted((one, other) => one.rows[0].id - other.rows[0].id)
}

/** How many of a group are compared with one another: where more are called the same, it is no mistake. */
const most = 30

function note<Row extends Comparable>(
  found: Map<string, Alike<Row>>,
  by: Alike<Row>['by'],
  group: readonly Row[],
): void {
  const rows = group.slice(0, most).toSorted((one, other) => one.id - other.id)
  for (const [at, one] of rows.entries())
    for (const other of rows.slice(at + 1)) {
      const key = `${one.id} ${other.id}`
      const distance_m = distanceOf(one, other)
      if (!found.has(key) && isAlike(by, one, other, distance_m))
        found.set(key, { rows: [one, other], by, distance_m })
    }
}

function isAlike(
  by: Alike<Comparable>['by'],
  one: Comparable,
  other: Comparable,
  distance_m: number | undefined,
): boolean {
  if (by === 'name') {
    if (distance_m !== undefined) return distance_m <= anotherPlace_m
    return one.city === '' || other.city === '' || fold(one.city) === fold(other.city)
  }
  if (!isCalledAlike(one, other)) return false
  return by === 'address' || (distance_m !== undefined && distance_m <= closeBy_m)
}

/** Whether all words of one name are in the other: “Central Library” and “Haverbridge Central Library”. */
function isCalledAlike(one: Comparable, other: Comparable): boolean {
  const [a, b] = [new Set(wordsOf(one.title)), new Set(wordsOf(other.title))]
  return a.size > 0 && b.size > 0 && (a.isSubsetOf(b) || b.isSubsetOf(a))
}

function wordsOf(text: string): string[] {
  return fold(text).match(/[\p{L}\p{N}]+/gu) ?? []
}

function addressOf({ address, city }: Comparable): string {
  const street = wordsOf(address).join(' ')
  return street === '' ? '' : `${street}, ${wordsOf(city).join(' ')}`
}

function distanceOf({ place: one }: Comparable, { place: other }: Comparable): number | undefined {
  return one && other && Math.round(distance_km(one, other) * 1000)
}

/** Places in the same square or in one beside it. */
function* squaresOf<Row extends Comparable>(rows: readonly Row[]): Generator<readonly Row[]> {
  const squares = new Map<string, Row[]>()
  for (const row of rows) {
    if (!row.place) continue
    // Each is put into four squares, so that two that are close together meet in one.
    const [lat, lng] = [row.place.lat / square, row.place.lng / square]
    for (const south of [Math.floor(lat), Math.floor(lat) + 1])
      for (const west of [Math.floor(lng), Math.floor(lng) + 1]) {
        const key = `${south} ${west}`
        const here = squares.get(key)
        if (here) here.push(row)
        else squares.set(key, [row])
      }
  }
  for (const here of squares.values()) if (here.length > 1) yield here
}
