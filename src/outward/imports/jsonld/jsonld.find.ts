import { isObject } from '../../../pure/params/lists.ts'
import { ImportFault } from '../imports.record.ts'
import { baseOf, createGraph } from './jsonld.graph.ts'
import { unreadEvents, type UnreadEvent } from './jsonld.microdata.ts'
import { isFrame, isRepertoire, spoken } from './jsonld.production.ts'
import { isJson, readScripts } from './jsonld.scripts.ts'
import { type EventThing, type Graph, type Thing, thingsIn, typesOf } from './jsonld.values.ts'

/** What was found in a page. */
export interface FoundEvents {
  readonly events: readonly EventThing[]
  readonly graph: Graph
  /** The scripts that cannot be read as JSON. */
  readonly broken: readonly { readonly line: number; readonly says: string }[]
  /** Events in other notations, which are not read. */
  readonly unread: readonly UnreadEvent[]
  /** Whether there were more than are taken. */
  readonly isCut: boolean
}

/** How deep nested things are searched. */
const deepest = 20

/** More events than any real page has. */
const mostEvents = 10_000

/** Every kind of event in schema.org that is not called one. */
const otherEvents = new Set(['Festival', 'Hackathon', 'CourseInstance', 'EventSeries'])

/**
 * The events in the JSON-LD of a page, or in a JSON document itself: alone, in lists, in a @graph, or within other things.
 * Throws an {@link ImportFault} when there is no JSON-LD at all.
 */
export function findEvents(
  text: string,
  { address, locale = 'en' }: { readonly address?: string | undefined; readonly locale?: string | undefined },
): FoundEvents {
  const scripts = readScripts(text)
  const unread = isJson(text) ? [] : unreadEvents(text)
  if (scripts.length === 0) {
    const others =
      unread.length === 0 ? '' : `; its ${unread.length} events are in another notation (microdata)`
    throw new ImportFault(
      `line 1: there is no event to be read: the page has no script of the type application/ld+json${others}.`,
    )
  }
  const language = locale.slice(0, 2).toLowerCase()
  const read = scripts.flatMap((script) =>
    'value' in script ? [{ ...script, value: spoken(script.value, language) }] : [],
  )
  const graph = createGraph(
    read.map(({ value }) => value),
    isJson(text) ? address : baseOf(text, address),
  )
  const events: EventThing[] = []
  for (const { line, value } of read) collect(value, { line, graph, into: events, within: [], depth: 0 })
  const runs = new Set(
    events.flatMap(({ thing }) =>
      thingsIn(thing['superEvent'], graph)
        .filter(isObject)
        .map((run) => graph.idOf(run)),
    ),
  )
  return {
    // What only holds its dates together is told by these.
    events: events
      .slice(0, mostEvents)
      .filter(({ thing }) => !(isFrame(thing) && runs.has(graph.idOf(thing)) && graph.idOf(thing) !== '')),
    graph,
    broken: scripts.flatMap((script) => ('says' in script ? [script] : [])),
    unread,
    isCut: events.length > mostEvents,
  }
}

interface Collecting {
  readonly line: number
  readonly graph: Graph
  readonly into: EventThing[]
  readonly within: readonly Thing[]
  readonly depth: number
}

function collect(value: unknown, collecting: Collecting): void {
  const { line, graph, into, within, depth } = collecting
  if (depth > deepest || into.length > mostEvents) return
  const deeper = { ...collecting, depth: depth + 1 }
  if (Array.isArray(value)) for (const each of value) collect(each, deeper)
  if (!isObject(value)) return
  const whole = isEvent(value) ? graph.of(value) : undefined
  if (whole && !(isFrame(whole) && hasParts(whole))) into.push({ line, thing: whole, within })
  for (const [name, each] of Object.entries(value)) {
    if (name === 'superEvent' || typeof each !== 'object') continue
    // What belongs to a performance is told with it.
    if (name === 'subEvent' && whole && within.some(isRepertoire)) continue
    collect(each, { ...deeper, within: hosts.has(name) ? [value, ...within] : [] })
  }
}

/** Members with events of a thing: its parts, or what takes place there. */
const hosts = new Set(['subEvent', 'subEvents', 'event', 'events', 'productions'])

function hasParts(thing: Thing): boolean {
  return [...hosts].some((name) => thing[name] !== undefined)
}

function isEvent(thing: Thing): boolean {
  return typesOf(thing).some((type) => type.endsWith('Event') || otherEvents.has(type))
}
