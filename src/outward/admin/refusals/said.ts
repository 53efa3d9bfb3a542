import { t as frame } from '../texts.ts'
import { codes } from './codes.ts'
import { formOf, recordFormOf, type Said, sourceFormOf } from './forms.ts'
import { t } from './texts.ts'

/** What a screen says of a refusal, by its code: in the reader's language, whatever the service says. */
export function refusalText(code: string): string {
  const name = codes[code]
  if (name === undefined) return t('fOther')
  return name === 'notYours' || name === 'signedOut' ? frame(name) : t(name)
}

/** What a screen says of a value that was refused, by the service's sentence about it. */
export function valueText(sentence: string): string {
  return textOf(formOf(sentence))
}

/** What a screen says of a source that could not be imported, or of what could not be sent elsewhere. */
export function sourceText(sentence: string): string {
  return textOf(sourceFormOf(sentence))
}

/** What a screen says of a record that was left out. */
export function recordText(sentence: string): string {
  return textOf(recordFormOf(sentence))
}

function textOf({ name, words = {} }: Said): string {
  return t(name, words)
}
