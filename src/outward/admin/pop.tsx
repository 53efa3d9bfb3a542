import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'

/** What floats beside the button that opens it (its `popovertarget`), until it is left; on phones a sheet. What it holds is there only while it is open. */
export function Pop(props: {
  readonly id: string
  /** What it is, for who does not see it. */
  readonly label: string
  /** How it looks: `menu` alone, or with `form` and `from-start`. */
  readonly class: string
  readonly onClose?: () => void
  readonly children: () => ComponentChildren
}) {
  const { id, label, onClose, children } = props
  const isOpen = useSignal(false)
  return (
    <div
      class={props.class}
      id={id}
      popover="auto"
      role="group"
      aria-label={label}
      onToggle={({ newState }) => {
        isOpen.value = newState === 'open'
        if (!isOpen.value) onClose?.()
      }}
    >
      {isOpen.value && children()}
    </div>
  )
}

/** Closes what floats. */
export function closePop(id: string): void {
  const found = document.getElementById(id)
  if (found?.matches(':popover-open')) found.hidePopover()
}
