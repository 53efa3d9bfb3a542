import type { TargetedDragEvent, TargetedKeyboardEvent } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'

/** What hears that something in a list is to stand elsewhere: its `data-id`, and the place from 0. */
type OnMove = (id: string, to: number) => void

/** What a list listens to whose lines can be moved. */
export interface Moves {
  readonly onKeyDown: (event: TargetedKeyboardEvent<HTMLElement>) => void
  readonly onDragStart: (event: TargetedDragEvent<HTMLElement>) => void
  readonly onDragOver: (event: TargetedDragEvent<HTMLElement>) => void
  readonly onDrop: (event: TargetedDragEvent<HTMLElement>) => void
}

/**
 * Lets lines be moved within the element that listens: by their handles with a pointer, and by Alt with the arrow keys from wherever in
 * them the focus is; it stays there. Each line has its `data-id`.
 */
export function useMoves(ids: readonly string[], onMove: OnMove): Moves {
  const dragged = useRef<string | undefined>(undefined)
  const kept = useRef<HTMLElement | undefined>(undefined)
  useLayoutEffect(() => {
    // What is moved in the document loses the focus.
    if (kept.current?.isConnected && document.activeElement !== kept.current) kept.current.focus()
    kept.current = undefined
  }, [ids.join()])
  const move = (id: string | undefined, to: number) => {
    const from = id === undefined ? -1 : ids.indexOf(id)
    if (id !== undefined && from >= 0 && to >= 0 && to < ids.length && to !== from) onMove(id, to)
  }
  return {
    onKeyDown: (event) => {
      const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
      const id = lineOf(event.target)
      if (!event.altKey || step === 0 || id === undefined) return
      event.preventDefault()
      if (document.activeElement instanceof HTMLElement) kept.current = document.activeElement
      move(id, ids.indexOf(id) + step)
    },
    onDragStart: (event) => {
      dragged.current = lineOf(event.target)
      event.dataTransfer?.setData('text/plain', dragged.current ?? '')
    },
    onDragOver: (event) => {
      if (dragged.current !== undefined && lineOf(event.target) !== undefined) event.preventDefault()
    },
    onDrop: (event) => {
      const over = lineOf(event.target)
      if (dragged.current === undefined || over === undefined) return
      event.preventDefault()
      move(dragged.current, ids.indexOf(over))
      dragged.current = undefined
    },
  }
}

function lineOf(target: EventTarget | null): string | undefined {
  return target instanceof Element ? target.closest<HTMLElement>('[data-id]')?.dataset['id'] : undefined
}

/** The list with one of it at another place, from 0. */
export function moved<Line>(lines: readonly Line[], line: Line, to: number): readonly Line[] {
  return lines.filter((one) => one !== line).toSpliced(to, 0, line)
}

/** What is dragged to move a line; keys move it as well, from wherever in it the focus is. */
export function Handle({ title }: { readonly title: string }) {
  return (
    <span class="handle" draggable aria-hidden="true" title={title}>
      ⠿
    </span>
  )
}
