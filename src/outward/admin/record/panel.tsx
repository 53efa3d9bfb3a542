import type { ComponentChildren, RefObject } from 'preact'
import { FaultAlone, faultBeside, FieldsAlone, type FieldsOf } from '../kit/fields.tsx'
import type { Described } from './clash.tsx'
import { Clashing } from './clashing.tsx'
import { Found } from './found.tsx'
import { ProgressLine } from './progress.tsx'
import type { RecordStore } from './record.ts'

/** A record that is edited beside a list of its kind: its fields, how far saving is, and what else can be done with it. */
export function RecordPanel<Record extends object, Form extends object>(props: {
  readonly store: RecordStore<Record, Form>
  readonly element: RefObject<HTMLFormElement | null>
  readonly title: string
  readonly fields: FieldsOf<Form>
  readonly described: Described<Form>
  /** What stands above the fields, and below them. */
  readonly intro?: ComponentChildren
  readonly outro?: ComponentChildren
  readonly acts: ComponentChildren
  readonly onSaved: (saved: Record) => void
  /** Called where it is not saved. */
  readonly onFault?: () => void
}) {
  const { store, element, title, fields, described, intro, outro, acts, onSaved, onFault } = props
  const [values, faults] = [store.form.value, store.faults.value]
  const save = async () => {
    const saved = await store.save()
    if (saved) onSaved(saved)
    else onFault?.()
  }
  return (
    <>
      <form
        class="panel"
        novalidate
        ref={element}
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <h2 dir="auto">{title}</h2>
        <div class="stack">
          <Found at={store.found} onThrowAway={store.throwAway} />
          {intro}
          <FieldsAlone of={fields} form={{ values, faults, enter: store.set }} />
          {outro}
          <FaultAlone says={faultBeside(faults, fields)} />
          <ProgressLine is={store.progress.value} />
          {acts && <div class="acts">{acts}</div>}
        </div>
      </form>
      <Clashing store={store} described={described} onSaved={onSaved} />
    </>
  )
}
