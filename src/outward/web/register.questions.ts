import { type Content, html } from '../../pure/text/htmlTemplate.ts'
import type { Question } from '../../records/registration/registration.row.ts'
import { describedBy, field } from './signin.ts'

/** By what the fields of a form are called that answer questions, before their keys. */
const prefix = 'answer_'

/** What was answered in a form, by the keys of the questions. */
export function answersIn(sent: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(sent).flatMap(([key, value]) =>
      key.startsWith(prefix) && value !== '' ? [[key.slice(prefix.length), value] as const] : [],
    ),
  )
}

/** A question with the control that its answers take, and what was answered before. */
export function question(
  { key, label, type, options, required }: Question,
  answered: unknown,
  fault: string | undefined,
): Content {
  const name = `answer_${key}`
  const asked = html`<span dir="auto">${label}</span>`
  const typed = typeof answered === 'string' ? answered : ''
  const wanted = required ? html`required` : undefined
  if (type === 'yes_no')
    return html`<div>
      ${tick({ name, value: '1', is: 'checkbox', isOn: typed !== '', fault }, label)}${faultLine(name, fault)}
    </div>`
  if (type === 'text') {
    const more = `maxlength="200" dir="auto" ${required ? 'required' : ''}`
    return field(name, asked, { value: typed, more, fault })
  }
  if (type === 'long_text')
    return html`<div class="field">
      <label for="${name}">${asked}</label>
      <textarea
        id="${name}"
        name="${name}"
        rows="3"
        maxlength="1000"
        dir="auto"
        ${wanted}
        ${fault === undefined ? undefined : html`aria-invalid="true"`}
        ${describedBy(name, fault, undefined)}
      >
${typed}</textarea>
      ${faultLine(name, fault)}
    </div>`
  const several = type === 'choices'
  const chosen: readonly unknown[] = Array.isArray(answered) ? answered : [answered]
  return html`<fieldset ${describedBy(name, fault, undefined)}>
    <legend>${asked}</legend>
    ${options.map((value) =>
      tick(
        {
          name: several ? `${name}[]` : name,
          value,
          is: several ? 'checkbox' : 'radio',
          isOn: chosen.includes(value),
          wanted: several ? undefined : wanted,
        },
        value,
      ),
    )}
    ${faultLine(name, fault)}
  </fieldset>`
}

/** A box to tick, or one of several to choose. */
export function tick(
  box: {
    readonly name: string
    readonly value: string
    readonly is: 'checkbox' | 'radio'
    readonly isOn: boolean
    readonly wanted?: Content
    readonly fault?: string | undefined
  },
  says: Content,
): Content {
  return html`<label class="check"
    ><input
      type="${box.is}"
      name="${box.name}"
      value="${box.value}"
      ${box.isOn ? html`checked` : undefined}
      ${box.wanted}
      ${box.fault === undefined ? undefined : html`aria-invalid="true"`}
      ${describedBy(box.name, box.fault, undefined)}
    /><span dir="auto">${says}</span></label
  >`
}

/** What is wrong with a field, below it. */
export function faultLine(name: string, fault: string | undefined): Content {
  return fault === undefined ? undefined : html`<p class="fault" id="${name}-fault">${fault}</p>`
}
