import { useLayoutEffect, useRef } from 'preact/hooks'

/** Where an arrow leads in a line of so many, with Home and End; undefined for other keys. */
function stepOf(key: string, at: number, count: number): number | undefined {
  const isRtl = document.documentElement.dir === 'rtl'
  switch (key) {
    case 'ArrowDown':
    case isRtl ? 'ArrowLeft' : 'ArrowRight':
      return (at + 1) % count
    case 'ArrowUp':
    case isRtl ? 'ArrowRight' : 'ArrowLeft':
      return (at - 1 + count) % count
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return undefined
  }
}

/**
 * Makes the buttons within an element one Tab stop, among which arrows lead. `rows`: how many days an arrow up or down goes, where
 * each button has its day as `data-day`.
 */
export function useOneStop<Root extends HTMLElement>(rows = 0) {
  const root = useRef<Root>(null)
  const last = useRef<Element | null>(null)
  const buttons = () => [...(root.current?.querySelectorAll('button') ?? [])]
  useLayoutEffect(() => {
    const all = buttons()
    const stop = all.find((one) => one === last.current) ?? all[0]
    for (const one of all) one.tabIndex = one === stop ? 0 : -1
  })
  const onFocusIn = (event: FocusEvent) => {
    const all = buttons()
    const focused = all.find((one) => one === event.target)
    if (!focused) return
    last.current = focused
    for (const one of all) one.tabIndex = one === focused ? 0 : -1
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const all = buttons()
    const at = all.findIndex((one) => one === event.target)
    if (at < 0 || event.ctrlKey || event.metaKey || event.altKey) return
    const isRow = rows > 0 && (event.key === 'ArrowDown' || event.key === 'ArrowUp')
    const next = isRow
      ? nearest(all, all[at]?.dataset['day'] ?? '', event.key === 'ArrowDown' ? rows : -rows)
      : all[stepOf(event.key, at, all.length) ?? -1]
    if (!next) return
    event.preventDefault()
    next.focus()
  }
  return { ref: root, onFocusIn, onKeyDown }
}

function dayOf(button: HTMLButtonElement): number {
  return Date.parse(button.dataset['day'] ?? '')
}

/** The button so many days on, or the first beyond it. */
function nearest(
  all: readonly HTMLButtonElement[],
  day: string,
  step: number,
): HTMLButtonElement | undefined {
  const wanted = Date.parse(day) + step * 86_400_000
  return step > 0 ? all.find((one) => dayOf(one) >= wanted) : all.findLast((one) => dayOf(one) <= wanted)
}

/** Lets arrows lead through all menus, and from the button that opens one into it: there an arrow down opens it, too. */
export function walkMenus(): void {
  document.addEventListener('keydown', (event) => {
    const { target, key } = event
    if (!(target instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.altKey) return
    if (!['ArrowDown', 'ArrowUp', 'Home', 'End'].includes(key) || event.defaultPrevented) return
    const opens = target instanceof HTMLButtonElement ? target.popoverTargetElement : null
    const menu = opens ?? target.closest('.menu[popover]')
    // Within fields arrows are the fields’ own.
    if (!menu?.matches('.menu') || target.matches('input, textarea, select')) return
    const isClosed = !menu.matches(':popover-open')
    if (isClosed && key !== 'ArrowDown') return
    event.preventDefault()
    const enter = () => {
      const all = [...menu.querySelectorAll<HTMLElement>('a[href], button:not(:disabled)')]
      const at = all.indexOf(target)
      const first = key === 'ArrowUp' || key === 'End' ? all.length - 1 : 0
      all[at < 0 ? first : (stepOf(key, at, all.length) ?? 0)]?.focus()
    }
    if (!isClosed) return enter()
    // What it holds is drawn once it is open.
    menu.addEventListener('toggle', () => setTimeout(enter), { once: true })
    target.click()
  })
}
