// The search on the pages of the documents, in a browser.
import MiniSearch from 'minisearch'
import { searchOptions } from './site.search.ts'

/** How many are shown. */
const most = 12

const box = document.querySelector('search')
const input = box?.querySelector('input')
const list = box?.querySelector('ul')
if (box && input && list) {
  box.hidden = false
  const address = new URL(box.dataset['index'] ?? '', location.href)
  /** @type {Promise<MiniSearch> | undefined} */
  let index
  const show = async () => {
    index ??= fetch(address)
      .then((answer) => answer.text())
      .then((text) => MiniSearch.loadJSON(text, searchOptions))
    const asked = input.value
    const found = (await index).search(asked).slice(0, most)
    // Somebody has typed on meanwhile.
    if (input.value !== asked) return
    list.replaceChildren(
      ...found.map(({ id, title, page }) => {
        const item = document.createElement('li')
        const link = document.createElement('a')
        link.href = new URL(String(id), address).href
        link.textContent = title === page ? String(title) : `${page}: ${title}`
        item.append(link)
        return item
      }),
    )
  }
  input.addEventListener('input', () => void show())
}
