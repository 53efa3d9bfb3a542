import { Combo } from '../combo.tsx'
import { useModal } from '../dialog.tsx'
import { Icon } from '../icons.tsx'
import { go } from '../route.ts'
import { t as tFrame } from '../texts.ts'
import { suggestionsFor } from './suggestions.ts'
import { t } from './texts.ts'

/** Leads to an event, a place, an organizer or a screen by its name, from everywhere. */
export function Find({ onClose }: { readonly onClose: () => void }) {
  const dialog = useModal()
  return (
    <dialog
      id="find"
      ref={dialog}
      aria-label={tFrame('find')}
      onCancel={onClose}
      onKeyDownCapture={(event) => {
        if (event.key !== 'Escape' || event.isComposing) return
        event.preventDefault()
        onClose()
      }}
    >
      <div class="body">
        <div class="line">
          <label class="hidden" for="find-what">
            {t('what')}
          </label>
          <Combo
            id="find-what"
            placeholder={t('placeholder')}
            find={suggestionsFor}
            onChoose={({ key: address }) => {
              onClose()
              go(address)
              window.scrollTo(0, 0)
            }}
          />
          <button class="quiet square" type="button" onClick={onClose} aria-label={tFrame('close')}>
            <Icon name="close" />
          </button>
        </div>
        <p class="hint keys-hint">
          <kbd>↑</kbd> <kbd>↓</kbd> {t('choose')} · <kbd>Enter</kbd> {t('open')} · <kbd>Esc</kbd> {t('close')}
        </p>
      </div>
    </dialog>
  )
}
