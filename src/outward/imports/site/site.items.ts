import { epochSeconds, utcText } from '../../../pure/calendar/text.ts'
import type { ImportedEvent, ImportedImage } from '../imports.record.ts'
import { type OwnSide, ownFileFields } from './site.kalends.ts'
import { typedText } from './site.text.ts'
import { renderContent, renderTitle } from '../../../pure/text/render.ts'
import type { SiteClient } from './site.client.ts'
import { pagesNamed } from './site.pictures.ts'
import { kindsOfSite, type Read, type Seen, type SiteKind } from './site.phases.ts'
import { typedCost } from './site.cost.ts'
import { extraLost, mentionsIn, type SiteFacts } from './site.record.ts'
import { statusIn, withStatus } from './site.status.ts'
import { asWire, textIn, type Wire, wireId } from './site.wire.ts'
import type { ToldStatus } from './site.posts.ts'
import { libraryKey, statusInJsonLd, type WpSide } from './site.wp.ts'

/** What reading records needs beside them. */
export interface Reading {
  readonly client: SiteClient
  readonly wp: WpSide
  readonly facts: SiteFacts
  /** What it has beside, if it is another Kalends. */
  readonly own: OwnSide | undefined
  readonly seen: Seen
  /** How many requests there are at a time. */
  readonly concurrency: number
  readonly now: () => Temporal.Instant
  /** How many events that are over were read by themselves. */
  pastReads: number
}

/**
 * The records of a page of a list: what is only nested in them first, then their images, with what the site tells of both elsewhere.
 * Records that were read before are left out.
 */
export async function recordsOf(
  kind: SiteKind,
  items: readonly unknown[],
  reading: Reading,
): Promise<Read[]> {
  const { own, seen } = reading
  const isRead = (key: string) => seen.has({ kind: 'event', key })
  const all = own && kind === 'event' ? await own.withParents(items, isRead) : items
  const opened =
    kind === 'event' ? await eachOf(all, reading, (item) => openedItem(item, reading)) : all.map(plain)
  const mentioned = kind === 'event' ? await unlisted(opened, reading) : []
  const { wp } = reading
  const facts = await factsFor(
    opened.flatMap((item) => ('fault' in item ? [] : item.wire)),
    reading,
  )
  const read: Read[] = []
  for (const item of opened)
    read.push(
      ...('fault' in item
        ? [item.fault]
        : kindsOfSite[kind].read(item.wire, facts).map((record) => toldOf(record, item))),
    )
  const told =
    kind === 'event'
      ? await withOwn(await toldOfEvents(read, reading), opened, reading)
      : kind === 'category'
        ? await withExtras(read, wp)
        : read
  const whole = [...mentioned, ...(await withFileTexts(told, reading))]
  return own ? own.withOldNames(whole) : whole
}

/** What reading these records needs to know, with the pages of pictures that their texts link to. */
async function factsFor(items: readonly unknown[], { facts, wp }: Reading): Promise<SiteFacts> {
  const named = items.flatMap((item) => {
    const wire = asWire(item) ?? {}
    return ['description', 'excerpt'].map((name) => pagesNamed(textIn(wire, name), facts.place))
  })
  const ids = named.flatMap((each) => each.ids)
  const isAny = named.some((each) => each.isAny)
  if (ids.length === 0 && !isAny) return facts
  return { ...facts, place: { ...facts.place, pages: await wp.pages({ ids, isAny }) } }
}

/** A record as the site tells it, or why it cannot be had. */
type Item =
  | {
      readonly wire: unknown
      readonly password?: string
      readonly isPrivate?: true
      readonly status?: ToldStatus | 'unknown'
    }
  | { readonly fault: Read }

function plain(wire: unknown): Item {
  return { wire }
}

/** An event with its password and what happened to it. */
function toldOf(record: Read, item: Exclude<Item, { fault: Read }>): Read {
  if (record.kind !== 'event' || 'fault' in record) return record
  const event: ImportedEvent = {
    ...record,
    password: item.password ?? null,
    ...(item.isPrivate
      ? {
          lost: [
            ...(record.lost ?? []),
            { field: 'password', what: '', why: 'the source does not tell it: the event is private here' },
          ],
        }
      : {}),
  }
  return item.status === 'unknown' ? event : withStatus(event, item.status)
}

/** Lists show next to nothing of a protected event, so a user who may edit it reads it by itself, and its password elsewhere. */
async function openedItem(item: unknown, reading: Reading): Promise<Item> {
  const { client, wp, facts } = reading
  const said = asWire(item)
  const wire = said && facts.isKalends ? { ...asPlanned, ...said } : said
  const id = wire && wireId(wire)
  if (!wire || id === undefined) return { wire: item }
  // Nobody else is told passwords.
  // Another Kalends says all of it itself, but for passwords.
  const isToldApart = client.isAuthenticated || !statusIn(wire)
  const post = isToldApart ? (await wp.posts('event'))?.byId.get(String(id)) : undefined
  const known = client.isAuthenticated ? post?.password : undefined
  const priced = (said: Wire) => (post?.cost ? { ...said, [typedCost]: post.cost } : said)
  if (wire['all_day'] !== null) {
    const told = await statused(priced(wire), String(id), reading)
    return known === undefined ? told : { ...told, password: known }
  }
  const { body } = client.isAuthenticated
    ? await client.get(`/events/${id}?context=edit`)
    : { body: undefined }
  const whole = asWire(body)
  if (!whole || typeof whole['all_day'] !== 'boolean')
    return { fault: { kind: 'event', key: String(id), fault: 'It needs a password to be read.' } }
  const password = known ?? (await wp.password(String(id)))
  const told = await statused(
    priced(password === undefined ? { ...whole, status: 'private' } : whole),
    String(id),
    reading,
  )
  return { ...told, ...(password === undefined ? { isPrivate: true as const } : { password }) }
}

/**
 * An event with what happened to it, which the list of WordPress says of all of them. Where there is none, those that are not over
 * are read by themselves, as their JSON-LD says it; of those that are over only so many.
 */
async function statused(
  wire: Wire,
  id: string,
  reading: Reading,
): Promise<{ wire: Wire; status?: ToldStatus | 'unknown' }> {
  const { client, wp, now } = reading
  const itself = statusIn(wire)
  if (itself) return { wire, status: itself }
  const told = (await wp.posts('event'))?.byId.get(id)
  if (told && told.status !== 'unknown') return statusOf(wire, told.status)
  const isOver = textIn(wire, 'utc_end_date') < utcText(epochSeconds(now()))
  if (isOver && !('json_ld' in wire) && (reading.pastReads += 1) > mostPastReads)
    return { wire, status: 'unknown' }
  const whole = 'json_ld' in wire ? wire : asWire((await client.get(`/events/${id}`)).body)
  return whole && 'json_ld' in whole ? statusOf(wire, statusInJsonLd(whole)) : { wire, status: 'unknown' }
}

/** How many events that are over are read by themselves, to know whether they took place. */
const mostPastReads = 500

function statusOf(wire: Wire, status: ToldStatus | undefined): { wire: Wire; status?: ToldStatus } {
  return status ? { wire, status } : { wire }
}

/**
 * The records that are nested in events and were in no list, each asked for by itself: a mention need not be all of it. One that
 * cannot be had is taken as it is nested.
 */
async function unlisted(items: readonly Item[], reading: Reading): Promise<Read[]> {
  const { seen } = reading
  const fresh = new Map<string, { kind: SiteKind; wire: Wire; id: number }>()
  for (const item of items) {
    if ('fault' in item) continue
    for (const { kind, wire } of mentionsIn(item.wire)) {
      const id = wireId(wire)
      if (id !== undefined && !seen.has({ kind, key: String(id) }))
        fresh.set(`${kind} ${id}`, { kind, wire, id })
    }
  }
  const found = await eachOf([...fresh.values()], reading, async ({ kind, wire, id }) => {
    const whole = await byId(reading, kind, String(id))
    const said = whole.wire ?? wire
    return kindsOfSite[kind].read(said, await factsFor([said], reading))
  })
  return withFileTexts(found.flat(), reading)
}

/** A single record of the site; without one the status of the answer, and its code. */
export interface Single {
  readonly id: string
  readonly wire: Wire | undefined
  readonly status: number
  readonly code: string
}

/** Asks for a single record; one that is in the trash is none. */
export async function byId(
  { client, facts }: Pick<Reading, 'client' | 'facts'>,
  kind: SiteKind,
  id: string,
): Promise<Single> {
  const isToEdit = kind === 'event' && facts.isKalends && client.isAuthenticated
  const { status, body } = await client.get(
    `${kindsOfSite[kind].path}/${id}${isToEdit ? '?context=edit' : ''}`,
  )
  const said = asWire(body)
  const isThere = status === 200 && said && String(wireId(said)) === id && textIn(said, 'status') !== 'trash'
  return { id, wire: isThere ? said : undefined, status, code: textIn(said ?? {}, 'code') }
}

/** The events with what is told of them that has no place here: comments. */
async function toldOfEvents(read: readonly Read[], { wp }: Reading): Promise<Read[]> {
  const ids = read.flatMap((record) => (record.kind === 'event' && !('fault' in record) ? record.key : []))
  const comments = await wp.comments(ids)
  return read.map((record) => {
    const count = record.kind === 'event' ? comments.get(record.key) : undefined
    if (count === undefined || 'fault' in record) return record
    const told = { field: 'comments', what: String(count), why: 'events have no comments here' }
    return Object.assign({}, record, { lost: [...(record.lost ?? []), told] })
  })
}

async function withExtras(read: readonly Read[], wp: WpSide): Promise<Read[]> {
  const extras = await wp.categoryExtras()
  return read.map((record) => {
    const names = extras.get(record.key) ?? []
    if (names.length === 0 || 'fault' in record || (record.lost ?? []).length > 0) return record
    return Object.assign({}, record, { lost: [extraLost(names)] })
  })
}

/** The images with their ids and texts, which only the library of the site has. */
async function withFileTexts(read: readonly Read[], reading: Reading): Promise<Read[]> {
  const known = await withIds(read, reading)
  const { own, wp } = reading
  const told = await (own ?? wp).files(known.filter(isImage).flatMap(({ id }) => id ?? []))
  return known.map((record) => {
    const wire = isImage(record) && record.id !== undefined ? told.get(record.id) : undefined
    return wire ? Object.assign({}, record, { fields: own ? ownFileFields(wire) : fileTexts(wire) }) : record
  })
}

/** The events with what another Kalends has of them elsewhere. */
async function withOwn(
  read: readonly Read[],
  opened: readonly Item[],
  { own }: Reading,
): Promise<readonly Read[]> {
  const wires = opened.flatMap((item): readonly Wire[] =>
    'fault' in item ? [] : [asWire(item.wire) ?? []].flat(),
  )
  return own ? own.withOwn(read, wires) : read
}

/** What the record of an event of a Kalends leaves out while it takes place as planned: the lists of WordPress need not be asked. */
const asPlanned = { event_status: 'scheduled' }

function isImage(record: Read): record is ImportedImage {
  return record.kind === 'image' && !('fault' in record)
}

/** The files that texts name by their addresses alone, with the ids that they have in the library, by which texts then name them. */
async function withIds(read: readonly Read[], { wp, seen }: Reading): Promise<readonly Read[]> {
  const named = read.filter((record) => isImage(record) && record.id === undefined)
  if (named.length === 0) return read
  const library = await wp.library()
  const leastId = await beyondAll({ wp, seen })
  return read.map((record) => {
    if (isImage(record) && record.id === undefined) {
      const id = library.get(libraryKey(record.urls[0] ?? ''))
      return id === undefined ? { ...record, leastId } : { ...record, id, key: String(id) }
    }
    if (!('texts' in record) || !record.texts?.length) return record
    const texts = record.texts.map((file) => ({
      ...file,
      image: /^\d+$/.test(file.image) ? file.image : String(library.get(libraryKey(file.url)) ?? file.image),
    }))
    return Object.assign({}, record, { texts })
  })
}

/** An id that no record of the site has; where it does not name all of them, one far beyond those that were met. */
async function beyondAll({ wp, seen }: Pick<Reading, 'wp' | 'seen'>): Promise<number> {
  const told = await Promise.all((['event', 'venue', 'organizer'] as const).map((kind) => wp.posts(kind)))
  const ids = [
    ...(await wp.library()).values(),
    ...told.flatMap((posts) => [...(posts?.byId.keys() ?? [])].map(Number)),
  ]
  const most = Math.max(
    seen.largest,
    ids.reduce((one, other) => Math.max(one, other), 0),
  )
  return most + (told.includes(undefined) ? farBeyond : 1)
}

const farBeyond = 1_000_000

function fileTexts(wire: Wire): Record<string, string> {
  const rendered = (name: string) => textIn(asWire(wire[name]) ?? {}, 'rendered').trim()
  const texts = {
    title: typedText(rendered('title'), renderTitle),
    alt_text: textIn(wire, 'alt_text'),
    caption: typedText(rendered('caption'), renderContent),
  }
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''))
}

/** What becomes of each, in the same order, a few at a time. */
export async function eachOf<From, To>(
  all: readonly From[],
  { concurrency }: Pick<Reading, 'concurrency'>,
  work: (one: From) => Promise<To>,
): Promise<To[]> {
  const done: To[] = []
  let next = 0
  const worker = async () => {
    for (let index = next++; index < all.length; index = next++) done[index] = await work(all[index] as From)
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, all.length) }, worker))
  return done
}
