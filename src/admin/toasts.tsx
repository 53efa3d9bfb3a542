import { signal } from '@preact/signals'
import { Icon } from './icons.tsx'
import { t } from './texts.ts'

interface Toast {
  readonly text: string
  readonly isFault: boolean
  /** What leads back, if something does. */
  readonly undo?: (() => void) | undefined
}

const toast = signal<Toast | undefined>(undefined)

/** Says at the foot what has been done, with a way back if there is one. */
export function say(text: string, undo?: () => void): void {
  toast.value = { text, isFault: false, undo }
}

/** Says at the foot what did not work, and why. */
export function sayFault(text: string): void {
  toast.value = { text, isFault: true }
}

/** Takes away what was said. */
function hush(): void {
  toast.value = undefined
}

/** Where it is said: screen readers read it as it changes. */
export function Toasts() {
  const now = toast.value
  return (
    <div class="toasts">
      <div role="status">{now && !now.isFault && <Told toast={now} />}</div>
      <div role="alert">{now?.isFault && <Told toast={now} />}</div>
    </div>
  )
}

function Told({ toast: { text, undo, isFault } }: { readonly toast: Toast }) {
  return (
    <div class={isFault ? 'toast bad' : 'toast'}>
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
          {t('undo')}
        </button>
      )}
      <button class="quiet square" type="button" aria-label={t('close')} onClick={hush}>
        <Icon name="close" />
      </button>
    </div>
  )
}
