import { useEffect } from 'preact/hooks'
import { ClashDialog } from '../record/clash.tsx'
import { t } from '../record/texts.ts'
import { say } from '../toasts.tsx'
import { fieldName, fieldText } from './fields.ts'
import type { Form } from './form.ts'
import type { Conflict } from './progress.ts'
import type { Store } from './store.ts'

/** Shows what two people have made of the same event; nothing is saved before it is chosen. */
export function ConflictDialog({ store, conflict }: { readonly store: Store; readonly conflict: Conflict }) {
  const { open, merged } = conflict
  useEffect(() => {
    if (open.length > 0) return
    // Each changed something else: both stay.
    say(t('merged'))
    void store.resolve(merged)
  }, [])
  if (open.length === 0) return null
  const { id, modified } = store.record.peek() ?? {}
  return (
    <ClashDialog<Form>
      clash={{ ...conflict, base: store.base.peek(), together: [] }}
      described={{ name: fieldName, text: fieldText }}
      history={`events/${id}/history`}
      modified={modified}
      onChosen={(chosen) => void store.resolve(chosen)}
      onLater={() => {
        store.conflict.value = undefined
      }}
    />
  )
}
