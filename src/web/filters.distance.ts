import { usualWithin_km } from '../params/places.ts'
import type { CalendarQuery } from './calendar.query.ts'
import { lengthText } from './dates.ts'
import { type Html, html, sanitised } from './html.ts'
import { icon } from './icons.ts'
import type { Visit } from './visit.ts'

/** The distances that can be chosen, in kilometres. */
const distances_km = [1, 2, 5, 10, 25, 50]

/** A typed place with a distance; where a script runs, the place of the reader by a button, which says so where that fails. */
export function nearField(visit: Visit, { params: { near, within = usualWithin_km } }: CalendarQuery): Html {
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
        value="${near ?? ''}"
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
    <p hidden>
      <button type="button" class="plain" data-near data-failed="${messages.noPosition}">
        ${icon('place')}${messages.nearMe}
      </button>
    </p>
  </fieldset>`
}
