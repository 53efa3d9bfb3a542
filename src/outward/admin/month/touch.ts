/** How long a finger rests on an event before it is lifted, in milliseconds: shorter is a tap, or the beginning of scrolling. */
const rest_ms = 350

/** How far a finger may slip meanwhile, in pixels. */
const slip = 10

/** What happens as an event is moved by a finger. */
interface Touching {
  readonly onLift: (id: number) => boolean
  readonly onOver: (day: string) => void
  readonly onDrop: () => void
  readonly onEnd: () => void
}

/** Lets fingers move the events in a month: one that rests on an event lifts it. Answers how to stop that. */
export function followTouch(month: HTMLElement, { onLift, onOver, onDrop, onEnd }: Touching): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let from: { readonly x: number; readonly y: number } | undefined
  let isLifted = false
  const listening = new AbortController()
  const { signal } = listening
  const rest = () => {
    clearTimeout(timer)
    from = undefined
    isLifted = false
  }
  const begin = ({ touches, target }: TouchEvent) => {
    rest()
    const entry = target instanceof Element ? target.closest<HTMLElement>('[data-id]') : null
    const [finger] = touches
    if (!entry || !finger || touches.length > 1) return
    from = { x: finger.clientX, y: finger.clientY }
    // The dragging of browsers would begin after the same rest, and end this.
    entry.draggable = false
    timer = setTimeout(() => {
      isLifted = onLift(Number(entry.dataset['id']))
    }, rest_ms)
  }
  const move = (event: TouchEvent) => {
    const [finger] = event.touches
    if (!finger || !from) return
    if (!isLifted) {
      if (Math.hypot(finger.clientX - from.x, finger.clientY - from.y) > slip) rest()
      return
    }
    event.preventDefault()
    const below = document.elementFromPoint(finger.clientX, finger.clientY)
    const day = below?.closest<HTMLElement>('[data-day]')?.dataset['day']
    if (day !== undefined) onOver(day)
  }
  const end = (event: TouchEvent) => {
    if (isLifted) {
      // Else the event would be opened.
      event.preventDefault()
      onDrop()
    }
    rest()
  }
  const cancel = () => {
    if (isLifted) onEnd()
    rest()
  }
  const menu = (event: Event) => {
    if (isLifted) event.preventDefault()
  }
  month.addEventListener('touchstart', begin, { signal, passive: true })
  month.addEventListener('touchmove', move, { signal, passive: false })
  month.addEventListener('touchend', end, { signal, passive: false })
  month.addEventListener('touchcancel', cancel, { signal })
  month.addEventListener('contextmenu', menu, { signal })
  return () => {
    rest()
    listening.abort()
  }
}
