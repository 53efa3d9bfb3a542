import { rowNow, rowStepKeys } from '../kit/rowSteps.ts'
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
    ...rowStepKeys,
    e: withRow((event) => {
      if (mayEdit(event)) go(to(`events/${event.id}`))
    }),
    d: withRow((event) => go(to('events/new', { like: event.id }))),
    m: withRow((event) => {
      if (mayEdit(event)) does.onMove(event)
    }),
  })
}
