import { hash } from 'node:crypto'
import { statuses } from '../../../pure/params/words.ts'
import type { ImportedEvent, ImportRecord, Unreadable } from '../imports.record.ts'
import type { SiteClient } from './site.client.ts'
import { asWire, textIn, type Wire, wireId, wiresIn } from './site.wire.ts'

// What another Kalends tells only those who may edit its events: which event others belong to, what feeds call them, what is in its trash,
// and the addresses that led to records. What it does not tell is told.

type Read = ImportRecord | Unreadable

/** What a record says for who may edit it; nothing of it to others, whose records are left as they are. */
export function membersToEdit(wire: Wire): Pick<ImportedEvent, 'uid' | 'parent' | 'kept'> {
  const { post_parent } = wire
  const uid = textIn(wire, 'uid')
  const before = statuses.find((status) => status === wire['status_before'])
  return {
    ...(uid === '' ? {} : { uid }),
    ...(typeof post_parent === 'number' ? { parent: post_parent > 0 ? String(post_parent) : null } : {}),
    kept: before ? { status_before: before } : {},
  }
}

/** What those may read who edit the events of another Kalends. */
export interface EditorsSide {
  /** Events with those that they belong to before them, which are asked for where they were not read yet. */
  withParents(items: readonly unknown[], isRead: (id: string) => boolean): Promise<readonly unknown[]>
  /** A short text that differs when old addresses have changed; undefined for those who are not told any. */
  beside(): Promise<string | undefined>
  /** The records with the addresses that led to them; of events that belong to one that is not shown, that is told. */
  withOldNames(records: readonly Read[]): Promise<Read[]>
  /** What is told of the whole. */
  notes(): readonly string[]
}

/** What nobody is told. */
const neverTold =
  'Another Kalends does not tell passwords of events, and tickets in its trash are not read: these are not here.'

/** What others are not told. */
const toldEditors =
  'What feeds call events (uid), to which event others belong (post_parent), what is in the trash, and old addresses are told only to a login that may edit all events of the source: what it did not tell is not here.'

/** How many are asked for at a time. */
const atOnce = 50

/** The most old addresses that are read, in pages. */
const mostPages = 1_000

/** Everything that a login may know of; without one nothing is asked. */
const everything =
  'start_date=1000-01-01&end_date=9000-12-31&status=publish,future,draft,pending,private,trash&context=edit'

/** The side of another Kalends that its editors see. */
export function editorsSide(client: SiteClient): EditorsSide {
  const unshown = new Set<string>()
  let isAllTold = client.isAuthenticated
  let addresses: Promise<ReadonlyMap<string, readonly string[]>> | undefined
  const oldAddresses = async () => {
    addresses ??= addressesOf(client).then((found) => {
      isAllTold = found !== undefined
      return found ?? new Map<string, readonly string[]>()
    })
    return addresses
  }
  return {
    beside: async () =>
      client.isAuthenticated
        ? hash('sha1', JSON.stringify([...(await oldAddresses())]), 'base64url')
        : undefined,
    withParents: async (items, isRead) => {
      const wires = new Map(items.map((item) => [idOf(item), item]))
      let asked = parentsOf(items)
      while (asked.length > 0) {
        const unread = asked.filter((id) => !wires.has(id) && !unshown.has(id) && !isRead(id))
        const found = await eventsOf(client, unread)
        for (const id of unread) if (!found.has(id)) unshown.add(id)
        for (const [id, wire] of found) wires.set(id, wire)
        asked = parentsOf([...found.values()])
      }
      return parentsAhead(wires)
    },
    withOldNames: async (records) => {
      if (!client.isAuthenticated) return [...records]
      const known = await oldAddresses()
      return records.map((record): Read => {
        if ('fault' in record) return record
        const led = known.get(`${record.kind} ${record.key}`)
        const named: Read = led ? { ...record, addresses: led } : record
        if (named.kind !== 'event' || !unshown.has(named.parent ?? '')) return named
        const says = {
          field: 'post_parent',
          what: named.parent ?? '',
          why: 'the source does not show the event that this one belongs to',
        }
        return { ...named, parent: null, lost: [...(named.lost ?? []), says] }
      })
    },
    notes: () => (isAllTold ? [neverTold] : [neverTold, toldEditors]),
  }
}

function idOf(item: unknown): string {
  return String(wireId(asWire(item) ?? {}) ?? '')
}

function parentOf(item: unknown): string | undefined {
  return membersToEdit(asWire(item) ?? {}).parent ?? undefined
}

function parentsOf(items: readonly unknown[]): string[] {
  return [...new Set(items.flatMap((item) => parentOf(item) ?? []))]
}

/** Each after the one that it belongs to; a loop ends where it began. */
function parentsAhead(wires: ReadonlyMap<string, unknown>): unknown[] {
  const placed = new Set<unknown>()
  for (const item of wires.values()) {
    const line = new Set<unknown>()
    let next: unknown = item
    while (next !== undefined && !placed.has(next) && !line.has(next)) {
      line.add(next)
      next = wires.get(parentOf(next) ?? '')
    }
    for (const each of [...line].toReversed()) placed.add(each)
  }
  return [...placed]
}

/** These events, in whatever state; one that lists leave out is asked for by itself. */
async function eventsOf(client: SiteClient, ids: readonly string[]): Promise<Map<string, Wire>> {
  const found = new Map<string, Wire>()
  for (let from = 0; from < ids.length; from += atOnce) {
    const some = ids.slice(from, from + atOnce)
    const { body } = await client.get(`/events?include=${some.join()}&${everything}&per_page=${atOnce}`)
    for (const wire of wiresIn(asWire(body)?.['events'] ?? [])) found.set(idOf(wire), wire)
    for (const id of some.filter((each) => !found.has(each))) {
      const { status, body: single } = await client.get(`/events/${id}?context=edit`)
      const wire = asWire(single)
      if (status === 200 && wire && idOf(wire) === id) found.set(id, wire)
    }
  }
  return found
}

/** The addresses that led to records, by kind and id; undefined where the login may not read them. */
async function addressesOf(client: SiteClient): Promise<ReadonlyMap<string, readonly string[]> | undefined> {
  const found = new Map<string, string[]>()
  for (let page = 1; page <= mostPages; page += 1) {
    const { status, body } = await client.get(`/redirects?page=${page}`, { isOptional: true })
    const list = asWire(body)
    if (status !== 200 || !list) return undefined
    for (const wire of wiresIn(list['redirects'] ?? [])) {
      const name = `${textIn(wire, 'kind')} ${wireId(wire) ?? ''}`
      found.set(name, [...(found.get(name) ?? []), textIn(wire, 'path')])
    }
    if (page >= Number(list['total_pages'] ?? 1)) break
  }
  return found
}
