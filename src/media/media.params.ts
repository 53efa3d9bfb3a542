import Type, { type StaticDecode } from 'typebox'
import { page, perPage } from '../params/numbers.ts'
import { html, line, searchText } from '../params/texts.ts'

/** What is said about an image; all of it can be empty. */
export const mediaParams = Type.Object({
  title: Type.Optional(line('The title of the image; of an upload, its file name by default.')),
  alt_text: Type.Optional(line('What the image shows, for those who do not see it.')),
  caption: Type.Optional(html('A caption, with HTML.', { zero: true })),
  credit: Type.Optional(line('Who made the image, and who must be named.')),
})
export type SentMedia = StaticDecode<typeof mediaParams>

export const listMediaParams = Type.Object({
  page: Type.Optional(page),
  per_page: Type.Optional(perPage),
  search: Type.Optional(searchText('Keep images in whose title, texts or file name every word occurs.')),
})
export type ListMedia = StaticDecode<typeof listMediaParams>
