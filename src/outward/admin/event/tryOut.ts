import { ask } from '../api.ts'
import { differences, paramsOf } from './fields.ts'
import type { Form } from './form.ts'
import { type Intent, scopeOf } from './intent.ts'
import type { Applied } from './progress.ts'

/** What a change would do to which dates of a series; nothing is written. Throws what {@link ask} throws. */
export async function tryOut(
  id: number | undefined,
  { base, form }: { readonly base: Form; readonly form: Form },
  of: Omit<Intent, 'as'>,
): Promise<Applied> {
  const { body } = await ask<Applied>(`events/${id}`, {
    method: 'POST',
    json: { ...paramsOf(form, differences(base, form)), ...scopeOf(of), dry_run: true },
  })
  return body
}
