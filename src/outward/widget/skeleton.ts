import { h } from './dom.ts'
import type { View } from './frame.ts'

/** What stands in the place of events until they are there, about as high as they will be, so that little moves around them. */
export function skeleton(view: View, limit: number, weeks: number): HTMLElement {
  const rows = { list: limit, cards: limit, month: weeks, next: 1 }[view]
  const lines = Array.from({ length: 6 }, () => h('span'))
  const all = h('div', { class: `skeleton of-${view}`, 'aria-hidden': 'true', part: 'loading' }, ...lines)
  // Not as an attribute, which the policy of the page may forbid.
  all.style.setProperty('--rows', String(rows))
  return all
}
