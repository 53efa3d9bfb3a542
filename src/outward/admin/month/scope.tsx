import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { dayText } from '../dates.ts'
import { Dialog } from '../dialog.tsx'
import { faultText } from '../faults.ts'
import type { EventRecord } from '../records.ts'
import { Scopes } from '../scopes.tsx'
import { settle } from '../settle.ts'
import type { Scope } from '../events/change.ts'
import { tryMove } from './read.ts'
import { t, tn } from './texts.ts'

const scopes: readonly Scope[] = ['this', 'following', 'all']

/** Asks which dates of a series move, and says of each choice how many. */
export function ScopeDialog(props: {
  readonly event: EventRecord
  readonly by: number
  readonly onClose: () => void
  readonly onMove: (scope: Scope) => void
}) {
  const { event, by, onClose, onMove } = props
  const chosen = useSignal<Scope>('this')
  const effects = useSignal<Readonly<Partial<Record<Scope, number | string>>>>({})
  useEffect(() => {
    for (const scope of scopes)
      void settle(
        tryMove({ event, by, scope }),
        (count) => {
          effects.value = { ...effects.value, [scope]: count }
        },
        (error: unknown) => {
          effects.value = { ...effects.value, [scope]: faultText(error) }
        },
      )
  }, [])
  const day = dayText(event.start_date)
  const names = { this: t('only', { day }), following: t('following', { day }), all: t('whole') }
  const effect = effects.value[chosen.value]
  return (
    <Dialog
      title={t('scopeTitle')}
      onClose={onClose}
      onAnswer={(answer) => (answer === 'move' ? onMove(chosen.value) : onClose())}
      foot={
        <>
          <button class="plain" value="back">
            {t('putBack')}
          </button>
          <button value="move" disabled={typeof effect !== 'number'}>
            {tn('moveDates', typeof effect === 'number' ? effect : 0)}
          </button>
        </>
      }
    >
      <Scopes
        label={t('scopeTitle')}
        scopes={scopes}
        names={names}
        chosen={chosen.value}
        onChoose={(scope) => {
          chosen.value = scope
        }}
        hintOf={(scope) => effectText(effects.value[scope])}
      />
    </Dialog>
  )
}

function effectText(effect: number | string | undefined): string {
  return typeof effect === 'number' ? tn('datesMove', effect) : (effect ?? '')
}
