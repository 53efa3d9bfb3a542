import { decodeEntities } from '../../../pure/text/html.ts'
import { type Piece, splitMarkup } from '../../../pure/text/markup.ts'
import type { Loss } from '../imports.record.ts'
import { linkTo, shownBy } from './site.embeds.ts'
import { isOwnPage, pageAt, pictureOf, type TextPlace } from './site.pictures.ts'
import { withoutShortcodes } from './site.shortcodes.ts'
import { withoutGeneratedNames } from '../imports.generated.ts'
import { attributesOf, tagWith } from '../imports.tag.ts'
import { wholeUpload } from '../../../records/media/media.record.ts'

/** A file that a text shows or leads to. */
export interface FileNamed {
  readonly url: string
  /** Its id in the library of the site, where the text says it. */
  readonly id?: number
}

/** A text as it can be shown here, what it names of the site, and what is no longer in it. */
export interface PreparedText {
  readonly html: string
  readonly files: readonly FileNamed[]
  readonly lost: readonly Omit<Loss, 'field'>[]
}

/** Elements that go with everything within: what they hold is no text, or stands elsewhere once more. */
const unshown = new Set([
  'script',
  'style',
  'noscript',
  'template',
  'svg',
  'iframe',
  'object',
  'canvas',
  'select',
  'textarea',
])

/** Those of them that may stand within one another. */
const nesting = new Set(['svg', 'object', 'template', 'canvas'])

/** Files that come along, and those that do not. */
const fetched = /\.(?:jpe?g|png|gif|webp|avif|pdf)$/i
const left =
  /\.(?:mp3|m4a|ogg|oga|wav|flac|mp4|m4v|webm|mov|ogv|svg|docx?|xlsx?|pptx?|od[tsp]|rtf|zip|ics|csv|txt|epub|gpx|kml)$/i

/**
 * A rendered text of a site for here: frames become links to what they showed, scripts, styles and leftover shortcodes go with what is
 * within, pictures that were to be loaded later are named where they are, and what differs from one reading to the next is taken out.
 */
export function preparedText(rendered: string, place: TextPlace): PreparedText {
  if (!/[<[]/.test(rendered)) return { html: steadyText(rendered), files: [], lost: [] }
  const { html, names } = withoutShortcodes(rendered)
  const preparing = new Preparing(place)
  for (const piece of splitMarkup(html)) preparing.add(piece)
  const codes = names.map((name) => ({
    what: `[${name}]`,
    why: 'shortcodes mean nothing here, and are left out',
  }))
  return { html: preparing.parts.join(''), files: preparing.files, lost: [...codes, ...preparing.lost] }
}

class Preparing {
  readonly #place: TextPlace
  readonly files: FileNamed[] = []
  readonly lost: { what: string; why: string }[] = []
  readonly parts: string[] = []
  /** The part with the link that is open, as long as it leads to a page of the site. */
  #link: number | undefined
  /** The element within which nothing is shown, and how deep. */
  #hidden = { name: '', depth: 0 }

  constructor(place: TextPlace) {
    this.#place = place
  }

  add(piece: Piece): void {
    const { kind, source, name, closing } = piece
    if (this.#hidden.depth > 0) {
      if (kind !== 'tag' || name !== this.#hidden.name) return
      if (closing) this.#hidden.depth -= 1
      else if (nesting.has(name)) this.#hidden.depth += 1
      return
    }
    if (kind !== 'tag') this.parts.push(kind === 'text' ? steadyText(source) : source)
    else if (closing) {
      if (name === 'a') this.#link = undefined
      if (!unshown.has(name)) this.parts.push(source)
    } else if (name === 'embed') this.#embed(attributesOf(source))
    else if (unshown.has(name)) this.#hide(name, source)
    else this.parts.push(this.#tag(name, source))
  }

  #hide(name: string, source: string): void {
    if (!source.endsWith('/>') || name !== 'svg') this.#hidden = { name, depth: 1 }
    if (name === 'iframe' || name === 'object') this.#embed(attributesOf(source))
    else if (name === 'script' && attributesOf(source).has('src'))
      this.lost.push({
        what: `<script src="${attributesOf(source).get('src') ?? ''}">`,
        why: 'scripts are left out',
      })
  }

  /** Frames may be named apart, to be loaded later. */
  #embed(attributes: ReadonlyMap<string, string>): void {
    const named = ['data-src', 'data-lazy-src', 'data-litespeed-src', 'src', 'data'].map(
      (name) => attributes.get(name) ?? '',
    )
    const source = named.find((address) => /^(?:https?:)?\/\//.test(address.trim())) ?? ''
    const address = this.#fileAt(source, attributes) ?? shownBy(source, this.#place.base)
    if (source === '' || address === undefined) return
    this.parts.push(linkTo(address, attributes.get('title') ?? ''))
    this.lost.push({
      what: source,
      why: 'frames are not shown here; a link to what it showed stands in its place',
    })
  }

  #tag(name: string, source: string): string {
    const attributes = attributesOf(source)
    let isChanged = false
    const set = (key: string, value: string) => {
      isChanged ||= attributes.get(key) !== value
      if (value === '') attributes.delete(key)
      else attributes.set(key, value)
    }
    if (name === 'img' && /^data:|^$/.test(attributes.get('src') ?? ''))
      set(
        'src',
        ['data-src', 'data-lazy-src', 'data-orig-file'].map((key) => attributes.get(key)).find(Boolean) ?? '',
      )
    if (name === 'a') this.#open(attributes, set)
    for (const key of ['src', 'href', 'poster']) {
      const value = attributes.get(key)
      const address = value === undefined ? undefined : this.#fileAt(value, attributes)
      if (address !== undefined) set(key, address)
    }
    if (/^mailto:/i.test(attributes.get('href') ?? '') && source.includes('&#')) isChanged = true
    for (const key of ['class', 'id']) {
      const value = attributes.get(key)
      if (value !== undefined) set(key, withoutGeneratedNames(value))
    }
    if (name === 'img') this.#showWithin(attributes)
    return isChanged ? tagWith(source, attributes) : source
  }

  /** A link to the page of a picture leads to the picture; whether it is one may show only in what stands within. */
  #open(attributes: ReadonlyMap<string, string>, set: (key: string, value: string) => void): void {
    const page = pageAt(attributes.get('href') ?? '', this.#place)
    const file = page && pictureOf(page, attributes, this.#place.pages)
    if (file !== undefined) set('href', file)
    this.#link = page && file === undefined ? this.parts.length : undefined
  }

  /** A picture within a link to its own page. */
  #showWithin(picture: ReadonlyMap<string, string>): void {
    const source = this.#link === undefined ? undefined : this.parts[this.#link]
    const file = uploadOf(picture.get('src') ?? '', this.#place)
    if (this.#link === undefined || source === undefined || !file || !fetched.test(file.pathname)) return
    const link = attributesOf(source)
    const page = pageAt(link.get('href') ?? '', this.#place)
    if (!page || !isOwnPage(page, link, { file, picture })) return
    const whole = this.#fileAt(wholeUpload(file.href), picture)
    if (whole !== undefined) this.parts[this.#link] = tagWith(source, link.set('href', whole))
    this.#link = undefined
  }

  /** The whole address of a file of the site, which is noted; undefined for any other address. */
  #fileAt(value: string, attributes: ReadonlyMap<string, string>): string | undefined {
    const url = uploadOf(value, this.#place)
    if (!url) return undefined
    const [, id] =
      /(?:^|\s)(?:wp-image-|wp-att-)(\d{1,15})(?:\s|$)/.exec(
        `${attributes.get('class') ?? ''} ${attributes.get('rel') ?? ''}`,
      ) ?? []
    if (fetched.test(url.pathname))
      this.files.push({ url: url.href, ...(id === undefined ? {} : { id: Number(id) }) })
    else if (left.test(url.pathname))
      this.lost.push({
        what: url.href,
        why: 'only images and PDF files come along; the text leads to the old address',
      })
    else return undefined
    return url.href
  }
}

/** The address of a file on a host of the site, also through a service that shrinks images; undefined for any other. */
function uploadOf(value: string, { base, hosts }: TextPlace): URL | undefined {
  const url = URL.parse(value.trim(), base)
  if (!url || !/^https?:$/.test(url.protocol)) return undefined
  const [, shrunk] = /^i\d\.wp\.com$/.test(url.hostname) ? (/^\/(.+)$/.exec(url.pathname) ?? []) : []
  const file = shrunk === undefined ? url : URL.parse(`${new URL(base).protocol}//${shrunk}`)
  if (!file || !hosts.has(file.host)) return undefined
  if (fetched.test(file.pathname)) file.search = ''
  file.hash = shrunk === undefined ? file.hash : ''
  return file
}

/** A text in which letters that were hidden from collectors of e-mail addresses, in another way each time, are letters again. */
function steadyText(text: string): string {
  return text.replaceAll(/&#(?:x[\da-f]{2}|0*\d{2,3});/gi, (reference) => {
    const character = decodeEntities(reference)
    return /^[\w@.+-]$/.test(character) ? character : reference
  })
}
