import Type, { type StaticDecode, type TSchema } from 'typebox'
import { flag } from '../params/flags.ts'
import { termFilter } from '../params/lists.ts'
import { idOf, page, perPage } from '../params/numbers.ts'
import { Fault, isEmpty, parameter, readParameter } from '../params/parameter.ts'
import { html, requiredText, searchText, slug, word } from '../params/texts.ts'
import { termText } from '../text/render.ts'

/** The most characters of a term's name: what the reference's column takes. */
export const nameLimit = 200

const name = named(requiredText('The name. Tags are stripped from it; it is compared regardless of case.'))
const description = html('The description, with HTML.', { zero: true })
const categoryParent = idOf('The ID of the parent category.')

/** What leads and what ends the list parameters of both kinds (specification 4.5, 4.6). */
const listed = {
  page: Type.Optional(page),
  per_page: Type.Optional(perPage),
  search: Type.Optional(searchText('Keep terms whose name or slug contains this text, regardless of case and accents.')),
  exclude: Type.Optional(termFilter('Leave out the terms with these IDs.')),
  include: Type.Optional(termFilter('Keep the terms with these IDs.')),
  order: Type.Optional(word('“asc” for ascending; anything else is descending.', 'asc')),
  orderby: Type.Optional(
    word('What to sort by: name, id, slug, count, description, term_group, parent, include or include_slugs.', 'name'),
  ),
  hide_empty: Type.Optional(
    flag('Leave out terms without a published event; of categories, those with a used descendant stay.', true),
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

export type ListTerms = StaticDecode<typeof listCategoriesParams>

const created = {
  name,
  description: Type.Optional(description),
  slug: Type.Optional(nullAsAbsent(slug)),
}
const updated = {
  name: Type.Optional(name),
  description: Type.Optional(description),
  slug: Type.Optional(slug),
}

/** What a category is created with (specification 2). Wire: an empty `parent` is refused here; it clears on update. */
export const createCategoryParams = Type.Object({ ...created, parent: Type.Optional(nullAsAbsent(categoryParent)) })

/** What a category is changed with: nothing is required; an empty `parent` or 0 moves it to the top (D7). */
export const updateCategoryParams = Type.Object({ ...updated, parent: Type.Optional(orNone(categoryParent)) })

/** Wire: `parent` is read for tags only to be refused, with a code of its own (`wire-others.md` 3.1). */
const noParent = parameter(Type.Unsafe<unknown>({ description: 'Refused: tags have no parent.' }), (sent) => sent ?? undefined)

/** What a tag is created with (specification 2). */
export const createTagParams = Type.Object({ ...created, parent: Type.Optional(noParent) })

/** What a tag is changed with. */
export const updateTagParams = Type.Object({ ...updated, parent: Type.Optional(noParent) })

/** What is too long for a name, as the end of the sentence “{name} …”; undefined when it is not. */
export function nameFault(text: string): string | undefined {
  const { length } = termText(text)
  return length > nameLimit ? `must have at most ${nameLimit} characters; it has ${length}` : undefined
}

function named(text: ReturnType<typeof requiredText>) {
  return parameter(text, (sent) => {
    const read = textIn(text, sent)
    const fault = nameFault(read)
    if (fault !== undefined) throw new Fault(fault)
    return read
  })
}

/** On create null means not given (D18). */
function nullAsAbsent<Schema extends TSchema>(declared: Schema) {
  return parameter(declared, (sent) => (sent === null ? undefined : valueIn(declared, sent)))
}

/** Empty values and 0 clear (D7). */
function orNone<Schema extends TSchema>(declared: Schema) {
  return parameter(declared, (sent) => (isEmpty(sent) || sent === 0 || sent === '0' ? null : valueIn(declared, sent)))
}

function textIn(declared: ReturnType<typeof requiredText>, sent: unknown): string {
  return valueIn(declared, sent)
}

/** What the declaration's own codec reads is what its type says it decodes to. */
function valueIn<Schema extends TSchema>(declared: Schema, sent: unknown): StaticDecode<Schema> {
  return readParameter(declared, sent) as StaticDecode<Schema>
}
