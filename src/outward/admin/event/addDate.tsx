import { useSignal } from '@preact/signals'
import type { Store } from './store.ts'
import { t } from './texts.ts'

/** A day that no rule gives: `isOpen` where it is asked for at once. */
export function AddDate({
  store,
  isOpen: isAsked = false,
}: {
  readonly store: Store
  readonly isOpen?: boolean
}) {
  const { repeat } = store.form.value
  const isOpen = useSignal(isAsked)
  // Lines that fields cannot show stay as they are.
  if (repeat.other.length > 0) return null
  const add = (day: string) => {
    if (!/^[1-9]\d{3}-/.test(day)) return
    const { out, added } = repeat
    store.set({
      repeat: {
        ...repeat,
        out: out.filter((other) => other !== day),
        added: [...new Set([...added, day])].toSorted(),
      },
    })
    isOpen.value = false
  }
  return isOpen.value ? (
    <label class="line">
      <span>{t('addDate')}</span>
      <input
        class="fit"
        id="e-add-date"
        type="date"
        ref={(field) => field?.focus()}
        onChange={({ currentTarget: { value } }) => add(value)}
      />
    </label>
  ) : (
    <p>
      <button
        class="text"
        type="button"
        onClick={() => {
          isOpen.value = true
        }}
      >
        {t('addDate')}
      </button>
    </p>
  )
}
