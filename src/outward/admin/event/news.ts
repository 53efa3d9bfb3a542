import type { ReadonlySignal } from '@preact/signals'
import type { EventRecord } from '../records.ts'
import { hasGuests } from '../registration/hears.ts'
import type { AnyField, Form } from './form.ts'

/** What guests are told of a change: by the texts that say so. */
type News = 'newTime' | 'newPlace' | 'cancelled' | 'postponed' | 'takesPlace'

/** What is edited, as far as it is asked for here. */
interface Editing {
  readonly record: ReadonlySignal<EventRecord | undefined>
  readonly base: ReadonlySignal<Form>
  readonly form: ReadonlySignal<Form>
  readonly changed: ReadonlySignal<readonly AnyField[]>
}

/** What the guests of an event are told of what was changed of it; undefined where nobody is told anything. */
export function newsOf(editing: Editing): News | undefined {
  const record = editing.record.peek()
  return record?.status === 'publish' && hasGuests(record) ? newsFor(editing) : undefined
}

/** What guests would be told of what was changed, if there are any. */
export function newsFor({ base, form, changed }: Editing): News | undefined {
  const [was, is] = [offAs(base.peek()), offAs(form.peek())]
  if (is !== was) return is ?? 'takesPlace'
  if (is === 'cancelled') return undefined
  const fields = changed.peek()
  if (fields.includes('when') || fields.includes('repeat')) return 'newTime'
  return fields.includes('venues') || fields.includes('onlineUrl') ? 'newPlace' : undefined
}

function offAs({ happening }: Form): 'cancelled' | 'postponed' | undefined {
  if (happening === 'canceled') return 'cancelled'
  return happening === 'postponed' ? 'postponed' : undefined
}
