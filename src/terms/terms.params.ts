import Type, { type StaticDecode } from 'typebox'
import { flag } from '../params/flags.ts'
import { idList, termFilter } from '../params/lists.ts'
import { idOf, idOrZero, page, perPage } from '../params/numbers.ts'
import {
  Fault,
  isEmpty,
  type Parameter,
  parameter,
  readOtherwise,
  readParameter,
} from '../params/parameter.ts'
import { html, requiredText, searchText, slug, word, wordList } from '../params/texts.ts'
import { termText } from '../text/render.ts'

/** The most characters of a term's name: what the reference's column takes. */
const nameLimit = 200

const name = parameter(
  Type.String({ minLength: 1, maxLength: nameLimit, description: 'The name. Tags are stripped from it.' }),
  (sent) => {
    const text = readAs(requiredText(''), sent)
    const fault = nameFault(text)
    if (fault !== undefined) throw new Fault(fault)
    return text
  },
)
const description = html('The description, with HTML.', { zero: true })
const parentSchema = Type.Integer({ minimum: 1, description: 'The ID of the parent category.' })
const parentId = idOf('')

/** The first and the last list parameters of both kinds (specification 4.5, 4.6). */
const listed = {
  page: Type.Optional(page),
  per_page: Type.Optional(perPage),
  search: Type.Optional(
    searchText('Keep terms whose name or slug contains this text, regardless of case and accents.'),
  ),
  exclude: Type.Optional(termFilter('Leave out the terms with these IDs.')),
  include: Type.Optional(termFilter('Keep the terms with these IDs.')),
  order: Type.Optional(word('“asc” for ascending; anything else is descending.', 'asc')),
  orderby: Type.Optional(
    word(
      'What to sort by: name, id, slug, count, description, term_group, parent, include or include_slugs.',
      'name',
    ),
  ),
  hide_empty: Type.Optional(
    flag(
      'Leave out terms without a published event; of categories, those with a used descendant stay.',
      true,
    ),
  ),
}
const listedByEvent = {
  post: Type.Optional(idOf('Keep the terms of this event, used or not.')),
  event: Type.Optional(idOf('The same as “post”, and wins over it.')),
  slug: Type.Optional(word('Keep the term with exactly this slug.')),
}

/** The list parameters of categories (specification 4.5), in declaration order. */
export const listCategoriesParams = Type.Object({
  ...listed,
  parent: Type.Optional(idOf('Keep the direct children of this category.')),
  ...listedByEvent,
})

/** The list parameters of tags (specification 4.6): those of categories without `parent`. */
export const listTagsParams = Type.Object({ ...listed, ...listedByEvent })

const wpListed = {
  exclude: Type.Optional(idList('Leave out the terms with these IDs.')),
  include: Type.Optional(idList('Keep the terms with these IDs.')),
  slug: Type.Optional(wordList('Keep the terms with exactly these slugs.')),
}

/** The list parameters of categories below `wp/v2`, which take several slugs, and 0 as the parent of those at the top. */
export const wpListCategoriesParams = Type.Object({
  ...listCategoriesParams.properties,
  ...wpListed,
  parent: Type.Optional(idOrZero('Keep the direct children of this category; 0 for those at the top.')),
})

/** The list parameters of tags below `wp/v2`. */
export const wpListTagsParams = Type.Object({ ...listTagsParams.properties, ...wpListed })

type Listed = StaticDecode<typeof listCategoriesParams>

/** The list parameters of categories, in either namespace; tags have some of them. */
export interface ListTerms extends Omit<Listed, 'slug'> {
  readonly slug?: string | readonly string[]
}

const newSlug = parameter(
  Type.String({
    minLength: 1,
    description: 'The wished-for slug; made from the name when it is not given, and unique if it is taken.',
  }),
  (sent) => (sent === null ? undefined : readAs(slug, sent)),
)

/** On create null means not given (D18). Wire: the empty text does not, for slug and parent (`wire-others.md` 3.1). */
const created = { name, description: Type.Optional(description), slug: Type.Optional(newSlug) }

/** Below `wp/v2` the empty text does too. */
const wpCreated = {
  slug: Type.Optional(readOtherwise(newSlug, (sent) => (isEmpty(sent) ? undefined : readAs(newSlug, sent)))),
}
const updated = {
  name: Type.Optional(name),
  description: Type.Optional(description),
  slug: Type.Optional(slug),
}

/** The parameters of creating a category (specification 2). */
export const createCategoryParams = Type.Object({
  ...created,
  parent: Type.Optional(
    parameter(parentSchema, (sent) => (sent === null ? undefined : readAs(parentId, sent))),
  ),
})

/** The parameters of changing a category: nothing is required; an empty `parent` or 0 moves it to the top (D7). */
export const updateCategoryParams = Type.Object({
  ...updated,
  parent: Type.Optional(
    parameter(parentSchema, (sent) =>
      isEmpty(sent) || sent === 0 || sent === '0' ? null : readAs(parentId, sent),
    ),
  ),
})

/** Wire: `parent` is read for tags only to be refused, with a code of its own (`wire-others.md` 3.1). */
const noParent = parameter(
  Type.Unsafe<unknown>({ description: 'Refused: tags have no parent.' }),
  (sent) => sent ?? undefined,
)

/** The parameters of creating a tag (specification 2). */
export const createTagParams = Type.Object({ ...created, parent: Type.Optional(noParent) })

/** The parameters of changing a tag. */
export const updateTagParams = Type.Object({ ...updated, parent: Type.Optional(noParent) })

/** The parameters of creating a category below `wp/v2`: at the top with the parent 0. */
export const wpCreateCategoryParams = Type.Object({
  ...createCategoryParams.properties,
  ...wpCreated,
  parent: updateCategoryParams.properties.parent,
})

/** The parameters of creating a tag below `wp/v2`. */
export const wpCreateTagParams = Type.Object({ ...createTagParams.properties, ...wpCreated })

/** The fault of a name that is too long, as the end of the sentence “{name} …”; undefined when it is not. */
export function nameFault(text: string): string | undefined {
  const { length } = termText(text)
  return length > nameLimit ? `must have at most ${nameLimit} characters; it has ${length}` : undefined
}

/** Reads a value as another parameter does. */
function readAs<Value>(declared: Parameter<Value>, sent: unknown): Value {
  return readParameter(declared, sent) as Value
}
