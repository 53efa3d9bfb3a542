import type { Scope } from '../common/deed.ts'
import type { EventRecord } from '../records.ts'
import { Figure, FirstMoves, StayingLines, Those } from '../series/staying.tsx'
import { t as tSeries, tn as tnSeries } from '../series/texts.ts'
import { countOf, datesOf, type Tried } from './move.ts'
import { t, tn } from './texts.ts'

/** What moving a date of a series does: which dates go from when to when, and which stay. */
export function MoveEffect(props: {
  readonly event: EventRecord
  readonly by: number
  readonly scope: Scope
  /** What was tried; undefined while that is not known, or is refused. */
  readonly tried: Tried | undefined
}) {
  const { event, by, scope, tried } = props
  if (tried === undefined) return null
  const { all_day } = event
  const move = { from: event, to: { ...datesOf(event, by), all_day } }
  const held = tried.held ?? []
  const first = tried.changed.filter((id) => !held.includes(id)).slice(0, 1)
  return (
    <div class="effect" role="status">
      <b>{tSeries('whatHappens')}</b>
      <ul>
        <Figure count={countOf(tried)} line={tn('datesMove', countOf(tried))}>
          {scope === 'this' ? <FirstMoves {...move} isAlone /> : <Those ids={first} move={move} />}
        </Figure>
        {held.length > 0 && (
          <Figure count={held.length} line={tnSeries('heldStay', held.length)}>
            <Those ids={held} />
          </Figure>
        )}
        <StayingLines event={event} scope={scope} />
      </ul>
    </div>
  )
}

/** How many dates a choice of them moves, or why it moves none. */
export function triedText(tried: Tried | string | undefined): string {
  return typeof tried === 'object' ? tn('datesMove', countOf(tried)) : (tried ?? '')
}

/** What choices of dates are called where one date is moved. */
export function moveNames(day: string): Readonly<Record<Scope, string>> {
  return { this: t('only', { day }), following: t('following', { day }), all: t('whole') }
}
