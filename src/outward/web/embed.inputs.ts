import { type Content, type Html, html, sanitised } from '../../pure/text/htmlTemplate.ts'
import { fieldText } from '../../records/own/own.words.ts'
import { widgetFields } from './calendar.own.ts'
import type { colourNames } from './embed.snippets.ts'
import type { Visit } from './visit.ts'

// What is chosen in the form that makes the code for other pages.

/** One choice in a menu. */
export type Choice = readonly [value: string, text: string]

/** Of which fields it is shown what events say, if the calendar has declared any. */
export function fieldBoxes(visit: Visit, chosen = ''): Content {
  const fields = widgetFields(visit.context.declared)
  if (fields.length === 0) return undefined
  const named = new Set(chosen.split(',').map((name) => name.trim()))
  return html`<fieldset class="field">
    <legend>${visit.locale.messages.embedFields}</legend>
    ${fields.map(
      (field) =>
        html`<label class="check"
          ><input
            type="checkbox"
            name="fields"
            value="${field.name}"
            ${named.has(field.name) ? sanitised('checked') : undefined}
          /><span dir="auto">${fieldText(visit, field)}</span></label
        >`,
    )}
  </fieldset>`
}

/** What the colours are where none is chosen. */
const usualColours = { accent: '#005f72', background: '#ffffff', text: '#1a1c20' } as const

/** A colour, as CSS has it. */
export function colourField(name: (typeof colourNames)[number], label: string, value = ''): Html {
  return html`<label class="field"
    >${label}<input
      name="${name}"
      value="${value}"
      placeholder="${usualColours[name]}"
      dir="ltr"
      maxlength="60"
  /></label>`
}

/** A menu with a label and a choice for none. A value of the address that is not offered is kept. */
export function select(
  name: string,
  label: string,
  { none, offered, chosen }: { none: string; offered: readonly Choice[]; chosen: string },
): Html {
  const all: readonly Choice[] =
    chosen === '' || offered.some(([value]) => value === chosen) ? offered : [...offered, [chosen, chosen]]
  return html`<label class="field"
    >${label}<select name="${name}">
      <option value="">${none}</option>
      ${all.map(([value, text]) => html`<option value="${value}" ${value === chosen ? sanitised('selected') : undefined}>${text}</option>`)}
    </select></label
  >`
}
