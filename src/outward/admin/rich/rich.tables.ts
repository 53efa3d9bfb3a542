import type { Node } from 'prosemirror-model'
import { type Command, type EditorState, TextSelection, type Transaction } from 'prosemirror-state'
import { schema } from './rich.schema.ts'

// Tables as the toolbar makes them: rows of cells without spans, each cell a line of text. Others open as HTML.

const { table: tableType, table_row: rowType, table_cell: cellType, table_header: headerType } = schema.nodes

/** How large a table is at first: its first row names the columns. */
const [rowsAtFirst, columnsAtFirst] = [3, 2]

/** Where the selection is in a table. */
interface Place {
  readonly table: Node
  /** Where the table begins in the document. */
  readonly start: number
  readonly row: number
  readonly column: number
}

/** The place of the selection; undefined outside of tables. */
export function placeIn({ selection: { $from } }: EditorState): Place | undefined {
  for (let depth = $from.depth; depth > 0; depth -= 1)
    if ($from.node(depth).type === tableType)
      return {
        table: $from.node(depth),
        start: $from.before(depth),
        row: $from.index(depth),
        column: depth < $from.depth ? $from.index(depth + 1) : 0,
      }
  return undefined
}

/** Puts a table in the place of the selection, and begins in its first cell. */
export const insertTable: Command = (state, dispatch) => {
  if (!tableType || !rowType || !cellType || !headerType || placeIn(state)) return false
  const rowOf = (type: typeof cellType) =>
    rowType.create(
      null,
      Array.from({ length: columnsAtFirst }, () => type.create()),
    )
  const table = tableType.create(null, [
    rowOf(headerType),
    ...Array.from({ length: rowsAtFirst - 1 }, () => rowOf(cellType)),
  ])
  const tr = state.tr.replaceSelectionWith(table)
  let at: number | undefined
  tr.doc.nodesBetween(0, tr.doc.content.size, (node, start) => {
    if (node === table) at = start
  })
  // In the first cell of the first row.
  if (at !== undefined) tr.setSelection(TextSelection.create(tr.doc, at + 3))
  dispatch?.(tr.scrollIntoView())
  return true
}

/** One more row below. */
export const addRow = changing((tr, { table, start, row, column }) => {
  const length = table.child(row).childCount
  const added = rowType?.create(
    null,
    Array.from({ length }, () => cellType?.create()),
  )
  if (added) tr.insert(start + 1 + sizeBefore(table, row + 1), added)
  goTo(tr, start, row + 1, column)
})

/** One more column after. */
export const addColumn = changing((tr, { table, start, row, column }) => {
  eachRow(table, (cells, at) => {
    const before = Math.min(column + 1, cells.childCount)
    const type = cells.firstChild?.type ?? cellType
    if (type) tr.insert(start + 1 + at + 1 + sizeBefore(cells, before), type.create())
  })
  goTo(tr, start, row, column + 1)
})

/** This row less; the last one takes the table with it. */
export const removeRow = changing((tr, { table, start, row, column }) => {
  if (table.childCount === 1) removeTable(tr, table, start)
  else {
    const from = start + 1 + sizeBefore(table, row)
    tr.delete(from, from + table.child(row).nodeSize)
    goTo(tr, start, Math.min(row, table.childCount - 2), column)
  }
})

/** This column less; the last one takes the table with it. */
export const removeColumn = changing((tr, { table, start, row, column }) => {
  if (table.child(row).childCount === 1) removeTable(tr, table, start)
  else {
    eachRow(table, (cells, at) => {
      const cell = cells.maybeChild(column)
      if (!cell || cells.childCount === 1) return
      const from = start + 1 + at + 1 + sizeBefore(cells, column)
      tr.delete(from, from + cell.nodeSize)
    })
    goTo(tr, start, row, Math.max(0, column - 1))
  }
})

/** Enter: to the cell below, which is made where there is none; out of the table from a last row with nothing in it. */
export const downByEnter: Command = (state, dispatch) => {
  const place = placeIn(state)
  if (!place) return false
  const { table, start, row, column } = place
  if (row < table.childCount - 1) return changing((tr) => goTo(tr, start, row + 1, column))(state, dispatch)
  if (row === 0 || table.child(row).textContent !== '') return addRow(state, dispatch)
  return changing((tr) => {
    const from = start + 1 + sizeBefore(table, row)
    tr.delete(from, from + table.child(row).nodeSize)
    leave(tr, tr.mapping.map(start + table.nodeSize))
  })(state, dispatch)
}

/** Arrow down, from the last row of a table that ends the text: to a line below it. */
export const downByArrow: Command = (state, dispatch) => {
  const place = placeIn(state)
  if (!place || place.row < place.table.childCount - 1) return false
  const end = place.start + place.table.nodeSize
  if (state.doc.resolve(end).nodeAfter) return false
  return changing((tr) => leave(tr, end))(state, dispatch)
}

/** A command for the table that the selection is in. */
function changing(change: (tr: Transaction, place: Place) => void): Command {
  return (state, dispatch) => {
    const place = placeIn(state)
    if (!place) return false
    if (dispatch) {
      const { tr } = state
      change(tr, place)
      dispatch(tr.scrollIntoView())
    }
    return true
  }
}

/** To what follows the table that ends there, a new line where nothing does. */
function leave(tr: Transaction, end: number): void {
  const { paragraph } = schema.nodes
  if (!tr.doc.resolve(end).nodeAfter && paragraph) tr.insert(end, paragraph.create())
  tr.setSelection(TextSelection.near(tr.doc.resolve(end + 1)))
}

function removeTable(tr: Transaction, table: Node, start: number): void {
  const { paragraph } = schema.nodes
  if (paragraph) tr.replaceWith(start, start + table.nodeSize, paragraph.create())
  tr.setSelection(TextSelection.near(tr.doc.resolve(start + 1)))
}

function goTo(tr: Transaction, start: number, row: number, column: number): void {
  const table = tr.doc.nodeAt(start)
  const cells = table?.maybeChild(row)
  if (!table || !cells) return
  const at =
    start + 1 + sizeBefore(table, row) + 1 + sizeBefore(cells, Math.min(column, cells.childCount - 1))
  tr.setSelection(TextSelection.create(tr.doc, at + 1 + (tr.doc.nodeAt(at)?.content.size ?? 0)))
}

/** Calls with each row and where it begins within the table, from the last: what is changed there moves none before it. */
function eachRow(table: Node, does: (row: Node, at: number) => void): void {
  const rows: { row: Node; at: number }[] = []
  table.forEach((row, at) => rows.push({ row, at }))
  for (const { row, at } of rows.toReversed()) does(row, at)
}

function sizeBefore(node: Node, count: number): number {
  let size = 0
  node.forEach((child, _at, index) => {
    if (index < count) size += child.nodeSize
  })
  return size
}
