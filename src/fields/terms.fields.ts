import { declare } from './declare.ts'
import { choice, html, not, number, text } from './field.ts'
import { colorNames } from '../pure/params/words.ts'

const named = text('The name. Tags are stripped from it.', {
  byHand: true,
  beside: { name_folded: 'text', folded: 'text' },
  sorted: true,
})
const description = html('The description, with HTML.', { byHand: 'stored', zero: true, sorted: true })
const slug = text('The slug.', { byHand: true, sorted: true })

/** The fields of a tag, in the order of the parameters (specification 2). */
export const tagFields = declare('tag', { name: named, description, slug })

/** The fields of a category: those of a tag, its place among the others, and our colour. */
export const categoryFields = declare('category', {
  ...tagFields.fields,
  parent: number('The ID of the parent category.', { byHand: true, filter: true, sorted: true }),
  color: choice(
    'The colour of the category and of those below it that have none of their own. By default it follows from the ID.',
    {
      byHand: true,
      member: 'The colour in which it is shown: its own, or that of the category above it.',
      words: colorNames,
      initial: null,
      tec: not('the original has none'),
    },
  ),
})
