import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { Icon } from '../icons.tsx'
import { Later } from '../lazyScreen.tsx'
import { t } from './texts.ts'

/** A way to make a category where one is missed: it is there for all at once. `onMade` gets its id, or that of the one with its name. */
export function NewCategory({ onMade }: { readonly onMade: (id: number) => void }) {
  const isOpen = useSignal(false)
  const opener = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  const close = () => {
    isOpen.value = false
  }
  useEffect(() => {
    // Once the button is there again.
    if (wasOpen.current) opener.current?.focus()
    wasOpen.current = isOpen.value
  }, [isOpen.value])
  if (isOpen.value) return <Later load={load} with={{ onMade, onClose: close }} />
  return (
    <p>
      <button
        class="text"
        type="button"
        ref={opener}
        onClick={() => {
          isOpen.value = true
        }}
      >
        <Icon name="plus" />
        {t('newCategory')}
      </button>
    </p>
  )
}

const load = () => import('./categoryFields.tsx').then(({ CategoryFields }) => CategoryFields)
