import { Type, type Static } from 'typebox'
import { byAnyName } from '../../pure/params/byAnyName.ts'
import type { Selectable } from 'kysely'
import type { MediaTable } from '../../storage/schema/tables.ts'
import type { Site } from '../../http/site.ts'
import { isNumber, isText, storedList } from '../../pure/text/stored.ts'
import { madeOnce, type ViewContext } from '../posts/posts.view.ts'

export type MediaRow = Selectable<MediaTable>

/** The path of stored files, below the home of the site. */
export const mediaPath = '/media'

/** One of the sizes of an image (`wire-others.md` 1.4). */
export const imageSizeRecord = Type.Object({
  width: Type.Integer({ description: 'In pixels.' }),
  height: Type.Integer({ description: 'In pixels.' }),
  'mime-type': Type.String({ description: 'The media type of the file.' }),
  filesize: Type.Integer({ description: 'In bytes.' }),
  url: Type.String({ format: 'uri', description: 'Where the file is.' }),
})

export type ImageSizeRecord = Static<typeof imageSizeRecord>

/** A featured image on the wire (`wire-others.md` 1.4): `sizes` is left out when the original is the smallest. */
export const imageRecord = Type.Object({
  url: Type.String({ format: 'uri', description: 'Where the image is.' }),
  id: Type.Integer({ description: 'The ID of the image.' }),
  extension: Type.String({ description: 'The extension of the file.' }),
  width: Type.Integer({ description: 'In pixels.' }),
  height: Type.Integer({ description: 'In pixels.' }),
  filesize: Type.Integer({ description: 'In bytes.' }),
  sizes: Type.Optional(byAnyName(imageSizeRecord, { description: 'The smaller sizes, by name.' })),
  original_image: Type.Optional(
    Type.String({ description: 'The file name of the upload, when the image was scaled down.' }),
  ),
  focus: Type.Optional(
    Type.Object(
      { x: Type.Number(), y: Type.Number() },
      {
        description:
          'What stays in sight where the image is cropped, from 0 to 1 from the left and the top; left out unless it was chosen.',
      },
    ),
  ),
})

export type ImageRecord = Static<typeof imageRecord>

/** A size as stored: its file beside the main one. */
export interface StoredSize {
  readonly name: string
  readonly file: string
  readonly width: number
  readonly height: number
  readonly filesize: number
}

/** The sizes of an image in the recorded order. */
export function sizesOf(row: Pick<MediaRow, 'sizes'>): StoredSize[] {
  return storedList('sizes', row.sizes, isStoredSize)
}

function isStoredSize(item: unknown): item is StoredSize {
  const { name, file, width, height, filesize } = (item ?? {}) as Readonly<Record<string, unknown>>
  return isText(name) && isText(file) && [width, height, filesize].every(isNumber)
}

/** Every file of an image, the one that is shown first. */
export function filesOf(row: Pick<MediaRow, 'file' | 'original_file' | 'sizes'>): string[] {
  return [row.file, row.original_file]
    .concat(sizesOf(row).map(({ file }) => file))
    .filter((file) => file !== '')
}

/** The file under the name of the upload: the largest, from whose name those of all others are made. */
export function uploadOf(row: Pick<MediaRow, 'file' | 'original_file'>): string {
  return row.original_file === '' ? row.file : row.original_file
}

/** The ending of the names of smaller sizes, and of what is shown instead of an upload that is too large. */
const ending = /-(?:\d{1,5}x\d{1,5}|scaled)(?=\.\w{2,5}$)/

/** The path or address of the upload of which a file is a size: `2026/11/big-300x200.png` → `2026/11/big.png`. */
export function wholeUpload(path: string): string {
  return path.replace(ending, '')
}

/** The file of an image in the size that a path or an address names (`big-300x200.png`), or as it is shown. */
export function fileLike(row: Pick<MediaRow, 'file' | 'sizes'>, address: string): string {
  const [, named] = /-(\d{1,5}x\d{1,5})\.\w{2,5}$/.exec(address) ?? []
  return sizesOf(row).find(({ width, height }) => `${width}x${height}` === named)?.file ?? row.file
}

/** The address of a stored file. */
export function fileUrl(site: Site, file: string): string {
  return `${site.home}${mediaPath}/${file}`
}

/** The image as events, venues and organizers show it. */
export const imageView = madeOnce((row: MediaRow, { site }: Pick<ViewContext, 'site'>): ImageRecord => {
  const sizes = sizesOf(row).map(({ name, file, width, height, filesize }) => [
    name,
    { width, height, 'mime-type': row.mime_type, filesize, url: fileUrl(site, file) },
  ])
  return {
    url: fileUrl(site, row.file),
    id: row.id,
    extension: row.file.slice(row.file.lastIndexOf('.') + 1),
    width: row.width,
    height: row.height,
    filesize: row.filesize,
    ...(sizes.length > 0 ? { sizes: Object.fromEntries(sizes) as ImageRecord['sizes'] & object } : {}),
    ...(row.original_file === ''
      ? {}
      : { original_image: row.original_file.slice(row.original_file.lastIndexOf('/') + 1) }),
    ...(row.focus_x === null || row.focus_y === null
      ? {}
      : { focus: { x: row.focus_x / 100, y: row.focus_y / 100 } }),
  }
})

/** The classes by which pages crop an image around what must stay in sight, to a tenth; empty for its middle. */
export function focusClasses(row: Pick<MediaRow, 'focus_x' | 'focus_y'> | undefined): string {
  if (!row || row.focus_x === null || row.focus_y === null) return ''
  return `fx-${Math.round(row.focus_x / 10)} fy-${Math.round(row.focus_y / 10)}`
}

/** The image that a post features, if it does. */
export function imageOf(
  { images, site }: Pick<ViewContext, 'images' | 'site'>,
  imageId: number | null,
): ImageRecord | undefined {
  const row = imageId === null ? undefined : images.get(imageId)
  return row && imageView(row, { site })
}
