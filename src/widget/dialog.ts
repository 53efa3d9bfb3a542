import { type Day, formatted } from './dates.ts'
import { button, h, icon } from './dom.ts'
import { eventItem } from './items.ts'
import { inOrder, isOn } from './lanes.ts'
import type { CalendarEvent } from './source.ts'
import type { Language } from './text.ts'

/** All events of a day in a dialog, which removes itself when it is closed. */
export function dayDialog(day: Day, events: readonly CalendarEvent[], language: Language): HTMLDialogElement {
  const { messages, tag } = language
  const ofDay = inOrder(events.filter((event) => isOn(event, day)))
  const close = button({ 'aria-label': messages.close }, () => dialog.close(), icon('M5 5l10 10M15 5L5 15'))
  const title = formatted(tag, day, { weekday: 'long', day: 'numeric', month: 'long' })
  const dialog = h(
    'dialog',
    { part: 'dialog', 'aria-labelledby': 'day-title' },
    h('div', { class: 'dialog-head' }, h('h3', { id: 'day-title' }, title), close),
    h('ul', {}, ...ofDay.map((event) => eventItem(event, language))),
  )
  // A click on its backdrop is one on the dialog itself, as its contents cover all of it.
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close()
  })
  dialog.addEventListener('close', () => dialog.remove())
  return dialog
}
