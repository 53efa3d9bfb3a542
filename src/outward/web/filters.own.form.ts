import type { Declaration } from '../../fields/own/declaration.ts'
import type { Facets } from '../../records/facets/facets.query.ts'
import { isRanged } from '../../records/own/own.filters.ts'
import { type Content, type Html, html, sanitised } from '../../pure/text/htmlTemplate.ts'
import { numberText } from '../../pure/locale/locale.ts'
import { boundsOf, fieldText, isTrue, optionOf, optionText } from '../../records/own/own.words.ts'
import { type OwnName, ownName, pageFields } from './calendar.own.ts'
import { type CalendarQuery, valuesOf } from './calendar.query.ts'

import { checkbox } from './filters.tree.ts'
import type { Visit } from './visit.ts'

/** The fields of the form of filters by fields of one’s own, and which filters these are of: the form sends the others along. */
export interface OwnInForm {
  /** What is so or not: a box for each. */
  readonly boxes: readonly Html[]
  /** Choices, numbers and days: a group for each. */
  readonly groups: Content
  readonly names: readonly OwnName[]
  /** What is chosen and has no box: it is sent along. */
  readonly hidden: readonly Html[]
}

/** What the form offers of fields of one’s own, with counts; what no event says is not offered unless it is chosen. */
export function ownInForm(
  visit: Visit,
  { pairs }: Pick<CalendarQuery, 'pairs'>,
  { fields: counts = {} }: Facets,
): OwnInForm {
  const [boxes, groups, hidden]: [Html[], Html[], Html[]] = [[], [], []]
  const all = pageFields(visit)
  for (const field of all) {
    const counted = counts[field.name]
    const chosen = valuesOf(pairs, ownName(field))
    if (field.type === 'boolean') {
      const { box, others } = truth(visit, field, { chosen, counted })
      boxes.push(...box)
      hidden.push(...others)
    } else if (isRanged(field)) groups.push(...bounds(visit, field, { chosen, counted }))
    else groups.push(...choices(visit, field, { chosen, counted }))
  }
  return { boxes, groups: groups.length === 0 ? undefined : groups, names: all.map(ownName), hidden }
}

/** What of a field is chosen, and what is counted. */
interface Chosen {
  readonly chosen: readonly string[]
  readonly counted: NonNullable<Facets['fields']>[string] | undefined
}

function kept(field: Declaration, values: readonly string[]): readonly Html[] {
  return values.map((value) => html`<input type="hidden" name="${ownName(field)}" value="${value}" />`)
}

/** How many events say a value. */
function countOf({ counted }: Chosen, value: string | boolean): number {
  return Array.isArray(counted) ? (counted.find((one) => one.value === value)?.count ?? 0) : 0
}

function truth(visit: Visit, field: Declaration, from: Chosen) {
  const [value] = from.chosen
  const isChecked = value !== undefined && isTrue(field, value)
  const count = countOf(from, true)
  const others = kept(field, isChecked || value === undefined ? [] : [value])
  const text = fieldText(visit, field)
  const box = checkbox(visit, { name: ownName(field), value: '1', isChecked, text, count })
  return { others, box: count > 0 || isChecked ? [box] : [] }
}

/** More options than these wait behind a word. */
const mostInSight = 8

function choices(visit: Visit, field: Declaration, from: Chosen): readonly Html[] {
  const named = new Map(from.chosen.map((value) => [value, optionOf(field, value)]))
  const chosen = new Set(named.values())
  const offered = field.options
    .map(({ value }) => ({ value, count: countOf(from, value), isChecked: chosen.has(value) }))
    .filter(({ count, isChecked }) => count > 0 || isChecked)
  const others = kept(
    field,
    from.chosen.filter((value) => named.get(value) === undefined),
  )
  if (offered.length === 0) return others
  const drawn = offered.map(({ value, ...box }) =>
    checkbox(visit, { name: ownName(field), value, text: optionText(visit, field, value), ...box }),
  )
  const rest = drawn.slice(mostInSight)
  const isOpen = offered.slice(mostInSight).some(({ isChecked }) => isChecked)
  const { locale } = visit
  return [
    html`<fieldset>
      <legend dir="auto">${fieldText(visit, field)}</legend>
      <div>
        ${others}${drawn.slice(0, mostInSight)}
        ${
          rest.length === 0
            ? undefined
            : html`<details class="rest" ${isOpen ? sanitised('open') : undefined}>
                <summary>${locale.messages.more} (${numberText(locale, rest.length)})</summary>
                ${rest}
              </details>`
        }
      </div>
    </fieldset>`,
  ]
}

function bounds(visit: Visit, field: Declaration, { chosen, counted }: Chosen): readonly Html[] {
  const [value = ''] = chosen
  const isAny = value === '*' || value === '-*'
  const said = counted && !Array.isArray(counted) && 'min' in counted ? counted : undefined
  if (!said?.count && value === '') return []
  const [from, until] = isAny ? ['', ''] : boundsOf(value)
  const { messages } = visit.locale
  const type = field.type === 'date' ? 'date' : 'number'
  const input = (
    label: string,
    part: 'from' | 'until',
    now: string,
    edge: string | number | null | undefined,
  ) =>
    html`<label class="field"
      >${label}<input
        type="${type}"
        name="${`${ownName(field)}[${part}]`}"
        value="${now}"
        ${type === 'number' ? html`step="any" placeholder="${String(edge ?? '')}"` : undefined}
    /></label>`
  return [
    html`<fieldset>
      <legend dir="auto">${fieldText(visit, field)}</legend>
      <div class="bounds">
        ${isAny ? kept(field, [value]) : undefined}${input(messages.from, 'from', from, said?.min)}${input(messages.until, 'until', until, said?.max)}
      </div>
    </fieldset>`,
  ]
}
