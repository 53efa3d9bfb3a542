import { addMonths, clocksIn, type Day, formatted, todayIn } from './dates.ts'
import { dayDialog, type ShownDay } from './dialog.ts'
import { button, h } from './dom.ts'
import { filters } from './filters.ts'
import { frame, type View, views } from './frame.ts'
import { cards, dayGroups, lone } from './items.ts'
import { lookAttributes, lookOf } from './look.ts'
import { focusDay, gridOf, monthGrid } from './month.ts'
import {
  type Calendar,
  type CalendarEvent,
  findCalendar,
  listBetween,
  notOver,
  listEvents,
  NotThere,
  type Query,
  withIds,
} from './source.ts'
import { styles } from './styles.ts'
import { skeleton } from './skeleton.ts'
import { besideTextsOf, countText, languageOf, type Language } from './text.ts'

/** How many events a list has at first, and how many more it gets at a time. */
const listLength = 10

/** The site of this script, for elements without `src`. */
export const ownSite =
  document.currentScript instanceof HTMLScriptElement ? new URL('.', document.currentScript.src).href : ''

const sheet = new CSSStyleSheet()
sheet.replaceSync(styles)

/**
 * `<kalends-calendar src="https://…">`: the events of a Kalends site. Attributes: `view` (list, cards, month, or next for the
 * next event alone), `month` (YYYY-MM), `limit`, `fixed` (no way to change the view), `fields` (what events say in these is shown), `theme` (light, dark, auto), `lang`,
 * `heading`, the colours `accent`, `background` and `text`, the `radius` of corners and the `height` of all in pixels, and the filters
 * `categories`, `tags`, `venue`, `organizer`, `featured`, `free`, `near`, `within`, `search`, `q`,
 * `attendance_mode`, `access`, `time_of_day` and `registration`, as in the service. It needs no inline styles or
 * scripts, so that it works with a strict Content-Security-Policy.
 */
export class KalendsCalendar extends HTMLElement {
  static readonly observedAttributes = [
    'src',
    'view',
    'month',
    'limit',
    'lang',
    'heading',
    'fixed',
    'fields',
    'mail',
    ...lookAttributes,
    ...filters,
  ]

  readonly #body = h('div', { class: 'body', part: 'body' })
  readonly #status = h('p', { class: 'hidden', role: 'status' })
  readonly #look = new CSSStyleSheet()
  #view: View = 'list'
  /** The view that is not the month: as the page asks for it. */
  #plain: View = 'list'
  #month: Day | undefined
  #calendar: Calendar | undefined
  #asking = new AbortController()
  #isWaiting = false

  /** Starts over whenever the element or its attributes change; several changes at once count as one. */
  connectedCallback(): void {
    this.#view = views.find((view) => view === this.getAttribute('view')) ?? 'list'
    this.#plain = this.#view === 'month' ? 'list' : this.#view
    const month = this.getAttribute('month') ?? ''
    this.#month = /^\d{4}-(0[1-9]|1[0-2])$/.test(month) ? `${month}-01` : undefined
    this.#calendar = undefined
    if (this.#isWaiting) return
    this.#isWaiting = true
    queueMicrotask(() => {
      this.#isWaiting = false
      if (this.isConnected) this.#begin()
    })
  }

  attributeChangedCallback(_name: string, before: string | null, after: string | null): void {
    if (this.isConnected && before !== after) this.connectedCallback()
  }

  disconnectedCallback(): void {
    this.#asking.abort()
  }

  #begin(): void {
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' })
    this.#look.replaceSync(lookOf(this))
    root.adoptedStyleSheets = [sheet, this.#look]
    this.#body.replaceChildren(skeleton(this.#view, this.#limit(), this.#weeks()))
    this.#show()
  }

  /** Loads what the view needs and draws it; `then` is called afterwards. */
  #show(then?: () => void): void {
    this.#asking.abort()
    this.#asking = new AbortController()
    const { signal } = this.#asking
    const language = besideTextsOf(this.#calendar?.locale ?? '', languageOf(this))
    this.#frame(language)
    this.#body.setAttribute('aria-busy', 'true')
    this.#status.textContent = language.messages.loadingEvents
    void this.#draw(language, signal, then)
  }

  async #draw(language: Language, signal: AbortSignal, then?: () => void): Promise<void> {
    try {
      const draw = await this.#load(language, signal)
      if (signal.aborted) return
      this.#body.removeAttribute('aria-busy')
      draw()
      then?.()
    } catch (error) {
      if (signal.aborted) return
      this.#body.removeAttribute('aria-busy')
      this.#fail(language, error)
      console.error('kalends-calendar:', error)
    }
  }

  async #load(asked: Language, signal: AbortSignal): Promise<() => void> {
    // The frame shows the names of the calendar and the month once these are known.
    const isFramed = this.#calendar !== undefined && (this.#view !== 'month' || this.#month !== undefined)
    const calendar = (this.#calendar ??= await findCalendar(
      this.getAttribute('src') || ownSite,
      this.getAttribute('fields')?.trim() ?? '',
      signal,
    ))
    const language = { ...besideTextsOf(calendar.locale, asked), firstDay: calendar.firstDay }
    const today = todayIn(calendar.zone)
    const load = this.#loaders[this.#view]
    const draw = await load(calendar, today, { language, signal })
    return () => {
      if (!isFramed) this.#frame(language)
      draw()
    }
  }

  readonly #loaders: Readonly<Record<View, Load>> = {
    list: (...asked) => this.#loadList(...asked),
    cards: (...asked) => this.#loadList(...asked),
    month: (...asked) => this.#loadMonth(...asked),
    next: (...asked) => this.#loadNext(...asked),
  }

  /** The event that begins next. */
  async #loadNext(calendar: Calendar, today: Day, { language, signal }: Loading): Promise<() => void> {
    const now = clocksIn(calendar.zone)(new Date().toISOString().slice(0, 19))
    const own = await withIds(calendar, this.#query(), signal)
    const query = { ...own, start_date: now, strict_dates: 'true', per_page: '1' }
    const { events } = await listEvents(calendar, query, signal)
    return () => {
      const [event] = events
      this.#status.textContent = event?.title ?? ''
      if (event) this.#body.replaceChildren(h('div', { part: 'list' }, lone(event, language, today)))
      else this.#noteNothing(language)
    }
  }

  async #loadList(calendar: Calendar, today: Day, { language, signal }: Loading): Promise<() => void> {
    const own = await withIds(calendar, this.#query(), signal)
    const query = { ...own, ...notOver(calendar, today), per_page: String(this.#limit()) }
    const { events, total, pages } = await listEvents(calendar, query, signal)
    return () => {
      this.#status.textContent = countText(language, total)
      if (events.length === 0) return this.#noteNothing(language)
      const list = h('div', { part: 'list' }, ...this.#drawn(events, language, today))
      this.#body.replaceChildren(list)
      if (pages > 1) this.#offerMore(list, events, { calendar, query, language, today, pages, page: 1 })
    }
  }

  #drawn(events: readonly CalendarEvent[], language: Language, today: Day): readonly HTMLElement[] {
    return this.#view === 'cards' ? [cards(events, language, today)] : dayGroups(events, language, today)
  }

  /** Adds the button that loads the next page of the list, if there is one. */
  #offerMore(list: HTMLElement, events: readonly CalendarEvent[], at: ListPage): void {
    const box = h('div', { class: 'more-events' })
    const more = button({}, () => void bring(), at.language.messages.showMore)
    const bring = async () => {
      more.disabled = true
      try {
        const page = at.page + 1
        const next = await listEvents(at.calendar, { ...at.query, page: String(page) }, this.#asking.signal)
        const all = [...events, ...next.events]
        list.replaceChildren(...this.#drawn(all, at.language, at.today))
        box.remove()
        list.querySelectorAll<HTMLElement>('a.title')[events.length]?.focus()
        if (page < at.pages) this.#offerMore(list, all, { ...at, page })
      } catch {
        more.disabled = false
        this.#status.textContent = at.language.messages.calendarUnreachable
      }
    }
    box.append(more)
    this.#body.append(box)
  }

  async #loadMonth(calendar: Calendar, today: Day, { language, signal }: Loading): Promise<() => void> {
    const month = (this.#month ??= `${today.slice(0, 8)}01`)
    const asked = { query: await withIds(calendar, this.#query(), signal), signal }
    const found = await listBetween(calendar, gridOf(month, language), asked)
    const active = today.slice(0, 7) === month.slice(0, 7) ? today : month
    return () => {
      this.#status.textContent = `${monthName(month, language)}: ${countText(language, found.total)}`
      const open = (day: Day) => this.#openDay({ day, calendar, found, language })
      const go = (day: Day) => this.#goTo(day)
      this.#body.replaceChildren(monthGrid({ month, today, active, found, language, open, go }))
    }
  }

  /** Moves the focus to a day, and draws its month first if it shows another one. */
  #goTo(day: Day): void {
    const isDrawn = day.slice(0, 7) === this.#month?.slice(0, 7)
    if (isDrawn && focusDay(this.#body, day)) return
    this.#month = `${day.slice(0, 8)}01`
    this.#show(() => focusDay(this.#body, day))
  }

  #openDay(shown: ShownDay): void {
    const dialog = dayDialog(shown)
    dialog.addEventListener('close', () => focusDay(this.#body, shown.day))
    this.#body.parentElement?.append(dialog)
    dialog.showModal()
  }

  /** Draws the frame around the events; the focus stays where it is. */
  #frame(language: Language): void {
    const isMonth = this.#view === 'month'
    const focused = this.shadowRoot?.activeElement?.getAttribute('data-name')
    const root = frame({
      heading:
        isMonth && this.#month
          ? monthName(this.#month, language)
          : (this.getAttribute('heading') ?? this.#usualHeading(language)),
      view: this.#view,
      choices: this.hasAttribute('fixed') || this.#plain === 'next' ? [] : [this.#plain, 'month'],
      calendar: this.#calendar,
      mail: this.hasAttribute('mail') ? this.#mailQuery() : undefined,
      language,
      within: [this.#status, this.#body],
      move: (months) => this.#move(months),
      toToday: () => this.#toToday(),
      change: (view) => this.#change(view),
    })
    // What is contained has no width of its own: this gives the element one in rows, grids, cells and dialogs.
    const width = h('div', { class: 'width', 'aria-hidden': 'true' }, h('i'), h('i'), h('i'))
    this.shadowRoot?.replaceChildren(width, root)
    if (focused) this.shadowRoot?.querySelector<HTMLElement>(`[data-name="${focused}"]`)?.focus()
  }

  #usualHeading({ messages }: Language): string {
    return this.#plain === 'next' ? messages.nextEvent : messages.upcoming
  }

  #move(months: number): void {
    if (this.#month === undefined) return
    this.#month = addMonths(this.#month, months)
    this.#show()
  }

  #toToday(): void {
    this.#month = undefined
    this.#show()
  }

  #change(view: View): void {
    if (view === this.#view) return
    this.#view = view
    this.#show()
  }

  #note(first: string, ...rest: readonly HTMLElement[]): void {
    this.#body.replaceChildren(h('div', { class: 'note', part: 'note' }, h('p', {}, first), ...rest))
  }

  /** Only a calendar without any filter is empty; and readers can change no filters, so that no hint says so. */
  #noteNothing({ messages }: Language): void {
    if (Object.keys(this.#query()).length > 0) this.#note(messages.nothingFound)
    else this.#note(messages.nothingPlanned, h('p', {}, messages.nothingPlannedHint))
  }

  #fail(language: Language, error: unknown): void {
    const { messages } = language
    // Where the calendar itself has answered, its name and the link to it stand below what is said.
    this.#frame(language)
    if (error instanceof NotThere) {
      this.#note(messages.notInCalendar)
      this.#status.textContent = messages.notInCalendar
      return
    }
    const again = button({}, () => this.#begin(), messages.tryAgain)
    this.#note(messages.calendarUnreachable, h('p', {}, messages.calendarUnreachableHint), again)
    this.#status.textContent = messages.calendarUnreachable
  }

  #query(): Query {
    return Object.fromEntries(
      filters.flatMap((name) => {
        const value = this.getAttribute(name)
        return value === null || value.trim() === '' ? [] : [[name, value]]
      }),
    )
  }

  /** The filters of what one may have by mail, as they stand in its address. */
  #mailQuery(): string {
    const query = new URLSearchParams(this.#query())
    return query.size === 0 ? '' : `?${query.toString()}`
  }

  /** How many weeks the month has, as far as can be told before the calendar has answered. */
  #weeks(): number {
    return gridOf(this.#month ?? `${todayIn('UTC').slice(0, 8)}01`, languageOf(this)).length / 7
  }

  #limit(): number {
    const limit = Number(this.getAttribute('limit') ?? listLength)
    return Number.isInteger(limit) && limit >= 1 && limit <= 50 ? limit : listLength
  }
}

/** Loads what a view needs; what it answers draws it. */
type Load = (calendar: Calendar, today: Day, asked: Loading) => Promise<() => void>

/** What loading needs. */
interface Loading {
  readonly language: Language
  readonly signal: AbortSignal
}

/** The position in the list, for loading the next page. */
interface ListPage {
  readonly calendar: Calendar
  readonly query: Query
  readonly language: Language
  readonly today: Day
  readonly page: number
  readonly pages: number
}

function monthName(month: Day, { tag }: Language): string {
  return formatted(tag, month, { month: 'long', year: 'numeric' })
}
