import { useSignal } from '@preact/signals'
import { faultText } from '../faults.ts'
import type { EventRecord } from '../records.ts'
import { settle } from '../settle.ts'
import { numberText } from '../texts.ts'
import { sayFault } from '../toasts.tsx'
import { mostAtOnce, readAllEvents } from './query.ts'
import type { Shown } from './shown.ts'
import { t, tn } from './texts.ts'

/** Offers to choose all that match, or as many as can be changed at once. */
export function AllMatching(props: {
  readonly shown: Shown
  readonly total: number
  readonly onFound: (events: readonly EventRecord[]) => void
}) {
  const { shown, total, onFound } = props
  const isAsking = useSignal(false)
  const choose = () => {
    isAsking.value = true
    void settle(readAllEvents(shown), onFound, (error: unknown) => {
      isAsking.value = false
      sayFault(faultText(error))
    })
  }
  return (
    <button class="text" type="button" disabled={isAsking.value} onClick={choose}>
      {total > mostAtOnce
        ? t('firstMatching', { most: numberText(mostAtOnce), count: numberText(total) })
        : tn('allMatching', total)}
    </button>
  )
}
