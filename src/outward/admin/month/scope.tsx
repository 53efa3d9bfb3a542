import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { dayText } from '../dates.ts'
import { Dialog } from '../dialog.tsx'
import { faultText } from '../faults.ts'
import type { EventRecord } from '../records.ts'
import { GuestsHear } from '../registration/guestsHear.tsx'
import { Scopes } from '../scopes.tsx'
import { settle } from '../settle.ts'
import type { Scope } from '../common/deed.ts'
import { titleOf } from '../common/title.ts'
import { t as tEvents } from '../events/texts.ts'
import { MoveEffect, moveNames, triedText } from '../moving/moveEffect.tsx'
import { countOf, type Tried, tryMove } from '../moving/move.ts'
import { t as tMoving, tn as tnMoving } from '../moving/texts.ts'
import { t } from './texts.ts'

const scopes: readonly Scope[] = ['this', 'following', 'all']

/**
 * Asks which dates of a series move, and says of each choice how many, from when to when, and which stay; of any event, whether its guests
 * are told.
 */
export function ScopeDialog(props: {
  readonly event: EventRecord
  readonly by: number
  readonly onClose: () => void
  readonly onMove: (scope: Scope | undefined) => void
}) {
  const { event, by, onClose, onMove } = props
  const chosen = useSignal<Scope>('this')
  const effects = useSignal<Readonly<Partial<Record<Scope, Tried | string>>>>({})
  useEffect(() => {
    for (const scope of event.series ? scopes : scopes.slice(0, 1))
      void settle(
        tryMove({ event, by, scope: event.series ? scope : undefined }),
        (tried) => {
          effects.value = { ...effects.value, [scope]: tried }
        },
        (error: unknown) => {
          effects.value = { ...effects.value, [scope]: faultText(error) }
        },
      )
  }, [])
  const day = dayText(event.start_date)
  const effect = effects.value[chosen.value]
  const tried = typeof effect === 'object' ? effect : undefined
  return (
    <Dialog
      title={event.series ? tMoving('scopeTitle') : tEvents('moveTitle', { title: titleOf(event) })}
      onClose={onClose}
      onAnswer={(answer) => (answer === 'move' ? onMove(event.series ? chosen.value : undefined) : onClose())}
      foot={
        <>
          <button class="plain" value="back">
            {t('putBack')}
          </button>
          <button value="move" disabled={tried === undefined}>
            {tnMoving('moveDates', tried ? countOf(tried) : 0)}
          </button>
        </>
      }
    >
      {event.series && (
        <Scopes
          label={tMoving('scopeTitle')}
          scopes={scopes}
          names={moveNames(day)}
          chosen={chosen.value}
          onChoose={(scope) => {
            chosen.value = scope
          }}
          hintOf={(scope) => triedText(effects.value[scope])}
        />
      )}
      {typeof effect === 'string' && !event.series && (
        <p class="fault" role="alert" dir="auto">
          {effect}
        </p>
      )}
      <GuestsHear events={[event]} ids={tried?.changed} />
      <MoveEffect event={event} by={by} scope={chosen.value} tried={tried} />
    </Dialog>
  )
}
