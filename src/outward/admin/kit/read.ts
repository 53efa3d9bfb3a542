import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { faultText, isFinal } from '../faults.ts'
import { settle } from '../settle.ts'
import { say, sayFault } from '../toasts.tsx'

/** What a screen has read, and how it goes on from there. */
export interface Reading<Value> {
  /** Undefined until it is read; what was read before stays while it is read again. */
  readonly value: Value | undefined
  /** What went wrong with the last reading, or an empty text. */
  readonly fault: string
  /** Whether it would be refused again. */
  readonly isRefused: boolean
  /** How often it was to be read again. */
  readonly reads: number
  readonly again: () => void
  /** Takes what is known without reading it: the answer to a change. */
  readonly take: (value: Value) => void
  /** Changes what is known, where there is something. */
  readonly change: (next: (now: Value) => Value) => void
  /** Waits for something, says what came of it, unless that is nothing, and reads again; what went wrong is said too. */
  readonly does: <Done>(work: Promise<Done>, said: string | ((done: Done) => string | undefined)) => void
}

/** Reads what a screen shows, and again when one of `by` changes; an answer that came too late is dropped. What went wrong is also told where `tell` says. */
export function useRead<Value>(
  read: (signal: AbortSignal) => Promise<Value>,
  by: readonly unknown[] = [],
  tell?: (fault: string) => void,
): Reading<Value> {
  const value = useSignal<Value | undefined>(undefined)
  const fault = useSignal('')
  const isRefused = useSignal(false)
  const reads = useSignal(0)
  useEffect(() => {
    const reading = new AbortController()
    const end = (found: Value | undefined, error?: unknown) => {
      if (reading.signal.aborted) return
      const wrong = error === undefined ? '' : faultText(error)
      if (wrong === '') value.value = found
      fault.value = wrong
      isRefused.value = isFinal(error)
      if (wrong !== '') tell?.(wrong)
    }
    void settle(read(reading.signal), end, (error) => end(undefined, error))
    return () => reading.abort()
  }, [reads.value, ...by])
  const again = () => void (reads.value += 1)
  const does: Reading<Value>['does'] = (work, said) => carryOut(work, said, again)
  const take = (known: Value) => {
    value.value = known
  }
  const change: Reading<Value>['change'] = (next) => {
    const now = value.peek()
    if (now !== undefined) value.value = next(now)
  }
  return {
    value: value.value,
    fault: fault.value,
    isRefused: isRefused.value,
    reads: reads.value,
    again,
    take,
    change,
    does,
  }
}

/** Waits for something and says what came of it; after that what is shown is again what holds. */
function carryOut<Done>(
  work: Promise<Done>,
  said: string | ((done: Done) => string | undefined),
  again: () => void,
): void {
  void settle(
    work,
    (done) => {
      const text = typeof said === 'string' ? said : said(done)
      if (text !== undefined) say(text)
      again()
    },
    (error) => {
      sayFault(faultText(error))
      again()
    },
  )
}
