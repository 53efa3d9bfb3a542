import type { Site } from '../../http/site.ts'
import { kinds, type PostKind } from '../../records/posts/posts.kind.ts'
import { readMonth } from './days.ts'
import { categoryKind, tagKind } from '../../records/terms/terms.kind.ts'

/** A page of ours that other sites can embed: the whole calendar, its list, a month of it, `YYYY-MM`, or that of one record, by its slug. */
export type Embeddable =
  | { readonly of: 'calendar' }
  | { readonly of: 'month'; readonly month: string }
  | { readonly of: PostKind['name'] | 'categories' | 'tags'; readonly slug: string }

/** The page at an address, whatever its query; undefined for other sites, and for pages that cannot be embedded. */
export function embeddableAt({ home }: Site, url: string): Embeddable | undefined {
  const bare = url.split(/[?#]/, 1)[0] ?? ''
  if (bare === home || bare === `${home}/`) return { of: 'calendar' }
  if (!bare.startsWith(`${home}/`)) return undefined
  const path = bare.slice(home.length + 1).replace(/\/$/, '')
  if (path === 'list') return { of: 'calendar' }
  const month = /^month\/(.*)$/.exec(path)?.[1]
  if (month !== undefined) return readMonth(month) && { of: 'month', month }
  for (const { pages, of } of below) {
    if (!path.startsWith(`${pages}/`)) continue
    const slugs = path.slice(pages.length + 1).split('/')
    const slug = slugs.at(-1) ?? ''
    // Only addresses of categories include their ancestors.
    if (slug !== '' && (slugs.length === 1 || of === 'categories')) return { of, slug }
  }
  return undefined
}

/** The oEmbed address for a page. */
export function oembedUrl({ home }: Site, url: string, format: 'json' | 'xml'): string {
  return `${home}/oembed?${new URLSearchParams({ url, format }).toString()}`
}

const below = [
  ...Object.values(kinds).map(({ name }) => ({ pages: name, of: name })),
  ...[categoryKind, tagKind].map(({ pages, key }) => ({ pages, of: key })),
]
