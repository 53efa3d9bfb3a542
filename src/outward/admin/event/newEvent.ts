import type { EventRecord } from '../records.ts'
import { copyOf } from './fields.ts'
import { type Form, sortedAs } from './form.ts'
import { load } from './load.ts'
import type { Store } from './store.ts'

/** Begins a new event with what another one has. Throws what {@link load} throws. */
export async function beginLike(store: Store, source: number): Promise<void> {
  const { form } = await load(source)
  store.text.value += 1
  store.set(copyOf(form, store.base.peek()))
}

/** Events that show what is usual, at least. */
const least = 2

/** Begins a new event with what one’s last events agree in: where they were, whose, and under which categories. */
export function beginAsUsual(store: Store, events: readonly EventRecord[]): void {
  const [last, ...others] = events.map(sortedAs)
  if (!last || events.length < least || store.changed.peek().length > 0) return
  const isSame = (field: keyof typeof last) =>
    last[field].length > 0 && others.every((other) => idsOf(other[field]) === idsOf(last[field]))
  const usual: Partial<Form> = {
    ...(isSame('venues') ? { venues: last.venues } : {}),
    ...(isSame('organizers') ? { organizers: last.organizers } : {}),
    ...(isSame('categories') ? { categories: last.categories } : {}),
  }
  // It is no change of the reader’s.
  store.base.value = { ...store.base.peek(), ...usual }
  store.form.value = { ...store.form.peek(), ...usual }
  store.isUsual.value = usual.venues !== undefined || usual.organizers !== undefined
}

function idsOf(chosen: readonly (number | { readonly id: number })[]): string {
  return chosen.map((one) => (typeof one === 'number' ? one : one.id)).join()
}
