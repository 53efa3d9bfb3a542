import type { Reader } from '../../storage/db/dialect.ts'
import { colorNumber, colorOf } from '../../records/terms/terms.colors.ts'
import { categoryColors, readTerms } from '../../records/terms/terms.query.ts'
import type { TermRow } from '../../records/terms/terms.row.ts'
import { plainTextOfHtml } from '../../pure/text/plain.ts'
import { renderTermName } from '../../pure/text/render.ts'
import type { Visit } from './visit.ts'

/** The colours of all categories by id, in the order of their names: their numbers in the stylesheet, where `c-0` is for none. */
export async function coloursOf({ context: { db } }: Pick<Visit, 'context'>): Promise<Colours> {
  return new Map([...(await categoryColors(db)())].map(([id, name]) => [id, colorNumber(name)]))
}
export type Colours = ReadonlyMap<number, number>

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
  return { names: root.id === row.id ? names.slice(0, 1) : names, colour: colorNumber(colorOf(row, known)) }
}

/** The name of a category or tag as one line of text. */
export function nameText(stored: string): string {
  return plainTextOfHtml(renderTermName(stored))
}
