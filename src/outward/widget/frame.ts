import { button, h, icon } from './dom.ts'
import type { Calendar } from './source.ts'
import type { Language } from './text.ts'

/** The views of the calendar: `next` is the event that begins next, by itself. */
export const views = ['list', 'cards', 'month', 'next'] as const
export type View = (typeof views)[number]

/** The state of the frame around the events, and what its buttons do. */
export interface Framed {
  readonly heading: string
  readonly view: View
  /** The views between which readers may choose; none where the view is fixed. */
  readonly choices: readonly View[]
  /** Undefined before it has answered. */
  /** The query of the page on which its events are had by mail, where the element shows the way there. */
  readonly mail: string | undefined
  readonly calendar: Calendar | undefined
  readonly language: Language
  /** The contents of the frame. */
  readonly within: readonly HTMLElement[]
  readonly move: (months: number) => void
  readonly toToday: () => void
  readonly change: (view: View) => void
}

/** The heading, the buttons for the month and the view, the contents, and the link to the calendar. */
export function frame(framed: Framed): HTMLElement {
  const { heading, view, choices, language, within } = framed
  const toolbar = h(
    'div',
    { class: 'toolbar', part: 'toolbar' },
    h('h2', { id: 'heading', part: 'heading', dir: 'auto' }, heading),
    view === 'month' ? steps(framed) : undefined,
    choices.length > 1 ? choiceOfView(framed) : undefined,
  )
  return h(
    'div',
    { class: 'root', part: 'root', lang: language.tag, dir: language.direction },
    toolbar,
    ...within,
    foot(framed),
  )
}

/** The steps are one box, so that a narrow frame puts none of them into another line than the others. */
function steps({ language: { messages }, move, toToday }: Framed): HTMLElement {
  const step = (months: number, name: string, path: string) => {
    const attributes = { class: 'arrow', 'aria-label': name, title: name, 'data-name': `step${months}` }
    return button(attributes, () => move(months), icon(path))
  }
  return h(
    'div',
    { class: 'steps' },
    step(-1, messages.previousMonth, 'M12 4l-6 6 6 6'),
    button({ 'data-name': 'today' }, () => toToday(), messages.today),
    step(1, messages.nextMonth, 'M8 4l6 6-6 6'),
  )
}

function choiceOfView({ view, choices, language: { messages }, change }: Framed): HTMLElement {
  const buttons = choices.map((one) => {
    const name = one === 'month' ? messages.month : messages.list
    return button({ 'aria-pressed': String(one === view), 'data-name': one }, () => change(one), name)
  })
  const attributes = { class: 'views', role: 'group', 'aria-label': messages.views, part: 'views' }
  return h('div', attributes, ...buttons)
}

/** It is as high before the calendar has answered. */
function foot({ calendar, mail, language: { messages, ofTexts } }: Framed): HTMLElement {
  const inside = calendar && [
    h('span', { dir: 'auto', lang: ofTexts }, calendar.name),
    mail === undefined
      ? undefined
      : h('a', { href: `${calendar.home}/mail${mail}`, part: 'link' }, messages.mailBy),
    h('a', { href: `${calendar.home}/`, part: 'link' }, messages.wholeCalendar),
  ]
  return h('div', { class: 'foot', part: 'footer' }, ...(inside ?? []))
}
