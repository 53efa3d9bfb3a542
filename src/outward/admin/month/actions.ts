import { addDays, dayText } from '../dates.ts'
import { titleOf } from '../events/title.ts'
import { faultText } from '../faults.ts'
import { settle } from '../settle.ts'
import { say, sayFault } from '../toasts.tsx'
import { move, type Move } from './read.ts'
import { t } from './texts.ts'

const tell = (error: unknown) => sayFault(faultText(error))

/** Moves an event and says so, with a way back; `again` follows each change. */
export function moveAndSay(wanted: Move, again: () => void): void {
  const { event, by } = wanted
  const back = (): Move => ({
    ...wanted,
    event: { ...event, start_date: shifted(event.start_date, by), end_date: shifted(event.end_date, by) },
    by: -by,
  })
  void settle(
    move(wanted),
    () => {
      again()
      const day = dayText(addDays(event.start_date.slice(0, 10), by))
      say(t('moved', { title: titleOf(event), to: day }), () => void settle(move(back()), again, tell))
    },
    tell,
  )
}

function shifted(wall: string, by: number): string {
  return `${addDays(wall.slice(0, 10), by)}${wall.slice(10)}`
}
