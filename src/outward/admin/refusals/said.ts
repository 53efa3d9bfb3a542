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

/** What is wrong with one of the calendar’s own fields, within a sentence about all of them. */
const ofOwn = /(?:has|lacks) (?<name>[a-z]\w*)(?:, which|:) (?<says>[^]*)/

/** A name that no field has any more. */
const ofNone = /has “(?<gone>[a-z]\w*)”, which is no field of /

/** What is wrong with a part of what is said of who may come, by the way to it. */
const ofRegistration = /((?:\[\w+\] )+)([^]*)/

/** Forms offer nothing but options: what is none was one when they were opened. */
function ownText(sentence: string): string {
  const said = formOf(sentence)
  return said.name === 'fChoice' ? t('fNoOption') : textOf(said)
}

/** What is said of parameters, by their names in forms; of fields that a calendar has declared each by itself. */
export function valueTexts(params: readonly (readonly [string, string])[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    params.flatMap(([param, sentence]) => {
      const [, path = '', fault = ''] = ofRegistration.exec(sentence) ?? []
      if (param === 'registration' && path !== '')
        return [[`registration.${path.slice(1, -2).replaceAll('] [', '.')}`, valueText(fault)] as const]
      const parts = param === 'fields' ? sentence.split('; ') : []
      const own = parts.flatMap((part) => {
        const { gone } = ofNone.exec(part)?.groups ?? {}
        if (gone !== undefined) return [[`own.${gone}`, t('fNoField')] as const]
        const { name, says } = ofOwn.exec(part)?.groups ?? {}
        return name === undefined || says === undefined ? [] : [[`own.${name}`, ownText(says)] as const]
      })
      return own.length > 0 ? own : [[param, valueText(sentence)] as const]
    }),
  )
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
