import { Type, type StaticDecode } from 'typebox'
import { flag } from '../../pure/params/flags.ts'
import { idList, isObject } from '../../pure/params/lists.ts'
import { page, perPage } from '../../pure/params/numbers.ts'
import { Fault, isEmpty, parameter, quote } from '../../pure/params/parameter.ts'
import { type Direction, orderBy } from '../../pure/params/orders.ts'
import { choice, choiceList, html, line, searchText, wordList } from '../../pure/params/texts.ts'

/** What must stay in sight where an image is cropped, in per cent from the left and the top. */
interface Focus {
  readonly x: number
  readonly y: number
}

const share = Type.Number({ minimum: 0, maximum: 1 })

/** Shares of the width and height, as an object or as text that a form sends; empty values give it back to the middle. */
const focus = parameter(
  Type.Object(
    { x: share, y: share },
    {
      description:
        'What stays in sight where the image is cropped: shares of its width from the left and of its height from the top, from 0 to 1; as text “0.3,0.6”. null: its middle.',
    },
  ),
  (sent): Focus | null => {
    if (isEmpty(sent)) return null
    const [x, y, more] = isObject(sent)
      ? [sent['x'], sent['y']]
      : typeof sent === 'string'
        ? sent.split(',')
        : []
    const shares = [x, y].map((one) => (isNumberOrText(one) ? Number(one) : Number.NaN))
    if (more !== undefined || !shares.every((one) => one >= 0 && one <= 1))
      throw new Fault(`must be {"x": …, "y": …} with numbers from 0 to 1, not ${quote(sent)}`)
    const [left = 0, top = 0] = shares.map((one) => Math.round(one * 100))
    return { x: left, y: top }
  },
)

/** What is said of an image; all can be empty. */
export const mediaParams = Type.Object({
  title: Type.Optional(line('The title of the image; of an upload, its file name by default.')),
  alt_text: Type.Optional(line('What the image shows, for those who do not see it.')),
  caption: Type.Optional(html('A caption, with HTML.', { zero: true })),
  credit: Type.Optional(line('Who made the image, and who must be named.')),
  decorative: Type.Optional(flag('Whether nothing is lost to those who do not see it: it needs no words.')),
  focus: Type.Optional(focus),
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
  described: Type.Optional(
    flag('Keep images that are described or need no words (true), or the others (false).'),
  ),
  used: Type.Optional(
    flag('Keep images that something features which the reader may see (true), or the others (false).'),
  ),
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

function isNumberOrText(one: unknown): boolean {
  return typeof one === 'number' || (typeof one === 'string' && one !== '')
}
