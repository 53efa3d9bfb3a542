import { usualWithin_km } from '../../pure/params/places.ts'
import type { CalendarQuery } from './calendar.query.ts'
import { lengthText } from './dates.ts'
import { type Html, html, sanitised } from '../../pure/text/htmlTemplate.ts'
import { icon } from './icons.ts'
import { faultOf } from './misread.ts'
import type { Visit } from './visit.ts'

/** The distances that can be chosen, in kilometres. */
const distances_km = [1, 2, 5, 10, 25, 50]

/** A typed place with a distance; where a script runs, the place of the reader by a button, which says so where that fails. */
export function nearField(visit: Visit, query: CalendarQuery): Html {
  const { near, within = usualWithin_km } = query.params
  const fault = faultOf(visit, query, 'near')
  const { locale } = visit
  const { messages } = locale
  const offered = distances_km.includes(within)
    ? distances_km
    : [...distances_km, within].toSorted((a, b) => a - b)
  return html`<fieldset class="near">
    <legend>${messages.near}</legend>
    <div class="pair">
      <input
        id="near"
        name="near"
        value="${near ?? fault?.value ?? ''}"
        ${fault ? sanitised('aria-invalid="true" aria-describedby="near-wrong"') : undefined}
        aria-label="${messages.placeToSearch}"
        placeholder="${messages.placeToSearch}"
        maxlength="200"
        dir="auto"
        autocomplete="postal-code"
      /><select name="within" aria-label="${messages.distance}">
        ${offered.map(
          (distance) =>
            html`<option value="${distance}" ${distance === within ? sanitised('selected') : undefined}>
              ${lengthText(locale, distance, 'km')}
            </option>`,
        )}
      </select>
    </div>
    ${fault ? html`<p class="wrong" id="near-wrong">${fault.says}</p>` : undefined}
    <p hidden>
      <button type="button" class="plain" data-near data-failed="${messages.noPosition}">
        ${icon('place')}${messages.nearMe}
      </button>
    </p>
  </fieldset>`
}
