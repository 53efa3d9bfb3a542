import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { fieldFaults } from '../faults.ts'
import { settle } from '../settle.ts'

/** What is wrong with each field; what is wrong with none has an empty name. */
export type Faults = Readonly<Record<string, string>>

/** How a form begins, and what becomes of what is entered. */
export interface Sending<Values, Done> {
  readonly start: Values
  /** What follows for other fields from a change of one; `before` is what was entered until then. */
  readonly follow?: (entered: Values, before: Values) => Partial<Values>
  /** What it answers is handed on; with nothing to hand on, the form stays as it is. */
  readonly save: (values: Values) => Promise<Done | undefined>
  readonly faultsOf?: (error: unknown) => Faults
  readonly onDone: (done: Done, enter: (change: Partial<Values>) => void) => void
}

/** What is entered in a form, and what is wrong with it. */
export interface Entering<Values> {
  readonly values: Values
  readonly faults: Faults
  readonly enter: (change: Partial<Values>) => void
  /** Sends what is entered, once at a time. */
  readonly send: () => void
}

/** Keeps what is entered in the fields of a form, sends it, and takes what is refused. */
export function useForm<Values extends object, Done>(sending: Sending<Values, Done>): Entering<Values> {
  const { start, follow, save, faultsOf = fieldFaults, onDone } = sending
  const values = useSignal(start)
  const faults = useSignal<Faults>({})
  const isSaving = useRef(false)
  const enter = (change: Partial<Values>) => {
    const before = values.peek()
    const entered = { ...before, ...change }
    values.value = { ...entered, ...follow?.(entered, before) }
  }
  const send = () => {
    if (isSaving.current) return
    isSaving.current = true
    faults.value = {}
    void settle(
      save(values.peek()),
      (done) => {
        isSaving.current = false
        if (done !== undefined) onDone(done, enter)
      },
      (error) => {
        isSaving.current = false
        faults.value = faultsOf(error)
      },
    )
  }
  return { values: values.value, faults: faults.value, enter, send }
}
