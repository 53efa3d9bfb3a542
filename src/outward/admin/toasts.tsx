import { Icon } from './icons.tsx'
import { t } from './texts.ts'
import { hold, hush, letGo, type Toast, toast } from './notices.ts'

export { say, sayFault } from './notices.ts'

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
          {t('undo')}
        </button>
      )}
      <button class="quiet square" type="button" aria-label={t('close')} onClick={hush}>
        <Icon name="close" />
      </button>
    </div>
  )
}
