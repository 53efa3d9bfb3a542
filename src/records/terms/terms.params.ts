import { Type, type StaticDecode } from 'typebox'
import { paramsOf } from '../../fields/fields.params.ts'
import { categoryFields, tagFields } from '../../fields/terms.fields.ts'
import { flag } from '../../pure/params/flags.ts'
import { idList, termFilter } from '../../pure/params/lists.ts'
import { idOf, idOrZero, page, perPage, wholeNumber } from '../../pure/params/numbers.ts'
import { type Direction, orderBy } from '../../pure/params/orders.ts'
import {
  Fault,
  givenUnlessEmpty,
  isNone,
  type Parameter,
  parameter,
  readOtherwise,
  readParameter,
} from '../../pure/params/parameter.ts'
import { choice, requiredText, searchText, slug, word, wordList } from '../../pure/params/texts.ts'
import { termText } from '../../pure/text/render.ts'
import { colorNames } from '../../pure/params/words.ts'

/** The most characters of a term's name: what the reference's column takes. */
const nameLimit = 200

const { fields: declared } = categoryFields

const name = parameter(
  Type.String({ minLength: 1, maxLength: nameLimit, description: declared.name.says }),
  (sent) => {
    const text = readAs(requiredText(''), sent)
    const fault = nameFault(text)
    if (fault !== undefined) throw new Fault(fault)
    return text
  },
)
const parent = parentOf(idOf(declared.parent.says))

/** Leaves words as they are: how they fail depends on whether they are slugs, which the database knows. Numbers are read as declared. */
function parentOf<Value>(declared: Parameter<Value>) {
  return readOtherwise(declared, (sent): Value | string => {
    const isWord = typeof sent === 'string' && sent !== '' && wholeNumber(sent) === undefined
    return isWord ? sent : readAs(declared, sent)
  })
}

/** What lists of terms may be ordered by. */
export const termOrders = [
  'name',
  'id',
  'slug',
  'count',
  'description',
  'term_group',
  'parent',
  'include',
  'include_slugs',
] as const

/** The first and the last list parameters of both kinds (specification 4.5, 4.6). */
const listed = {
  page: Type.Optional(page),
  per_page: Type.Optional(perPage),
  search: Type.Optional(
    searchText('Keep terms whose name or slug contains this text, regardless of case and accents.'),
  ),
  exclude: Type.Optional(termFilter('Leave out the terms with these IDs.')),
  include: Type.Optional(termFilter('Keep the terms with these IDs.')),
  order: Type.Optional(choice<Direction>(['asc', 'desc'], 'Ascending or descending; by default ascending.')),
  orderby: Type.Optional(orderBy(termOrders, 'name')),
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
  parent: Type.Optional(parentOf(idOf('Keep the direct children of this category.'))),
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
  parent: Type.Optional(
    parentOf(idOrZero('Keep the direct children of this category; 0 for those at the top.')),
  ),
})

/** The list parameters of tags below `wp/v2`. */
export const wpListTagsParams = Type.Object({ ...listTagsParams.properties, ...wpListed })

type Listed = StaticDecode<typeof listCategoriesParams>

/** The list parameters of categories, in either namespace; tags have some of them. */
export interface ListTerms extends Omit<Listed, 'slug'> {
  readonly slug?: string | readonly string[]
}

/** One of the palette; empty gives the colour back to what is above it, or to its ID. */
const color = readOtherwise(choice(colorNames, declared.color.says), (sent) =>
  sent === null || sent === '' ? null : readAs(choice(colorNames, ''), sent),
)

const ofTags = paramsOf(tagFields, { name, slug: Type.Optional(slug) })
const ofCategories = paramsOf(categoryFields, {
  name,
  slug: Type.Optional(slug),
  parent: Type.Optional(parent),
  color: Type.Optional(color),
})

/** The parameters of creating a category (specification 2). */
export const createCategoryParams = Type.Object(givenUnlessEmpty(ofCategories))

/** The parameters of changing a category: nothing is required; an empty `parent` or 0 moves it to the top (D7). */
export const updateCategoryParams = Type.Object({
  ...ofCategories,
  name: Type.Optional(name),
  parent: Type.Optional(readOtherwise(parent, (sent) => (isNone(sent) ? null : readAs(parent, sent)))),
})

/** Wire: `parent` is read for tags only to be refused, with a code of its own (`wire-others.md` 3.1). */
const noParent = parameter(
  Type.Unsafe<unknown>({ description: 'Refused: tags have no parent.' }),
  (sent) => sent ?? undefined,
)

/** The parameters of creating a tag (specification 2). */
export const createTagParams = Type.Object(givenUnlessEmpty({ ...ofTags, parent: Type.Optional(noParent) }))

/** The parameters of changing a tag. */
export const updateTagParams = Type.Object({
  ...ofTags,
  name: Type.Optional(name),
  parent: Type.Optional(noParent),
})

/** The parameters of creating a category below `wp/v2`: at the top with the parent 0. */
export const wpCreateCategoryParams = Type.Object({
  ...createCategoryParams.properties,
  parent: updateCategoryParams.properties.parent,
})

/** The fault of a name that is too long, as the end of the sentence “{name} …”; undefined when it is not. */
export function nameFault(text: string): string | undefined {
  const { length } = termText(text)
  return length > nameLimit ? `must have at most ${nameLimit} characters; it has ${length}` : undefined
}

/** Reads a value as another parameter does. */
function readAs<Value>(declared: Parameter<Value>, sent: unknown): Value {
  return readParameter(declared, sent) as Value
}

/** The parameters of a removal below `wp/v2`. */
export const wpDeleteTermParams = Type.Object({
  force: Type.Optional(
    flag('Has to be true: there is no trash for terms, so that they can only be removed for good.', false),
  ),
})
