import type { Refusal } from '../api.ts'
import { needOwnFields } from './declared.ts'
import { isOwn } from './form.ts'

/**
 * Asks for the fields anew where a refusal shows that they may be others than the form knows: an option, or a field, that a colleague has
 * removed or made required meanwhile, or what they have changed in all records. What is typed stays; without an answer, the fields too.
 */
export async function renewOwnFields({ status, fields }: Refusal): Promise<void> {
  if (status === 412 || Object.keys(fields).some(isOwn)) await needOwnFields().catch(() => {})
}
