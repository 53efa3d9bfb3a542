import { Type, type Static } from 'typebox'
import type { Site } from '../../http/site.ts'
import { madeOnce } from '../posts/posts.view.ts'
import { inOrder } from '../../pure/params/inOrder.ts'
import { wpLinks, wpLinksRecord } from '../../http/wp.record.ts'
import { renderTermName, shownTermDescription } from '../../pure/text/render.ts'
import { type ColorName, colorNames } from '../../pure/params/words.ts'
import { colorOf } from './terms.colors.ts'
import { kindOf } from './terms.kind.ts'
import type { Ancestors, TermRow } from './terms.row.ts'

const id = Type.Integer({ description: 'The ID of the term.' })
const count = Type.Integer({ description: 'How many published events carry the term.' })
const description = Type.String({ description: 'The description, with HTML.' })
const name = Type.String({ description: 'The name, with & as an entity.' })
const slug = Type.String({ description: 'The slug.' })
const taxonomy = Type.Enum(['tribe_events_cat', 'post_tag'], {
  description: 'Whether it is a category or a tag.',
})
const parent = Type.Integer({ description: 'The ID of the parent; 0 at the top.' })
const urls = Type.Object(
  {
    self: Type.String({ format: 'uri', description: 'The term itself.' }),
    collection: Type.String({ format: 'uri', description: 'The list of all terms of the kind.' }),
    up: Type.Optional(Type.String({ format: 'uri', description: 'The parent, where there is one.' })),
  },
  { description: 'Addresses of the service about the term.' },
)

const own = {
  meta: Type.Array(Type.Unknown(), { description: 'Always empty.' }),
  url: Type.String({ format: 'uri', description: 'The public page.' }),
  urls,
}

const color = Type.Enum([...colorNames], {
  description: 'The colour in which it is shown: its own, or that of the category above it.',
})

/** The category on the wire (`wire-others.md` 1.5): empty members stay, and there are no `_links` (D5, D41); with our `color`. */
export const categoryRecord = Type.Object({
  id,
  count,
  description,
  name,
  slug,
  taxonomy,
  parent,
  ...own,
  color,
})

/** The tag on the wire: a category's record without `parent`. */
export const tagRecord = Type.Object({ id, count, description, name, slug, taxonomy, ...own })

const link = Type.String({ format: 'uri', description: 'The public page.' })
const { meta } = own

/** The category as `wp/v2` shows it. */
export const wpCategoryRecord = Type.Object({
  id,
  count,
  description,
  link,
  name,
  slug,
  taxonomy,
  parent,
  meta,
  color,
  _links: wpLinksRecord,
})

/** The tag as `wp/v2` shows it. */
export const wpTagRecord = Type.Object({
  id,
  count,
  description,
  link,
  name,
  slug,
  taxonomy,
  meta,
  _links: wpLinksRecord,
})

/** A category or tag as it is nested in an event, in another shape and order (`wire-events.md` 1). */
export const nestedTermRecord = Type.Object({
  name,
  slug,
  term_group: Type.Integer({ description: 'Always 0.' }),
  term_taxonomy_id: Type.Integer({ description: 'The same as the ID.' }),
  taxonomy,
  description,
  parent,
  count,
  filter: Type.Enum(['raw'], { description: 'Always “raw”.' }),
  id,
  urls,
})

export type TermRecord = Static<typeof tagRecord> &
  Partial<Pick<Static<typeof categoryRecord>, 'parent' | 'color'>>
export type WpTermRecord = Static<typeof wpTagRecord> &
  Partial<Pick<Static<typeof wpCategoryRecord>, 'parent' | 'color'>>
export type NestedTermRecord = Static<typeof nestedTermRecord>

/** The term as its own endpoints show it; `ancestors` has every category above it, for the address of its page. */
export function termView(row: TermRow, site: Site, ancestors: Ancestors): TermRecord {
  return inOrder<TermRecord>(kindOf(row.taxonomy).hierarchical ? categoryRecord : tagRecord, {
    ...members(row, site),
    meta: [],
    url: pageOf(row, site, ancestors),
    ...colourIn(row, ancestors),
  })
}

/** The term as `wp/v2` shows it; `ancestors` likewise. */
export function wpTermView(row: TermRow, site: Site, ancestors: Ancestors): WpTermRecord {
  return inOrder<WpTermRecord>(kindOf(row.taxonomy).hierarchical ? wpCategoryRecord : wpTagRecord, {
    ...members(row, site),
    meta: [],
    link: pageOf(row, site, ancestors),
    ...colourIn(row, ancestors),
    _links: termLinks(row, site),
  })
}

/** The term as events show it among their categories or tags. */
export const nestedTermView = madeOnce((row: TermRow, { site }: { readonly site: Site }) =>
  inOrder<NestedTermRecord>(nestedTermRecord, {
    ...members(row, site),
    term_group: 0,
    term_taxonomy_id: row.id,
    filter: 'raw',
  }),
)

/** The links of a term: its events beside the usual ones. */
function termLinks({ id, taxonomy }: TermRow, site: Site) {
  const { name } = kindOf(taxonomy)
  const [base, filter] = name === 'tag' ? ['tags', 'tags'] : [taxonomy, taxonomy]
  const events = `${site.root}/wp/v2/tribe_events?${filter}=${id}`
  return wpLinks(site, base ?? taxonomy, id, { 'wp:post_type': [{ href: events }] })
}

/** Tags have no colour. */
function colourIn(row: TermRow, ancestors: Ancestors): { color?: ColorName } {
  return kindOf(row.taxonomy).hierarchical ? { color: colorOf(row, ancestors) } : {}
}

function pageOf(row: TermRow, site: Site, ancestors: Ancestors): string {
  const path = [...slugsAbove(row, ancestors), row.slug].join('/')
  return `${site.home}/${kindOf(row.taxonomy).pages}/${path}/`
}

/** The members that all forms of a term have in common. */
function members(row: TermRow, site: Site) {
  const collection = `${site.rest}/${kindOf(row.taxonomy).key}`
  return {
    id: row.id,
    count: row.count,
    description: shownTermDescription(row.description, site.home),
    name: renderTermName(row.name),
    slug: row.slug,
    taxonomy: row.taxonomy,
    parent: row.parent,
    urls: {
      self: `${collection}/${row.id}`,
      collection,
      ...(row.parent === 0 ? {} : { up: `${collection}/${row.parent}` }),
    },
  }
}

/** The slugs of the categories above, from the top. */
function slugsAbove(row: TermRow, ancestors: Ancestors): string[] {
  const slugs: string[] = []
  const seen = new Set([row.id])
  for (let at = row.parent; !seen.has(at);) {
    const above = ancestors.get(at)
    if (!above) break
    seen.add(at)
    slugs.unshift(above.slug)
    at = above.parent
  }
  return slugs
}
