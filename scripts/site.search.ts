// How the search of the site of the documents reads what it is given: the same where its index is made and where it is read.
import type { Options } from 'minisearch'

/** A part of a page below a heading. */
export interface Section {
  /** Its address on the site. */
  readonly id: string
  readonly title: string
  /** The title of its page. */
  readonly page: string
  text: string
}

/** The same for making the index and for reading it. Words of two letters find nothing that is looked for. */
export const searchOptions: Options<Section> = {
  fields: ['title', 'text'],
  storeFields: ['title', 'page'],
  processTerm: (term) => (term.length > 2 ? term.toLowerCase() : false),
  searchOptions: { boost: { title: 4 }, prefix: true, fuzzy: 0.2 },
}
