import { addDays, addMonths, type Day, firstWeekdayOf, formatted, weeksOf } from './dates.ts'
import { h } from './dom.ts'
import { lanesOf, type Placed } from './lanes.ts'
import type { EventsOfDays } from './source.ts'
import { countText, type Language, moreText } from './text.ts'

/** A month to be drawn. */
export interface MonthView {
  /** Its first day. */
  readonly month: Day
  readonly today: Day
  /** The day that has the focus when the grid is entered. */
  readonly active: Day
  readonly found: EventsOfDays
  readonly language: Language
  /** Shows the events of a day. */
  readonly open: (day: Day) => void
  /** Moves the focus to a day, which may be of another month. */
  readonly go: (day: Day) => void
}

/** The most events that a day shows before it says how many more there are. */
const mostLanes = 3

/** The days of a month’s grid. */
export function gridOf(month: Day, language: Language): readonly Day[] {
  return weeksOf(month, firstWeekdayOf(language)).flat()
}

/** The month as a grid (ARIA Authoring Practices, grid pattern): one day of it is in the tab order, arrows move. */
export function monthGrid(view: MonthView): HTMLTableElement {
  const { month, language } = view
  const weeks = weeksOf(month, firstWeekdayOf(language))
  const names = (weeks[0] ?? []).map((day) =>
    h(
      'th',
      { scope: 'col', part: 'weekday' },
      h('span', { class: 'hidden' }, formatted(language.tag, day, { weekday: 'long' })),
      h('span', { 'aria-hidden': 'true' }, formatted(language.tag, day, { weekday: 'short' })),
    ),
  )
  const grid = h(
    'table',
    { role: 'grid', part: 'grid', 'aria-labelledby': 'heading' },
    h('thead', {}, h('tr', {}, ...names)),
    h('tbody', {}, ...weeks.map((week) => weekRow(week, view))),
  )
  grid.addEventListener('keydown', (event) => move(event, view))
  return grid
}

/** Puts the focus on a day of the grid; answers whether it is there. */
export function focusDay(grid: ParentNode, day: Day): boolean {
  const wanted = grid.querySelector<HTMLElement>(`[data-day="${day}"]`)
  for (const cell of grid.querySelectorAll<HTMLElement>('[data-day]'))
    cell.tabIndex = cell === wanted ? 0 : -1
  wanted?.focus()
  return wanted !== null
}

function weekRow(week: readonly Day[], view: MonthView): HTMLTableRowElement {
  const lanes = lanesOf(week, view.found.events, mostLanes)
  return h('tr', {}, ...week.map((day, index) => dayCell(day, lanes[index] ?? [], view)))
}

function dayCell(day: Day, placed: readonly (Placed | undefined)[], view: MonthView): HTMLTableCellElement {
  const { month, today, active, language, open, found } = view
  const [known, shown] = [countOf(placed), countOf(placed.slice(0, mostLanes))]
  const count = Math.max(known, found.totals?.get(day) ?? 0)
  const isOutside = day.slice(0, 7) !== month.slice(0, 7)
  const names = ['day', isOutside && 'outside', day === today && 'today'].filter(Boolean).join(' ')
  const date = formatted(language.tag, day, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  })
  const cell = h(
    'button',
    {
      type: 'button',
      class: names,
      part: names,
      'data-day': day,
      tabindex: day === active ? '0' : '-1',
      'aria-current': day === today ? 'date' : undefined,
      'aria-disabled': count === 0 ? 'true' : undefined,
    },
    h(
      'span',
      { class: 'hidden' },
      `${date}, ${count === 0 ? language.messages.nothingThen : countText(language, count)}`,
    ),
    h(
      'span',
      { class: 'number', 'aria-hidden': 'true' },
      formatted(language.tag, day, { day: 'numeric' }).replace(/日$/, ''),
    ),
    h(
      'span',
      { class: 'chips' },
      ...placed.slice(0, mostLanes).map((one) => chip(one, language)),
      moreChip(count - shown, language),
    ),
  )
  cell.addEventListener('click', () => {
    if (count > 0) open(day)
  })
  return h('td', { role: 'gridcell', part: 'cell' }, cell)
}

function chip(placed: Placed | undefined, language: Language): HTMLElement {
  if (!placed) return h('span', { class: 'chip gap', 'aria-hidden': 'true' })
  const { event, isContinued, goesOn, named } = placed
  const names = [
    `chip c-${event.colour}`,
    isContinued && 'continued',
    goesOn && 'goes-on',
    event.isFeatured && 'featured',
    event.status === 'canceled' && 'off',
  ]
    .filter(Boolean)
    .join(' ')
  // What is struck out is said, too.
  const off = event.status === 'scheduled' ? undefined : language.messages[event.status]
  const said = off === undefined ? undefined : h('span', { class: 'hidden' }, `, ${off}`)
  // The name of an event of several days is shown once a week; screen readers get it for each day.
  const title = h(
    'span',
    { class: named > 0 ? 'name' : 'unnamed', dir: 'auto' },
    language.ofTexts === undefined ? event.title : h('span', { lang: language.ofTexts }, event.title),
    said,
  )
  title.style.setProperty('--days', String(named))
  return h('span', { class: names, part: 'chip' }, title)
}

function countOf(placed: readonly (Placed | undefined)[]): number {
  return placed.filter((one) => one !== undefined).length
}

function moreChip(more: number, language: Language): HTMLElement | undefined {
  return more > 0 ? h('span', { class: 'more', part: 'more' }, moreText(language, more)) : undefined
}

/** The keys of the grid pattern: arrows by day and week, Home and End in the week, Page Up and Page Down by month. */
function move(event: KeyboardEvent, { language, go }: MonthView): void {
  const day = event.target instanceof HTMLElement ? event.target.dataset['day'] : undefined
  if (day === undefined || event.altKey || event.ctrlKey || event.metaKey) return
  const forward = language.direction === 'rtl' ? -1 : 1
  const weekStart = () =>
    weeksOf(day, firstWeekdayOf(language)).find((week) => week.includes(day))?.[0] ?? day
  const keys: Readonly<Record<string, () => Day>> = {
    ArrowRight: () => addDays(day, forward),
    ArrowLeft: () => addDays(day, -forward),
    ArrowDown: () => addDays(day, 7),
    ArrowUp: () => addDays(day, -7),
    Home: weekStart,
    End: () => addDays(weekStart(), 6),
    PageDown: () => sameDay(day, addMonths(day, 1)),
    PageUp: () => sameDay(day, addMonths(day, -1)),
  }
  const target = keys[event.key]?.()
  if (target === undefined) return
  event.preventDefault()
  go(target)
}

/** The same day of another month, or its last when it is shorter. */
function sameDay(day: Day, month: Day): Day {
  const last = addDays(addMonths(month, 1), -1)
  const same = `${month.slice(0, 8)}${day.slice(8)}`
  return same < last ? same : last
}
