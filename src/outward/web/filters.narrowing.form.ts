import { partNames } from '../../pure/calendar/partsOfDay.ts'
import { accessFields } from '../../fields/venues.fields.ts'
import { type CalendarQuery, type FilterName, valuesOf } from './calendar.query.ts'
import { attendances, attendanceText, narrowingText } from '../../records/events/events.filter.words.ts'
import { checkbox } from './filters.tree.ts'
import { type Html, html, sanitised } from '../../pure/text/htmlTemplate.ts'
import type { Visit } from './visit.ts'

/** The fields for the time of day, for how to take part, and for access. */
export function narrowing(visit: Visit, query: CalendarQuery): Html {
  const { messages } = visit.locale
  return html`${boxes(visit, query, { name: 'time_of_day', legend: messages.timeOfDay, values: partNames })}
    <fieldset>
      <legend>${messages.takingPart}</legend>
      ${attendanceMenu(visit, query)}
    </fieldset>
    ${boxes(visit, query, { name: 'access', legend: messages.gettingIn, values: accessFields })}`
}

function boxes(
  visit: Visit,
  { pairs }: CalendarQuery,
  {
    name,
    legend,
    values,
  }: {
    name: FilterName
    legend: string
    values: readonly ((typeof partNames)[number] | (typeof accessFields)[number])[]
  },
): Html {
  const chosen = valuesOf(pairs, name)
  return html`<fieldset>
    <legend>${legend}</legend>
    <div>
      ${values.map((value) =>
        checkbox(visit, {
          name,
          value,
          isChecked: chosen.includes(value),
          text: narrowingText(visit.locale, value),
          count: undefined,
        }),
      )}
    </div>
  </fieldset>`
}

function attendanceMenu({ locale }: Visit, { pairs }: CalendarQuery): Html {
  const { messages } = locale
  const value = valuesOf(pairs, 'attendance_mode').join(',')
  const own = value === '' || value in attendances ? [] : [[value, attendanceText(locale, value)] as const]
  const offered = Object.entries(attendances).map(([mode, key]) => [mode, messages[key]] as const)
  return html`<select name="attendance_mode" aria-label="${messages.takingPart}">
    <option value="">${messages.all}</option>
    ${[...offered, ...own].map(
      ([mode, text]) =>
        html`<option value="${mode}" ${mode === value ? sanitised('selected') : undefined}>${text}</option>`,
    )}
  </select>`
}
