import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { dayText } from '../dates.ts'
import { Dialog } from '../dialog.tsx'
import { faultText } from '../faults.ts'
import { moveAndSay } from '../moving/actions.ts'
import { MoveEffect, moveNames, triedText } from '../moving/moveEffect.tsx'
import { countOf, type Tried, tryMove } from '../moving/move.ts'
import { t as tMoving, tn as tnMoving } from '../moving/texts.ts'
import { Field } from '../parts.tsx'
import type { EventRecord } from '../records.ts'
import { GuestsHear } from '../registration/guestsHear.tsx'
import { Scopes } from '../scopes.tsx'
import { settle } from '../settle.ts'
import type { Scope } from '../common/deed.ts'
import { titleOf } from '../common/title.ts'
import { t } from './texts.ts'

const scopes: readonly Scope[] = ['this', 'following', 'all']

/** Asks to which day an event goes, and of a series which dates move with it. Times of the day stay. */
export function MoveDialog(props: {
  readonly event: EventRecord
  readonly onClose: () => void
  readonly onMoved: () => void
}) {
  const { event, onClose, onMoved } = props
  const start = event.start_date.slice(0, 10)
  const day = useSignal(start)
  const scope = useSignal<Scope>('this')
  const reaches = useSignal<Readonly<Partial<Record<Scope, Tried | string>>>>({})
  const by = Math.round((Date.parse(day.value) - Date.parse(start)) / 86_400_000)
  const isMove = Number.isFinite(by) && by !== 0
  useEffect(() => {
    let isOld = false
    reaches.value = {}
    if (!isMove) return () => {}
    for (const one of event.series ? scopes : scopes.slice(0, 1)) {
      const tell = (says: Tried | string) => {
        if (!isOld) reaches.value = { ...reaches.value, [one]: says }
      }
      void settle(tryMove({ event, by, scope: event.series ? one : undefined }), tell, (error: unknown) =>
        tell(faultText(error)),
      )
    }
    return () => {
      isOld = true
    }
  }, [by])
  const reach = reaches.value[event.series ? scope.value : 'this']
  const tried = typeof reach === 'object' ? reach : undefined
  return (
    <Dialog
      title={t('moveTitle', { title: titleOf(event) })}
      onClose={onClose}
      onAnswer={(answer) => {
        onClose()
        if (answer === 'yes' && isMove)
          moveAndSay({ event, by, scope: event.series ? scope.value : undefined }, onMoved)
      }}
      foot={
        <>
          <button class="plain" value="no" formNoValidate>
            {t('leaveAsIs')}
          </button>
          <button value="yes" disabled={tried === undefined}>
            {tnMoving('moveDates', tried ? countOf(tried) : 0)}
          </button>
        </>
      }
    >
      <Field
        label={t('newDay')}
        hint={t('wasOn', { day: dayText(start) })}
        fault={!event.series && typeof reach === 'string' ? reach : undefined}
      >
        {(tied) => (
          <input
            {...tied}
            type="date"
            required
            value={start}
            onInput={({ currentTarget: { value } }) => {
              day.value = value
            }}
          />
        )}
      </Field>
      {isMove && <GuestsHear events={[event]} ids={tried?.changed} />}
      {event.series && isMove && (
        <>
          <Scopes
            label={tMoving('scopeTitle')}
            scopes={scopes}
            names={moveNames(dayText(start))}
            chosen={scope.value}
            onChoose={(one) => {
              scope.value = one
            }}
            hintOf={(one) => triedText(reaches.value[one])}
          />
          <MoveEffect event={event} by={by} scope={scope.value} tried={tried} />
        </>
      )}
    </Dialog>
  )
}
