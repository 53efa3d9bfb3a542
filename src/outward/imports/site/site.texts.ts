import { textLimit } from '../../../pure/params/texts.ts'
import { decodeEntities } from '../../../pure/text/html.ts'
import { renderContent, renderExcerpt } from '../../../pure/text/render.ts'
import { readAddress } from '../imports.address.ts'
import type { ImportedImage, Loss, TextFile, Told } from '../imports.record.ts'
import { wholeUpload } from '../../../records/media/media.record.ts'
import { type FileNamed, preparedText } from './site.html.ts'
import type { TextPlace } from './site.pictures.ts'
import { typedText } from './site.text.ts'
import { textIn, type Wire } from './site.wire.ts'

/** The long texts of a record as fields, the files that they name, and what is told of them. */
export interface ReadTexts {
  readonly fields: Readonly<Record<string, string | null>>
  readonly texts: readonly TextFile[]
  readonly images: readonly ImportedImage[]
  readonly lost: readonly Loss[]
  readonly assumed: readonly Told[]
}

/**
 * The description and excerpt of a record. What has no excerpt here (venues and organizers) begins its description with it. A text
 * that is too long is cut behind a paragraph.
 */
export function readTexts(wire: Wire, place: TextPlace, hasExcerpt: boolean): ReadTexts {
  const description = preparedText(textIn(wire, 'description').trim(), place)
  const excerpt = preparedText(textIn(wire, 'excerpt').trim(), place)
  const isMoved = !hasExcerpt && excerpt.html !== '' && !description.html.includes(excerpt.html)
  const whole = typedText(
    isMoved ? [excerpt.html, description.html].filter(Boolean).join('\n') : description.html,
    renderContent,
  )
  const cut = cutText(whole)
  const lost = [
    ...description.lost.map((each) => ({ field: 'description', ...each })),
    ...excerpt.lost.map((each) => ({ field: 'excerpt', ...each })),
    ...(cut === whole
      ? []
      : [
          {
            field: 'description',
            what: '',
            why: `of its ${whole.length} characters it has the first ${cut.length}`,
          },
        ]),
  ]
  const files = [...description.files, ...excerpt.files]
  return {
    fields: {
      description: cut === '' ? null : cut,
      ...(hasExcerpt ? { excerpt: typedText(excerpt.html, renderExcerpt) || null } : {}),
    },
    texts: [...new Map(files.map((file) => [file.url, { url: file.url, image: keyOf(file) }])).values()],
    images: files.map(imageOf),
    lost,
    assumed: isMoved
      ? [{ field: 'excerpt', what: '', why: 'it has none here, and begins the description' }]
      : [],
  }
}

function imageOf(file: FileNamed): ImportedImage {
  const { id, url } = file
  const urls = [...new Set([wholeUpload(url), url])]
  const image: ImportedImage = { kind: 'image', key: keyOf(file), urls, permalink: url, fields: {} }
  return id === undefined ? image : { ...image, id }
}

function keyOf({ url, id }: { url: string; id?: number }): string {
  return id === undefined ? wholeUpload(url) : String(id)
}

/** The beginning of a text that is within the limit, up to the end of a paragraph, a line or a word. */
function cutText(text: string): string {
  if (text.length <= textLimit) return text
  const beginning = text.slice(0, textLimit - spare)
  const ends = [
    beginning.lastIndexOf('</p>') + '</p>'.length,
    beginning.lastIndexOf('\n'),
    beginning.lastIndexOf(' '),
  ]
  const whole = beginning.slice(0, ends.find((at) => at > textLimit / 2) ?? beginning.length)
  // No tag is cut in two; what is still open is closed when the text is cleaned.
  const tag = whole.lastIndexOf('<')
  return tag > whole.lastIndexOf('>') ? whole.slice(0, tag) : whole
}

/** Room for what closes the tags that are still open, in characters. */
const spare = 1_000

/** The address of a website in the form in which it is kept (D63), or what the site says where it is none, which is then told. */
export function websiteIn(wire: Wire, name = 'website'): string | null {
  const said = decodeEntities(textIn(wire, name)).trim()
  if (said === '') return null
  const address = readAddress(said)
  if (address !== undefined) return address
  // Browsers encode blanks, quotes and other letters of paths, and so does the site when it shows the address.
  const url = URL.parse(/^[a-z][a-z\d+.-]*:/i.test(said) ? said : `https://${said}`)
  return url && /^https?:$/.test(url.protocol) ? (readAddress(url.href) ?? said) : said
}
