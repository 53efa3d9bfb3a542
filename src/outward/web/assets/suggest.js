// @ts-check
// What scripts add to the search field: the third part of `page.js`. Without it, or where nothing is chosen, the form leads to the list.

/** How long nobody types before suggestions are asked for, in milliseconds. */
const pause_ms = 150

/** Tells screen readers how many there are. */
const said = document.createElement('p')
said.className = 'hidden'
said.setAttribute('role', 'status')
document.body.append(said)

for (const field of document.querySelectorAll('input[data-suggest]'))
  suggest(/** @type {HTMLInputElement} */ (field))

/**
 * Offers names of events, places and categories below the field while somebody types (ARIA, combobox with a list).
 * @param {HTMLInputElement} field
 */
function suggest(field) {
  const list = document.createElement('ul')
  list.className = 'suggested'
  list.id = `suggested-${document.querySelectorAll('.suggested').length}`
  list.setAttribute('role', 'listbox')
  list.setAttribute('aria-label', field.dataset.label ?? '')
  list.hidden = true
  field.after(list)
  // A field for searches has no such list of its own.
  field.type = 'text'
  field.enterKeyHint = 'search'
  field.setAttribute('role', 'combobox')
  field.setAttribute('aria-autocomplete', 'list')
  field.setAttribute('aria-controls', list.id)
  field.setAttribute('aria-expanded', 'false')
  /** @type {Map<string, Suggestions>} */
  const known = new Map()
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let waiting
  let at = -1

  const close = () => {
    clearTimeout(waiting)
    list.hidden = true
    choose(-1)
    field.setAttribute('aria-expanded', 'false')
  }
  /** @param {number} next */
  const choose = (next) => {
    at = next
    for (const [number, option] of [...list.children].entries())
      option.setAttribute('aria-selected', String(number === at))
    const chosen = list.children[at]
    if (chosen) field.setAttribute('aria-activedescendant', chosen.id)
    else field.removeAttribute('aria-activedescendant')
    chosen?.scrollIntoView({ block: 'nearest' })
  }
  const look = async () => {
    const text = field.value.trim()
    if (text === '') return close()
    const found =
      known.get(text) ?? (await suggestionsFrom(`${field.dataset.suggest}&q=${encodeURIComponent(text)}`))
    // Who has typed on, or has left, wants others.
    if (!found || text !== field.value.trim() || document.activeElement !== field) return
    known.set(text, found)
    list.replaceChildren(
      ...found.items.map((item, number) => option(item, `${list.id}-${number}`, found.lang)),
    )
    choose(-1)
    list.hidden = found.items.length === 0
    field.setAttribute('aria-expanded', String(!list.hidden))
    said.textContent = list.hidden ? '' : found.says
  }
  field.addEventListener('input', () => {
    clearTimeout(waiting)
    waiting = setTimeout(() => void look(), pause_ms)
  })
  field.addEventListener('blur', close)
  field.addEventListener('keydown', (event) => {
    if (event.isComposing) return
    const { key } = event
    const count = list.children.length
    if (key === 'Escape' && !list.hidden) {
      close()
      // It closes these alone, and no menu.
      event.stopPropagation()
    } else if ((key === 'ArrowDown' || key === 'ArrowUp') && list.hidden) void look()
    else if (key === 'ArrowDown') choose(at + 1 < count ? at + 1 : -1)
    else if (key === 'ArrowUp') choose(at < 0 ? count - 1 : at - 1)
    else if (key === 'Enter' && at >= 0) go(/** @type {HTMLElement} */ (list.children[at]), event)
    else return
    event.preventDefault()
  })
  // The field keeps the focus.
  list.addEventListener('mousedown', (event) => event.preventDefault())
  list.addEventListener('click', (event) => {
    /** @type {HTMLElement | null} */
    const chosen = /** @type {Element} */ (event.target).closest('[data-url]')
    if (chosen) go(chosen, event)
  })
}

/**
 * @typedef {{ url: string, name: string, says: string, own?: string }} Suggestion
 * @typedef {{ says: string, lang?: string, items: Suggestion[] }} Suggestions
 * @param {string} url
 * @returns {Promise<Suggestions | undefined>}
 */
async function suggestionsFrom(url) {
  const answer = await fetch(url).catch(() => undefined)
  if (!answer?.ok) return undefined
  return /** @type {Suggestions} */ (await answer.json())
}

/**
 * @param {Suggestion} suggestion
 * @param {string} id
 * @param {string | undefined} lang in which texts of the calendar are, where it is not the page’s
 */
function option({ url, name, says, own = '' }, id, lang) {
  const item = document.createElement('li')
  item.id = id
  item.setAttribute('role', 'option')
  item.dataset.url = url
  const line = document.createElement('span')
  line.dir = 'auto'
  const at = own === '' ? says.length : says.lastIndexOf(own)
  line.append(says.slice(0, at), text('bdi', own, lang), says.slice(at + own.length))
  item.append(text('strong', name, lang), ' ', line, ' ')
  return item
}

/**
 * A text of the calendar.
 * @param {string} element
 * @param {string} said
 * @param {string | undefined} lang
 */
function text(element, said, lang) {
  const part = document.createElement(element)
  part.dir = 'auto'
  if (lang) part.lang = lang
  part.textContent = said
  return part
}

/**
 * @param {HTMLElement} chosen
 * @param {MouseEvent | KeyboardEvent} event
 */
function go(chosen, event) {
  const url = chosen.dataset.url ?? ''
  if (event.ctrlKey || event.metaKey) window.open(url)
  else location.assign(url)
}
