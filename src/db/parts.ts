/** How many rows a statement has: SQLite takes 32 766 parameters, an event has some forty columns, and more take no less time. */
const rowsAStatement = 500

/** Rows, or their keys, in parts of as many as one statement takes. */
export function* inParts<Row>(rows: readonly Row[]): Generator<Row[], void, undefined> {
  for (let from = 0; from < rows.length; from += rowsAStatement) yield rows.slice(from, from + rowsAStatement)
}
