import { calendarUrl } from './calendar.address.ts'
import type { CalendarQuery } from './calendar.query.ts'
import { dateText } from './dates.ts'
import { waysOut, type WayOut } from './ways.ts'
import { type Content, html } from '../../pure/text/htmlTemplate.ts'
import { icon } from './icons.ts'
import { say } from '../../pure/locale/locale.ts'
import { nearestValue } from './nearest.ts'
import { todayOf } from './today.ts'
import type { Visit } from './visit.ts'

/** What is said beside a field that was not understood; undefined where it was. */
export function faultOf(visit: Visit, { misread }: Pick<CalendarQuery, 'misread'>, name: string) {
  const wrong = misread.find((one) => one.name === name)
  if (!wrong) return undefined
  const { locale } = visit
  if (name === 'near') return { value: wrong.value, says: locale.messages.nearUnknown }
  const example = dateText(locale, todayOf(visit), 'day')
  return { value: wrong.value, says: say(locale.messages.dateUnknown, { example }) }
}

/** What of the address was left out, as it was not understood, with what may have been meant: the list is there all the same. */
export async function misreadLine(
  visit: Visit,
  { misread, pairs }: Pick<CalendarQuery, 'misread' | 'pairs'>,
  path: string,
): Promise<Content> {
  if (misread.length === 0) return undefined
  const { messages } = visit.locale
  const ways = await Promise.all(
    misread.map(async ({ name, value }): Promise<WayOut[]> => {
      const meant = await nearestValue(visit, name, value)
      if (meant === undefined) return []
      const within = name === 'near' ? visit.query.getAll('within').slice(-1) : []
      const url = calendarUrl(visit.site, path, [
        ...pairs,
        [name, meant],
        ...within.map((distance) => ['within', distance] as const),
      ])
      return [{ url, text: say(messages.didYouMean, { text: meant }) }]
    }),
  )
  return html`<div class="misread" role="alert">
    ${misread.map(
      ({ value }) =>
        html`<p>${icon('stop')}<span>${say(messages.valueUnknown, { value: shortened(value) })}</span></p>`,
    )}
    ${waysOut(ways.flat())}
  </div>`
}

/** More letters of a value are not repeated. */
const mostLetters = 60

function shortened(value: string): string {
  const letters = [...value]
  return letters.length > mostLetters ? `${letters.slice(0, mostLetters).join('')}…` : value
}
