// @ts-check
// Where the code for other pages is made: what is chosen shows at once, and the code can be copied. Without it the form
// is sent, and the code can be selected.

const form = document.querySelector('[data-embed-form]')
const result = document.querySelector('[data-embed-result]')

if (form instanceof HTMLFormElement && result) {
  form.addEventListener('change', () => {
    const entries = [...new FormData(form)].flatMap(([name, value]) =>
      typeof value === 'string' && value !== '' ? [[name, value]] : [],
    )
    void show(`${form.action}?${new URLSearchParams(entries).toString()}`, result)
  })
}
prepareCopying()

/**
 * @param {string} url
 * @param {Element} into
 */
async function show(url, into) {
  const answer = await fetch(url)
  if (!answer.ok) return
  const made = new DOMParser()
    .parseFromString(await answer.text(), 'text/html')
    .querySelector('[data-embed-result]')
  if (!made) return
  into.replaceChildren(...document.importNode(made, true).children)
  history.replaceState(null, '', url)
  prepareCopying()
}

function prepareCopying() {
  if (!navigator.clipboard) return
  for (const button of document.querySelectorAll('[data-copy]')) {
    if (!(button instanceof HTMLButtonElement)) continue
    button.hidden = false
    button.addEventListener('click', () => void copy(button))
  }
}

/** @param {HTMLButtonElement} button */
async function copy(button) {
  const box = button.closest('.code')
  const text = box?.querySelector('textarea')?.value ?? ''
  await navigator.clipboard.writeText(text)
  button.textContent = box?.getAttribute('data-copied') ?? ''
}
