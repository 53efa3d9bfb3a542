import { instantOf } from '../../pure/calendar/text.ts'
import { formats } from '../feeds/formats.ts'
import { element, openTag, type Xml } from '../feeds/xml.ts'
import { kinds, type PostKind } from '../../records/posts/posts.kind.ts'
import { listSitemapParts, readSitemapPart } from '../../records/posts/posts.sitemap.query.ts'
import { postUrl } from '../../records/posts/posts.view.ts'
import { categoryKind, tagKind, type TermKind } from '../../records/terms/terms.kind.ts'
import { findAncestors } from '../../records/terms/terms.query.ts'
import { listUsedTerms } from '../../records/terms/terms.sitemap.query.ts'
import { termView } from '../../records/terms/terms.view.ts'
import { accessibilityPath } from './accessibility.path.ts'
import { directoryPath } from './directory.path.ts'
import { viewsWithEvents } from './sitemap.views.ts'
import type { Visit } from './visit.ts'

/** The index of sitemaps (sitemaps.org): its parts, and when each last changed. */
export async function sitemapIndex({ context, site }: Visit): Promise<string> {
  const parts = await Promise.all(
    Object.values(kinds).map(async (kind) => {
      const found = await listSitemapParts(context, kind)
      return found.map(({ number, modified_at }) =>
        entry('sitemap', `${site.home}/sitemaps/${kind.table}-${number}.xml`, modified_at),
      )
    }),
  )
  const used = await Promise.all(termKinds.map((kind) => listUsedTerms(context.db.read, kind)))
  // A part has at least one address (sitemaps.org).
  const terms = termKinds.filter((_, at) => used[at]?.length)
  const others = ['pages', ...terms.map(({ key }) => key)].map((name) =>
    entry('sitemap', `${site.home}/sitemaps/${name}.xml`),
  )
  return document('sitemapindex', [...others, ...parts.flat()])
}

/** One part, by its name without `.xml`; undefined when there is none of the name. */
export async function sitemapPart(visit: Visit, name: string): Promise<string | undefined> {
  if (name === 'pages')
    return document(
      'urlset',
      [...(await viewsWithEvents(visit)), ...directories(visit), ...statements(visit)].map((url) =>
        entry('url', url),
      ),
    )
  const termKind = termKinds.find(({ key }) => key === name)
  if (termKind) return document('urlset', await termEntries(visit, termKind))
  const [, table, number] = /^([a-z]+)-(\d{1,9})$/.exec(name) ?? []
  const kind = Object.values(kinds).find((one) => one.table === table)
  return kind && document('urlset', await postEntries(visit, kind, Number(number)))
}

/** The pages of all venues and all organizers. */
function directories({ site }: Visit): string[] {
  return [kinds.venue, kinds.organizer].map((kind) => `${site.home}${directoryPath(kind)}`)
}

/** The statement of accessibility, where there is one. */
function statements({ site, contact }: Visit): string[] {
  return contact.accessibility === '' ? [] : [site.home + accessibilityPath]
}

/**
 * The text of robots.txt: where the sitemap is, and that answers of the service are no pages. Robots may read feeds, as Google
 * Calendar counts itself among them and would not subscribe otherwise; feeds themselves say that they are not to be indexed.
 */
export function robots({ site }: Visit): string {
  const { pathname } = new URL(site.rest)
  const feeds = [...formats.map(({ extension }) => `events.${extension}`), 'events/*.ics']
  return [
    'User-agent: *',
    ...feeds.map((feed) => `Allow: ${pathname}/${feed}`),
    `Disallow: ${pathname}/`,
    'Disallow: /signin',
    '',
    `Sitemap: ${site.home}/sitemap.xml`,
    '',
  ].join('\n')
}

const termKinds = [categoryKind, tagKind]

async function postEntries({ context, site }: Visit, kind: PostKind, number: number): Promise<Xml[]> {
  const entries: Xml[] = []
  for await (const posts of readSitemapPart(context, kind, number))
    entries.push(...posts.map((post) => entry('url', postUrl(site, kind, post), post.modified_at)))
  return entries
}

async function termEntries({ context, site }: Visit, kind: TermKind): Promise<Xml[]> {
  const terms = await listUsedTerms(context.db.read, kind)
  const ancestors = await findAncestors(context.db.read, terms)
  const urls = terms.flatMap((term) =>
    withAbove(termView(term, site, ancestors).url, `${site.home}/${kind.pages}/`),
  )
  return [...new Set(urls)].map((url) => entry('url', url))
}

/** The page of a term, and those of the categories above it, which have its events too. */
function withAbove(url: string, root: string): string[] {
  const slugs = url.slice(root.length).split('/').filter(Boolean)
  return slugs.map((_, at) => `${root}${slugs.slice(0, slugs.length - at).join('/')}/`)
}

function entry(name: string, url: string, modified_at?: number): Xml {
  const lastmod = modified_at === undefined ? [] : [element('lastmod', instantOf(modified_at).toString())]
  return element(name, [element('loc', url), ...lastmod])
}

function document(name: string, entries: readonly Xml[]): string {
  const lines = entries.map(({ source }) => source).join('\n')
  return `<?xml version="1.0" encoding="UTF-8"?>\n${openTag(name, { xmlns: 'http://www.sitemaps.org/schemas/sitemap/0.9' })}\n${lines}\n</${name}>\n`
}
