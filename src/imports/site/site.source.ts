import { findZone, type Zone, zoneNamed } from '../../calendar/zone.ts'
import type { CostFormat } from '../../text/cost.ts'
import { nameOf } from '../imports.keys.ts'
import {
  type ImportBatch,
  ImportFault,
  type ImportRecord,
  type ImportSource,
  type RememberedPage,
  type Resumption,
  type SourceKey,
  type Unreadable,
} from '../imports.record.ts'
import type { SiteClient } from './site.client.ts'
import { type Listing, pagesOf, type SitePage } from './site.pages.ts'
import { readEvent, readOrganizer, readTerm, readVenue, type SiteFacts } from './site.record.ts'
import { asWire, textIn, type Wire, wireId } from './site.wire.ts'

/** What reading a site needs. */
export interface SiteSourceOptions {
  readonly client: SiteClient
  /** How many pages are asked for at the same time. */
  readonly concurrency: number
  /** How costs are shown here. */
  readonly costFormat: CostFormat
}

type Read = ImportRecord | Unreadable

/** A list of the site, and how its records are read. */
interface Phase extends Listing {
  readonly kind: 'category' | 'tag' | 'venue' | 'organizer' | 'event'
  readonly read: (value: unknown, facts: SiteFacts) => Read[]
}

/** Events of all times: a list without dates has only those of the next two years (`wire-events.md` 5.2). */
const allTimes = { start_date: '1000-01-01 00:00:00', end_date: '9000-12-31 23:59:59' }

/** In this order, linked records come before those that link to them. Unused terms are only listed when asked for. */
const phases: readonly Phase[] = [
  {
    kind: 'category',
    path: '/categories',
    key: 'categories',
    isOptional: true,
    query: { hide_empty: '0' },
    read: (value) => [readTerm('category', value)],
  },
  {
    kind: 'tag',
    path: '/tags',
    key: 'tags',
    isOptional: true,
    query: { hide_empty: '0' },
    read: (value) => [readTerm('tag', value)],
  },
  { kind: 'venue', path: '/venues', key: 'venues', query: {}, isOptional: true, read: readVenue },
  {
    kind: 'organizer',
    path: '/organizers',
    key: 'organizers',
    query: {},
    isOptional: true,
    read: readOrganizer,
  },
  { kind: 'event', path: '/events', key: 'events', query: allTimes, isOptional: false, read: readEvent },
]

/** The records that a run has found, by name. */
class Seen {
  readonly #names = new Set<string>()
  readonly #counts = new Map<string, number>()

  has(key: SourceKey): boolean {
    return this.#names.has(nameOf(key))
  }

  /** Partial records do not count as found; ones that could not be read do. */
  add(record: Read | SourceKey): void {
    if (('isPartial' in record && record.isPartial) || record.key === '' || this.has(record)) return
    this.#names.add(nameOf(record))
    this.#counts.set(record.kind, this.count(record.kind) + 1)
  }

  count(kind: string): number {
    return this.#counts.get(kind) ?? 0
  }

  get size(): number {
    return this.#names.size
  }
}

/** The position of a run: the list, the next page, and whether the list is read a second time. */
interface Position {
  readonly phase: number
  readonly page: number
  readonly isAgain: boolean
}

/** A running site with this API as a source, as an anonymous reader or the given user sees it. */
export function siteSource(options: SiteSourceOptions): ImportSource {
  const { client } = options
  const zoneKnown = siteZoneOf(client)
  const facts = async (): Promise<SiteFacts> => ({
    siteZone: await zoneKnown(),
    costFormat: options.costFormat,
  })
  const lists: Lists = { lacking: new Set() }
  return {
    name: client.root,
    follows: client.isAuthenticated ? 'everything' : 'published',
    read: (resume, remembered) => readAll({ ...options, lists }, facts, { resume, remembered }),
    confirm: async (missing) =>
      lists.lacking.has(missing.kind) ? [] : confirm(client, missing, await facts()),
  }
}

/** The kinds of which the site has no list. */
interface Lists {
  readonly lacking: Set<string>
}

async function* readAll(
  options: SiteSourceOptions & { readonly lists: Lists },
  facts: () => Promise<SiteFacts>,
  begin: { resume: Resumption | undefined; remembered: ReadonlyMap<string, RememberedPage> },
): AsyncGenerator<ImportBatch> {
  const { resume, remembered } = begin
  const seen = new Seen()
  for (const key of resume?.seen ?? []) seen.add(key)
  const from = positionIn(resume)
  const known = await facts()
  for (const [index, phase] of phases.entries()) {
    if (index < from.phase) continue
    const start = index === from.phase ? from : { phase: index, page: 1, isAgain: false }
    const reading = { ...options, facts: known, remembered, seen, isResumed: resume !== undefined }
    yield* phase.kind === 'category' ? readTree(phase, index, reading) : readList(phase, start, reading)
  }
}

/** What reading one list needs. */
interface PhaseReading extends SiteSourceOptions {
  readonly lists: Lists
  readonly facts: SiteFacts
  readonly remembered: ReadonlyMap<string, RememberedPage>
  readonly seen: Seen
  readonly isResumed: boolean
}

/** All categories in one batch, parents before their children. */
async function* readTree(phase: Phase, index: number, reading: PhaseReading): AsyncGenerator<ImportBatch> {
  const { client, concurrency, facts } = reading
  const all: Read[] = []
  const notes: string[] = []
  for await (const page of pagesOf(client, phase, { from: 1, concurrency, remembered: new Map() })) {
    if (page.isLacking) notes.push(lacking(phase, reading))
    all.push(...page.items.flatMap((item) => phase.read(item, facts)))
  }
  const records = parentsFirst(all)
  for (const record of records) reading.seen.add(record)
  yield { records, notes, cursor: cursorOf({ phase: index + 1, page: 1, isAgain: false }) }
}

/** Remembers that the site has no list of a kind, so that nothing of it is gone; answers what is told of that. */
function lacking({ kind, key }: Phase, reading: PhaseReading): string {
  reading.lists.lacking.add(kind)
  return `The source has no list of ${key}: those that its events name are taken.`
}

/**
 * Reads a list page by page. Changes meanwhile move records from page to page, so that some come twice and some not at all: if
 * there are fewer records than the site says, the list is read once more for the missing ones.
 */
async function* readList(phase: Phase, start: Position, reading: PhaseReading): AsyncGenerator<ImportBatch> {
  let last: SitePage | undefined
  let isAgain = start.isAgain
  let page = start.page
  for (;;) {
    for await (const found of pagesOf(reading.client, phase, { ...reading, from: page })) {
      if (found.isLacking) {
        yield endOf(start, [lacking(phase, reading)])
        return
      }
      last = found
      yield await batchOf(phase, found, {
        ...reading,
        position: { phase: start.phase, page: found.page + 1, isAgain },
      })
    }
    const met = reading.seen.count(phase.kind)
    const isShort = last?.total !== undefined && met < last.total
    if (isAgain || !(isShort || (reading.isResumed && start.page > 1))) {
      const says = `The source says it has ${last?.total} ${phase.key}, and shows ${met}.`
      yield endOf(start, isShort ? [says] : [])
      return
    }
    isAgain = true
    page = 1
  }
}

function endOf(start: Position, notes: readonly string[]): ImportBatch {
  return { records: [], notes, cursor: cursorOf({ phase: start.phase + 1, page: 1, isAgain: false }) }
}

async function batchOf(
  phase: Phase,
  found: SitePage,
  { client, seen, position, facts }: PhaseReading & { position: Position },
): Promise<ImportBatch> {
  const cursor = cursorOf(position)
  if (found.remembered) {
    const unchanged: SourceKey[] = []
    for (const key of found.remembered.records) {
      // Several records of a page may have the same image.
      if (!seen.has(key)) unchanged.push(key)
      seen.add(key)
    }
    return { records: [], unchanged, cursor }
  }
  const read: Read[] = []
  for (const item of found.items) read.push(...(await unlocked(client, phase, item, facts)))
  // A record that could not be read is reported once.
  const records = read.filter((record) => ('fault' in record ? !position.isAgain : !seen.has(record)))
  for (const record of records) seen.add(record)
  const { address, validator, total } = found
  const keys = read.filter((record) => !('fault' in record || record.isPartial))
  const remembered = keys.map(({ kind, key }) => ({ kind, key }))
  return {
    records,
    cursor,
    ...(total === undefined ? {} : { expected: total + seen.size - seen.count(phase.kind) }),
    // Records that could not be read are tried again.
    ...(validator === '' || read.some((record) => 'fault' in record)
      ? {}
      : { pages: [{ address, validator, records: remembered }] }),
  }
}

/**
 * The records of an item of a list. Lists show next to nothing of a protected event, so a user who may edit it reads it by
 * itself. As its password is not known, it becomes private here.
 */
async function unlocked(client: SiteClient, phase: Phase, item: unknown, facts: SiteFacts): Promise<Read[]> {
  const wire = asWire(item)
  const id = wire && wireId(wire)
  if (phase.kind !== 'event' || !wire || id === undefined || wire['all_day'] !== null)
    return phase.read(item, facts)
  const { body } = client.isAuthenticated
    ? await client.get(`/events/${id}?context=edit`)
    : { body: undefined }
  const whole = asWire(body)
  if (!whole || typeof whole['all_day'] !== 'boolean')
    return [{ kind: 'event', key: String(id), fault: 'It needs a password to be read.' }]
  const lost = ['password is not told by the source: the event is private here']
  return phase
    .read({ ...whole, status: 'private' }, facts)
    .map((record) =>
      record.kind === 'event' && !('fault' in record) ? Object.assign({}, record, { lost }) : record,
    )
}

function parentsFirst(all: readonly Read[]): Read[] {
  const byKey = new Map(all.map((record) => [record.key, record]))
  const placed = new Set<Read>()
  for (const record of all) {
    const line = new Set<Read>()
    let next: Read | undefined = record
    // A loop of categories ends where it began.
    while (next && !placed.has(next) && !line.has(next)) {
      line.add(next)
      next = 'parent' in next && typeof next.parent === 'string' ? byKey.get(next.parent) : undefined
    }
    for (const each of [...line].toReversed()) placed.add(each)
  }
  return [...placed]
}

function positionIn(resume: Resumption | undefined): Position {
  // Written by `cursorOf`.
  return resume ? (JSON.parse(resume.cursor) as Position) : { phase: 0, page: 1, isAgain: false }
}

function cursorOf(position: Position): string {
  return JSON.stringify(position)
}

/** Asks for a single record, which may have been missed, or be hidden from lists. */
async function confirm(
  client: SiteClient,
  { kind, key }: SourceKey,
  facts: SiteFacts,
): Promise<'gone' | Read[]> {
  const phase = phases.find((phase) => phase.kind === kind)
  if (!phase) return 'gone'
  const { status, body } = await client.get(`${phase.path}/${key}`)
  if (status === 401) throw new ImportFault('The source does not accept the login any longer (status 401).')
  const wire = asWire(body)
  // A site without the route says nothing of the record.
  if (wire && textIn(wire, 'code') === 'rest_no_route') return []
  const isThere = status === 200 && wire && String(wireId(wire)) === key && textIn(wire, 'status') !== 'trash'
  return isThere ? phase.read(wire, facts) : 'gone'
}

/** The zone of the site by its index, which is read once; UTC if it has none. */
function siteZoneOf(client: SiteClient): () => Promise<Zone> {
  let known: Promise<Zone> | undefined
  // Also of a site whose routes are in a parameter: `?rest_route=/`.
  const index = `${client.root.split('/').slice(0, -3).join('/')}/`
  const ask = async (): Promise<Zone> => {
    // Not every site has an index that everybody may read.
    const answer = await client.get(index, { attempts: 1 }).catch(() => undefined)
    return zoneIn(asWire(answer?.body) ?? {}) ?? zoneNamed('UTC')
  }
  return () => (known ??= ask())
}

function zoneIn(index: Wire): Zone | undefined {
  const hours = Number(index['gmt_offset'] ?? 0)
  return (
    findZone(textIn(index, 'timezone_string')) ?? findZone(`UTC${hours < 0 ? '-' : '+'}${Math.abs(hours)}`)
  )
}
