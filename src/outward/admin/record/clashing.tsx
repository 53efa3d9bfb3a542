import { Later } from '../lazyScreen.tsx'
import { settle } from '../settle.ts'
import type { Described } from './clash.tsx'
import type { RecordStore } from './record.ts'

const loadClash = <Form extends object>() =>
  import('./clash.tsx').then(({ ClashDialog }) => ClashDialog<Form>)

/** Asks what is to hold where two people have changed the same of a record, as long as that is open. */
export function Clashing<Record extends object, Form extends object>(props: {
  readonly store: RecordStore<Record, Form>
  readonly described: Described<Form>
  readonly onSaved?: (saved: Record) => void
}) {
  const { store, described, onSaved } = props
  const clash = store.clash.value
  if (!clash) return null
  const onChosen = (chosen: Form) =>
    void settle(
      store.resolve(chosen),
      (saved) => saved && onSaved?.(saved),
      () => {},
    )
  return <Later load={loadClash<Form>} with={{ clash, described, onChosen, onLater: store.postpone }} />
}
