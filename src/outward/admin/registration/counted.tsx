import { to } from '../route.ts'
import { line, numberText } from '../texts.ts'
import { t, tn } from './texts.ts'

/** How many come to an event, by its record for who may edit it. */
export interface Counts {
  readonly event: number
  readonly capacity: number | null
  readonly taken: number
  readonly waiting: number
  readonly requested: number
}

/** Who comes already, and the way to them. */
export function Counted({ event, capacity, taken, waiting, requested }: Counts) {
  const tooMany = capacity === null ? 0 : taken - capacity
  return (
    <p>
      {line(
        capacity === null
          ? tn('taken', taken)
          : t('takenOf', { taken: numberText(taken), capacity: numberText(capacity) }),
        tooMany > 0 && tn('tooMany', tooMany),
        waiting > 0 && tn('waiting', waiting),
        requested > 0 && tn('requested', requested),
      )}{' '}
      <a href={to(`events/${event}/guests`)}>{t('guests')}</a>
    </p>
  )
}
