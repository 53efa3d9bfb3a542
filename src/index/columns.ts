import { lowerBound, range, slotsPerTurn, sortedPlaces, turn } from './slots.ts'

/**
 * What is held of each event, a number each: 72 bytes. Moments are epoch seconds. As whole floats they reach the year 9999, and ids
 * may be as large as those of other systems.
 */
const arrayTypes = {
  id: Float64Array,
  starts: Float64Array,
  ends: Float64Array,
  date: Float64Array,
  modified: Float64Array,
  author: Float64Array,
  /** A place in `states` (`states.ts`). */
  state: Uint8Array,
  /** The sum of the bits of `flags` (`reading.ts`). */
  flags: Uint8Array,
  /** A place in `costs` (`reading.ts`). */
  cost: Uint8Array,
  /** A place in `happenings` (`happenings.ts`). */
  happening: Uint8Array,
  /** The series whose occurrence it is; 0 for none. */
  series: Float64Array,
  /** Where the title stands among others (`titles.ts`). */
  shelf: Uint16Array,
}
export type ColumnName = keyof typeof arrayTypes
export const columnNames = Object.keys(arrayTypes) as readonly ColumnName[]
export type Values = Float64Array | Uint32Array | Uint16Array | Uint8Array

/** What events are linked to: of each target the slots are held. `trashed` links cancelled events to the moment of that. */
export const linkNames = ['terms', 'venues', 'organizers', 'parents', 'passwords', 'trashed'] as const
export type LinkName = (typeof linkNames)[number]
export type Target = number | string

/** The slots of the events of each target, ascending. */
export type Postings = ReadonlyMap<Target, Uint32Array>

type Numbers = { readonly [Name in ColumnName]: InstanceType<(typeof arrayTypes)[Name]> }

/**
 * Events by slots, which are in the order of lists: by start, publication and id. A window is then a span of slots, and reading is
 * sequential. Columns never change once they are made, so that whoever takes turns with others goes on with the same moment.
 */
export interface Columns extends Numbers {
  readonly size: number
  readonly links: Readonly<Record<LinkName, Postings>>
  /** The ids ascending, and the slot of each. */
  readonly byId: { readonly ids: Float64Array; readonly slots: Uint32Array }
}

/** Events as they were read, ascending by id: a list for each column, and of each link the events and their targets. */
export interface Batch {
  readonly columns: Readonly<Record<ColumnName, readonly number[]>>
  readonly links: Readonly<Record<LinkName, readonly [events: readonly number[], targets: readonly Target[]]>>
}

/** Makes columns of batches, whose ids ascend. */
export async function columnsOf(batches: AsyncIterable<Batch> | readonly Batch[]): Promise<Columns> {
  const lists = byColumn(() => [] as (readonly number[])[])
  const links = byLink(() => new Map<Target, number[]>())
  let size = 0
  for await (const batch of batches) {
    const places = new Map(batch.columns.id.map((id, at) => [id, size + at]))
    for (const name of columnNames) lists[name].push(batch.columns[name])
    for (const name of linkNames) {
      const [events, targets] = batch.links[name]
      for (const [at, target] of targets.entries()) {
        const place = places.get(events[at] ?? 0)
        if (place !== undefined) listIn(links[name], target).push(place)
      }
    }
    size += batch.columns.id.length
  }
  const read = numbersOf((name) => joined(lists[name], new arrayTypes[name](size)))
  const byDate = await sortedPlaces(read.date)
  const order = gathered(
    byDate,
    await sortedPlaces(gathered(read.starts, byDate, new Float64Array(size))),
    new Uint32Array(size),
  )
  const slots = new Uint32Array(size)
  for (let slot = 0; slot < size; slot += 1) slots[order[slot] ?? 0] = slot
  const postings = byLink(() => new Map<Target, Uint32Array>())
  let done = 0
  for (const name of linkNames) {
    for (const [target, places] of links[name]) {
      postings[name].set(target, Uint32Array.from(places, (place) => slots[place] ?? 0).toSorted())
      done = await counted(done, places.length)
    }
  }
  const columns = await numbersInTurns(size, (name) =>
    gathered(read[name], order, new arrayTypes[name](size)),
  )
  return { ...columns, size, links: postings, byId: { ids: read.id, slots } }
}

/** No events. */
export const noColumns: Columns = {
  ...numbersOf((name) => new arrayTypes[name](0)),
  size: 0,
  links: byLink(() => new Map()),
  byId: { ids: new Float64Array(), slots: new Uint32Array() },
}

/** Of the ids, which ascend, the slots of those that are here, in their order. */
export function slotsOf({ byId }: Columns, ids: Float64Array): Uint32Array {
  const slots = new Uint32Array(ids.length)
  let [count, at] = [0, 0]
  for (const id of ids) {
    at = lowerBound(byId.ids, id, at)
    if (byId.ids[at] === id) slots[count++] = byId.slots[at] ?? 0
  }
  return slots.subarray(0, count)
}

/** Whether one event comes before another in the order of lists. */
function isBefore(one: Columns, slot: number, other: Columns, otherSlot: number): boolean {
  for (const name of ['starts', 'date', 'id'] as const) {
    const difference = (one[name][slot] ?? 0) - (other[name][otherSlot] ?? 0)
    if (difference !== 0) return difference < 0
  }
  return false
}

/** The slots of two columns in the order of lists, those of the second after all of the first: `slot + first.size`. */
export function inListOrder(
  first: Columns,
  slots: Uint32Array,
  second: Columns,
  others: Uint32Array,
): Uint32Array {
  if (others.length === 0) return slots
  const all = new Uint32Array(slots.length + others.length)
  let at = 0
  for (let next = 0; next < others.length; next += 1) {
    const other = others[next] ?? 0
    while (at < slots.length && isBefore(first, slots[at] ?? 0, second, other))
      all[at + next] = slots[at++] ?? 0
    all[at + next] = first.size + other
  }
  all.set(slots.subarray(at), at + others.length)
  return all
}

/** The first events without those in the closed slots (ascending), and the second ones. In pieces, as a million takes 100 ms. */
export async function merged(first: Columns, closed: Uint32Array, second: Columns): Promise<Columns> {
  const open = new Uint32Array(first.size - closed.length)
  for (let [slot, at, next] = [0, 0, 0]; slot < first.size; slot += 1) {
    if (closed[next] === slot) next += 1
    else open[at++] = slot
  }
  const origins = inListOrder(first, open, second, range(0, second.size))
  const size = origins.length
  await breathe(size)
  const moves = new Uint32Array(first.size + second.size).fill(gone)
  for (let slot = 0; slot < size; slot += 1) moves[origins[slot] ?? 0] = slot
  await breathe(size)
  const numbers = await numbersInTurns(size, (name) => {
    const [from, more, into] = [first[name], second[name], new arrayTypes[name](size)]
    for (let slot = 0; slot < size; slot += 1) {
      const origin = origins[slot] ?? 0
      into[slot] = (origin < first.size ? from[origin] : more[origin - first.size]) ?? 0
    }
    return into
  })
  const links = byLink(() => new Map<Target, Uint32Array>())
  let done = 0
  for (const name of linkNames) {
    for (const target of new Set([...first.links[name].keys(), ...second.links[name].keys()])) {
      const before = first.links[name].get(target) ?? none
      const slots = movedTo(before, moves, 0, second.links[name].get(target) ?? none, first.size)
      if (slots.length > 0) links[name].set(target, slots)
      done = await counted(done, before.length)
    }
  }
  return { ...numbers, size, links, byId: byIdOf(first, second, moves) }
}

/** The columns without the postings of some targets, which no longer exist. */
export function withoutTargets(columns: Columns, name: LinkName, targets: readonly Target[]): Columns {
  const left = new Map(columns.links[name])
  const had = targets.filter((target) => left.delete(target))
  return had.length === 0 ? columns : { ...columns, links: { ...columns.links, [name]: left } }
}

function byIdOf(first: Columns, second: Columns, moves: Uint32Array): Columns['byId'] {
  const size = moves.reduce((sum, move) => sum + (move === gone ? 0 : 1), 0)
  const [ids, slots] = [new Float64Array(size), new Uint32Array(size)]
  let [count, next] = [0, 0]
  const add = (id: number, slot: number) => {
    if (slot === gone) return
    ids[count] = id
    slots[count++] = slot
  }
  const addSecond = (until: number) => {
    for (; next < second.size && (second.byId.ids[next] ?? 0) < until; next += 1)
      add(second.byId.ids[next] ?? 0, moves[first.size + (second.byId.slots[next] ?? 0)] ?? gone)
  }
  for (let at = 0; at < first.size; at += 1) {
    const id = first.byId.ids[at] ?? 0
    addSecond(id)
    add(id, moves[first.byId.slots[at] ?? 0] ?? gone)
  }
  addSecond(Infinity)
  return { ids, slots }
}

/** Marks slots that have no new one. */
const gone = 2 ** 32 - 1

function movedTo(
  slots: Uint32Array,
  moves: Uint32Array,
  offset: number,
  others: Uint32Array,
  otherOffset: number,
): Uint32Array {
  const moved = new Uint32Array(slots.length + others.length)
  let count = 0
  let next = 0
  const moveOf = (at: number) => moves[otherOffset + (others[at] ?? 0)] ?? gone
  for (let at = 0; at < slots.length; at += 1) {
    const slot = moves[offset + (slots[at] ?? 0)] ?? gone
    if (slot === gone) continue
    while (next < others.length && moveOf(next) < slot) moved[count++] = moveOf(next++)
    moved[count++] = slot
  }
  while (next < others.length) moved[count++] = moveOf(next++)
  return count < moved.length ? moved.slice(0, count) : moved
}

const none = new Uint32Array()

async function breathe(size: number): Promise<void> {
  if (size > slotsPerTurn) await turn()
}

/** Lets others have their turn after each piece; answers how much has been done. */
async function counted(done: number, more: number): Promise<number> {
  if (done + more < slotsPerTurn) return done + more
  await turn()
  return 0
}

function joined<Into extends Values>(lists: readonly (readonly number[])[], into: Into): Into {
  let at = 0
  for (const list of lists) {
    into.set(list, at)
    at += list.length
  }
  return into
}

function gathered<Into extends Values>(values: Values, places: Uint32Array, into: Into): Into {
  for (let at = 0; at < places.length; at += 1) into[at] = values[places[at] ?? 0] ?? 0
  return into
}

function listIn(lists: Map<Target, number[]>, target: Target): number[] {
  const known = lists.get(target)
  if (known) return known
  const list: number[] = []
  lists.set(target, list)
  return list
}

/** Each name has a value of its own type, which the compiler does not follow. */
function byColumn<Value>(make: (name: ColumnName) => Value) {
  return Object.fromEntries(columnNames.map((name) => [name, make(name)])) as Record<ColumnName, Value>
}

function byLink<Value>(make: (name: LinkName) => Value) {
  return Object.fromEntries(linkNames.map((name) => [name, make(name)])) as Record<LinkName, Value>
}

function numbersOf(make: (name: ColumnName) => Values): Numbers {
  return byColumn(make) as unknown as Numbers
}

async function numbersInTurns(size: number, make: (name: ColumnName) => Values): Promise<Numbers> {
  const made: Partial<Record<ColumnName, Values>> = {}
  for (const name of columnNames) {
    made[name] = make(name)
    await breathe(size)
  }
  return made as Numbers
}

/** Columns from the arrays that they consist of, as {@link partsOf} gives them. */
export function fromParts(
  size: number,
  parts: ReadonlyMap<string, Uint8Array>,
  targets: Readonly<Record<LinkName, readonly Target[]>>,
): Columns {
  const bytes = (name: string) => {
    const found = parts.get(name)
    if (!found) throw new Error(`The part ${name} is missing.`)
    return found
  }
  const numbers = numbersOf((name) => {
    const { buffer, byteOffset } = bytes(name)
    return new arrayTypes[name](buffer as ArrayBuffer, byteOffset, size)
  })
  const slotsIn = (name: string) => {
    const { buffer, byteOffset, byteLength } = bytes(name)
    return new Uint32Array(buffer, byteOffset, byteLength / 4)
  }
  const links = byLink((name) => {
    const [ends, slots] = [slotsIn(`${name}.ends`), slotsIn(name)]
    return new Map(targets[name].map((target, at) => [target, slots.subarray(ends[at - 1] ?? 0, ends[at])]))
  })
  const { buffer, byteOffset } = bytes('byId.ids')
  return {
    ...numbers,
    size,
    links,
    byId: { ids: new Float64Array(buffer, byteOffset, size), slots: slotsIn('byId.slots') },
  }
}

/** The arrays that the columns consist of, by name, and the targets of each link in the order of their postings. */
export function partsOf(columns: Columns) {
  const targets = byLink((name) => [...columns.links[name].keys()])
  const parts: [string, Values][] = columnNames.map((name) => [name, columns[name]])
  for (const name of linkNames) {
    const lists = [...columns.links[name].values()]
    let end = 0
    const ends = Uint32Array.from(lists, (list) => (end += list.length))
    const slots = new Uint32Array(end)
    for (const [at, list] of lists.entries()) slots.set(list, ends[at - 1] ?? 0)
    parts.push([`${name}.ends`, ends], [name, slots])
  }
  parts.push(['byId.ids', columns.byId.ids], ['byId.slots', columns.byId.slots])
  return { parts, targets }
}
