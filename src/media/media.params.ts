import Type, { type StaticDecode } from 'typebox'
import { flag } from '../params/flags.ts'
import { idList } from '../params/lists.ts'
import { page, perPage } from '../params/numbers.ts'
import { type Direction, orderBy } from '../params/orders.ts'
import { choice, choiceList, html, line, searchText, wordList } from '../params/texts.ts'

/** The texts of an image; all can be empty. */
export const mediaParams = Type.Object({
  title: Type.Optional(line('The title of the image; of an upload, its file name by default.')),
  alt_text: Type.Optional(line('What the image shows, for those who do not see it.')),
  caption: Type.Optional(html('A caption, with HTML.', { zero: true })),
  credit: Type.Optional(line('Who made the image, and who must be named.')),
})
export type SentMedia = StaticDecode<typeof mediaParams>

const mediaOrders = ['date', 'modified', 'title', 'id'] as const
export type MediaOrder = (typeof mediaOrders)[number]

/** The parameters of a list of images. */
export const listMediaParams = Type.Object({
  page: Type.Optional(page),
  per_page: Type.Optional(perPage),
  search: Type.Optional(searchText('Keep images in whose title, texts or file name every word occurs.')),
  include: Type.Optional(idList('Keep the images with these IDs.')),
  slug: Type.Optional(wordList('Keep the images with exactly these slugs: file names without extension.')),
  author: Type.Optional(idList('Keep the images that these users have uploaded, by ID.')),
  mime_type: Type.Optional(wordList('Keep the images of these media types, such as image/png.')),
  orderby: Type.Optional(orderBy(mediaOrders, 'date')),
  order: Type.Optional(choice<Direction>(['asc', 'desc'], 'Ascending or descending; by default descending.')),
})

/** The parameters of the list below `wp/v2`, whose clients also ask for one kind of file among many. */
export const wpListMediaParams = Type.Object({
  ...listMediaParams.properties,
  media_type: Type.Optional(
    choiceList(
      ['image', 'video', 'audio', 'text', 'application'],
      'Keep files of these kinds; there are only images.',
    ),
  ),
})
export type ListMedia = StaticDecode<typeof wpListMediaParams>

/** The parameters of a removal below `wp/v2`. */
export const wpDeleteMediaParams = Type.Object({
  force: Type.Optional(
    flag('Has to be true: there is no trash for images, so that they can only be removed for good.', false),
  ),
})
export type WpDeleteMedia = StaticDecode<typeof wpDeleteMediaParams>
