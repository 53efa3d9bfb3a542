import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { faultText } from './faults.ts'
import { settle } from './settle.ts'
import { sayFault } from './toasts.tsx'

/** What can be chosen. */
export interface Option {
  readonly key: string
  readonly name: string
  readonly says: string
}

/** How long typing has to rest before it is searched for, in milliseconds. */
const rest_ms = 200

/** What is found by what is typed, as soon as that rests; `more` adds what is offered besides, by what is typed. */
export function useFinding(
  find: (typed: string) => Promise<readonly Option[]>,
  more: (typed: string) => readonly Option[],
) {
  const options = useSignal<readonly Option[]>([])
  const typed = useSignal('')
  const at = useSignal(-1)
  const typing = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const asked = useRef(0)
  useEffect(() => () => clearTimeout(typing.current), [])
  const all = [...options.value, ...more(typed.value)]
  const shown = useRef(all)
  shown.current = all
  const show = (found: readonly Option[], text: string) => {
    // What the reader points at stays what it is, wherever it stands now.
    const pointed = shown.current[at.value]?.key
    options.value = found
    const stays = [...found, ...more(typed.value)].findIndex(({ key }) => key === pointed)
    at.value = stays >= 0 ? stays : found.length > 0 && text !== '' ? 0 : -1
  }
  const search = (given: string) => {
    const text = given.trim()
    typed.value = text
    clearTimeout(typing.current)
    typing.current = setTimeout(() => {
      asked.current += 1
      const turn = asked.current
      void settle(
        find(text),
        (found) => turn === asked.current && show(found, text),
        (error: unknown) => sayFault(faultText(error)),
      )
    }, rest_ms)
  }
  return { all, at, search }
}
