import { Type } from 'typebox'
import { byAnyName } from '../../pure/params/byAnyName.ts'
import type { Site } from '../../http/site.ts'
import { kinds } from '../../records/posts/posts.kind.ts'
import { needsSlug } from '../../records/posts/posts.status.ts'
import type { Status } from '../../pure/params/words.ts'
import type { Taxonomy } from '../../storage/schema/tables.ts'
import { wpLinksRecord } from '../../http/wp.record.ts'

const text = (description: string) => Type.String({ description })
const yes = (description: string) => Type.Boolean({ description })
const toEdit = 'With context=edit only.'
const more = Type.Optional(byAnyName(Type.Unknown(), { description: toEdit }))

/** A kind of posts, as clients of WordPress look for it. */
const wpTypeRecord = Type.Object({
  description: text('Always empty.'),
  hierarchical: yes('Whether one may belong to another.'),
  has_archive: yes('Whether there is a page of all of them.'),
  name: text('What they are called.'),
  slug: text('The kind, as records name it.'),
  icon: text('A sign of WordPress.'),
  taxonomies: Type.Array(Type.String(), { description: 'The kinds of terms that they have.' }),
  rest_base: text('Their address below the namespace.'),
  rest_namespace: text('The namespace.'),
  template: Type.Array(Type.Unknown(), { maxItems: 0 }),
  template_lock: yes('Always false.'),
  capabilities: more,
  viewable: Type.Optional(yes(toEdit)),
  labels: more,
  supports: more,
  visibility: more,
  _links: wpLinksRecord,
})

/** A kind of terms, likewise. */
const wpTaxonomyRecord = Type.Object({
  name: text('What they are called.'),
  slug: text('The kind, as records name it.'),
  description: text('Always empty.'),
  types: Type.Array(Type.String(), { description: 'The kinds of posts that have them.' }),
  hierarchical: yes('Whether one may be below another.'),
  rest_base: text('Their address below the namespace.'),
  rest_namespace: text('The namespace.'),
  capabilities: more,
  labels: more,
  show_cloud: Type.Optional(yes(toEdit)),
  visibility: more,
  _links: wpLinksRecord,
})

/** A status of posts, likewise. */
const wpStatusRecord = Type.Object({
  name: text('What it is called.'),
  public: yes('Whether everybody may read what has it.'),
  queryable: yes('Whether lists may ask for it.'),
  slug: text('The status, as records name it.'),
  date_floating: yes('Whether what has it has no date of publication yet.'),
  private: Type.Optional(yes(toEdit)),
  protected: Type.Optional(yes(toEdit)),
  show_in_list: Type.Optional(yes(toEdit)),
  _links: wpLinksRecord,
})

/** What was found, in few words. */
export const wpFoundRecord = Type.Object({
  id: Type.Integer({ description: 'The ID of the record.' }),
  title: Type.String({ description: 'Its title or name.' }),
  url: Type.String({ format: 'uri', description: 'Its page.' }),
  type: Type.String({ description: '“post”; of terms their kind.' }),
  subtype: Type.Optional(Type.String({ description: 'The kind of post.' })),
  _links: wpLinksRecord,
})

const curies = [{ name: 'wp', href: 'https://api.w.org/{rel}', templated: true }]

/** The links of a kind: the list of all kinds, and what is of it. */
function linksOf({ root }: Site, collection: string, base: string) {
  return {
    collection: [{ href: `${root}/wp/v2/${collection}` }],
    'wp:items': [{ href: `${root}/wp/v2/${base}` }],
    curies,
  }
}

const types = [
  {
    kind: kinds.event,
    name: 'Events',
    one: 'Event',
    icon: 'dashicons-calendar',
    archive: true,
    terms: ['post_tag', 'tribe_events_cat'],
  },
  { kind: kinds.venue, name: 'Venues', one: 'Venue', icon: 'dashicons-location', archive: false, terms: [] },
  {
    kind: kinds.organizer,
    name: 'Organizers',
    one: 'Organizer',
    icon: 'dashicons-businessperson',
    archive: false,
    terms: [],
  },
] as const

/** The kinds of posts that there are, by name. */
export function wpTypes(site: Site, isToEdit: boolean): Record<string, object> {
  return Object.fromEntries(
    types.map(({ kind: { postType: slug }, name, one, icon, archive, terms }) => [
      slug,
      {
        description: '',
        hierarchical: false,
        has_archive: archive,
        name,
        slug,
        icon,
        taxonomies: [...terms],
        rest_base: slug,
        rest_namespace: 'wp/v2',
        template: [],
        template_lock: false,
        ...(isToEdit
          ? {
              capabilities: { edit_posts: `edit_${slug}`, publish_posts: `publish_${slug}` },
              viewable: true,
              labels: { name, singular_name: one },
              supports: {
                title: true,
                editor: true,
                excerpt: true,
                author: true,
                thumbnail: true,
                'custom-fields': true,
              },
              visibility: { show_in_nav_menus: true, show_ui: true },
            }
          : {}),
        _links: linksOf(site, 'types', slug),
      },
    ]),
  )
}

const taxonomies: readonly {
  slug: Taxonomy
  base: string
  name: string
  one: string
  hierarchical: boolean
}[] = [
  { slug: 'post_tag', base: 'tags', name: 'Tags', one: 'Tag', hierarchical: false },
  {
    slug: 'tribe_events_cat',
    base: 'tribe_events_cat',
    name: 'Event Categories',
    one: 'Event Category',
    hierarchical: true,
  },
]

/** The kinds of terms that there are, by name; those of a kind of posts alone, if one is named. */
export function wpTaxonomies(site: Site, isToEdit: boolean, type?: string): Record<string, object> {
  const of = type === undefined || type === kinds.event.postType ? taxonomies : []
  return Object.fromEntries(
    of.map(({ slug, base, name, one, hierarchical }) => [
      slug,
      {
        name,
        slug,
        description: '',
        types: [kinds.event.postType],
        hierarchical,
        rest_base: base,
        rest_namespace: 'wp/v2',
        ...(isToEdit
          ? {
              capabilities: { manage_terms: 'manage_categories', assign_terms: 'edit_posts' },
              labels: { name, singular_name: one },
              show_cloud: !hierarchical,
              visibility: { public: true, publicly_queryable: true, show_ui: true },
            }
          : {}),
        _links: linksOf(site, 'taxonomies', base),
      },
    ]),
  )
}

const statusNames: Readonly<Record<Status, string>> = {
  publish: 'Published',
  future: 'Scheduled',
  draft: 'Draft',
  pending: 'Pending',
  private: 'Private',
  trash: 'Trash',
}

/** The statuses that there are, by name: for who may not write, the public one. */
export function wpStatuses(
  { root }: Site,
  { mayWrite, isToEdit }: { readonly mayWrite: boolean; readonly isToEdit: boolean },
): Record<string, object> {
  const seen = (Object.keys(statusNames) as Status[]).filter((status) => mayWrite || status === 'publish')
  return Object.fromEntries(
    seen.map((slug) => {
      const isPublic = slug === 'publish'
      return [
        slug,
        {
          name: statusNames[slug],
          public: isPublic,
          queryable: isPublic,
          slug,
          date_floating: !needsSlug(slug),
          ...(isToEdit
            ? {
                private: slug === 'private',
                protected: ['future', 'draft', 'pending'].includes(slug),
                show_in_list: slug !== 'trash',
              }
            : {}),
          _links: {
            archives: types.map(({ kind }) => ({ href: `${root}/wp/v2/${kind.postType}` })),
          },
        },
      ]
    }),
  )
}

/** The records of kinds and statuses, by their names among the schemas. */
export const wpKindSchemas = {
  WpFound: wpFoundRecord,
  WpType: wpTypeRecord,
  WpTypes: byAnyName(wpTypeRecord),
  WpTaxonomy: wpTaxonomyRecord,
  WpTaxonomies: byAnyName(wpTaxonomyRecord),
  WpStatus: wpStatusRecord,
  WpStatuses: byAnyName(wpStatusRecord),
}
