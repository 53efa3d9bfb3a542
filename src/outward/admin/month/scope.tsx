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
import { MoveEffect, moveNames, triedText } from '../moving/moveEffect.tsx'
import { countOf, type Tried, tryMove } from '../moving/move.ts'
import { t as tMoving, tn as tnMoving } from '../moving/texts.ts'
import { t } from './texts.ts'

const scopes: readonly Scope[] = ['this', 'following', 'all']

/** Asks which dates of a series move, and says of each choice how many, from when to when, and which stay. */
export function ScopeDialog(props: {
  readonly event: EventRecord
  readonly by: number
  readonly onClose: () => void
  readonly onMove: (scope: Scope) => void
}) {
  const { event, by, onClose, onMove } = props
  const chosen = useSignal<Scope>('this')
  const effects = useSignal<Readonly<Partial<Record<Scope, Tried | string>>>>({})
  useEffect(() => {
    for (const scope of scopes)
      void settle(
        tryMove({ event, by, scope }),
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
      title={tMoving('scopeTitle')}
      onClose={onClose}
      onAnswer={(answer) => (answer === 'move' ? onMove(chosen.value) : onClose())}
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
      <GuestsHear events={[event]} />
      <MoveEffect event={event} by={by} scope={chosen.value} tried={tried} />
    </Dialog>
  )
}
