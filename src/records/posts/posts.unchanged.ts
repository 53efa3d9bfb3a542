/** Columns that are made of others, and the moment of the change itself. */
const derived: ReadonlySet<string> = new Set(['modified_at', 'folded', 'title_folded'])

/**
 * Whether a write leaves a row as it is stored (D72): then it is no change, and neither its date of modification nor its history, messages
 * or sequence say that there was one. Values are compared as they are stored.
 */
export function isUnchanged<Row extends object>(stored: Row, after: Row): boolean {
  // That a date was named says nothing of a post that has its date.
  const isDated = 'date_floating' in stored && stored.date_floating === 0
  return Object.entries(after).every(
    ([column, value]) =>
      derived.has(column) ||
      (isDated && column === 'date_given') ||
      value === (stored as Readonly<Record<string, unknown>>)[column],
  )
}
