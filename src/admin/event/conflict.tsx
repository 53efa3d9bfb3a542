import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { Dialog } from '../dialog.tsx'
import { t, tn } from '../texts.ts'
import { say } from '../toasts.tsx'
import { fieldName, fieldText } from './describe.ts'
import type { Field, Form } from './form.ts'
import type { Conflict } from './progress.ts'
import type { Store } from './store.ts'

/** Shows what two people have made of the same event; nothing is saved before it is chosen. */
export function ConflictDialog({ store, conflict }: { readonly store: Store; readonly conflict: Conflict }) {
  const { mine, theirs, merged, open } = conflict
  const taken = useSignal<Readonly<Partial<Record<Field, 'mine' | 'theirs'>>>>({})
  useEffect(() => {
    if (open.length > 0) return
    // Each changed something else: both stay.
    say(t('merged'))
    void store.resolve(merged)
  }, [])
  if (open.length === 0) return null
  const chosen = (): Form => {
    const result: Record<string, unknown> = { ...merged }
    for (const field of open) result[field] = taken.value[field] === 'theirs' ? theirs[field] : mine[field]
    // All fields are there.
    return result as unknown as Form
  }
  const option = (field: Field, whose: 'mine' | 'theirs', form: Form) => (
    <label class="scope">
      <input
        type="radio"
        name={`versus-${field}`}
        checked={(taken.value[field] ?? 'mine') === whose}
        onChange={() => {
          taken.value = { ...taken.value, [field]: whose }
        }}
      />
      <span>
        <b>{whose === 'mine' ? t('yours') : t('theirs')}</b>
        <span class="val" dir="auto">
          {fieldText(field, form) || t('empty')}
        </span>
      </span>
    </label>
  )
  return (
    <Dialog
      title={t('conflictTitle')}
      // What is open stays open: it comes again with the next attempt to save.
      onClose={() => {
        store.conflict.value = undefined
      }}
      onAnswer={(answer) => {
        if (answer === 'save') void store.resolve(chosen())
        else store.conflict.value = undefined
      }}
      foot={
        <>
          <button class="plain" value="back">
            {t('goOnEditing')}
          </button>
          <button value="save">{t('saveChosen')}</button>
        </>
      }
    >
      <p>{tn('conflictHint', open.length)}</p>
      {open.map((field) => (
        <fieldset class="versus" key={field}>
          <legend>{fieldName(field)}</legend>
          {option(field, 'mine', mine)}
          {option(field, 'theirs', theirs)}
        </fieldset>
      ))}
    </Dialog>
  )
}
