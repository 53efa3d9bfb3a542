import type { CostFormat } from '../../../pure/text/cost.ts'
import {
  type ImportBatch,
  ImportFault,
  type ImportSource,
  type RememberedPage,
  type Resumption,
  type SourceKey,
} from '../imports.record.ts'
import { siteFeed } from './site.changes.ts'
import type { SiteClient } from './site.client.ts'
import { declarationsOnce } from './site.declared.ts'
import { type OwnSide, ownSide } from './site.kalends.ts'
import { siteIndex } from './site.index.ts'
import { byId, eachOf, type Reading, recordsOf, type Single } from './site.items.ts'
import { keysOn, ListRefused, pagesOf, type SitePage } from './site.pages.ts'
import {
  kindsOfSite,
  parentsFirst,
  type Phase,
  phasesOf,
  type Read,
  Seen,
  type SiteKind,
} from './site.phases.ts'
import type { SiteFacts } from './site.record.ts'
import { isThere } from './site.posts.ts'
import { type WpSide, wpSide } from './site.wp.ts'

/** What reading a site needs. */
export interface SiteSourceOptions {
  readonly client: SiteClient
  /** How many pages are asked for at the same time. */
  readonly concurrency: number
  /** How costs are shown here. */
  readonly costFormat: CostFormat
  /** The currency of amounts here that have no sign. */
  readonly currencyCode?: string | undefined
  /** The name under which its records are remembered; by default the address. */
  readonly name?: string | undefined
  readonly now: () => Temporal.Instant
}

/** How far a run has come: the list, the next page, and whether the list is read a second time. */
interface Position {
  readonly phase: string
  readonly page: number
  readonly isAgain: boolean
  readonly short: Readonly<Record<string, Shortage>>
}

/** How many records of a kind the site says it has beyond those that its lists have shown, and how many had been found by then. */
interface Shortage {
  readonly missing: number
  readonly found: number
}

/** What comes after all lists: records that are in none. */
const beyond = 'beyond'

/** A running site with this API as a source, as an anonymous reader or the given user sees it. */
export function siteSource(options: SiteSourceOptions): ImportSource {
  const { client } = options
  // What WordPress tells is read anew by each run.
  let wp = wpSide(client)
  const index = siteIndex(client)
  let lacking = new Set<SiteKind>()
  const declared = declarationsOnce(client, index)
  const facts = async (): Promise<SiteFacts> => {
    const { costFormat, currencyCode } = options
    return { ...(await index()), costFormat, currencyCode, declared: await declared.known() }
  }
  let seen = new Seen([])
  let own: OwnSide | undefined
  const reading = async (): Promise<Reading> => {
    const { concurrency, now } = options
    return { client, wp, facts: await facts(), own, seen, concurrency, now, pastReads: 0 }
  }
  const begin = async (found: readonly SourceKey[] = [], isListed = false): Promise<Reading> => {
    seen = new Seen(found)
    wp = wpSide(client)
    own = (await index()).isKalends ? ownSide(client, { isListed }) : undefined
    return reading()
  }
  const whole: ImportSource = {
    name: options.name ?? client.root,
    follows: client.isAuthenticated ? 'everything' : 'published',
    async *read(resume, remembered) {
      const begun = await begin(resume?.seen, true)
      lacking = new Set()
      yield* new SiteReading(begun, { wp, lacking, remembered }).read(resume)
    },
    authors: () => wp.users(),
    declarations: declared.anew,
    confirm: async (missing) =>
      lacking.has(missing.kind as SiteKind) ? [] : confirm(missing, await reading()),
  }
  return { ...whole, feed: siteFeed({ client, whole, begin }) }
}

interface Knowing {
  readonly wp: WpSide
  /** The kinds of which the site has no list. */
  readonly lacking: Set<SiteKind>
  readonly remembered: ReadonlyMap<string, RememberedPage>
}

class SiteReading {
  readonly #reading: Reading
  readonly #knowing: Knowing
  #short: Record<string, Shortage> = {}
  /** What is in the trash of the source, which no totals count. */
  readonly #trashed = new Set<string>()

  constructor(reading: Reading, knowing: Knowing) {
    this.#reading = reading
    this.#knowing = knowing
  }

  async *read(resume: Resumption | undefined): AsyncGenerator<ImportBatch> {
    // Written by `#at`.
    const from = resume && (JSON.parse(resume.cursor) as Position)
    const { client, facts, own } = this.#reading
    const beside = await own?.beside()
    const phases = phasesOf({ isAuthenticated: client.isAuthenticated, isKalends: facts.isKalends, beside })
    const first = phases.findIndex(({ name }) => name === from?.phase)
    this.#short = { ...from?.short }
    for (const [index, phase] of phases.entries()) {
      if (index < first || from?.phase === beyond || this.#knowing.lacking.has(phase.kind)) continue
      const next = phases[index + 1]?.name ?? beyond
      const isBegun = index === first
      const start = { page: isBegun ? (from?.page ?? 1) : 1, isAgain: isBegun && from?.isAgain === true }
      yield* phase.kind === 'category'
        ? this.#tree(phase, next)
        : this.#list(phase, next, { ...start, isResumed: isBegun && start.page > 1 })
    }
    yield* this.#beyond()
    if (own) yield { records: [], notes: own.notes(), cursor: this.#at(beyond) }
  }

  #at(phase: string, page = 1, isAgain = false): string {
    return JSON.stringify({ phase, page, isAgain, short: this.#short } satisfies Position)
  }

  /** All categories in one batch, parents before their children. */
  async *#tree(phase: Phase, next: string): AsyncGenerator<ImportBatch> {
    const { client, concurrency, seen } = this.#reading
    const all: Read[] = []
    const notes: string[] = []
    let total = 0
    for await (const page of pagesOf(client, phase, { from: 1, concurrency, remembered: new Map() })) {
      if (page.isLacking) notes.push(this.#lacks(phase))
      total = Math.max(total, page.total ?? 0)
      all.push(...(await recordsOf(phase.kind, page.items, this.#reading)))
    }
    const records = parentsFirst(all)
    for (const record of records) seen.add(record)
    this.#noteShortage(phase.kind, total - new Set(all.map(({ key }) => key)).size)
    yield { records, notes, cursor: this.#at(next) }
  }

  #noteShortage(kind: SiteKind, shortage: number): void {
    const missing = (this.#short[kind]?.missing ?? 0) + Math.max(shortage, 0)
    if (missing > 0) this.#short[kind] = { missing, found: this.#reading.seen.count(kind) }
  }

  /** Remembers that the site has no list of a kind, so that nothing of it is gone; answers what is told of that. */
  #lacks({ kind, key }: Phase): string {
    this.#knowing.lacking.add(kind)
    return `The source has no list of ${key}: those that its events name are taken.`
  }

  /**
   * Reads a list page by page. Changes meanwhile move records from page to page, so that some come twice and some not at all: if
   * there are fewer records than the site says, the list is read once more for the missing ones.
   */
  async *#list(
    phase: Phase,
    next: string,
    start: { page: number; isAgain: boolean; isResumed: boolean },
  ): AsyncGenerator<ImportBatch> {
    const { client, concurrency } = this.#reading
    const { remembered } = this.#knowing
    const met = new Set<string>()
    let { page, isAgain } = start
    let total: number | undefined
    for (;;) {
      try {
        for await (const found of pagesOf(client, phase, { from: page, concurrency, remembered })) {
          if (found.isLacking) {
            yield { records: [], notes: [this.#lacks(phase)], cursor: this.#at(next) }
            return
          }
          total = found.total ?? total
          yield await this.#batch(phase, found, { met, isAgain })
        }
      } catch (error) {
        // Readers without rights, and old versions, may not ask for this status.
        const { status } = phase.query
        if (!(error instanceof ListRefused) || met.size > 0 || status === undefined) throw error
        const isWhole = status === 'publish'
        if (!isWhole) yield { records: [], notes: [refusedStatus(phase)], cursor: this.#at(next) }
        else yield* this.#list({ ...phase, query: withoutStatus(phase.query) }, next, start)
        return
      }
      const shortage = Math.max((total ?? 0) - met.size, 0)
      if (isAgain || !(shortage > 0 || start.isResumed)) {
        this.#noteShortage(phase.kind, shortage)
        yield { records: [], cursor: this.#at(next) }
        return
      }
      isAgain = true
      page = 1
    }
  }

  /** What of a page was not read before, and how many records there will be. */
  async #batch(
    phase: Phase,
    found: SitePage,
    { met, isAgain }: { met: Set<string>; isAgain: boolean },
  ): Promise<ImportBatch> {
    const { address, validator, total, remembered } = found
    const cursor = this.#at(phase.name, found.page + 1, isAgain)
    const all = remembered ? remembered.records : await recordsOf(phase.kind, found.items, this.#reading)
    const isTrash = phase.query['status'] === 'trash'
    for (const key of keysOn(found, phase.kind)) {
      met.add(key)
      if (isTrash) this.#trashed.add(`${phase.kind} ${key}`)
    }
    // Several records of a page may have the same image.
    if (remembered) return { records: [], unchanged: this.#fresh(remembered.records), cursor }
    const read = all as readonly Read[]
    const isWhole = !read.some((record) => 'fault' in record)
    const fresh = this.#fresh(read)
    return {
      // A record without an id that could not be read is told once.
      records: isAgain ? fresh.filter(({ key }) => key !== '') : fresh,
      cursor,
      ...(total === undefined ? {} : { expected: total + this.#reading.seen.size - met.size }),
      // Records that could not be read are tried again.
      ...(validator === '' || !isWhole
        ? {}
        : { pages: [{ address, validator, records: read.map(({ kind, key }) => ({ kind, key })) }] }),
    }
  }

  /** Those that this run has not had yet; from now on it has. */
  #fresh<Of extends SourceKey>(records: readonly Of[]): Of[] {
    const { seen } = this.#reading
    return records.filter((record) => {
      const isFirst = !seen.has(record)
      seen.add(record)
      return isFirst
    })
  }

  /**
   * The records that are in no list: events hidden from them, and those that pages skip. WordPress names the ids of all of them, and
   * each can be asked for by itself. What cannot be had is told.
   */
  async *#beyond(): AsyncGenerator<ImportBatch> {
    const { client, seen } = this.#reading
    for (const kind of ['category', 'tag', 'venue', 'organizer', 'event'] as const) {
      const { missing = 0, found = 0 } = this.#short[kind] ?? {}
      const isTerm = kind === 'category' || kind === 'tag'
      // WordPress has tags of other things as well.
      const isAsked = !this.#knowing.lacking.has(kind) && (!isTerm || missing > 0)
      const told = isAsked ? await this.#knowing.wp.posts(kind) : undefined
      if (!told && kind === 'event') yield { records: [], notes: [hiddenUnknown], cursor: this.#at(beyond) }
      const ids = [...(told?.byId.keys() ?? [])].filter((key) => !seen.has({ kind, key }))
      let [hidden, gone] = [0, 0]
      for (let from = 0; from < ids.length; from += atOnce) {
        const some = ids.slice(from, from + atOnce)
        const answers = await eachOf(some, this.#reading, (id) => byId(this.#reading, kind, id))
        const items = answers.map(({ wire }) => wire).filter((wire) => wire !== undefined)
        hidden += items.filter((item) => item['hide_from_listings'] === true).length
        const unhad = (
          await eachOf(
            answers.filter(({ wire }) => !wire),
            this.#reading,
            (each) => unhadOf(client, kind, each),
          )
        ).flat()
        gone += answers.length - items.length - unhad.length
        const read = [...(await recordsOf(kind, items, this.#reading)), ...unhad]
        yield { records: this.#fresh(isTerm ? parentsFirst(read) : read), cursor: this.#at(beyond) }
      }
      const { [kind]: _told, ...others } = this.#short
      this.#short = others
      const counted =
        seen.count(kind) - [...this.#trashed].filter((name) => name.startsWith(`${kind} `)).length
      const unlisted = missing - (counted - hidden - found)
      const unnamed = isTerm ? 0 : (told?.total ?? 0) - (counted + gone)
      const shortage = Math.max(missing > 0 ? unlisted : 0, unnamed)
      if (shortage > 0) yield this.#shortOf(kind, shortage)
    }
  }

  #shortOf(kind: SiteKind, shortage: number): ImportBatch {
    const shown = this.#reading.seen.count(kind)
    const says = `The source says it has ${shown + shortage} ${kindsOfSite[kind].key}, and shows ${shown}.`
    return { records: [], shortfalls: [says], cursor: this.#at(beyond) }
  }
}

/** Where WordPress itself cannot be asked. */
const hiddenUnknown =
  'The source does not say which events it hides from its lists (wp/v2/tribe_events cannot be read): those are not here.'

/** How many records that are in no list are written in one transaction. */
const atOnce = 50

/** What is told of a record whose id is known and that is not shown. */
async function unhadOf(client: SiteClient, kind: SiteKind, { id, status }: Single): Promise<Read[]> {
  const isMissing = status === 404 || status === 410 || status === 200
  // One that is not there was removed meanwhile, unless WordPress still has it.
  if (isMissing && !(await isThere(client, kind, id))) return []
  const why = isMissing ? 'though it has it' : 'it needs a password, or a login that may see it'
  const says = `The source has it, and does not show it to this reader (status ${status}): ${why}.`
  return [{ kind, key: id, fault: says }]
}

function withoutStatus({ status: _status, ...query }: Phase['query']): Phase['query'] {
  return query
}

function refusedStatus({ key }: Phase): string {
  return `The login may not list ${key} that are not published: only those that are come along.`
}

/** Asks for a single record, which may have been missed, or be hidden from lists. */
async function confirm(missing: SourceKey, reading: Reading): Promise<'gone' | Read[]> {
  const { kind, key } = missing
  if (kind === 'image') return 'gone'
  const { wire, status, code } = await byId(reading, kind, key)
  if (status === 401) throw new ImportFault('The source does not accept the login any longer (status 401).')
  // A site without the route says nothing of the record.
  if (code === 'rest_no_route') return []
  if (!wire) return 'gone'
  const isNew = (record: Read) => (record.kind === kind && record.key === key) || !reading.seen.has(record)
  return (await recordsOf(kind, [wire], reading)).filter(isNew)
}
