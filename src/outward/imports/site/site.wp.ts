import { wholeUpload } from '../../../records/media/media.record.ts'
import { colorNames } from '../../../pure/params/words.ts'
import type { SiteClient } from './site.client.ts'
import { pathOf, type PicturePages } from './site.pictures.ts'
import { postsOf, type ToldStatus, type WpKind, type WpPosts } from './site.posts.ts'
import { asked, listOf, perPage } from './site.wp.lists.ts'
import { asWire, textIn, type Wire, wireId } from './site.wire.ts'

/** A user of the site, as far as it tells who that is. */
export interface SiteUser {
  readonly id: string
  readonly login: string
  readonly email: string
  readonly name: string
}

/** What the interface of WordPress beside that of events tells to whoever reads it. Each is undefined where it does not. */
export interface WpSide {
  /** All records of a kind by id, those hidden from lists too. */
  posts(kind: WpKind): Promise<WpPosts | undefined>
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

/** The interface of WordPress of a site. Lists are read when they are first needed, and once. */
export function wpSide(client: SiteClient): WpSide {
  const posts = new Map<WpKind, Promise<WpPosts | undefined>>()
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
