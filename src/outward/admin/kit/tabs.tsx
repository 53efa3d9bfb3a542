import { useEffect, useRef } from 'preact/hooks'
import { numberText } from '../texts.ts'

/** A part of what a screen has. */
export interface Tab {
  readonly href: string
  readonly says: string
  /** How many there are, where that is known. */
  readonly count?: number | undefined
  readonly isHere: boolean
}

/** The parts of what a screen has, of which it shows one. */
export function Tabs({ label, tabs }: { readonly label: string; readonly tabs: readonly Tab[] }) {
  const nav = useRef<HTMLElement>(null)
  // On phones they are wider than the window, the more so with their numbers: the one that is open is in sight.
  useEffect(() => {
    const [all, one] = [nav.current, nav.current?.querySelector('[aria-current]')].map((each) =>
      each?.getBoundingClientRect(),
    )
    if (all && one && (one.left < all.left || one.right > all.right))
      nav.current?.scrollBy({ left: (one.left + one.right - all.left - all.right) / 2 })
  }, [JSON.stringify(tabs)])
  return (
    <nav class="tabs" aria-label={label} ref={nav}>
      {tabs.map(({ href, says, count, isHere }) => (
        <a key={says} href={href} aria-current={isHere ? 'page' : undefined}>
          {says}
          {count !== undefined && <span class="count">{numberText(count)}</span>}
        </a>
      ))}
    </nav>
  )
}
