const ofRows = 'tr[data-id]'

/** The row that has the focus, or that the mouse is on. */
export function rowNow(): HTMLElement | null {
  return (
    document.activeElement?.closest<HTMLElement>(ofRows) ??
    document.querySelector<HTMLElement>(`${ofRows}:hover`)
  )
}

/** Leads to the row so many further on: to what stands in its heading, or to what chooses it. */
function stepRow(by: number): void {
  const rows = [...document.querySelectorAll<HTMLElement>(ofRows)]
  const at = rows.findIndex((row) => row.contains(document.activeElement))
  const row = rows[at < 0 ? (by > 0 ? 0 : rows.length - 1) : at + by]
  row?.querySelector<HTMLElement>('.what :is(a, button), input')?.focus()
}

/** The keys that lead along a list: J to the next row, K to the one before. Enter then does what its name does. */
export const rowStepKeys = { j: () => stepRow(1), k: () => stepRow(-1) } as const
