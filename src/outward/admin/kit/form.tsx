import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { Answers, Dialog } from '../dialog.tsx'
import { fieldFaults } from '../faults.ts'
import { settle } from '../settle.ts'
import { t } from '../texts.ts'
import { Entered, type FieldOf } from './field.tsx'

/** The fields of a form, in the order in which they stand; those that are not shown are left out. */
export type FieldsOf<Values> = { readonly [Name in keyof Values]?: FieldOf<Values[Name]> }

/** What is wrong with each field; what is wrong with none has an empty name. */
type Faults = Readonly<Record<string, string>>

/** A dialog that asks for some fields, sends them once at a time, and says beside each what is refused; of one that is not shown, above all. */
export function FormDialog<Values extends object, Done>(props: {
  readonly title: string
  readonly yes?: string | ((values: Values) => string)
  readonly no?: string
  readonly isDanger?: boolean
  readonly intro?: ComponentChildren
  readonly outro?: ComponentChildren
  readonly start: Values
  readonly fields: FieldsOf<Values>
  /** What follows for other fields from a change of one; `before` is what was entered until then. */
  readonly follow?: (entered: Values, before: Values) => Partial<Values>
  /** What it answers is handed on; with nothing to hand on, the dialog stays. */
  readonly save: (values: Values) => Promise<Done | undefined>
  readonly faultsOf?: (error: unknown) => Faults
  readonly onClose: () => void
  readonly onDone: (done: Done) => void
}) {
  const { title, yes = t('save'), no = t('notNow'), isDanger = false, start, fields, save } = props
  const { faultsOf = fieldFaults, onClose, onDone } = props
  const values = useSignal(start)
  const faults = useSignal<Faults>({})
  const isSaving = useRef(false)
  const enter = (change: Partial<Values>) => {
    const before = values.peek()
    const entered = { ...before, ...change }
    values.value = { ...entered, ...props.follow?.(entered, before) }
  }
  const send = () => {
    if (isSaving.current) return
    isSaving.current = true
    faults.value = {}
    void settle(
      save(values.peek()),
      (done) => {
        isSaving.current = false
        if (done !== undefined) onDone(done)
      },
      (error) => {
        isSaving.current = false
        faults.value = faultsOf(error)
      },
    )
  }
  return (
    <Dialog
      title={title}
      onClose={onClose}
      onAnswer={(answer) => (answer === 'yes' ? send() : onClose())}
      foot={<Answers no={no} yes={typeof yes === 'string' ? yes : yes(values.value)} isDanger={isDanger} />}
    >
      {props.intro}
      <Above faults={faults.value} fields={fields} />
      {partsOf(fields).map((names) => {
        const entered = names.map((name) => (
          <Entered
            key={name}
            of={fields[name]}
            value={values.value[name]}
            fault={faults.value[name]}
            // The name and the value are of the same field.
            onEnter={(value) => enter({ [name]: value } as unknown as Partial<Values>)}
          />
        ))
        return names.length === 1 ? (
          entered
        ) : (
          <div class="pair" key={names[0]}>
            {entered}
          </div>
        )
      })}
      {props.outro}
    </Dialog>
  )
}

/** The names of fields, with those that stand in one line. */
function partsOf<Values>(fields: FieldsOf<Values>): readonly (readonly (keyof Values & string)[])[] {
  const parts: (keyof Values & string)[][] = []
  // An object has no other keys than those of its type: the forms write them out.
  for (const name of Object.keys(fields) as (keyof Values & string)[]) {
    if (!fields[name]) continue
    if (fields[name].isBeside) parts.at(-1)?.push(name)
    else parts.push([name])
  }
  return parts
}

/** What is wrong with no field in particular, or with one beside which nothing can be said. */
function Above<Values>({ faults, fields }: { readonly faults: Faults; readonly fields: FieldsOf<Values> }) {
  const shown = new Set<string>(partsOf(fields).flat())
  const said = Object.entries(faults).flatMap(([name, fault]) => (shown.has(name) ? [] : [fault]))
  if (said.length === 0) return null
  return (
    <p class="fault" role="alert" dir="auto">
      {said.join(' ')}
    </p>
  )
}
