import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { ask } from '../api.ts'
import { dayText, timeText } from '../dates.ts'
import { Dialog } from '../dialog.tsx'
import { Icon } from '../icons.tsx'
import { mayReadHistory } from '../session.ts'
import { settle } from '../settle.ts'
import { t, tn } from '../texts.ts'
import { say } from '../toasts.tsx'
import { fieldName, fieldNames, fieldText } from './describe.ts'
import { differences, type Field, type Form } from './form.ts'
import type { Conflict } from './progress.ts'
import type { Store } from './store.ts'
import { t as te } from './texts.ts'

/** Shows what two people have made of the same event; nothing is saved before it is chosen. */
export function ConflictDialog({ store, conflict }: { readonly store: Store; readonly conflict: Conflict }) {
  const { mine, theirs, merged, open } = conflict
  const taken = useSignal<Readonly<Partial<Record<Field, 'mine' | 'theirs'>>>>({})
  useEffect(() => {
    if (open.length > 0) return
    // Each changed something else: both stay.
    say(te('merged'))
    void store.resolve(merged)
  }, [])
  if (open.length === 0) return null
  const base = store.base.peek()
  const kept = differences(base, mine).filter((field) => !open.includes(field))
  const all = (whose: 'mine' | 'theirs') => {
    taken.value = Object.fromEntries(open.map((field) => [field, whose]))
  }
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
      title={te('conflictTitle')}
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
          <button value="save">{te('saveChosen')}</button>
        </>
      }
    >
      <Saved store={store} />
      {kept.length > 0 && (
        <div class="notice good">
          <Icon name="check" />
          <p dir="auto">{te('keptBoth', { fields: fieldNames(kept) })}</p>
        </div>
      )}
      <p>{tn('conflictHint', open.length)}</p>
      {open.map((field) => (
        <fieldset class="versus" key={field}>
          <legend>{fieldName(field)}</legend>
          {option(field, 'mine', mine)}
          {option(field, 'theirs', theirs)}
          <p class="hint" dir="auto">
            {te('before', { text: fieldText(field, base) || t('empty') })}
          </p>
        </fieldset>
      ))}
      {open.length > 1 && (
        <p class="acts">
          <button class="plain" type="button" onClick={() => all('theirs')}>
            {te('allTheirs')}
          </button>
          <button class="plain" type="button" onClick={() => all('mine')}>
            {te('allMine')}
          </button>
        </p>
      )}
    </Dialog>
  )
}

/** Who saved the event last, and when. */
function Saved({ store }: { readonly store: Store }) {
  const record = store.record.value
  const name = useSignal('')
  useEffect(() => {
    if (!record || !mayReadHistory()) return
    void settle(
      ask<{ history: readonly { readonly by: { readonly name: string } }[] }>(`events/${record.id}/history`, {
        query: { per_page: 1 },
      }),
      ({ body }) => {
        name.value = body.history[0]?.by.name ?? ''
      },
      // Without it, it was somebody.
      () => {},
    )
  }, [])
  if (!record) return null
  const when = `${dayText(record.modified)}, ${timeText(record.modified)}`
  return <p dir="auto">{te('savedBy', { name: name.value || te('somebody'), when })}</p>
}
