import { ImageFault } from './fault.ts'

/** The formats that are accepted, by their names in sharp, with their other names. */
export const formats = {
  jpeg: { says: 'JPEG', extension: 'jpg', mimeType: 'image/jpeg', sharpName: 'jpeg' },
  png: { says: 'PNG', extension: 'png', mimeType: 'image/png', sharpName: 'png' },
  gif: { says: 'GIF', extension: 'gif', mimeType: 'image/gif', sharpName: 'gif' },
  webp: { says: 'WebP', extension: 'webp', mimeType: 'image/webp', sharpName: 'webp' },
  avif: { says: 'AVIF', extension: 'avif', mimeType: 'image/avif', sharpName: 'heif' },
} as const

export type ImageFormat = keyof typeof formats

/** Bytes at a position that identify a kind of file, as Latin-1; texts in any case. */
type Signature = readonly [at: number, magic: string]

const takenFormats: readonly (readonly [ImageFormat, ...Signature[]])[] = [
  ['jpeg', [0, '\xff\xd8\xff']],
  ['png', [0, '\x89PNG\r\n\x1a\n']],
  ['gif', [0, 'GIF87a']],
  ['gif', [0, 'GIF89a']],
  ['webp', [0, 'RIFF'], [8, 'WEBP']],
]

/** Other kinds of files that are often sent, so that the refusal can name them. */
const otherFormats: readonly (readonly [says: string, isImage: boolean, ...Signature[]])[] = [
  ['a HEIC image', true, [4, 'ftyphe']],
  ['a HEIC image', true, [4, 'ftypm'], [9, 'if1']],
  ['a TIFF image', true, [0, 'II*\0']],
  ['a TIFF image', true, [0, 'MM\0*']],
  ['a BMP image', true, [0, 'BM'], [6, '\0\0\0\0']],
  ['an icon', true, [0, '\0\0\x01\0']],
  ['a JPEG XL image', true, [0, '\xff\x0a']],
  ['a JPEG XL image', true, [4, 'JXL ']],
  ['a JPEG 2000 image', true, [4, 'jP  ']],
  ['a Photoshop file', true, [0, '8BPS']],
  ['a PDF file', false, [0, '%PDF-']],
  ['a ZIP archive', false, [0, 'PK\x03\x04']],
  ['a gzip archive', false, [0, '\x1f\x8b']],
  ['a video', false, [4, 'ftyp']],
]

/** Enough to see past a comment at the head of an SVG drawing. */
const lookedAt = 1024

const acceptedFormats = 'accepted are JPEG, PNG, GIF, WebP and AVIF'

/**
 * The format of an image by its own first bytes, whatever its name or declared type. Throws an {@link ImageFault} that names
 * the kind of any other file; SVG is never accepted, as it is a program rather than a picture.
 */
export function sniffFormat(bytes: Buffer): ImageFormat {
  if (bytes.length === 0) throw new ImageFault('not-an-image', 'is empty')
  const head = bytes.toString('latin1', 0, lookedAt)
  const bears = ([at, magic]: Signature): boolean => head.startsWith(magic, at)
  const taken = takenFormats.find(([, ...signatures]) => signatures.every(bears))
  if (taken !== undefined) return taken[0]
  if (isAvif(bytes, head)) return 'avif'
  const other = otherFormats.find(([, , ...signatures]) => signatures.every(bears))
  throw other === undefined ? textFault(head) : refused(other[0], other[1])
}

/** `ftyp`, and `avif` among the brands: the one it is of, or those that it says it is fit for (ISO 14496-12, 4.3). */
function isAvif(bytes: Buffer, head: string): boolean {
  if (!head.startsWith('ftyp', 4)) return false
  const brands: readonly string[] =
    head.slice(8, Math.min(bytes.readUInt32BE(0), lookedAt)).match(/[^]{4}/g) ?? []
  return brands.includes('avif')
}

/** Identifies a text by what it contains, as texts have no fixed first bytes. */
function textFault(head: string): ImageFault {
  const text = head.replace(/^\xef\xbb\xbf/, '').trimStart()
  if (/^<(?:!doctype\s+html|html|head|body|script)/i.test(text)) return refused('a web page', false)
  if (text.startsWith('<'))
    return /<svg[\s>]/i.test(text) ? refused('an SVG drawing', true) : refused('markup', false)
  return refused(/^[[{]/.test(text) ? 'JSON' : 'of no known format', false)
}

function refused(says: string, isImage: boolean): ImageFault {
  return isImage
    ? new ImageFault('unsupported-format', `is ${says}; ${acceptedFormats}`)
    : new ImageFault('not-an-image', `is not an image but ${says}; ${acceptedFormats}`)
}
