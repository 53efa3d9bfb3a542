import { addDays, dayText } from '../dates.ts'
import { withWayBack } from '../common/change.ts'
import { goBack } from '../common/goBack.ts'
import { titleOf } from '../common/title.ts'
import { faultText } from '../faults.ts'
import { settle } from '../settle.ts'
import { say, sayFault } from '../toasts.tsx'
import { move, type Move } from './move.ts'
import { t } from './texts.ts'

const tell = (error: unknown) => sayFault(faultText(error))

/** Moves an event and says so, with a way back; `again` follows each change. */
export function moveAndSay(wanted: Move, again: () => void): void {
  const { event, by } = wanted
  void settle(
    withWayBack(event, () => move(wanted)),
    (back) => {
      again()
      const day = dayText(addDays(event.start_date.slice(0, 10), by))
      say(
        t('moved', { title: titleOf(event), to: day }),
        back && (() => void settle(goBack(back), again, tell)),
      )
    },
    tell,
  )
}
