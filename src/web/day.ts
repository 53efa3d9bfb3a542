import { dateText } from './dates.ts'
import { html } from './html.ts'
import { type Page, viewUrl } from './layout.ts'
import { listing, totalText } from './listing.ts'
import { overlapping } from './narrowing.ts'
import { hasCalendar, steps, stepTo, stretchPage } from './steps.ts'
import type { Visit } from './visit.ts'

/** The page of a day, `YYYY-MM-DD`, with everything that is on, whenever it began; undefined when the day does not exist. */
export async function dayPage(visit: Visit, text: string): Promise<Page | undefined> {
  const day = readDay(text)
  if (!day) return undefined
  const { locale, site, query } = visit
  const { messages } = locale
  const url = (other: Temporal.PlainDate) => `${site.home}/day/${other.toString()}`
  const page = Number(/^[1-9]\d{0,3}$/.exec(query.get('page') ?? '')?.[0] ?? 1)
  const list = await listing(
    visit,
    { params: overlapping({ from: day, until: day }, visit), pairs: [], from: day, page, radius: undefined },
    {
      url: url(day),
      params: {},
      empty: {
        title: messages.nothingThen,
        hint: messages.nothingThenHint,
        link: { url: viewUrl(visit, 'list'), text: messages.upcoming },
      },
    },
  )
  const [before, after] = [day.subtract({ days: 1 }), day.add({ days: 1 })]
  const around = {
    title: dateText(locale, day, 'day'),
    url: url(day),
    previous: stepTo(before, url(before), messages.previousDay),
    next: stepTo(after, url(after), messages.nextDay),
    now: viewUrl(visit, 'day'),
  }
  const main = html`${steps(visit, around)}
    <p class="note">${totalText(visit, list.total)}</p>
    ${list.html}`
  return {
    ...stretchPage(visit, { ...around, view: 'day', isEmpty: list.total === 0, main }),
    part: list.part,
  }
}

/** The day, if it exists in the years that calendars here have. */
export function readDay(text: string): Temporal.PlainDate | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined
  try {
    const day = Temporal.PlainDate.from(text, { overflow: 'reject' })
    return hasCalendar(day) ? day : undefined
  } catch {
    return undefined
  }
}
