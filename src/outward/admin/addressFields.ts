import { webAddress } from '../../pure/text/typedAddresses.ts'

/** Fields for an address of the web, on all screens. */
const fields = 'input[inputmode="url"]'

/** Lets a field for an address take `www.example.org`: what was left out stands there once one leaves the field, sends it or saves. */
export function completeAddresses(): void {
  document.addEventListener('change', ({ target }) => complete(target), true)
  document.addEventListener(
    'keydown',
    ({ target, key, ctrlKey, metaKey }) => {
      if (key === 'Enter' || ((ctrlKey || metaKey) && key.toLowerCase() === 's')) complete(target)
    },
    true,
  )
}

function complete(target: EventTarget | null): void {
  if (!(target instanceof HTMLInputElement) || !target.matches(fields)) return
  const whole = webAddress(target.value)
  if (whole === target.value) return
  target.value = whole
  target.dispatchEvent(new InputEvent('input', { bubbles: true }))
}
