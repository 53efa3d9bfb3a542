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
  const all = await readTerms('categories')
  categories.value = new Map(all.map((term) => [term.id, term]))
}

/** Reads all categories or tags. Throws what {@link ask} throws. */
export async function readTerms(kind: 'categories' | 'tags'): Promise<readonly Term[]> {
  const all: Term[] = []
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const { body } = await ask<Record<typeof kind, readonly Term[]> & { total_pages: number }>(kind, {
      query: { page, per_page: perPage, hide_empty: false },
    })
    all.push(...body[kind])
    pages = body.total_pages
  }
  return all
}

/** How many categories or tags there are. Throws what {@link ask} throws. */
export async function countTerms(kind: 'categories' | 'tags'): Promise<number> {
  const query = { per_page: 1, hide_empty: false, _fields: 'total' }
  return (await ask<{ total: number }>(kind, { query })).body.total
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
