import type { SiteClient } from './site.client.ts'
import { countedList, tecEvents, type WpList } from './site.wp.lists.ts'
import { asWire, textIn, type Wire, wireId } from './site.wire.ts'

/** The name of each kind of record in the interface of WordPress. */
const bases = {
  event: 'tribe_events',
  venue: 'tribe_venue',
  organizer: 'tribe_organizer',
  category: 'tribe_events_cat',
  tag: 'tags',
} as const
export type WpKind = keyof typeof bases

/** What happened to an event, as the site says it. */
export interface ToldStatus {
  readonly status: string
  readonly reason: string
}

/** A record as WordPress itself tells it. */
export interface WpPost {
  /** Undefined for an event that takes place as planned; unknown where the site is too old to say so. */
  readonly status: ToldStatus | 'unknown' | undefined
  /** Only for those who may edit it. */
  readonly password?: string
  /** The cost of an event as it was typed, and the currency that was chosen for it. */
  readonly cost?: { readonly typed: string; readonly symbol: string; readonly position: string }
}

/** The records of a kind by id, and how many the site says there are. */
export interface WpPosts {
  readonly byId: ReadonlyMap<string, WpPost>
  readonly total: number | undefined
}

const editorStatuses = 'publish,future,draft,pending,private'

/** All records of a kind, those hidden from lists too; undefined where no list has them. */
export async function postsOf(client: SiteClient, kind: WpKind): Promise<WpPosts | undefined> {
  const lists = [await wpList(client, kind), kind === 'event' ? await tecList(client) : undefined]
  const there = lists.filter((list) => list !== undefined)
  if (there.length === 0) return undefined
  const found = new Map<string, WpPost>()
  for (const { items } of there)
    for (const wire of items) {
      const [id, post] = [String(wireId(wire) ?? ''), postIn(wire)]
      // The first list tells more of those that both have.
      if (!found.has(id)) found.set(id, post)
    }
  found.delete('')
  const totals = there.flatMap(({ total }) => total ?? [])
  return { byId: found, total: totals.length > 0 ? Math.max(...totals) : undefined }
}

/** Terms have no status, and nobody edits them to see them. */
async function wpList(client: SiteClient, kind: WpKind): Promise<WpList | undefined> {
  const base = bases[kind]
  if (kind === 'category' || kind === 'tag')
    return countedList(client, base, { orderby: 'id', order: 'asc', _fields: 'id' })
  const query = { orderby: 'id', order: 'asc', _fields: 'id,class_list,meta,password' }
  const edited = client.isAuthenticated
    ? ((await countedList(client, base, { ...query, status: editorStatuses, context: 'edit' })) ??
      (await countedList(client, base, { ...query, status: editorStatuses })))
    : undefined
  return edited ?? countedList(client, base, query)
}

async function tecList(client: SiteClient): Promise<WpList | undefined> {
  const query = { _fields: 'id,class_list' }
  const edited = client.isAuthenticated
    ? await tecEvents(client, { ...query, status: editorStatuses })
    : undefined
  return edited ?? tecEvents(client, query)
}

/** Whether WordPress has the record, whatever the interface of events says of it. */
export async function isThere(client: SiteClient, kind: WpKind, id: string): Promise<boolean> {
  const address = client.wp(`/${bases[kind]}/${id}?_fields=id,status`)
  const { status, body } = await client.get(address, { isOptional: true })
  const wire = asWire(body) ?? {}
  return status === 200 && String(wireId(wire)) === id && textIn(wire, 'status') !== 'trash'
}

function postIn(wire: Wire): WpPost {
  const password = textIn(wire, 'password')
  const meta = asWire(wire['meta']) ?? {}
  const typed = firstOf(meta['_EventCost']).trim()
  const [symbol, position] = [firstOf(meta['_EventCurrencySymbol']), firstOf(meta['_EventCurrencyPosition'])]
  return {
    status: 'class_list' in wire || meta['_tribe_events_status'] ? statusIn(wire) : 'unknown',
    ...(password === '' ? {} : { password }),
    ...(typed === '' ? {} : { cost: { typed, symbol, position } }),
  }
}

/** What happened to an event, by the names for style sheets or by its fields; undefined for one that takes place as planned. */
function statusIn(wire: Wire): ToldStatus | undefined {
  const meta = asWire(wire['meta']) ?? {}
  const names = Array.isArray(wire['class_list'])
    ? wire['class_list']
    : Object.values(asWire(wire['class_list']) ?? {})
  const named = names
    .map((name) => /^tribe-events-status__list-event-([\w-]+)$/.exec(String(name))?.[1])
    .find(Boolean)
  const status = named ?? firstOf(meta['_tribe_events_status'])
  if (!status || status === 'scheduled') return undefined
  return { status, reason: firstOf(meta['_tribe_events_status_reason']) }
}

/** A field of WordPress is a text or a number, or a list with one. */
function firstOf(value: unknown): string {
  const [first] = [value].flat()
  return typeof first === 'number' ? String(first) : typeof first === 'string' ? first : ''
}
