/** What keys do, by the key: outside of fields only, and not while a dialog is open. */
const actions = new Map<string, () => void>()

const storedAs = 'kalends.keys'

/** Whether single letters do something: who speaks to the computer may switch them off (WCAG 2.1.4). */
export function areKeysOn(): boolean {
  return localStorage.getItem(storedAs) !== 'off'
}

/** Switches single letters on or off, in this browser. */
export function setKeys(isOn: boolean): void {
  localStorage.setItem(storedAs, isOn ? 'on' : 'off')
}

/** Lets a key do something; answers what takes that back, so that it does what it did before. */
export function onKey(key: string, does: () => void): () => void {
  const before = actions.get(key)
  actions.set(key, does)
  return () => {
    if (actions.get(key) !== does) return
    if (before) actions.set(key, before)
    else actions.delete(key)
  }
}

/** Controls that take letters. */
const typing = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable]'

/** Listens to the keyboard. */
export function listenToKeys(): void {
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || !areKeysOn()) return
    // Where letters are typed they are letters.
    if (event.target instanceof Element && event.target.closest(typing)) return
    if (document.querySelector('dialog[open], [popover]:popover-open')) return
    const action = actions.get(event.key.toLowerCase())
    if (!action) return
    event.preventDefault()
    action()
  })
}
