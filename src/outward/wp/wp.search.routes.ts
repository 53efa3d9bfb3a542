import { Type, type Static } from 'typebox'
import { listEvents } from '../../records/events/events.list.ts'
import { listBetween } from '../../records/events/events.window.ts'
import { type RootResource, wpNamespace } from '../../http/discovery.ts'
import { bareSizes } from '../../http/list.ts'
import type { Ask, Endpoint } from '../../http/resource.ts'
import type { Site } from '../../http/site.ts'
import { listLinked } from '../../records/linked/linked.query.ts'
import { organizerKind } from '../../records/organizers/organizers.kind.ts'
import { page, perPage, withPageSizes } from '../../pure/params/numbers.ts'
import { choice, choiceList, searchText } from '../../pure/params/texts.ts'
import type { Context } from '../../http/context.ts'
import { kinds } from '../../records/posts/posts.kind.ts'
import { noParams } from '../../pure/params/path.ts'
import { postUrl } from '../../records/posts/posts.view.ts'
import type { Taxonomy } from '../../storage/schema/tables.ts'
import { categoryKind, tagKind } from '../../records/terms/terms.kind.ts'
import { listTerms } from '../../records/terms/terms.list.ts'
import { findAncestors } from '../../records/terms/terms.query.ts'
import { wpTermView } from '../../records/terms/terms.view.ts'
import { decodeEntities } from '../../pure/text/html.ts'
import { shownTitle } from '../../pure/text/render.ts'
import { venueKind } from '../../records/venues/venues.kind.ts'
import { everyDate } from './wp.events.routes.ts'
import type { wpFoundRecord } from './wp.kinds.ts'
import { wpListAnswer } from './wp.ts'

type Found = Static<typeof wpFoundRecord>

const posts = ['tribe_events', 'tribe_venue', 'tribe_organizer'] as const
const terms = ['tribe_events_cat', 'post_tag'] as const

const searchParams = withPageSizes(
  Type.Object({
    page: Type.Optional(page),
    per_page: Type.Optional(perPage),
    search: Type.Optional(searchText('Find records in whose texts every word occurs.')),
    type: Type.Optional(choice(['post', 'term'], 'Whether posts are looked for (the default), or terms.')),
    subtype: Type.Optional(
      choiceList(['any', ...posts, ...terms], 'The kinds of posts or terms; by default any.'),
    ),
  }),
  bareSizes,
)
interface Search {
  readonly page?: number
  readonly per_page?: number
  readonly search?: string
  readonly type?: 'post' | 'term'
  readonly subtype?: readonly string[]
}

type Looking = Pick<Ask<object, Search>, 'params' | 'caller' | 'now' | 'site'>

/** A part of what one kind has: at most so many after others, and how many there are in all. */
type Read = (part: {
  readonly skipped: number
  readonly limit: number
}) => Promise<{ found: Found[]; total: number }>

/** What is public and has some words: events, venues and organizers one kind after the other, or terms. */
export function wpSearchResource(context: Context): RootResource {
  const path = `/${wpNamespace}/search`
  const endpoint: Endpoint<object, Search> = {
    methods: ['GET'],
    summary: 'Search events, venues and organizers, or categories and tags.',
    title: 'Search events, venues and organizers, or terms',
    operation: 'searchWp',
    params: searchParams,
    answer: { status: 200, says: 'One page of what was found.', schema: 'WpFoundList' },
    handle: async (ask) => {
      const { params, site } = ask
      const { page: number = 1, per_page: perPageSent = bareSizes.perPage } = params
      const size = Math.min(perPageSent, bareSizes.perPageMax)
      const readers = readersOf(context, ask)
      const found: Found[] = []
      let [skipped, total] = [(number - 1) * size, 0]
      for (const read of readers) {
        const part = await read({ skipped, limit: Math.max(1, size - found.length) })
        if (found.length < size) found.push(...part.found)
        skipped = Math.max(0, skipped - part.total)
        total += part.total
      }
      const listed = { page: number, perPage: size, total }
      return wpListAnswer(
        { site, path, declared: searchParams },
        { items: found.slice(0, size), page: listed, params: { ...params } },
      )
    },
  }
  return {
    namespace: wpNamespace,
    path,
    pathParams: noParams,
    endpoints: [endpoint],
    lacks: async () => ({}),
  }
}

function readersOf(context: Context, looking: Looking): Read[] {
  const { type = 'post', subtype = ['any'] } = looking.params
  const isWanted = (name: string) => subtype.includes('any') || subtype.includes(name)
  if (type === 'term') return terms.filter(isWanted).map((taxonomy) => readTerms(context, taxonomy, looking))
  return posts
    .filter(isWanted)
    .map((postType) =>
      postType === 'tribe_events' ? readEvents(context, looking) : readLinked(context, postType, looking),
    )
}

function readEvents(context: Context, { params: { search }, caller, now, site }: Looking): Read {
  return async ({ skipped, limit }) => {
    const asked = {
      ...said(search),
      orderby: 'date',
      order: 'desc',
      status: ['publish'],
      skipped,
      per_page: limit,
    } as const
    const { events, page: listed } = await listEvents(
      { ...context, ...bareSizes },
      listBetween(asked, everyDate),
      {
        caller,
        now,
      },
    )
    return {
      found: events.map(({ event }) => foundPost(site, kinds.event, event)),
      total: listed.total,
    }
  }
}

function readLinked(
  context: Context,
  postType: 'tribe_venue' | 'tribe_organizer',
  { params: { search }, caller, now, site }: Looking,
): Read {
  const kind = postType === 'tribe_venue' ? venueKind : organizerKind
  return async ({ skipped, limit }) => {
    const asked = {
      ...said(search),
      status: ['publish' as const],
      order: 'desc' as const,
      skipped,
      per_page: limit,
    }
    const { rows, page: listed } = await listLinked({ ...context, ...bareSizes }, kind, {
      params: asked,
      caller,
      now,
    })
    return { found: rows.map((row) => foundPost(site, kind, row)), total: listed.total }
  }
}

function readTerms(context: Context, taxonomy: Taxonomy, { params: { search }, site }: Looking): Read {
  const kind = taxonomy === 'post_tag' ? tagKind : categoryKind
  const base = taxonomy === 'post_tag' ? 'tags' : taxonomy
  return async ({ skipped, limit }) => {
    // Pages of terms begin at multiples of their size, and what is skipped need be none.
    const sized = { ...context, perPage: skipped + limit, perPageMax: skipped + limit }
    const asked = { hide_empty: false, ...said(search) }
    const { rows: all, page: listed } = await listTerms(sized, kind, asked)
    const rows = all.slice(skipped)
    const ancestors = await findAncestors(context.db.read, rows)
    const found = rows.map((row): Found => {
      const { id, name, link } = wpTermView(row, site, ancestors)
      return {
        id,
        title: decodeEntities(name),
        url: link,
        type: taxonomy,
        _links: linksOf(site, { about: `taxonomies/${taxonomy}`, self: `${base}/${id}` }),
      }
    })
    return { found, total: listed.total }
  }
}

function said(search: string | undefined): { search?: string } {
  return search === undefined ? {} : { search }
}

type Named = Parameters<typeof postUrl>[2] & { readonly title: string }

function foundPost(site: Site, kind: Parameters<typeof postUrl>[1], post: Named): Found {
  return {
    id: post.id,
    title: decodeEntities(shownTitle(post.title, site.home)),
    url: postUrl(site, kind, post),
    type: 'post',
    subtype: kind.postType,
    _links: linksOf(site, { about: `types/${kind.postType}`, self: `${kind.postType}/${post.id}` }),
  }
}

function linksOf({ root }: Site, { self, about }: { readonly self: string; readonly about: string }) {
  return {
    self: [{ embeddable: true, href: `${root}/wp/v2/${self}` }],
    about: [{ href: `${root}/wp/v2/${about}` }],
    collection: [{ href: `${root}/wp/v2/search` }],
  }
}
