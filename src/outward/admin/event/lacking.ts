import { ownLacking, ownShown } from '../own/asking.ts'
import type { Form } from './form.ts'

/** Statuses of events that everybody sees, now or later. */
const seen: ReadonlySet<Form['status']> = new Set(['publish', 'future'])

/** What has to be said of fields that the calendar has declared before it is public; `base`: what the service has. */
export function lackingIn(form: Form, base: Form, isNew: boolean): Readonly<Record<string, string>> {
  if (!seen.has(form.status)) return {}
  const was = !isNew && seen.has(base.status) ? base : undefined
  return ownLacking(ownShown('event', form, form.categories), form, was)
}
