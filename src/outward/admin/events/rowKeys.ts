import type { EventRecord } from '../records.ts'
import { go, to } from '../route.ts'
import { mayEdit } from '../session.ts'
import { useKeys } from '../useKeys.ts'

/** Keys of a list of rows: J and K lead to the next row and to the one before, E edits, D duplicates and M moves the one that has the focus, or that the mouse is on. */
export function useRowKeys(
  events: readonly EventRecord[],
  does: { readonly onMove: (event: EventRecord) => void },
): void {
  const withRow = (act: (event: EventRecord) => void) => () => {
    const id = Number(rowNow()?.dataset['id'])
    const event = events.find((one) => one.id === id)
    if (event && event.status !== 'trash') act(event)
  }
  useKeys({
    j: () => step(1),
    k: () => step(-1),
    e: withRow((event) => {
      if (mayEdit(event)) go(to(`events/${event.id}`))
    }),
    d: withRow((event) => go(to('events/new', { like: event.id }))),
    m: withRow((event) => {
      if (mayEdit(event)) does.onMove(event)
    }),
  })
}

const ofRows = 'tr[data-id]'

function rowNow(): HTMLElement | null {
  return (
    document.activeElement?.closest<HTMLElement>(ofRows) ??
    document.querySelector<HTMLElement>(`${ofRows}:hover`)
  )
}

/** Leads to the row so many further on: to what stands in its heading, or to what chooses it. */
function step(by: number): void {
  const rows = [...document.querySelectorAll<HTMLElement>(ofRows)]
  const at = rows.findIndex((row) => row.contains(document.activeElement))
  const row = rows[at < 0 ? (by > 0 ? 0 : rows.length - 1) : at + by]
  row?.querySelector<HTMLElement>('.what a, input')?.focus()
}
