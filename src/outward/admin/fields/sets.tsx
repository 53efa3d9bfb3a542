import { useSignal } from '@preact/signals'
import { Dialog } from '../dialog.tsx'
import { faultText } from '../faults.ts'
import { FaultAlone } from '../kit/fields.tsx'
import { settle } from '../settle.ts'
import { t as frame } from '../texts.ts'
import { addSet, type OwnField, type SetName, sets } from './asks.ts'
import { t } from './texts.ts'

interface Adding {
  /** The fields that there are. */
  readonly fields: readonly OwnField[]
  readonly onAdded: (said: string) => void
}

/** The ready-made sets as cards, each with what is in it. */
export function Sets({ fields, onAdded }: Adding) {
  const fault = useSignal('')
  const isAdding = useSignal(false)
  const has = (set: SetName) => sets[set].every((name) => fields.some((field) => field.name === name))
  const add = (set: SetName) => {
    isAdding.value = true
    void settle(
      addSet(set),
      () => onAdded(t('setAdded', { title: t(set) })),
      (error) => {
        isAdding.value = false
        fault.value = faultText(error)
      },
    )
  }
  // The table writes its names out.
  const names = Object.keys(sets) as SetName[]
  return (
    <>
      <FaultAlone says={fault.value} />
      <ul class="field-sets">
        {names.map((set) => (
          <li key={set}>
            <b>{t(set)}</b>
            <p class="dim">{t(`${set}Has`)}</p>
            <p>
              {has(set) ? (
                <span class="dim">{t('isThere')}</span>
              ) : (
                <button class="plain" type="button" disabled={isAdding.value} onClick={() => add(set)}>
                  {t('add')}
                  <span class="hidden"> {t(set)}</span>
                </button>
              )}
            </p>
          </li>
        ))}
      </ul>
    </>
  )
}

/** The same before a list of fields. */
export function SetsDialog(props: Adding & { readonly onClose: () => void }) {
  const { onClose } = props
  return (
    <Dialog
      title={t('readyMadeSets')}
      onClose={onClose}
      onAnswer={onClose}
      foot={<button class="plain">{frame('close')}</button>}
    >
      <Sets {...props} />
    </Dialog>
  )
}
