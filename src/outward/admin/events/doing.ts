import { useSignal } from '@preact/signals'
import { faultText } from '../faults.ts'
import type { EventRecord } from '../records.ts'
import { hasGuests } from '../registration/hears.ts'
import { settle } from '../settle.ts'
import { t, tn } from '../texts.ts'
import { say, sayFault } from '../toasts.tsx'
import type { Sorting, Wish } from './bulk.tsx'
import { changeAll } from '../common/change.ts'
import { goBack } from '../common/goBack.ts'
import type { Deed } from '../common/deed.ts'
import { doneText } from './doneText.ts'
import { titleOf } from '../common/title.ts'

/** What is being done with events of the list, or asked before it is. */
export function useDoing(onDone: () => void, again: () => void) {
  const wish = useSignal<Wish | undefined>(undefined)
  const moved = useSignal<EventRecord | undefined>(undefined)
  const sorting = useSignal<Sorting | undefined>(undefined)
  const carryOut = async (of: readonly EventRecord[], deed: Deed) => {
    wish.value = undefined
    try {
      const back = await changeAll(of, deed)
      onDone()
      say(
        doneText(deed, of),
        back && (() => void settle(goBack(back), again, (error: unknown) => tellFault(of, error))),
      )
    } catch (error) {
      // All of them stayed as they were, and stay chosen.
      tellFault(of, error)
    }
    again()
  }
  const wanted = (of: readonly EventRecord[], does: Wish['does']) => {
    if (of.length === 0) return
    // What leads back easily is done to one at once. All else is asked first: what it does to how many, and of a series which dates.
    const isOne = of.length === 1 && !of[0]?.series
    // Of what is published guests hear nothing; of the rest they do.
    const isAsked = does === 'cancel' || does === 'remove' || (does !== 'publish' && of.some(hasGuests))
    if (isOne && !isAsked) void carryOut(of, { does })
    else wish.value = { does, events: of }
  }
  const sort = (does: Sorting['does'], of: readonly EventRecord[]) => {
    sorting.value = { does, events: of }
  }
  const move = (event: EventRecord | undefined) => {
    moved.value = event
  }
  return { wish, moved, sorting, carryOut, wanted, sort, move, again }
}

/** What the parts of the list share of it. */
export type Doing = ReturnType<typeof useDoing>

function tellFault(events: readonly EventRecord[], fault: unknown): void {
  const [first] = events
  if (!first) return
  const words = { title: titleOf(first), why: faultText(fault) }
  sayFault(events.length === 1 ? t('notDone', words) : tn('notDoneMany', events.length, words))
}
