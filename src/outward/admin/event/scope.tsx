import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { Dialog } from '../dialog.tsx'
import { faultText } from '../faults.ts'
import { Refusal } from '../api.ts'
import { dayAndMonth } from '../dates.ts'
import { Scopes } from '../scopes.tsx'
import { reallyChanged } from '../series/dates.ts'
import { t as ts, tn as tns } from '../series/texts.ts'
import { t, tn } from '../texts.ts'
import type { Scope } from '../common/deed.ts'
import { GuestsHear } from '../registration/guestsHear.tsx'
import { paramsOf } from './fields.ts'
import { newsFor } from './news.ts'
import type { Applied } from './progress.ts'
import { repeats } from './repeat.ts'
import { Changed, countOf, Effect, moveOf } from './scopeEffect.tsx'
import type { Store } from './store.ts'
import { settle } from '../settle.ts'

/** Asks for which dates of a series a change is, and says of each choice what it would do. */
export function ScopeDialog({ store }: { readonly store: Store }) {
  const { record } = store
  const scopes = scopesOf(store)
  const scope = useSignal<Scope>(scopes[0] ?? 'this')
  const isOverriding = useSignal(false)
  const effects = useSignal<Readonly<Partial<Record<Scope, Applied | string>>>>({})
  /** How many dates keep what was changed on them alone, unless that is overwritten. */
  const held = useSignal<Readonly<Partial<Record<Scope, number>>>>({})
  useEffect(() => {
    for (const one of scopes)
      void settle(
        triedOut(store, { scope: one, isOverriding: isOverriding.value }),
        (applied) => {
          if (!isOverriding.value) held.value = { ...held.value, [one]: applied.held?.length ?? 0 }
          effects.value = { ...effects.value, [one]: applied }
        },
        (error: unknown) => {
          effects.value = { ...effects.value, [one]: refusedText(error) }
        },
      )
  }, [isOverriding.value])
  const start = record.value?.start_date ?? ''
  const names = {
    this: ts('onlyDay', { day: dayAndMonth(start) }),
    following: ts('dayAndAfter', { day: dayAndMonth(start) }),
    all: ts('wholeSeries'),
  }
  const close = () => {
    store.isAskingScope.value = false
  }
  const effect = effects.value[scope.value]
  const count = typeof effect === 'object' ? countOf(effect) : 0
  const kept = held.value[scope.value] ?? 0
  const [before, now] = [store.base.value.repeat.out, store.form.value.repeat.out]
  const leavesOut = now.some((day) => !before.includes(day))
  return (
    <Dialog
      title={t('scopeTitle')}
      onClose={close}
      onAnswer={(answer) => {
        if (answer === 'save')
          void store.save({ as: 'chosen', scope: scope.value, isOverriding: isOverriding.value })
        else close()
      }}
      foot={
        <>
          <button class="plain" value="back">
            {t('goOnEditing')}
          </button>
          <button value="save" disabled={typeof effect !== 'object'}>
            {tn('changeDates', count)}
          </button>
        </>
      }
    >
      <Changed store={store} />
      <Scopes
        label={t('scopeTitle')}
        scopes={scopes}
        names={names}
        chosen={scope.value}
        onChoose={(one) => {
          scope.value = one
        }}
        hintOf={(one) => {
          if (one === 'this') return ts('othersStayHint')
          return one === 'following' ? ts('beforeStays') : t('scopeAll')
        }}
      />
      <div class="effect">
        <b>{ts('whatHappens')}</b>
        <div role="status">
          {record.value && (
            <Effect of={effect} scope={scope.value} event={record.value} move={moveOf(store)}>
              {kept > 0 && (
                <label class="check">
                  <input
                    type="checkbox"
                    checked={isOverriding.value}
                    onChange={({ currentTarget }) => {
                      isOverriding.value = currentTarget.checked
                    }}
                  />
                  <span>{tns('changeKept', kept)}</span>
                </label>
              )}
            </Effect>
          )}
          {leavesOut && scope.value !== 'this' && <p class="hint">{ts('leftOutGoes')}</p>}
        </div>
      </div>
      {record.value && newsFor(store) && (
        <GuestsHear events={[record.value]} ids={typeof effect === 'object' ? effect.changed : []} />
      )}
      <p class="hint">{ts('scopeUndo')}</p>
    </Dialog>
  )
}

/** What a change would do, without the dates of which nothing would change. Throws what {@link reallyChanged} throws. */
async function triedOut(
  store: Store,
  of: { readonly scope: Scope; readonly isOverriding: boolean },
): Promise<Applied> {
  const [before, sent] = [store.base, store.form].map((one) => paramsOf(one.peek(), store.changed.peek()))
  const tried = await store.tryOut(of)
  if (of.isOverriding) return tried
  const names = Object.keys(sent ?? {}).filter(
    (name) => JSON.stringify(sent?.[name]) !== JSON.stringify(before?.[name]),
  )
  return reallyChanged(tried, names)
}

/** The dates that can be meant: how it repeats is nothing that one date has, and that it repeats no more holds for all. */
function scopesOf({ changed, form }: Store): readonly Scope[] {
  if (!changed.value.includes('repeat')) return ['this', 'following', 'all']
  return repeats(form.value.repeat) ? ['following', 'all'] : ['all']
}

/** Why a choice of dates is none, in the words of the reader. */
function refusedText(error: unknown): string {
  const isOfDates = error instanceof Refusal && (error.status === 400 || error.status === 409)
  return isOfDates ? ts('notForThese') : faultText(error)
}
