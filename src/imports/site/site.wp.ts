import { wholeUpload } from '../../media/media.record.ts'
import { colorNames } from '../../terms/terms.colors.ts'
import { ImportFault } from '../imports.record.ts'
import type { SiteAnswer, SiteClient } from './site.client.ts'
import { pathOf, type PicturePages } from './site.pictures.ts'
import { asWire, textIn, type Wire, wireId, wiresIn } from './site.wire.ts'

/** The name of each kind of post in the interface of WordPress. */
const bases = { event: 'tribe_events', venue: 'tribe_venue', organizer: 'tribe_organizer' } as const
export type WpKind = keyof typeof bases

/** What happened to an event, as the site says it. */
export interface ToldStatus {
  readonly status: string
  readonly reason: string
}

/** A user of the site, as far as it tells who that is. */
export interface SiteUser {
  readonly id: string
  readonly login: string
  readonly email: string
  readonly name: string
}

/** A post as WordPress itself tells it. */
export interface WpPost {
  /** Undefined for an event that takes place as planned; unknown where the site is too old to say so. */
  readonly status: ToldStatus | 'unknown' | undefined
  /** Only for those who may edit it. */
  readonly password?: string
}

/** What the interface of WordPress beside that of events tells to whoever reads it. Each is undefined where it does not. */
export interface WpSide {
  /** All posts of a kind by id, those hidden from lists too. */
  posts(kind: WpKind): Promise<ReadonlyMap<string, WpPost> | undefined>
  /** The texts of files of the library, by id. */
  files(ids: readonly number[]): Promise<ReadonlyMap<number, Wire>>
  /** The ids of the files of the library, by the addresses of their uploads. */
  library(): Promise<ReadonlyMap<string, number>>
  /** The files of those pictures, and of all whose pages the library names, if these are asked for. */
  pages(named: { readonly ids: readonly number[]; readonly isAny: boolean }): Promise<PicturePages>
  /** How many comments posts have, by id; those without are missing. */
  comments(ids: readonly string[]): Promise<ReadonlyMap<string, number>>
  /** The password of an event, to those who may edit it. */
  password(id: string): Promise<string | undefined>
  users(): Promise<readonly SiteUser[] | undefined>
  /** The names of what categories have beside their texts, by id. */
  categoryExtras(): Promise<ReadonlyMap<string, readonly string[]>>
}

/** The most that WordPress has on a page. */
const perPage = 100

/** A list with more pages than this would never end. */
const mostPages = 10_000

/** The interface of WordPress of a site. Lists are read when they are first needed, and once. */
export function wpSide(client: SiteClient): WpSide {
  const posts = new Map<WpKind, Promise<ReadonlyMap<string, WpPost> | undefined>>()
  const files = new FilesTold(client)
  let hasComments: Promise<boolean> | undefined
  return {
    posts: (kind) => {
      const known = posts.get(kind) ?? postsOf(client, kind)
      posts.set(kind, known)
      return known
    },
    files: (ids) => files.of(ids),
    library: () => files.all(),
    pages: (named) => files.pages(named),
    comments: async (ids) => {
      hasComments ??= listOf(client, 'comments', { _fields: 'id' }, { pages: 1, perPage: 1 }).then(
        (some) => (some?.length ?? 0) > 0,
      )
      return (await hasComments) ? commentsOn(client, ids) : new Map()
    },
    password: async (id) => {
      const { status, body } =
        (await asked(client, `/tribe_events/${id}?context=edit&_fields=id,password`)) ?? {}
      return (status === 200 && textIn(asWire(body) ?? {}, 'password')) || undefined
    },
    users: () => usersOf(client),
    categoryExtras: () => extrasOf(client),
  }
}

const editorStatuses = 'publish,future,draft,pending,private'

async function postsOf(client: SiteClient, kind: WpKind): Promise<ReadonlyMap<string, WpPost> | undefined> {
  const query = { orderby: 'id', order: 'asc', _fields: 'id,class_list,meta,password' }
  const edited = client.isAuthenticated
    ? await listOf(client, bases[kind], { ...query, status: editorStatuses, context: 'edit' })
    : undefined
  const all =
    edited ??
    (client.isAuthenticated
      ? await listOf(client, bases[kind], { ...query, status: editorStatuses })
      : undefined)
  const found = all ?? (await listOf(client, bases[kind], query))
  return found && new Map(found.map((wire) => [String(wireId(wire) ?? ''), postIn(wire)]))
}

function postIn(wire: Wire): WpPost {
  const password = textIn(wire, 'password')
  return {
    status:
      'class_list' in wire || asWire(wire['meta'])?.['_tribe_events_status'] ? statusIn(wire) : 'unknown',
    ...(password === '' ? {} : { password }),
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

/** A field of WordPress is a text, or a list with one. */
function firstOf(value: unknown): string {
  const [first] = [value].flat()
  return typeof first === 'string' ? first : ''
}

/** The status in the JSON-LD of a single event. */
export function statusInJsonLd(wire: Wire): ToldStatus | undefined {
  const told = [wire['json_ld']].flat().map((each) => textIn(asWire(each) ?? {}, 'eventStatus'))
  const [, name] = /Event(Cancell?ed|Postponed|Rescheduled|MovedOnline)$/.exec(told.find(Boolean) ?? '') ?? []
  const statuses: Readonly<Record<string, string>> = {
    Postponed: 'postponed',
    Rescheduled: 'rescheduled',
    MovedOnline: 'moved_online',
  }
  return name === undefined ? undefined : { status: statuses[name] ?? 'canceled', reason: '' }
}

/** All records of a list; undefined where the site does not answer with one. */
async function listOf(
  client: SiteClient,
  base: string,
  query: Readonly<Record<string, string>>,
  { pages = mostPages, perPage: count = perPage }: { pages?: number; perPage?: number } = {},
): Promise<Wire[] | undefined> {
  const found: Wire[] = []
  const met = new Set<unknown>()
  for (let page = 1; page <= pages; page += 1) {
    const parameters = new URLSearchParams({ ...query, per_page: String(count), page: String(page) })
    const items = itemsIn(await asked(client, `/${base}?${parameters.toString()}`))
    if (!items) return page === 1 ? undefined : found
    // A page may have fewer than were asked for, and some sites answer every page alike.
    const fresh = items.filter(({ id }) => !met.has(id))
    if (fresh.length === 0) return found
    for (const { id } of fresh) met.add(id)
    found.push(...fresh)
  }
  return found
}

/** How often it is tried: what is asked for here is not all that matters. */
const attempts = 4

/** What WordPress answers; undefined where it keeps failing, as the interface of events may work all the same. */
async function asked(client: SiteClient, path: string): Promise<SiteAnswer | undefined> {
  return client.get(client.wp(path), { isOptional: true, attempts }).catch((error: unknown) => {
    if (error instanceof ImportFault) return undefined
    throw error
  })
}

function itemsIn(answer: SiteAnswer | undefined): Wire[] | undefined {
  if (!answer) return undefined
  const { status, body } = answer
  return status === 200 && Array.isArray(body) ? wiresIn(body) : undefined
}

async function commentsOn(client: SiteClient, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>()
  if (ids.length === 0) return counts
  for (const { post } of (await listOf(client, 'comments', { post: ids.join(), _fields: 'id,post' })) ?? [])
    counts.set(String(post), (counts.get(String(post)) ?? 0) + 1)
  return counts
}

async function usersOf(client: SiteClient): Promise<readonly SiteUser[] | undefined> {
  const edited = client.isAuthenticated ? await listOf(client, 'users', { context: 'edit' }) : undefined
  const found = edited ?? (await listOf(client, 'users', {}))
  return found?.map((wire) => ({
    id: String(wireId(wire) ?? ''),
    login: textIn(wire, 'username') || textIn(wire, 'slug'),
    email: textIn(wire, 'email'),
    name: textIn(wire, 'name'),
  }))
}

async function extrasOf(client: SiteClient): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = (await listOf(client, 'tribe_events_cat', { _fields: 'id,meta,acf' })) ?? []
  return new Map(
    found.map((wire) => {
      const fields = [wire['meta'], wire['acf']].flatMap((each) => Object.entries(asWire(each) ?? {}))
      return [String(wireId(wire) ?? ''), namesOfExtras(fields)] as const
    }),
  )
}

/** Whether it is the colour that a category has at a service as this one. */
export function isOurColor([name, value]: readonly [name: string, value: unknown]): boolean {
  return name === 'color' && (colorNames as readonly unknown[]).includes(value)
}

/** The names of colours and images among fields that have a value, but for colours that there are here. */
export function namesOfExtras(fields: readonly (readonly [name: string, value: unknown])[]): string[] {
  return fields
    .filter((field) => !isOurColor(field))
    .filter(
      ([name, value]) => /colou?r|image|thumbnail|icon/i.test(name) && ![value].flat().every((each) => !each),
    )
    .map(([name]) => name)
}

/** A file is the same one by any scheme and name of its host. */
export function libraryKey(url: string): string {
  return wholeUpload(URL.parse(url)?.pathname ?? '')
}

const fileFields = 'id,title,alt_text,caption,source_url,link'

/** The texts of files, each asked for once. */
class FilesTold {
  readonly #client: SiteClient
  readonly #told = new Map<number, Wire | undefined>()
  #library: Promise<ReadonlyMap<string, number>> | undefined
  /** The site does not tell anything of files. */
  #isClosed = false

  constructor(client: SiteClient) {
    this.#client = client
  }

  async of(ids: readonly number[]): Promise<ReadonlyMap<number, Wire>> {
    const unknown = [...new Set(ids)].filter((id) => !this.#told.has(id))
    for (let from = 0; from < unknown.length && !this.#isClosed; from += perPage)
      await this.#ask(unknown.slice(from, from + perPage))
    return new Map(
      ids.flatMap((id) => {
        const wire = this.#told.get(id)
        return wire ? [[id, wire] as const] : []
      }),
    )
  }

  /** Reads the whole library, when it is first needed. */
  all(): Promise<ReadonlyMap<string, number>> {
    this.#library ??= listOf(this.#client, 'media', {
      orderby: 'id',
      order: 'asc',
      _fields: fileFields,
    }).then((list) => {
      for (const wire of list ?? []) this.#told.set(wireId(wire) ?? 0, wire)
      const named = (list ?? []).map(
        (wire) => [libraryKey(textIn(wire, 'source_url')), wireId(wire) ?? 0] as const,
      )
      return new Map(named.filter(([url, id]) => url !== '' && id > 0))
    })
    return this.#library
  }

  async pages({ ids, isAny }: Parameters<WpSide['pages']>[0]): Promise<PicturePages> {
    if (isAny) await this.all()
    const named = await this.of(ids)
    const told = [...named, ...(isAny ? this.#told : [])].flatMap(([id, wire]) => {
      const file = wire ? textIn(wire, 'source_url') : ''
      return wire && file !== '' ? [{ id, file, page: URL.parse(textIn(wire, 'link')) }] : []
    })
    return {
      byId: new Map(told.map(({ id, file }) => [id, file])),
      byPath: new Map(
        told.flatMap(({ file, page }) => (page && page.search === '' ? [[pathOf(page), file] as const] : [])),
      ),
    }
  }

  async #ask(ids: readonly number[]): Promise<void> {
    const list = await listOf(
      this.#client,
      'media',
      { include: ids.join(), _fields: fileFields },
      { pages: 1 },
    )
    for (const wire of list ?? []) this.#told.set(wireId(wire) ?? 0, wire)
    // Lists leave out what is attached to a draft, and some sites have no list.
    const missing = ids.filter((id) => !this.#told.has(id))
    for (const id of missing) {
      const { status, body } = (await asked(this.#client, `/media/${id}`)) ?? {}
      const wire = status === 200 ? asWire(body) : undefined
      this.#told.set(id, wire)
      this.#isClosed = list === undefined && !wire
      if (this.#isClosed) return
    }
  }
}
