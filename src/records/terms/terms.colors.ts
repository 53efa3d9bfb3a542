import { type ColorName, colorNames } from '../../pure/params/words.ts'
import type { Ancestors, TermRow } from './terms.row.ts'

/** What decides on the colour of a category. */
type Coloured = Pick<TermRow, 'id' | 'parent' | 'color'>

/** How many levels are climbed: deeper trees, or loops, end there. */
const deepest = 20

/**
 * The colour of a category: its own, else that of the nearest one above it that has one, else the one that the topmost is given by
 * its ID.
 */
export function colorOf(row: Coloured, ancestors: Ancestors): ColorName {
  let { id, parent, color } = row
  for (let level = 0; color === null && level < deepest; level += 1) {
    const above = ancestors.get(parent)
    if (!above) break
    id = parent
    ;({ parent, color } = above)
  }
  const given = colorNames.find((name) => name === color)
  return given ?? colorNames[(id - 1) % colorNames.length] ?? colorNames[0]
}

/** The number of a colour in stylesheets: classes `c-1` to `c-12`. */
export function colorNumber(name: ColorName): number {
  return colorNames.indexOf(name) + 1
}
