import type { Site } from '../../http/site.ts'
import { kinds, type PostKind } from '../../records/posts/posts.kind.ts'
import { readDay, readMonth } from './days.ts'
import { categoryKind, tagKind } from '../../records/terms/terms.kind.ts'

/**
 * A page of ours that other sites can embed: the whole calendar, its list, a month of it, `YYYY-MM`, the one of today without, or that of
 * one record, by its slug. What frames do not have is embedded as what comes next to it: a map as a list, a week or a day as its month.
 */
export type Embeddable =
  | { readonly of: 'calendar' }
  | { readonly of: 'month'; readonly month: string | undefined }
  | { readonly of: PostKind['name'] | 'categories' | 'tags'; readonly slug: string }

/** The page at an address, whatever its query; undefined for other sites, and for pages that cannot be embedded. */
export function embeddableAt({ home }: Site, url: string): Embeddable | undefined {
  const bare = url.split(/[?#]/, 1)[0] ?? ''
  if (bare === home || bare === `${home}/`) return { of: 'calendar' }
  if (!bare.startsWith(`${home}/`)) return undefined
  const path = bare.slice(home.length + 1).replace(/\/$/, '')
  if (path === 'list' || path === 'map') return { of: 'calendar' }
  const [, view, date] = /^(month|week|day)(?:\/(.*))?$/.exec(path) ?? []
  if (view !== undefined) return monthAt(view, date)
  for (const { pages, of } of below) {
    if (!path.startsWith(`${pages}/`)) continue
    const slugs = path.slice(pages.length + 1).split('/')
    const slug = slugs.at(-1) ?? ''
    // Only addresses of categories include their ancestors.
    if (slug !== '' && (slugs.length === 1 || of === 'categories')) return { of, slug }
  }
  return undefined
}

/** The month of a page of days; undefined where there is no such page. */
function monthAt(view: string, date: string | undefined): Embeddable | undefined {
  if (date === undefined) return { of: 'month', month: undefined }
  if (view === 'month') return readMonth(date) && { of: 'month', month: date }
  const day = readDay(date)
  // Of a week the month that has most of it.
  const within = view === 'week' ? day?.add({ days: 3 }) : day
  return within && { of: 'month', month: within.toPlainYearMonth().toString() }
}

/** The oEmbed address for a page. */
export function oembedUrl({ home }: Site, url: string, format: 'json' | 'xml'): string {
  return `${home}/oembed?${new URLSearchParams({ url, format }).toString()}`
}

const below = [
  ...Object.values(kinds).map(({ name }) => ({ pages: name, of: name })),
  ...[categoryKind, tagKind].map(({ pages, key }) => ({ pages, of: key })),
]
