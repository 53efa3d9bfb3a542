import type { Reader } from '../db/dialect.ts'
import { readTerms, type TermRow } from '../terms/terms.query.ts'
import { plainTextOfHtml } from '../text/plain.ts'
import { renderTermName } from '../text/render.ts'

/** How many colours there are for categories: class `c-1` to `c-12` of the stylesheet, and `c-0` for none. */
const colours = 12

/** The colour of a category at the top, which those below it have too: its number in the stylesheet. */
export function colourOfRoot({ id }: Pick<TermRow, 'id'>): number {
  return ((id - 1) % colours) + 1
}

/** What kind of thing an event is, by its first category. */
export interface Kind {
  /** The names from the top down, as plain text: the first and, if it is another, the category itself. */
  readonly names: readonly string[]
  readonly colour: number
}

/** An event without a category. */
export const noKind: Kind = { names: [], colour: 0 }

/** How many levels are climbed: deeper trees, or loops, end there. */
const deepest = 20

/** The kinds of events by the ids of their categories. */
export async function kindsOf(
  db: Reader,
  categories: readonly TermRow[],
): Promise<ReadonlyMap<number, Kind>> {
  const known = new Map<number, TermRow>(categories.map((row) => [row.id, row]))
  for (let level = 0; level < deepest; level += 1) {
    const missing = [...known.values()].map(({ parent }) => parent).filter((id) => id !== 0 && !known.has(id))
    if (missing.length === 0) break
    const found = await readTerms(db, [...new Set(missing)])
    if (found.length === 0) break
    for (const row of found) known.set(row.id, row)
  }
  return new Map(categories.map((row) => [row.id, kindOf(row, known)]))
}

function kindOf(row: TermRow, known: ReadonlyMap<number, TermRow>): Kind {
  let root = row
  for (let level = 0; level < deepest; level += 1) {
    const above = known.get(root.parent)
    if (!above) break
    root = above
  }
  const names = [root, row].map(({ name }) => nameText(name))
  return { names: root.id === row.id ? names.slice(0, 1) : names, colour: colourOfRoot(root) }
}

/** The name of a category or tag as one line of text. */
export function nameText(stored: string): string {
  return plainTextOfHtml(renderTermName(stored))
}
