import { useLayoutEffect, useRef } from 'preact/hooks'
import { freeSpot } from './freeSpot.ts'
import { Icon } from './icons.tsx'
import { t } from './texts.ts'
import { hold, hush, letGo, type Toast, toast } from './notices.ts'

export { say, sayFault } from './notices.ts'

/** Where it is said: screen readers read it as it changes. */
export function Toasts() {
  const now = toast.value
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (!now) return () => {}
    const move = () => requestAnimationFrame(() => box.current && place(box.current))
    if (box.current) place(box.current)
    const events = ['scroll', 'resize', 'click', 'focusin', 'toggle'] as const
    for (const name of events) addEventListener(name, move, { capture: true, passive: true })
    // What it was said of may be drawn a while later.
    const drawn = new MutationObserver(move)
    drawn.observe(document.body, { childList: true, subtree: true })
    return () => {
      drawn.disconnect()
      for (const name of events) removeEventListener(name, move, { capture: true })
    }
  }, [now])
  return (
    <div class="toasts" ref={box}>
      <div role="status">{now && !now.isFault && <Told toast={now} />}</div>
      <div role="alert">{now?.isFault && <Told toast={now} />}</div>
    </div>
  )
}

/** What can be pressed or typed in: nothing that is said lies on it. */
const pressable =
  'a[href], button, input, select, textarea, summary, label.check, [role=textbox], [role=option]'

/** Moves what is said to where it lies on nothing that can be pressed. */
function place(box: HTMLElement): void {
  const told = box.querySelector('.toast')
  const main = box.parentElement
  if (!told || !main) return
  const { width, height } = told.getBoundingClientRect()
  const { left, right } = main.getBoundingClientRect()
  const space = 16
  const area = { left: left + space, right: right - space, top: space, bottom: innerHeight - space }
  const others = [...document.querySelectorAll(pressable)]
    .filter((one) => !box.contains(one))
    .map((one) => one.getBoundingClientRect())
    .filter((one) => one.width > 0 && one.bottom > 0 && one.top < innerHeight)
  const spot = freeSpot(area, { width, height }, others)
  box.style.setProperty('--spot-left', `${Math.round(spot.left)}px`)
  box.style.setProperty('--spot-top', `${Math.round(spot.top)}px`)
}

function Told({ toast: { text, undo, undoes, isFault } }: { readonly toast: Toast }) {
  return (
    <div
      class={isFault ? 'toast bad' : 'toast'}
      onPointerEnter={hold}
      onPointerLeave={letGo}
      onFocusIn={hold}
      onFocusOut={letGo}
    >
      <span dir="auto">{text}</span>
      {undo && (
        <button
          class="plain"
          type="button"
          onClick={() => {
            hush()
            undo()
          }}
        >
          <Icon name="undo" />
          {undoes ?? t('undo')}
        </button>
      )}
      <button class="quiet square" type="button" aria-label={t('close')} onClick={hush}>
        <Icon name="close" />
      </button>
    </div>
  )
}
