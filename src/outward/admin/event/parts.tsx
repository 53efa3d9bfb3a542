import { type ComponentChildren, createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { Icon } from '../icons.tsx'
import type { Store } from './store.ts'

/** What the service said against the fields with these names, as one text; empty for nothing. */
export function faultOf(store: Store, ...names: readonly string[]): string {
  return names.flatMap((name) => store.faults.value[name] ?? []).join(' ')
}

/** What the service said against a field. `id`: the field, which names it as its description. */
export function Fault({ id, says }: { readonly id: string; readonly says: string }) {
  if (says === '') return null
  return (
    <p class="fault" id={`${id}-fault`} dir="auto">
      <Icon name="warning" />
      <span>{says}</span>
    </p>
  )
}

/** What a control says of its fault. */
export function faulty(id: string, says: string) {
  return says === '' ? {} : { 'aria-invalid': true, 'aria-describedby': `${id}-fault` }
}

/** Whether parts that need nothing are folded: in an event that is new. */
export const Folding = createContext(false)

/** A part of the form under a heading of its own. One that `says` in a few words what it holds is folded where that is wanted. */
export function Part({
  id,
  title,
  says,
  onOpen,
  children,
}: {
  readonly id: string
  readonly title: string
  readonly says?: string
  /** Called when it is unfolded. */
  readonly onOpen?: () => void
  readonly children: ComponentChildren
}) {
  const isFolded = useContext(Folding) && says !== undefined
  if (isFolded)
    return (
      <details class="fold" onToggle={onOpen}>
        <summary>
          <h2 id={id}>{title}</h2>
          <span class="dim" dir="auto">
            {says}
          </span>
          <Icon name="down" />
        </summary>
        <section class="part" aria-labelledby={id}>
          {children}
        </section>
      </details>
    )
  return (
    <section class="part" aria-labelledby={id}>
      <div class="part-head">
        <h2 id={id}>{title}</h2>
      </div>
      {children}
    </section>
  )
}

/** Opens what is folded around the element. */
export function unfold(element: Element | null): void {
  for (let fold = element?.closest('details'); fold; fold = fold.parentElement?.closest('details'))
    fold.open = true
}
