import {
  type Declaration,
  declaredFor,
  type Declared,
  hasLines,
  longestText,
  ownOf,
  type OwnValue,
  type OwnValues,
  textIn,
} from '../../fields/own/declaration.ts'
import { dayText } from '../../fields/own/values.ts'
import type { Sent } from '../../http/sources.ts'
import { isObject } from '../../pure/params/lists.ts'
import { type Content, type Html, html, sanitised } from '../../pure/text/htmlTemplate.ts'
import type { Fields } from '../../records/submissions/submissions.params.ts'
import type { Visit } from './visit.ts'

/** The kinds of records whose fields the form asks for. */
type Asked = 'event' | 'venue'

/** The name of what a field of the calendar is typed into; faults have it, too. */
export type OwnInput = `fields.${string}` | `venue.fields.${string}`

/** What is typed of fields of the calendar: of each field of a kind texts, of choices those that are chosen. */
export type TypedOwn = Readonly<Record<Asked, Readonly<Record<string, readonly string[]>>>>

const asked = (declared: Declared, kind: Asked) => declaredFor(declared, kind).filter((field) => field.public)

const inputOf = (kind: Asked, name: string): OwnInput =>
  kind === 'event' ? `fields.${name}` : `venue.fields.${name}`

function ofEach(declared: Declared, typed: (field: Declaration, kind: Asked) => readonly string[]): TypedOwn {
  const of = (kind: Asked) =>
    Object.fromEntries(asked(declared, kind).map((field) => [field.name, typed(field, kind)]))
  return { event: of('event'), venue: of('venue') }
}

/** What was typed into a form. */
export function typedOwn(sent: Sent, declared: Declared): TypedOwn {
  return ofEach(declared, ({ name }, kind) => {
    const value = sent[inputOf(kind, name)]
    const all: readonly unknown[] = Array.isArray(value) ? value : [value]
    return all.flatMap((one) => (typeof one === 'string' && one.trim() !== '' ? [withLines(one)] : []))
  })
}

/** As it is stored: browsers end lines with two characters. */
const withLines = (text: string) => text.replaceAll(/\r\n?/g, '\n').trim()

/** What the form of a change shows at first: what the event says. */
export function ownAtFirst(own: string | undefined, declared: Declared): TypedOwn {
  return written({ event: ownOf(own ?? ''), venue: {} }, declared)
}

/** What the form of what was proposed shows: that, above what the event says. */
export function ownProposed(proposed: Fields, own: string | undefined, declared: Declared): TypedOwn {
  const [venue] = Array.isArray(proposed['venue']) ? (proposed['venue'] as unknown[]) : []
  const ofVenue = isObject(venue) && isObject(venue['fields']) ? (venue['fields'] as OwnValues) : {}
  return written({ event: { ...ownOf(own ?? ''), ...ownSaid(proposed) }, venue: ofVenue }, declared)
}

/** What was proposed of fields of the calendar. */
export function ownSaid({ fields }: Fields): OwnValues {
  return isObject(fields) ? (fields as OwnValues) : {}
}

function written(values: Readonly<Record<Asked, OwnValues>>, declared: Declared): TypedOwn {
  return ofEach(declared, ({ name, required }, kind) => textsOf(values[kind][name] ?? null, required))
}

/** A box that is not ticked sends nothing; who has to answer says no. */
function textsOf(value: OwnValue | null, isRequired: boolean): readonly string[] {
  if (value === null) return []
  if (typeof value === 'boolean') return value ? ['1'] : isRequired ? ['0'] : []
  return typeof value === 'object' ? value : [String(value)]
}

/** What differs from what was shown, as it is sent: null clears. */
export function sentOwn(
  typed: TypedOwn,
  shown: TypedOwn,
  { kind, declared }: { readonly kind: Asked; readonly declared: Declared },
): Fields {
  const sent = asked(declared, kind).flatMap((field): [string, unknown][] => {
    const [now = [], before = []] = [typed[kind][field.name], shown[kind][field.name]]
    if (JSON.stringify(now) === JSON.stringify(before)) return []
    if (field.type === 'choices') return [[field.name, now.length > 0 ? now : null]]
    // Who takes a tick away says that it is not so.
    return [[field.name, now[0] ?? (field.type === 'boolean' ? false : null)]]
  })
  return Object.fromEntries(sent)
}

/** The same among the fields of an event, where anything is said. */
export function fieldsSent(own: Fields): Fields {
  return Object.keys(own).length > 0 ? { fields: own } : {}
}

/** What is asked of the fields that the calendar has declared, with help beside them. */
export function ownInputs(
  visit: Visit,
  kind: Asked,
  shown: { readonly own: TypedOwn; readonly faults: Readonly<Partial<Record<OwnInput, string>>> },
): Content {
  const { declared } = visit.context
  return asked(declared, kind).map((field) => {
    const id = inputOf(kind, field.name)
    return inputFor(visit, field, {
      id,
      typed: shown.own[kind][field.name] ?? [],
      fault: shown.faults[id],
      // A venue may be one that is known; and who is of another category is not asked.
      isNeeded: field.required && field.categories.length === 0 && kind === 'event',
    })
  })
}

interface Input {
  readonly id: OwnInput
  readonly typed: readonly string[]
  readonly fault: string | undefined
  readonly isNeeded: boolean
}

function inputFor(visit: Visit, field: Declaration, input: Input): Html {
  const { id, typed, fault, isNeeded } = input
  const say = sayingOf(visit)
  const [label, help] = [say(field.label), say(field.help)]
  const hints = html`${fault === undefined ? undefined : html`<p class="fault" id="${id}-fault">${fault}</p>`}
  ${help === '' ? undefined : html`<p class="hint" id="${id}-hint" dir="auto">${help}</p>`}`
  const describedBy = [
    ...(fault === undefined ? [] : [`${id}-fault`]),
    ...(help === '' ? [] : [`${id}-hint`]),
  ]
  const says = html`${flagged(isNeeded, 'required')} ${flagged(fault !== undefined, 'aria-invalid="true"')}
  ${describedBy.length === 0 ? undefined : html`aria-describedby="${describedBy.join(' ')}"`}`
  // A box that must be ticked would have everybody say yes.
  if (field.type === 'boolean' && !isNeeded)
    return html`<div class="field">
      <label class="check"
        ><input
          type="checkbox"
          id="${id}"
          name="${id}"
          value="1"
          ${flagged(typed[0] === '1', 'checked')}
          ${says}
        /><span dir="auto">${label}</span></label
      >
      ${hints}
    </div>`
  if (field.type === 'choices')
    return html`<fieldset class="field" id="${id}">
      <legend dir="auto">${label}</legend>
      ${field.options.map(
        ({ value, label: called }) =>
          html`<label class="check"
            ><input
              type="checkbox"
              name="${id}[]"
              value="${value}"
              ${flagged(typed.includes(value), 'checked')}
            /><span dir="auto">${say(called)}</span></label
          >`,
      )}
      ${hints}
    </fieldset>`
  const [value = ''] = typed
  if (hasLines(field))
    return html`<div class="field">
      <label for="${id}" dir="auto">${label}</label>
      <textarea id="${id}" name="${id}" rows="3" maxlength="${field.max ?? longestText}" dir="auto" ${says}>
${value}</textarea>
      ${hints}
    </div>`
  if (field.type === 'choice' || field.type === 'boolean')
    return html`<div class="field">
      <label for="${id}" dir="auto">${label}</label>
      <select id="${id}" name="${id}" ${says}>
        <option value="">${visit.locale.messages.noChoice}</option>
        ${answersOf(visit, field).map(
          (option) =>
            html`<option value="${option.value}" ${flagged(option.value === value, 'selected')}>
              ${option.text}
            </option>`,
        )}
      </select>
      ${hints}
    </div>`
  return html`<div class="field">
    <label for="${id}" dir="auto">${label}</label>
    <input id="${id}" name="${id}" value="${value}" ${attributesOf(field)} ${says} />
    ${hints}
  </div>`
}

/** What can be answered to a field with one answer. */
function answersOf(visit: Visit, { type, options }: Declaration): readonly { value: string; text: string }[] {
  const { messages } = visit.locale
  if (type === 'boolean')
    return [
      { value: '1', text: messages.yes },
      { value: '0', text: messages.no },
    ]
  const say = sayingOf(visit)
  return options.map(({ value, label }) => ({ value, text: say(label) }))
}

function attributesOf({ type, min, max }: Declaration): Html {
  const bound = (name: 'min' | 'max', value: number | null) =>
    value === null ? undefined : html`${sanitised(name)}="${type === 'date' ? dayText(value) : value}"`
  if (type === 'number') return html`type="number" step="any" ${bound('min', min)} ${bound('max', max)}`
  if (type === 'date') return html`type="date" ${bound('min', min)} ${bound('max', max)}`
  if (type === 'link')
    return html`type="url" inputmode="url" placeholder="https://" dir="ltr" maxlength="2000"`
  return html`type="text" maxlength="${max ?? longestText}" dir="auto"`
}

function sayingOf({ locale, context }: Visit): (texts: Declaration['label']) => string {
  return (texts) => textIn(texts, locale.language, context.declared.language)
}

/** An attribute where it applies. It is written by this room alone. */
function flagged(applies: boolean, attribute: string): Content {
  return applies ? sanitised(attribute) : undefined
}
