/** Rows to a statement: SQLite takes 32 766 parameters, and an event has some forty columns; elsewhere more take memory, and no less time. */
const rowsAStatement = 500

/** Rows, or what they are found by, some at a time: as many as one statement takes. */
export function* inParts<Row>(rows: readonly Row[]): Generator<Row[], void, undefined> {
  for (let from = 0; from < rows.length; from += rowsAStatement) yield rows.slice(from, from + rowsAStatement)
}
