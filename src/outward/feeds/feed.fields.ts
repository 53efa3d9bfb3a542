import {
  type Declaration,
  declaredFor,
  type Declared,
  type OwnValue,
  shownOwn,
  spokenOwn,
  textIn,
} from '../../fields/own/declaration.ts'
import type { Site } from '../../http/site.ts'
import type { FeedField } from './feed.ts'

/** The names of the fields of events that everybody sees, in their order: a feed is handed on, so that it has no others. */
export function publicNames(declared: Declared): readonly string[] {
  return declaredFor(declared, 'event')
    .filter((field) => field.public)
    .map(({ name }) => name)
}

/** What an event says of the fields that the calendar has declared, as everybody sees it. */
export function feedFieldsOf(own: string, site: Pick<Site, 'home'>, declared: Declared): FeedField[] {
  const fields = declaredFor(declared, 'event')
  const values = shownOwn(fields, own, 'everybody') ?? {}
  return fields.flatMap((field) => {
    const value = values[field.name]
    if (value === undefined) return []
    const domain = `${site.home}/fields/${field.name}`
    return [{ name: field.name, domain, value, words: wordsOf(field, value, declared) }]
  })
}

function wordsOf(field: Declaration, value: OwnValue, { language }: Declared): readonly string[] {
  if (typeof value === 'boolean') return value ? [textIn(field.label, language, language)] : []
  const chosen = typeof value === 'object' ? value.map((one) => [one]) : [value]
  return chosen.map((one) => spokenOwn(field, one, language, language))
}
