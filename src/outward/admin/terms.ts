import { signal } from '@preact/signals'
import { ask } from './api.ts'
import { colours } from './place.ts'
import type { Term } from './records.ts'
import { compareTexts, plain } from './texts.ts'

/** A category with what is below it. */
export interface Branch {
  readonly term: Term
  readonly name: string
  readonly below: readonly Branch[]
}

/** All categories by id, once they have been asked for. */
export const categories = signal<ReadonlyMap<number, Term>>(new Map())

/** How many are asked for at once. */
const perPage = 50

let asking: Promise<void> | undefined

/** Asks for all categories, once. Throws what {@link ask} throws, and then asks again the next time. */
export function needCategories(): Promise<void> {
  asking ??= readAll().catch((error: unknown) => {
    asking = undefined
    throw error
  })
  return asking
}

async function readAll(): Promise<void> {
  const all: Term[] = []
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const { body } = await ask<{ categories: Term[]; total_pages: number }>('categories', {
      query: { page, per_page: perPage, hide_empty: false },
    })
    all.push(...body.categories)
    pages = body.total_pages
  }
  categories.value = new Map(all.map((term) => [term.id, term]))
}

/** The categories as a tree, each level in the order of the language. */
export function treeOf(terms: ReadonlyMap<number, Term>): readonly Branch[] {
  const below = (parent: number, above: readonly number[]): readonly Branch[] =>
    [...terms.values()]
      .filter((term) => (terms.has(term.parent) ? term.parent : 0) === parent && !above.includes(term.id))
      .map((term) => ({ term, name: plain(term.name), below: below(term.id, [...above, term.id]) }))
      .toSorted((a, b) => compareTexts(a.name, b.name))
  return below(0, [])
}

/** The class of the colour of a category. */
export function colourClass(id: number): string {
  const at = colours.indexOf(categories.value.get(id)?.color ?? '')
  return `c-${at + 1}`
}

/** How many levels are climbed: deeper trees, or loops, end there. */
const deepest = 20

/** The name of a category below that of the topmost one above it: “Music · Choral”. */
export function categoryText(term: Pick<Term, 'id' | 'name' | 'parent'>): string {
  let top = term
  for (let level = 0; level < deepest; level += 1) {
    const above = categories.value.get(top.parent)
    if (!above) break
    top = above
  }
  return top.id === term.id ? plain(term.name) : `${plain(top.name)} · ${plain(term.name)}`
}
