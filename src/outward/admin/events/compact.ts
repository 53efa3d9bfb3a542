import { signal } from '@preact/signals'

const storedAs = 'kalends.compact'

/** Whether the rows of the list are low: what stands below the titles is left out. */
export const isCompact = signal(localStorage.getItem(storedAs) === 'on')

/** Says whether they are, in this browser from now on. */
export function setCompact(isOn: boolean): void {
  isCompact.value = isOn
  localStorage.setItem(storedAs, isOn ? 'on' : 'off')
}
