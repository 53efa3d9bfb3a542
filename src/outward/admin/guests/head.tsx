import { dayText, longDay, timeText } from '../dates.ts'
import type { EventRecord } from '../records.ts'
import { to } from '../route.ts'
import { line, numberText } from '../texts.ts'
import { titleOf } from '../common/title.ts'
import type { Counts } from './asks.ts'
import { t, tn } from './texts.ts'

/** Which event it is, and when. */
export function WhichEvent({ event }: { readonly event: EventRecord }) {
  const { id, start_date: start, all_day: isAllDay } = event
  return (
    <>
      <a href={to(`events/${id}`)} dir="auto">
        {titleOf(event)}
      </a>
      {` · ${isAllDay ? longDay(start) : `${dayText(start)}, ${timeText(start)}`}`}
    </>
  )
}

/** How many places are taken, and how many people are there. */
export function Places({ capacity, counts }: { readonly capacity: number | null; readonly counts: Counts }) {
  const { taken, waiting, requested, arrived, head_count: heads } = counts
  const says = [
    capacity === null
      ? tn('comingPeople_', taken)
      : t('takenOf', { taken: numberText(taken), capacity: numberText(capacity) }),
    capacity !== null && taken < capacity && tn('free_', capacity - taken),
    capacity !== null && taken > capacity && tn('tooMany_', taken - capacity),
    waiting > 0 && tn('inLine_', waiting),
    requested > 0 && tn('toApprove_', requested),
    arrived > 0 && tn('here_', arrived),
    heads !== null && tn('heads_', heads),
  ]
  return (
    <div class={capacity !== null && taken > capacity ? 'guest-places too-many' : 'guest-places'}>
      {capacity !== null && (
        <progress
          aria-label={t('placesTaken')}
          max={Math.max(1, capacity)}
          value={Math.min(taken, capacity)}
        />
      )}
      <p role="status">{line(...says)}</p>
    </div>
  )
}
