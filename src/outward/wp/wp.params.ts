import { Type, type StaticDecode } from 'typebox'
import { wpContext } from '../../pure/params/contexts.ts'
import { idList } from '../../pure/params/lists.ts'
import { moment } from '../../pure/params/moments.ts'
import { offset, page, perPage } from '../../pure/params/numbers.ts'
import { orderBy } from '../../pure/params/orders.ts'
import { wpStatusFilter } from '../../pure/params/statuses.ts'
import { choice, searchText, wordList } from '../../pure/params/texts.ts'

const context = wpContext('With “edit”, who may edit a record reads its texts as they are stored, too.')

/** The parameters of reading a post below `wp/v2`. */
export const wpReadParams = Type.Object({ context: Type.Optional(context) })
export type WpRead = StaticDecode<typeof wpReadParams>

/** The list parameters that all kinds of posts have below `wp/v2`. */
export const wpListed = {
  context: Type.Optional(context),
  page: Type.Optional(page),
  per_page: Type.Optional(perPage),
  search: Type.Optional(searchText('Keep records in whose texts every word occurs.')),
  after: Type.Optional(moment('Keep what was published after this moment.')),
  before: Type.Optional(moment('Keep what was published before this moment.')),
  modified_after: Type.Optional(moment('Keep what has changed after this moment.')),
  modified_before: Type.Optional(moment('Keep what last changed before this moment.')),
  author: Type.Optional(idList('Keep what these users wrote.')),
  exclude: Type.Optional(idList('Leave out the records with these IDs.')),
  include: Type.Optional(idList('Keep the records with these IDs.')),
  offset: Type.Optional(offset),
  slug: Type.Optional(wordList('Keep the records with exactly these slugs.')),
  status: Type.Optional(wpStatusFilter),
  orderby: Type.Optional(orderBy(['date', 'modified', 'title', 'id', 'include', 'relevance'], 'date')),
  order: Type.Optional(choice(['asc', 'desc'], 'Ascending or descending; by default descending.')),
}
const wpListParams = Type.Object(wpListed)
export type WpList = StaticDecode<typeof wpListParams>
