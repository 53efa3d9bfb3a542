import type { ComponentChildren, RefObject, TargetedKeyboardEvent } from 'preact'
import { useSignal } from '@preact/signals'
import { useEffect, useId, useRef } from 'preact/hooks'
import { hasTyped, takeTyped } from './record/typed.ts'

/** A question that stands before everything else, until it is answered or left by Escape. */
export function Dialog(props: {
  readonly title: string
  readonly onClose: () => void
  /** Called with the value of the button that was pressed. */
  readonly onAnswer: (answer: string) => void
  readonly children: ComponentChildren
  readonly foot: ComponentChildren
}) {
  const { title, onClose, onAnswer, children, foot } = props
  const dialog = useModal()
  const name = useId()
  const fault = useSignal('')
  const now = useRef(onAnswer)
  now.current = onAnswer
  /** Gives an answer; what stands in fields of the question is taken first, or said to be at fault. */
  const give = async (form: HTMLFormElement, button: HTMLElement | null) => {
    const answer = button instanceof HTMLButtonElement ? button.value : ''
    if (!button?.matches('.plain, .quiet') && hasTyped(form)) {
      const wrong = Object.values(await takeTyped(form))
      fault.value = wrong.join(' ')
      if (wrong.length > 0) return
      // Once what was taken is drawn.
      await new Promise((drawn) => setTimeout(drawn))
    }
    now.current(answer)
  }
  return (
    <dialog ref={dialog} aria-labelledby={name} onCancel={onClose}>
      <form
        onKeyDown={pressMain}
        onSubmit={(event) => {
          event.preventDefault()
          void give(event.currentTarget, event.submitter)
        }}
      >
        <h2 id={name} dir="auto">
          {title}
        </h2>
        {children}
        {fault.value !== '' && (
          <p class="fault" role="alert" dir="auto">
            {fault.value}
          </p>
        )}
        <div class="foot">{foot}</div>
      </form>
    </dialog>
  )
}

/** Opens a dialog before everything else as long as it is there; the focus goes back to where it was. */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const before = document.activeElement
    dialog.current?.showModal()
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
  return dialog
}

/** Enter in a field gives the last answer, unless that removes something; browsers would give the first, and drop what was typed. */
function pressMain(event: TargetedKeyboardEvent<HTMLFormElement>): void {
  const { key, isComposing, defaultPrevented, target, currentTarget: form } = event
  if (key !== 'Enter' || isComposing || defaultPrevented || !(target instanceof HTMLInputElement)) return
  const main = [...form.querySelectorAll<HTMLButtonElement>('.foot button')].at(-1)
  if (!main || main.classList.contains('danger')) return
  event.preventDefault()
  form.requestSubmit(main)
}

/** The two answers of a dialog, `no` and `yes`. Where `yes` removes something, `no` is the one that Enter gives. */
export function Answers(props: { readonly no: string; readonly yes: string; readonly isDanger?: boolean }) {
  const { no, yes, isDanger = false } = props
  return (
    <>
      <button class="plain" value="no" formNoValidate autofocus={isDanger}>
        {no}
      </button>
      <button class={isDanger ? 'danger' : undefined} value="yes" dir="auto">
        {yes}
      </button>
    </>
  )
}
