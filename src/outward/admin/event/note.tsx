import { t } from '../texts.ts'
import { Fault, faultOf, faulty } from './parts.tsx'
import type { Store } from './store.ts'
import { t as te } from './texts.ts'

/** A word of who sends an event for approval to whoever reviews it. */
export function NoteField({ store }: { readonly store: Store }) {
  const fault = faultOf(store, 'review_note')
  return (
    <div class="field">
      <label for="e-note">
        {te('wordToEditor')} <span class="dim">{t('optional')}</span>
      </label>
      <textarea
        id="e-note"
        rows={2}
        dir="auto"
        value={store.form.value.note}
        {...faulty('e-note', fault)}
        onInput={({ currentTarget: { value } }) => store.set({ note: value })}
      />
      <Fault id="e-note" says={fault} />
    </div>
  )
}

/** Who sent it, and the same word, as whoever reviews the event reads it. */
export function NoteRead({ store }: { readonly store: Store }) {
  const { review_note: note, author_name: name, status } = store.record.value ?? {}
  const sent = status === 'pending' && name !== undefined && <p class="dim">{te('sentBy', { name })}</p>
  if (note === undefined) return sent || null
  return (
    <figure class="stack tight">
      {sent}
      <figcaption class="dim">{te('wordToEditor')}</figcaption>
      <blockquote class="note" dir="auto">
        {note}
      </blockquote>
    </figure>
  )
}
