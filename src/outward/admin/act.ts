import { type ReadonlySignal, useSignal } from '@preact/signals'
import { faultText } from './faults.ts'
import { settle } from './settle.ts'
import { sayFault } from './toasts.tsx'

/** Does one thing at a time, and says what went wrong with it. */
interface Acting {
  readonly isBusy: ReadonlySignal<boolean>
  /** Begins something, unless something else is under way; `done` follows where it went well, else `failed` after it is said what went wrong. */
  readonly act: <Value>(
    begin: () => Promise<Value>,
    done: (value: Value) => void,
    failed?: (error: unknown) => void,
  ) => void
}

/** For screens on which one thing after another is decided: keys that are pressed twice do nothing twice. */
export function useAct(): Acting {
  const isBusy = useSignal(false)
  const act: Acting['act'] = (begin, done, failed) => {
    if (isBusy.value) return
    isBusy.value = true
    void settle(
      begin(),
      (value) => {
        isBusy.value = false
        done(value)
      },
      (error: unknown) => {
        isBusy.value = false
        sayFault(faultText(error))
        failed?.(error)
      },
    )
  }
  return { isBusy, act }
}
