import {
  type Declaration,
  declaredFor,
  type OwnKind,
  type OwnValue,
  shownOwn,
  spokenOwn,
  textIn,
} from '../../fields/own/declaration.ts'
import { type Content, type Html, html } from '../../pure/text/htmlTemplate.ts'
import { comma, numberText } from '../../pure/locale/locale.ts'
import { icon } from './icons.ts'
import type { Visit } from './visit.ts'
import { dateText } from './dates.ts'

/** What a record says of the fields that the calendar has declared, for everybody: labels and values in the reader’s language. */
export function ownFacts(visit: Visit, kind: OwnKind, row: object): Content {
  const { declared } = visit.context
  const own: unknown = 'own' in row ? row.own : ''
  if (typeof own !== 'string') return undefined
  const fields = declaredFor(declared, kind)
  const values = shownOwn(fields, own, 'everybody')
  if (values === undefined) return undefined
  return html`<dl class="own-facts">
    ${fields.flatMap((field) => {
      const value = values[field.name]
      // What is not so is said by saying nothing.
      return value === undefined || value === false ? [] : [fact(visit, field, value)]
    })}
  </dl>`
}

function fact(visit: Visit, field: Declaration, value: OwnValue): Html {
  const { language } = visit.locale
  const site = visit.context.declared.language
  const label = textIn(field.label, language, site)
  if (value === true)
    return html`<div class="yes">
      <dt dir="auto">${label}</dt>
      <dd>${icon('check')}<span class="hidden">${visit.locale.messages.yes}</span></dd>
    </div>`
  return html`<div>
    <dt dir="auto">${label}</dt>
    <dd dir="auto">${shownValue(visit, field, value)}</dd>
  </div>`
}

function shownValue(visit: Visit, field: Declaration, value: OwnValue): Content {
  if (field.type === 'link' && typeof value === 'string')
    return html`<a href="${value}" rel="external noopener nofollow">${new URL(value).host}</a>`
  if (field.type === 'date' && typeof value === 'string')
    return dateText(visit.locale, Temporal.PlainDate.from(value), 'longDay')
  if (field.type === 'number' && typeof value === 'number') return numberText(visit.locale, value)
  const say = (one: OwnValue) => spokenOwn(field, one, visit.locale.language, visit.context.declared.language)
  return Array.isArray(value) ? value.map((one: string) => say([one])).join(comma(visit.locale)) : say(value)
}
