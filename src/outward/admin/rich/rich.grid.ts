/** A place in a table; without a cell where one beside or above it reaches into it. */
interface Place {
  readonly cell: Element | undefined
  readonly isHead: boolean
}

/** How far a cell reaches at most. */
const widest = 50

/** Whether it is one of rows and columns: mail programs and old pages use tables to put things beside one another. */
export function isTable(element: Element): boolean {
  if (element.querySelector('table') || element.getAttribute('role') === 'presentation') return false
  return [...(element as HTMLTableElement).rows].some(({ cells }) => filled(cells) > 1)
}

function filled(cells: Iterable<Element>): number {
  return [...cells].filter(({ textContent }) => textContent?.trim() !== '').length
}

/** The rows of a table, all of one width: texts have no cells that reach over others. */
export function inRows(table: HTMLTableElement): readonly (readonly Place[])[] {
  const rows: Place[][] = [...table.rows].map(() => [])
  ;[...table.rows].forEach((row, at) => {
    const places = rows[at] ?? []
    let column = 0
    for (const cell of row.cells) {
      while (places[column]) column += 1
      const isHead = cell.localName === 'th' || row.parentElement?.localName === 'thead'
      const [width, height] = [cell.colSpan, cell.rowSpan || rows.length].map((span) =>
        Math.min(span, widest),
      )
      for (let down = 0; down < (height ?? 1) && at + down < rows.length; down += 1)
        for (let along = 0; along < (width ?? 1); along += 1)
          (rows[at + down] ?? [])[column + along] = {
            cell: down === 0 && along === 0 ? cell : undefined,
            isHead,
          }
      column += width ?? 1
    }
  })
  const columns = Math.max(...rows.map(({ length }) => length))
  return rows.map((places) =>
    Array.from({ length: columns }, (_, column) => places[column] ?? { cell: undefined, isHead: false }),
  )
}
