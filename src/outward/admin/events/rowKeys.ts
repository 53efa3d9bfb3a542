import { useEffect, useRef } from 'preact/hooks'
import { onKey } from '../keys.ts'
import type { EventRecord } from '../records.ts'
import { go, to } from '../route.ts'
import { mayEdit } from '../session.ts'

/** Keys of a list of rows: J and K lead to the next row and to the one before, E edits, D duplicates and M moves the one that has the focus, or that the mouse is on. */
export function useRowKeys(
  events: readonly EventRecord[],
  does: { readonly onMove: (event: EventRecord) => void },
): void {
  const now = useRef({ events, does })
  now.current = { events, does }
  useEffect(() => {
    const withRow = (act: (event: EventRecord) => void) => () => {
      const id = Number(rowNow()?.dataset['id'])
      const event = now.current.events.find((one) => one.id === id)
      if (event && event.status !== 'trash') act(event)
    }
    const keys = [
      onKey('j', () => step(1)),
      onKey('k', () => step(-1)),
      onKey(
        'e',
        withRow((event) => {
          if (mayEdit(event)) go(to(`events/${event.id}`))
        }),
      ),
      onKey(
        'd',
        withRow((event) => go(to('events/new', { like: event.id }))),
      ),
      onKey(
        'm',
        withRow((event) => {
          if (mayEdit(event)) now.current.does.onMove(event)
        }),
      ),
    ]
    return () => {
      for (const takeBack of keys) takeBack()
    }
  }, [])
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
