import { Type, type Static } from 'typebox'
import { byAnyName } from '../../pure/params/byAnyName.ts'
import type { Zone } from '../../pure/calendar/zone.ts'
import { utcText, wallTextAt } from '../../pure/calendar/text.ts'
import type { Site } from '../../http/site.ts'
import { wpDatesOf } from '../posts/posts.dates.ts'
import { wpClassList, wpGoneRecord, wpLinks, wpLinksRecord } from '../../http/wp.record.ts'
import { inOrder } from '../../pure/params/inOrder.ts'
import { shownContent, shownTitle } from '../../pure/text/render.ts'
import { fileUrl, imageRecord, imageView, type MediaRow, sizesOf } from './media.record.ts'

const text = (description: string) => Type.String({ description })

const { id: _, focus: __, ...ofImages } = imageRecord.properties

/** A stored image by itself: the members of a featured image, and its texts. */
export const mediaRecord = Type.Object({
  id: Type.Integer({ description: 'The ID of the image.' }),
  author: text('The ID of who uploaded it, as text.'),
  date: text('When it was stored, in the zone of the site.'),
  date_utc: text('When it was stored, in UTC.'),
  modified: text('The last change, in the zone of the site.'),
  modified_utc: text('The last change, in UTC.'),
  rest_url: Type.String({ format: 'uri', description: 'The image in this service.' }),
  title: text('The title.'),
  alt_text: text('What the image shows.'),
  caption: text('The caption, rendered.'),
  credit: text('Who made it.'),
  mime_type: text('The media type.'),
  decorative: Type.Boolean({ description: 'Whether nothing is lost to those who do not see it.' }),
  focus: Type.Union([Type.Object({ x: Type.Number(), y: Type.Number() }), Type.Null()], {
    description: 'What stays in sight where it is cropped: shares of width and height. null: its middle.',
  }),
  ...ofImages,
  used_by: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: 'In lists: how many events, venues and organizers feature it that the reader may see.',
    }),
  ),
})
export type MediaRecord = Static<typeof mediaRecord>

/** The image with its dates in the zone of the site. */
export function mediaView(row: MediaRow, site: Site, siteZone: Zone): MediaRecord {
  return inOrder<MediaRecord>(mediaRecord, {
    ...imageView(row, { site }),
    ...datesOfMedia(row, siteZone),
    author: String(row.author_id),
    rest_url: `${site.rest}/media/${row.id}`,
    title: row.title,
    alt_text: row.alt_text,
    caption: shownContent(row.caption, site.home),
    credit: row.credit,
    mime_type: row.mime_type,
    decorative: row.decorative === 1,
    focus:
      row.focus_x === null || row.focus_y === null ? null : { x: row.focus_x / 100, y: row.focus_y / 100 },
  })
}

/** A size as `wp/v2` shows it. */
const wpSize = Type.Object({
  file: text('The file name.'),
  width: Type.Integer({ description: 'In pixels.' }),
  height: Type.Integer({ description: 'In pixels.' }),
  filesize: Type.Integer({ description: 'In bytes.' }),
  mime_type: text('The media type.'),
  source_url: Type.String({ format: 'uri', description: 'Where the file is.' }),
})
const rendered = Type.Object({ rendered: text('As HTML.') })

/** A stored image as `wp/v2/media` shows it. */
export const wpMediaRecord = Type.Object({
  id: Type.Integer({ description: 'The ID of the image.' }),
  date: text('When it was stored, in the zone of the site.'),
  date_gmt: text('When it was stored, in UTC.'),
  guid: Type.Object({ rendered: Type.String({ format: 'uri', description: 'The image itself.' }) }),
  modified: text('The last change, in the zone of the site.'),
  modified_gmt: text('The last change, in UTC.'),
  slug: text('The file name without extension.'),
  status: text('Always “inherit”.'),
  type: text('Always “attachment”.'),
  link: Type.String({ format: 'uri', description: 'The image itself.' }),
  title: rendered,
  author: Type.Integer({ description: 'The ID of who uploaded it.' }),
  meta: Type.Array(Type.Unknown(), { description: 'Always empty.' }),
  description: Type.Object({
    rendered: text('Always empty: images have captions, and no descriptions beside them.'),
  }),
  caption: rendered,
  alt_text: text('What the image shows.'),
  media_type: text('“image”, or “file” for a document.'),
  mime_type: text('The media type.'),
  media_details: Type.Object({
    width: Type.Integer(),
    height: Type.Integer(),
    file: text('Year, month and file name.'),
    filesize: Type.Integer(),
    sizes: byAnyName(wpSize),
    original_image: Type.Optional(text('The file name of the upload, when the image was scaled down.')),
  }),
  post: Type.Null({ description: 'Images belong to nothing in particular here.' }),
  source_url: Type.String({ format: 'uri', description: 'The image itself.' }),
  class_list: wpClassList,
  _links: wpLinksRecord,
})
export type WpMediaRecord = Static<typeof wpMediaRecord>

/** What the removal of an image below `wp/v2` is answered with. */
export const wpMediaRemovedRecord = wpGoneRecord(wpMediaRecord)

/** The image in the form of the original. */
export function wpMediaView(row: MediaRow, site: Site, siteZone: Zone): WpMediaRecord {
  const url = fileUrl(site, row.file)
  return inOrder<WpMediaRecord>(wpMediaRecord, {
    id: row.id,
    ...wpDatesOf(row, siteZone),
    guid: { rendered: url },
    slug: nameOf(row.file).replace(/\.\w+$/, ''),
    status: 'inherit',
    type: 'attachment',
    link: url,
    title: { rendered: shownTitle(row.title, site.home) },
    author: row.author_id,
    meta: [],
    description: { rendered: '' },
    caption: { rendered: shownContent(row.caption, site.home) },
    alt_text: row.alt_text,
    media_type: row.mime_type.startsWith('image/') ? 'image' : 'file',
    mime_type: row.mime_type,
    media_details: {
      width: row.width,
      height: row.height,
      file: row.file,
      filesize: row.filesize,
      sizes: wpSizes(row, site),
      ...(row.original_file === '' ? {} : { original_image: nameOf(row.original_file) }),
    },
    post: null,
    source_url: url,
    class_list: [`post-${row.id}`, 'attachment', 'type-attachment', 'status-inherit', 'hentry'],
    _links: wpLinks(site, 'media', row.id),
  })
}

/** The sizes with the whole image among them, as `full`. */
function wpSizes(row: MediaRow, site: Site): Record<string, Static<typeof wpSize>> {
  const files = [...sizesOf(row), { ...row, name: 'full' }]
  return Object.fromEntries(
    files.map(({ name, file, width, height, filesize }) => [
      name,
      {
        file: nameOf(file),
        width,
        height,
        filesize,
        mime_type: row.mime_type,
        source_url: fileUrl(site, file),
      },
    ]),
  )
}

function datesOfMedia(row: MediaRow, siteZone: Zone) {
  return {
    date: wallTextAt(row.date_at, siteZone),
    date_utc: utcText(row.date_at),
    modified: wallTextAt(row.modified_at, siteZone),
    modified_utc: utcText(row.modified_at),
  }
}

const nameOf = (file: string) => file.slice(file.lastIndexOf('/') + 1)
