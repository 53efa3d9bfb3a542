import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { Answers, Dialog } from '../dialog.tsx'
import { faultText, fieldFaults } from '../faults.ts'
import { FaultAlone, FieldsAlone, type FieldsOf, faultBeside } from '../kit/fields.tsx'
import { Question } from '../kit/question.tsx'
import { type Faults, useForm } from '../kit/useForm.ts'
import { needCategories } from '../terms.ts'
import { t as frame } from '../texts.ts'
import { sayFault } from '../toasts.tsx'
import type { OwnField } from './asks.ts'
import { fieldsOf, moreOf } from './controls.tsx'
import { type Form, formOf, lacking, saveChanges, saveNew } from './form.ts'
import { Sample } from './sample.tsx'
import { t } from './texts.ts'

/** What is missing, or was changed by somebody else meanwhile: beside which fields that is said. */
class Lacks extends Error {
  readonly faults: Faults
  constructor(faults: Faults) {
    super()
    this.faults = faults
  }
}

const says = { label: 'lacksLabel', kinds: 'lacksKinds', options: 'lacksOptions' } as const

/** Declares a field, or changes what is said of one. `names`: those of all fields. */
export function EditField(props: {
  readonly field: OwnField | undefined
  readonly names: readonly string[]
  readonly onClose: () => void
  readonly onDone: () => void
}) {
  const { field, names, onClose, onDone } = props
  /** Whether what is entered is to hold, though somebody else has changed the field. */
  const holds = useRef(false)
  const start = useRef(formOf(field)).current
  const form = useForm<Form, true>({
    start,
    save: async (entered) => {
      const missing = lacking(entered)
      if (missing.length > 0)
        throw new Lacks(Object.fromEntries(missing.map((name) => [name, t(says[name])])))
      if (!field) await saveNew(entered, names)
      else if ((await saveChanges(field, entered, holds.current)) === 'changed') {
        holds.current = true
        throw new Lacks({ '': t('changedMeanwhile') })
      }
      return true
    },
    faultsOf: (error) =>
      error instanceof Lacks
        ? error.faults
        : fieldFaults(error, { 'field-exists': 'name', 'option-in-use': 'options' }),
    onDone,
  })
  useEffect(() => void needCategories().catch((error: unknown) => sayFault(faultText(error))), [])
  const body = useFirstFault(form.faults)
  const leaving = useLeaving(form.values !== start, onClose)
  const showing = { field, names, form: form.values }
  const first: FieldsOf<Form> = fieldsOf(showing)
  const more: FieldsOf<Form> = moreOf(showing)
  const isMoreWrong = Object.keys(form.faults).some((name) => name in more)
  return (
    <>
      <Dialog
        title={field ? t('change') : t('newOne')}
        onClose={onClose}
        onAnswer={(answer) => (answer === 'yes' ? form.send() : onClose())}
        foot={<Answers no={t('cancel')} yes={frame('save')} />}
      >
        <div class="own-field" ref={body}>
          <FaultAlone says={faultBeside(form.faults, { ...first, ...more })} />
          <FieldsAlone of={first} form={form} />
          <details open={isMoreWrong}>
            <summary>{t('more')}</summary>
            <FieldsAlone of={more} form={form} />
          </details>
          <Sample form={form.values} />
        </div>
      </Dialog>
      {leaving}
    </>
  )
}

/** The part of the document whose first control with a fault gets the focus when there are other faults. */
function useFirstFault(faults: Faults) {
  const body = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (Object.keys(faults).length === 0) return
    const wrong = body.current?.querySelector<HTMLElement>(
      '[aria-invalid], fieldset:has(> .fault) :is(input, button, select)',
    )
    wrong?.focus()
  }, [faults])
  return body
}

/** Where something was entered, Escape asks before it is lost. */
function useLeaving(hasChanged: boolean, onLeft: () => void) {
  const asks = useSignal(false)
  const hasEntered = useRef(false)
  if (hasChanged) hasEntered.current = true
  useEffect(() => {
    const hearing = new AbortController()
    const how = { capture: true, signal: hearing.signal }
    // Known at once, also where Escape comes before anything is drawn.
    document.addEventListener('input', () => (hasEntered.current = true), how)
    document.addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'Escape' || event.isComposing || asks.peek() || !hasEntered.current) return
        event.preventDefault()
        event.stopPropagation()
        asks.value = true
      },
      how,
    )
    return () => hearing.abort()
  }, [])
  if (!asks.value) return null
  return (
    <Question
      title={t('dropTyped')}
      says={t('dropTypedHint')}
      no={t('goOn')}
      yes={t('drop')}
      isDanger
      does={() => Promise.resolve(true)}
      onClose={() => {
        asks.value = false
      }}
      onDone={onLeft}
    />
  )
}
