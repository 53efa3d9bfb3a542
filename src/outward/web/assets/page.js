// @ts-check
// What scripts add to pages, which are complete without them: every part here starts from what the page has already.

/** How many pages load by themselves; further ones take a click, so that the end of the page can be reached. */
const untilAsked = 3

/** Announces texts to screen readers. */
const voice = document.createElement('p')
voice.className = 'hidden'
voice.setAttribute('role', 'status')
document.body.append(voice)

/** Says beside what was pressed that a reader was not found. */
const excuse = document.createElement('span')

for (const form of document.querySelectorAll('form[data-filters]'))
  findNear(/** @type {HTMLFormElement} */ (form))
for (const link of document.querySelectorAll('a[data-near]')) goNear(/** @type {HTMLAnchorElement} */ (link))
for (const menu of document.querySelectorAll('[data-share]'))
  shareBySystem(/** @type {HTMLDetailsElement} */ (menu))
for (const element of document.querySelectorAll('[data-local]'))
  showLocalTime(/** @type {HTMLElement} */ (element))
for (const button of document.querySelectorAll('[data-copy]'))
  copyOnClick(/** @type {HTMLElement} */ (button))
for (const pager of document.querySelectorAll('[data-pager]')) loadMore(/** @type {HTMLElement} */ (pager), 0)
for (const wide of document.querySelectorAll('.text table, .text pre'))
  reachByKeyboard(/** @type {HTMLElement} */ (wide))
closeMenus()
for (const form of document.querySelectorAll('form[action$="/signout"]'))
  form.addEventListener('submit', forgetDoors)

/** What this browser keeps of who comes to events goes with who signs out (`admin/door/kept.ts`). */
function forgetDoors() {
  localStorage.removeItem('kalends.device')
  indexedDB.deleteDatabase('kalends-door')
  if ('caches' in window) void caches.delete('kalends-door')
}

/**
 * Searches near the reader, with the other fields of the form. Only then are they asked for their position.
 * @param {HTMLFormElement} form
 */
function findNear(form) {
  /** @type {HTMLButtonElement | null} */
  const button = form.querySelector('[data-near]')
  if (!button || !navigator.geolocation) return
  // Empty fields need not be in the address.
  form.addEventListener('formdata', ({ formData }) => {
    const empty = [...formData].filter(([, value]) => value === '')
    for (const [name] of empty) formData.delete(name)
  })
  const line = button.closest('p')
  if (line) line.hidden = false
  /** @type {HTMLInputElement | null} */
  const field = form.querySelector('[name=near]')
  button.addEventListener('click', () => {
    button.disabled = true
    findReader(
      button,
      (place) => {
        // A part of the map gives way.
        form.querySelector('[name="geoloc_bbox"]')?.remove()
        if (field) field.value = place
        form.requestSubmit()
      },
      () => {
        button.disabled = false
        // There is still the field.
        field?.focus()
      },
    )
  })
  // Who comes from a link to the field finds it, in the sheet where there is no room beside the results. The browser goes to it first.
  if (location.hash !== '#near') return
  if (field?.offsetParent === null) form.showPopover()
  addEventListener('load', () => setTimeout(() => field?.focus()))
}

/**
 * A link to the field for a place finds the reader by itself; where that fails, it says so, and leads to the field.
 * @param {HTMLAnchorElement} link
 */
function goNear(link) {
  if (!navigator.geolocation) return
  let hasFailed = false
  link.addEventListener('click', (event) => {
    if (hasFailed || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    const address = new URL(link.href)
    address.hash = ''
    findReader(
      link,
      (place) => {
        address.searchParams.set('near', place)
        location.href = address.href
      },
      () => {
        hasFailed = true
      },
    )
  })
}

/**
 * Asks for the position of the reader; says behind the element where that is refused or fails.
 * @param {HTMLElement} element
 * @param {(place: string) => void} found
 * @param {() => void} failed
 */
function findReader(element, found, failed) {
  navigator.geolocation.getCurrentPosition(
    ({ coords }) => found(`${coords.latitude.toFixed(3)},${coords.longitude.toFixed(3)}`),
    () => {
      excuse.textContent = element.dataset.failed ?? ''
      element.after(excuse)
      voice.textContent = excuse.textContent
      failed()
    },
    { maximumAge: 600_000, timeout: 15_000 },
  )
}

/**
 * Opens the device’s own way to share instead of the menu, where there is one.
 * @param {HTMLDetailsElement} menu
 */
function shareBySystem(menu) {
  if (!navigator.share) return
  const { title = '', url = '' } = menu.dataset
  menu.querySelector('summary')?.addEventListener('click', (event) => {
    event.preventDefault()
    // Who thinks better of it has closed the sheet: that is no fault.
    navigator.share({ title, url }).catch(() => {})
  })
}

/**
 * Shows the time of an event on the reader’s clocks if it is different there.
 * @param {HTMLElement} element
 */
function showLocalTime(element) {
  const { local = '', from = '', until = '', wall = '' } = element.dataset
  const [start, end] = [new Date(from), new Date(until)]
  const parts = [start.getMonth() + 1, start.getDate(), start.getHours(), start.getMinutes()]
  const [month, day, hour, minute] = parts.map((part) => String(part).padStart(2, '0'))
  const here = `${start.getFullYear()}-${month}-${day} ${hour}:${minute}`
  if (wall.startsWith(here)) return
  const format = new Intl.DateTimeFormat(document.documentElement.lang, {
    dateStyle: 'medium',
    timeStyle: 'short',
  })
  element.textContent = local.replace('{time}', format.formatRange(start, end))
  element.hidden = false
}

/** @param {HTMLElement} button */
function copyOnClick(button) {
  if (!navigator.clipboard) return
  button.hidden = false
  const copy = async () => {
    await navigator.clipboard.writeText(button.dataset.copy ?? '')
    button.textContent = button.dataset.done ?? ''
    voice.textContent = button.textContent
  }
  button.addEventListener('click', () => void copy())
}

/**
 * Loads the next page of a list: automatically when the end comes into view, later by a button. Its links stay.
 * @param {HTMLElement} pager
 * @param {number} loaded
 */
function loadMore(pager, loaded) {
  /** @type {HTMLAnchorElement | null} */
  const next = pager.querySelector('a[rel="next"]')
  const list = document.querySelector('[data-list]')
  if (!next || !list) return
  const load = async () => {
    observer.disconnect()
    const answer = await fetch(next.href, { headers: { accept: 'text/html' } }).catch(() => undefined)
    // The link is still there.
    if (!answer?.ok) return
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
    const focused = pager.querySelector(':focus')
    const added = appendDays(list, page)
    /** @type {HTMLElement | null} */
    const more = page.querySelector('[data-pager]')
    const last = more && document.importNode(more, true)
    if (last) pager.replaceWith(last)
    // The focus stays where it is, but goes from the button to what that has loaded.
    const rel = focused?.getAttribute('rel')
    /** @type {HTMLElement | null | undefined} */
    const same = rel ? last?.querySelector(`a[rel="${rel}"]`) : undefined
    if (focused) (same ?? added)?.focus({ preventScroll: same !== undefined })
    if (last) loadMore(last, loaded + 1)
  }
  const observer = new IntersectionObserver(
    (entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) void load()
    },
    { rootMargin: '400px' },
  )
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'plain'
  button.textContent = pager.dataset.more ?? ''
  button.addEventListener('click', () => void load())
  const line = document.createElement('p')
  line.className = 'more'
  line.append(button)
  pager.prepend(line)
  if (loaded < untilAsked) observer.observe(pager)
}

/**
 * Appends the days of another page; a day that continues there is continued here. Answers the first new event.
 * @param {Element} list
 * @param {Document} page
 * @returns {HTMLElement | null | undefined}
 */
function appendDays(list, page) {
  const days = /** @type {HTMLElement[]} */ ([...page.querySelectorAll('[data-list] > [data-day]')])
  let first
  for (const day of days) {
    /** @type {HTMLElement | null} */
    const last = list.querySelector(':scope > [data-day]:last-of-type')
    const own = document.importNode(day, true)
    first ??= own.querySelector('li')
    if (last && last.dataset.day === day.dataset.day)
      last.querySelector('ol')?.append(...own.querySelectorAll('ol > li'))
    else list.append(own)
  }
  return first?.querySelector('a')
}

/**
 * Makes an element that is wider than its place scrollable by keyboard, which not all browsers do.
 * @param {HTMLElement} wide
 */
function reachByKeyboard(wide) {
  if (wide.scrollWidth > wide.clientWidth) wide.tabIndex = 0
}

/** Closes open menus on a click outside of them, or with Escape. */
function closeMenus() {
  document.addEventListener('click', ({ target }) => {
    for (const menu of openMenus()) if (!menu.contains(/** @type {Node} */ (target))) menu.open = false
  })
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return
    for (const menu of openMenus()) {
      menu.open = false
      menu.querySelector('summary')?.focus()
    }
  })
}

function openMenus() {
  return /** @type {HTMLDetailsElement[]} */ ([...document.querySelectorAll('.menu[open]')])
}
