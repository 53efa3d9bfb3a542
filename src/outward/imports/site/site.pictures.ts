import { splitMarkup } from '../../../pure/text/markup.ts'
import { percentDecoded } from '../../../pure/text/percent.ts'
import { attributesOf } from '../imports.tag.ts'

/** The files of pictures whose pages are known: by id, and by the path of the page. */
export interface PicturePages {
  readonly byId: ReadonlyMap<number, string>
  readonly byPath: ReadonlyMap<string, string>
}

/** Where the texts of a site stand. */
export interface TextPlace {
  /** The address of the site, for those that are relative. */
  readonly base: string
  /** Hosts whose files are those of the site. */
  readonly hosts: ReadonlySet<string>
  /** The pages that the site has for single pictures, as far as they are known. */
  readonly pages?: PicturePages
}

/** The path of a page, as it is compared. */
export function pathOf({ pathname }: URL): string {
  return pathname.replace(/\/+$/, '')
}

/** The page of the site that an address names; undefined for other sites, files, and the home page itself. */
export function pageAt(address: string, { base, hosts }: TextPlace): URL | undefined {
  const url = address.startsWith('#') ? null : URL.parse(address.trim(), base)
  if (!url || !hosts.has(url.host) || /\.(?!html?$|php$)[a-z\d]{2,5}$/i.test(url.pathname)) return undefined
  return pathOf(url) === '' && url.search === '' ? undefined : url
}

/** The file of the picture that a page is of, where the site or the link tells which that is. */
export function pictureOf(
  page: URL,
  link: ReadonlyMap<string, string>,
  pages: PicturePages | undefined,
): string | undefined {
  const id = pictureId(page, link)
  return (id === undefined ? undefined : pages?.byId.get(id)) ?? pages?.byPath.get(pathOf(page))
}

/** The id of the picture whose page is named: `?attachment_id=7`, `rel="attachment wp-att-7"`. */
function pictureId(page: URL, link: ReadonlyMap<string, string>): number | undefined {
  const [, id = page.searchParams.get('attachment_id')] =
    /(?:^|\s)wp-att-(\d{1,15})(?:\s|$)/.exec(`${link.get('rel') ?? ''} ${link.get('class') ?? ''}`) ?? []
  return id !== null && /^\d{1,15}$/.test(id) ? Number(id) : undefined
}

/**
 * Whether a link around a picture leads to the page of this very picture, where the site does not tell its pages: the link says so, or
 * the picture does, it is in a classic gallery, which links to nothing else, or the page is called as the file.
 */
export function isOwnPage(
  page: URL,
  link: ReadonlyMap<string, string>,
  { file, picture }: { readonly file: URL; readonly picture: ReadonlyMap<string, string> },
): boolean {
  if (pictureId(page, link) !== undefined || /(?:^|\s)attachment(?:\s|$)/.test(link.get('rel') ?? ''))
    return true
  const told = URL.parse(picture.get('data-permalink') ?? '', page)
  if (told && picture.has('data-permalink') && pathOf(told) === pathOf(page)) return true
  if (/(?:^|\s)attachment-[\w-]+/.test(picture.get('class') ?? '')) return true
  const slug = pathOf(page).split('/').at(-1)?.toLowerCase() ?? ''
  return slug !== '' && slugsOf(file).some((name) => slug === name || slug.replace(/-\d$/, '') === name)
}

/** How the page of a file may be called: after its name, as it was uploaded, or as it was made smaller. */
function slugsOf({ pathname }: URL): string[] {
  const name = (pathname.split('/').at(-1) ?? '').replace(/\.\w+$/, '').replace(/-\d+x\d+$/, '')
  const slug = percentDecoded(name)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
  return [...new Set([slug, slug.replace(/-(?:scaled|rotated|e\d{10,})$/, '')])].filter((each) => each !== '')
}

/** The pages of the site that links of a text name around pictures, or by the id of a picture; its ids. */
export function pagesNamed(
  html: string,
  place: TextPlace,
): { readonly ids: readonly number[]; readonly isAny: boolean } {
  if (!html.includes('<a')) return { ids: [], isAny: false }
  const ids: number[] = []
  let isAny = false
  let isWithin = false
  for (const { kind, name, source, closing } of splitMarkup(html)) {
    if (kind !== 'tag') continue
    if (name === 'a') {
      const link = closing ? undefined : attributesOf(source)
      const page = link && pageAt(link.get('href') ?? '', place)
      const id = page && pictureId(page, link)
      if (id !== undefined) ids.push(id)
      isWithin = page !== undefined
    } else if (name === 'img' && isWithin) isAny = true
  }
  return { ids, isAny }
}
