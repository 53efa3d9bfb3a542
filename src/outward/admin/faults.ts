import { NoAnswer, Refusal } from './api.ts'
import { numberText, t } from './texts.ts'

/** What went wrong, as a sentence for the reader. */
export function faultText(error: unknown): string {
  if (error instanceof NoAnswer) return t('noAnswer')
  if (error instanceof Refusal) {
    if (error.status === 401) return t('signedOut')
    if (error.status === 429) return t('tooMany', { seconds: numberText(error.wait_s ?? 60) })
    return error.message
  }
  // Not a fault of the service: a part of this program could not be loaded, or it has a fault itself.
  return error instanceof TypeError && /import|module/i.test(error.message)
    ? t('newVersion')
    : t('unexpected')
}

/**
 * Whether the service would refuse to show it again: it is not the reader’s, or not there, which for places is 400. Who is signed out tries
 * again once signed in.
 */
export function isFinal(error: unknown): boolean {
  return error instanceof Refusal && [400, 403, 404, 410].includes(error.status)
}

/**
 * What is wrong with each field; what is wrong with none has an empty name. `fieldOf`: which field refusals are about that name none, by
 * their codes.
 */
export function fieldFaults(
  error: unknown,
  fieldOf: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  if (!(error instanceof Refusal)) return { '': faultText(error) }
  const field = fieldOf[error.code]
  if (field !== undefined) return { [field]: error.message }
  return Object.keys(error.fields).length === 0 ? { '': faultText(error) } : error.fields
}
