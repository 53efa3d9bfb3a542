import type { ReadonlySignal } from '@preact/signals'
import { wallNow } from '../dates.ts'
import type { EventRecord } from '../records.ts'
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
export function newsOf({ record, base, form, changed }: Editing): News | undefined {
  const { registration, status, end_date: end = '' } = record.peek() ?? {}
  const { taken = 0, waiting = 0, requested = 0 } = registration ?? {}
  if (taken + waiting + requested === 0 || status !== 'publish' || end < wallNow()) return undefined
  const [was, is] = [offAs(base.peek()), offAs(form.peek())]
  if (is !== was) return is ?? 'takesPlace'
  if (is === 'cancelled') return undefined
  const fields = changed.peek()
  if (fields.includes('when')) return 'newTime'
  return fields.includes('venues') || fields.includes('onlineUrl') ? 'newPlace' : undefined
}

function offAs({ happening }: Form): 'cancelled' | 'postponed' | undefined {
  if (happening === 'canceled') return 'cancelled'
  return happening === 'postponed' ? 'postponed' : undefined
}
