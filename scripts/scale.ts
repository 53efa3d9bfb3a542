// `node scripts/scale.ts --events 1m,3m,10m`: what a calendar of so many events takes of one process. The columns, lists, merges and counts are
// those of the service; only their events are invented. docs/scaling.md has what was printed, and what follows from it.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Sight } from '../src/storage/index/codes.ts'
import { statuses } from '../src/pure/params/words.ts'
import {
  byColumn,
  byLink,
  columnNames,
  type Columns,
  columns,
  mergedColumns,
  noColumns,
  ordered,
} from '../src/storage/index/columns.ts'
import { countByLink, countWithDescendants } from '../src/storage/index/facets.ts'
import { findHits, type Hits } from '../src/storage/index/hits.ts'
import { noOwn } from '../src/storage/index/own.ts'
import type { Snapshot } from '../src/storage/index/snapshot.ts'
import { readBase, writeBase } from '../src/storage/index/snapshotFile.ts'

/** The houses of a country's calendar, and what each has. */
const houses = { count: 50, venues: 40, organizers: 20, ownTerms: 8 }

/** Categories that all houses share, of which these many stand at the top. */
const terms = { count: 400, above: 20 }

/** The begin of the first event, and over how long a time they are spread, in seconds. */
const first_s = 1_893_456_000
const spread_s = 6 * 31_557_600

const position = { number: 0, token: 0 }

/** A figure of each part, for so many events. */
export interface Measured {
  readonly events: number
  /** Of columns and of links, each for an event. */
  readonly column_bytes: number
  readonly link_bytes: number
  /** Processor time of each, in milliseconds. */
  readonly load_ms: number
  readonly merge_ms: number
  /** Of the list of everything, and of one place. */
  readonly pass_ms: number
  readonly list_ms: number
  readonly first_facets_ms: number
  readonly facets_ms: number
}

/** Fills columns with so many invented events, and measures what is done with them. */
export async function measure(events: number): Promise<Measured> {
  const main = await invented(events)
  const folder = await mkdtemp(join(tmpdir(), 'kalends-scale-'))
  try {
    await writeBase(folder, { position, main, posts: [] })
    const load_ms = await processor(() => readBase(folder))
    const few = await invented(Math.min(2000, events), events)
    const merge_ms = await processor(() => mergedColumns(main, new Uint32Array(), few))
    const snapshot = snapshotOf(main)
    const sight: Sight = { reader: 0, sees: ({ status }) => status === 'publish' }
    const all = async () => findHits(snapshot, { sight, hidden: false })
    const pass_ms = await processor(all)
    const list_ms = await processor(() =>
      findHits(snapshot, { sight, hidden: false, venues: [houses.venues] }),
    )
    const hits = await all()
    const first_facets_ms = await processor(() => facetsOf(hits))
    const facets_ms = await processor(() => facetsOf(hits))
    return {
      events,
      column_bytes: bytesOf(columnNames.map((name) => main[name])) / events,
      link_bytes:
        Object.values(main.links).reduce((sum, postings) => sum + bytesOf(postings.values()), 0) / events,
      load_ms,
      merge_ms,
      pass_ms,
      list_ms,
      first_facets_ms,
      facets_ms,
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** All that facets count of links. */
async function facetsOf(hits: Hits): Promise<void> {
  await countWithDescendants(hits)
  await countByLink(hits, 'venues')
  await countByLink(hits, 'organizers')
}

/** So many events of fifty houses, by places and terms of their own, over six years; the same every time. */
async function invented(count: number, before = 0): Promise<Columns> {
  let seed = 20_261_128 + before
  const dice = (sides: number) => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((seed / 2 ** 32) * sides)
  }
  const values = byColumn((name) => new columns[name].array(count))
  const linked = byLink(() => new Map<number, number[]>())
  const link = (name: keyof typeof linked, target: number, place: number) => {
    const places = linked[name].get(target)
    if (places) places.push(place)
    else linked[name].set(target, [place])
  }
  for (let place = 0; place < count; place += 1) {
    const house = dice(houses.count)
    const starts = first_s + dice(spread_s / 900) * 900
    values.id[place] = before + place + 1
    values.starts[place] = starts
    values.ends[place] = starts + 7200
    values.date[place] = first_s - dice(31_557_600)
    values.modified[place] = first_s
    values.author[place] = house + 1
    values.state[place] = statuses.indexOf('publish') * (statuses.length + 1) + statuses.length
    values.hour[place] = 1 + dice(24)
    values.cost[place] = dice(3)
    link('venues', house * houses.venues + dice(houses.venues), place)
    if (dice(2) === 0) link('organizers', house * houses.organizers + dice(houses.organizers), place)
    link('terms', dice(terms.count), place)
    if (dice(2) === 0) link('terms', terms.count + house * houses.ownTerms + dice(houses.ownTerms), place)
  }
  return ordered({
    ...values,
    size: count,
    links: byLink(
      (name) => new Map([...linked[name]].map(([target, places]) => [target, Uint32Array.from(places)])),
    ),
    own: noOwn,
  })
}

function snapshotOf(main: Columns): Snapshot {
  const below = Math.floor(terms.count / terms.above)
  const children = Array.from({ length: terms.above }, (_, top) => {
    const members = Array.from({ length: below - 1 }, (__, at) => terms.above + top * (below - 1) + at)
    return [top, members] as const
  })
  const tail = { closed: new Uint32Array(), tail: noColumns }
  return {
    position,
    posts: [],
    places: new Map(),
    times: new Map(),
    main,
    ...tail,
    children: new Map(children),
  }
}

function bytesOf(arrays: Iterable<{ readonly byteLength: number }>): number {
  let sum = 0
  for (const { byteLength } of arrays) sum += byteLength
  return sum
}

/** Processor time that it takes, in milliseconds. */
async function processor(work: () => Promise<unknown>): Promise<number> {
  const begun = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(begun)
  return (user + system) / 1000
}

/** What so many events would take, by the straight line through the largest two that were measured. */
export function lineTo(events: number, measured: readonly Measured[]): Measured | undefined {
  const [one, other] = measured.slice(-2)
  if (!one || !other) return undefined
  const at = (name: keyof Measured) =>
    other[name] + ((other[name] - one[name]) * (events - other.events)) / (other.events - one.events)
  const times = Object.fromEntries(
    Object.keys(other).map((name) => [name, Math.max(0, at(name as keyof Measured))]),
  )
  // It has all members of what was measured; bytes an event stay what they are.
  return {
    ...(times as unknown as Measured),
    events,
    column_bytes: other.column_bytes,
    link_bytes: other.link_bytes,
  }
}

/** A number as it is typed: `300k`, `1m`. */
export function countIn(text: string): number {
  const [, digits, unit = ''] = /^(\d+(?:\.\d+)?)([km]?)$/i.exec(text.trim()) ?? []
  if (digits === undefined) throw new Error(`“${text}” is no number of events such as 300k or 1m.`)
  return Math.round(Number(digits) * { '': 1, k: 1e3, m: 1e6 }[unit.toLowerCase() as '' | 'k' | 'm'])
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { events: { type: 'string', default: '100k,1m' } } })
  const measured: Measured[] = []
  for (const events of values.events.split(',').map(countIn)) measured.push(await measure(events))
  const line = lineTo(100_000_000, measured)
  for (const row of line ? [...measured, line] : measured) console.log(textOf(row))
}

function textOf({ events, column_bytes, link_bytes, ...times }: Measured): string {
  const size = (events * (column_bytes + link_bytes)) / 1e9
  const parts = Object.entries(times).map(
    ([name, value]) => `${name.replace(/_ms$/, '').replace('_', ' ')} ${value.toFixed(1)} ms`,
  )
  return `${events.toLocaleString('en')} events: ${(column_bytes + link_bytes).toFixed(0)} bytes an event, ${size.toFixed(2)} GB; ${parts.join(', ')}`
}
