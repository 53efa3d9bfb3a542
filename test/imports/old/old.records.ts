import type { OldContents, OldFile, OldPost, OldTerm, OldType, Wire } from './old.model.ts'

/** Who asks: nobody, or a user of the site. */
export interface OldReader {
  readonly isEditor: boolean
  /** Whether answers of WordPress have names for style sheets, and fields. */
  readonly hasClasses: boolean
}

const bases = { tribe_events: 'event', tribe_venue: 'venue', tribe_organizer: 'organizer' } as const

/** The public page of a post. */
function postUrl(contents: OldContents, origin: string, post: OldPost): string {
  const isPublic = post.status === 'publish' || post.status === 'private'
  return isPublic
    ? `${origin}/${contents.words[bases[post.type]]}/${String(post.wire['slug'])}/`
    : `${origin}/?post_type=${post.type}&p=${post.id}`
}

/** The address of a file. */
function fileUrl(origin: string, { path }: Pick<OldFile, 'path'>): string {
  return `${origin}/wp-content/uploads/${path}`
}

/** A term as its own list shows it. */
export function termView(contents: OldContents, origin: string, term: OldTerm): Wire {
  const isTag = term.taxonomy === 'post_tag'
  const { words } = contents
  const path = isTag ? words.tag : `${words.events}/${words.category}`
  const { parent, ...wire } = term.wire
  return {
    id: term.id,
    count: 0,
    ...wire,
    taxonomy: term.taxonomy,
    ...(isTag ? {} : { parent }),
    meta: [],
    url: `${origin}/${path}/${String(wire['slug'])}/`,
  }
}

/** A term within an event: without its address. */
function nestedTerm(term: OldTerm): Wire {
  return {
    ...term.wire,
    term_group: 0,
    term_taxonomy_id: term.id,
    taxonomy: term.taxonomy,
    filter: 'raw',
    id: term.id,
  }
}

/** A post as it is shown to those who may read it. `isNested`: without what has no value. */
export function postView(contents: OldContents, origin: string, post: OldPost): Wire {
  const file = contents.files.find(({ id }) => id === post.image)
  const image = file && { url: fileUrl(origin, file), id: file.id, extension: 'png', width: 400, height: 300 }
  const shared = { ...post.wire, id: post.id, status: post.status, url: postUrl(contents, origin, post) }
  if (post.type !== 'tribe_events') return withoutNothing({ ...shared, ...(image ? { image } : {}) })
  const linked = (ids: readonly number[]) =>
    ids.flatMap((id) => contents.posts.find((each) => each.id === id) ?? [])
  const terms = (ids: readonly number[] = []) =>
    ids.flatMap((id) => contents.terms.find((each) => each.id === id) ?? []).map(nestedTerm)
  const [venue] = linked(post.venue === undefined ? [] : [post.venue])
  return {
    website: shared.url,
    ...shared,
    image: image ?? false,
    hide_from_listings: post.isHidden ?? false,
    categories: terms(post.categories),
    tags: terms(post.tags),
    venue: venue ? postView(contents, origin, venue) : [],
    organizer: linked(post.organizers ?? []).map((each) => postView(contents, origin, each)),
  }
}

function withoutNothing(wire: Wire): Wire {
  return Object.fromEntries(
    Object.entries(wire).filter(([name, value]) => name.startsWith('show_map') || Boolean(value)),
  )
}

/** A protected event as a list shows it: next to nothing. */
export function lockedView(wire: Wire): Wire {
  const nothing = ['description', 'excerpt', 'cost', 'website'].map((name) => [name, ''] as const)
  const unknown = ['all_day', 'show_map', 'show_map_link', 'hide_from_listings', 'sticky', 'featured']
  return {
    ...wire,
    ...Object.fromEntries(nothing),
    ...Object.fromEntries(unknown.map((name) => [name, null])),
    image: false,
    categories: [],
    tags: [],
    venue: [],
    organizer: [],
  }
}

/** The single read of an event has its status in JSON-LD. */
export function withJsonLd(post: OldPost, wire: Wire): Wire {
  if (post.type !== 'tribe_events') return wire
  const status = { canceled: 'EventCancelled', postponed: 'EventPostponed', none: 'EventScheduled' }
  const eventStatus = `https://schema.org/${status[post.eventStatus ?? 'none']}`
  return { ...wire, json_ld: { '@context': 'http://schema.org', '@type': 'Event', eventStatus } }
}

/** A post below `wp/v2`; editors get what is only to be edited. */
export function wpView(post: OldPost, isEditing: boolean, hasClasses: boolean): Wire {
  const status = post.eventStatus
  const wire = {
    id: post.id,
    status: post.status,
    type: post.type,
    slug: post.wire['slug'],
    title: { rendered: post.wire['title'] },
    class_list: [
      `post-${post.id}`,
      post.type,
      `type-${post.type}`,
      `status-${post.status}`,
      'hentry',
      ...(status ? [`tribe-events-status__list-event-${status}`] : []),
    ],
    meta: {
      ...(status ? { _tribe_events_status: status } : {}),
      ...(post.typedCost === undefined ? {} : { _EventCost: post.typedCost }),
      ...(post.reason === undefined ? {} : { _tribe_events_status_reason: post.reason }),
    },
    ...(isEditing ? { password: post.password ?? '' } : {}),
  }
  return hasClasses ? wire : { id: post.id, status: post.status }
}

/** A file below `wp/v2/media`. */
export function wpFileView(origin: string, file: OldFile): Wire {
  return {
    id: file.id,
    title: {
      rendered:
        file.title ??
        file.path
          .split('/')
          .at(-1)
          ?.replace(/\.\w+$/, ''),
    },
    alt_text: file.alt_text ?? '',
    caption: { rendered: file.caption === undefined ? '' : `<p>${file.caption}</p>\n` },
    source_url: fileUrl(origin, file),
    link: `${origin}/?attachment_id=${file.id}`,
    ...(file.page === undefined ? {} : { link: `${origin}${file.page}` }),
  }
}

/** The types by the word in the addresses of the first interface. */
export const typesByKey: Readonly<Record<string, OldType>> = {
  events: 'tribe_events',
  venues: 'tribe_venue',
  organizers: 'tribe_organizer',
}
