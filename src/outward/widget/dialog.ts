import { type Day, formatted } from './dates.ts'
import { button, h, icon } from './dom.ts'
import { eventItem } from './items.ts'
import { inOrder, isOn } from './lanes.ts'
import type { Calendar, EventsOfDays } from './source.ts'
import { type Language, moreText } from './text.ts'

/** A day of a month, whose events are shown. */
export interface ShownDay {
  readonly day: Day
  readonly calendar: Calendar
  readonly found: EventsOfDays
  readonly language: Language
}

/** The events of a day in a dialog, which removes itself when it is closed; a link leads to all of them if it has more. */
export function dayDialog({ day, calendar, found, language }: ShownDay): HTMLDialogElement {
  const { messages, tag } = language
  const ofDay = inOrder(found.events.filter((event) => isOn(event, day)))
  const more = (found.totals?.get(day) ?? 0) - ofDay.length
  const close = button({ 'aria-label': messages.close }, () => dialog.close(), icon('M5 5l10 10M15 5L5 15'))
  const title = formatted(tag, day, { weekday: 'long', day: 'numeric', month: 'long' })
  const dialog = h(
    'dialog',
    { part: 'dialog', 'aria-labelledby': 'day-title' },
    h('div', { class: 'dialog-head' }, h('h3', { id: 'day-title' }, title), close),
    h('ul', {}, ...ofDay.map((event) => eventItem(event, language))),
    more > 0
      ? h('a', { class: 'rest', part: 'more', href: `${calendar.home}/day/${day}` }, moreText(language, more))
      : undefined,
  )
  // A click on its backdrop is one on the dialog itself, as its contents cover all of it.
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close()
  })
  dialog.addEventListener('close', () => dialog.remove())
  return dialog
}
