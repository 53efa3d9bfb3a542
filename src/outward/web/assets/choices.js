// @ts-check
// What scripts add to the form of filters: the second part of `page.js`.

for (const form of document.querySelectorAll('form[data-filters]'))
  bringChoices(/** @type {HTMLFormElement} */ (form))
for (const tree of document.querySelectorAll('[data-searchable]')) searchIn(/** @type {HTMLElement} */ (tree))

/**
 * Brings the choices that the form leaves out as soon as somebody turns to it; what is chosen there stays so.
 * @param {HTMLFormElement} form
 */
function bringChoices(form) {
  /** @type {HTMLAnchorElement | null} */
  const link = form.querySelector('[data-all]')
  if (!link) return
  /** @type {Promise<void> | undefined} */
  let brought
  const bring = () => (brought ??= bringFrom(link, form))
  for (const turning of ['pointerenter', 'focusin', 'toggle'])
    form.addEventListener(turning, () => void bring(), { once: true })
  form.addEventListener('click', (event) => {
    /** @type {HTMLAnchorElement | null} */
    const into = /** @type {Element} */ (event.target).closest('[data-into]')
    if (!into || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    void openBranch(into)
  })
  /** @param {HTMLAnchorElement} into */
  async function openBranch(into) {
    const box = into.closest('li')?.querySelector('input')?.value
    await bring()
    const branch = boxOf(form, box)?.closest('li')?.querySelector('details')
    if (!branch) return location.assign(into.href)
    branch.open = true
    branch.querySelector('summary')?.focus()
  }
}

/**
 * Without an answer the links still lead to the choices.
 * @param {HTMLAnchorElement} link
 * @param {HTMLFormElement} form
 */
async function bringFrom(link, form) {
  const answer = await fetch(link.href, { headers: { accept: 'text/html' } }).catch(() => undefined)
  if (!answer?.ok) return
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  const whole = page.querySelector('form[data-filters]')
  if (!whole) return
  replaceTree(form, whole)
  for (const menu of form.querySelectorAll('select')) replaceOptions(menu, whole)
  link.hidden = true
}

/**
 * The box of a category in the form.
 * @param {Element} form
 * @param {string | undefined} value
 * @returns {HTMLInputElement | null}
 */
function boxOf(form, value = '') {
  return form.querySelector(`.tree input[value="${CSS.escape(value)}"]`)
}

/**
 * Puts the whole tree in the place of its first level; the focus stays where it is.
 * @param {HTMLFormElement} form
 * @param {Element} whole
 */
function replaceTree(form, whole) {
  const [tree, other] = [form.querySelector('.tree'), whole.querySelector('.tree')]
  if (!tree || !other) return
  const own = document.importNode(other, true)
  for (const box of own.querySelectorAll('input')) box.checked = boxOf(form, box.value)?.checked === true
  const focused = tree.querySelector(':focus')
  const at = focused?.closest('li')?.querySelector('input')?.value
  tree.replaceWith(own)
  if (focused) {
    const box = boxOf(form, at)
    const same = focused.matches('input') ? box : box?.closest('li')?.querySelector('summary')
    same?.focus()
  }
  // What has been typed above it meanwhile counts for all of it.
  form.querySelector('input[type="search"]')?.dispatchEvent(new Event('input'))
}

/**
 * @param {HTMLSelectElement} menu
 * @param {Element} whole
 */
function replaceOptions(menu, whole) {
  /** @type {HTMLSelectElement | null} */
  const other = whole.querySelector(`select[name="${menu.name}"]`)
  const { value } = menu
  if (!other || other.options.length <= menu.options.length) return
  menu.replaceChildren(...[...other.options].map((option) => document.importNode(option, true)))
  menu.value = value
}

/**
 * Puts a field above a long tree of choices, which leaves those whose names contain what is typed, and what is above them.
 * @param {HTMLElement} tree
 */
function searchIn(tree) {
  const field = document.createElement('input')
  field.type = 'search'
  field.setAttribute('aria-label', tree.dataset.label ?? '')
  field.placeholder = tree.dataset.label ?? ''
  tree.querySelector('ul')?.before(field)
  field.addEventListener('input', () => {
    const wanted = folded(field.value.trim())
    for (const item of /** @type {NodeListOf<HTMLElement>} */ (tree.querySelectorAll('li'))) {
      item.hidden = !folded(item.textContent ?? '').includes(wanted)
      const below = item.querySelector('details')
      if (below && wanted !== '') below.open = true
    }
  })
  // It narrows what is seen, and is no part of what is sent.
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') event.preventDefault()
  })
}

/** @param {string} text */
function folded(text) {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase()
}
