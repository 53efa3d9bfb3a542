import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { Dialog } from '../dialog.tsx'
import { faultText } from '../faults.ts'
import { longDay } from '../dates.ts'
import { Scopes } from '../scopes.tsx'
import { t, tn } from '../texts.ts'
import type { Scope } from '../events/change.ts'
import { fieldNames } from './describe.ts'
import type { Applied } from './progress.ts'
import type { Store } from './store.ts'
import { settle } from '../settle.ts'
import { t as te, tn as ten } from './texts.ts'

/** Asks for which dates of a series a change is, and says of each choice what it would do. */
export function ScopeDialog({ store }: { readonly store: Store }) {
  const { changed, record } = store
  // How it repeats is nothing that one date has.
  const scopes: readonly Scope[] = changed.value.includes('repeat')
    ? ['following', 'all']
    : ['this', 'following', 'all']
  const scope = useSignal<Scope>(scopes[0] ?? 'this')
  const isOverriding = useSignal(false)
  const effects = useSignal<Readonly<Partial<Record<Scope, Applied | string>>>>({})
  /** How many dates keep what was changed on them alone, unless that is overwritten. */
  const held = useSignal<Readonly<Partial<Record<Scope, number>>>>({})
  useEffect(() => {
    for (const one of scopes)
      void settle(
        store.tryOut({ scope: one, isOverriding: isOverriding.value }),
        (applied) => {
          if (!isOverriding.value) held.value = { ...held.value, [one]: applied.held?.length ?? 0 }
          effects.value = { ...effects.value, [one]: applied }
        },
        (error: unknown) => {
          effects.value = { ...effects.value, [one]: faultText(error) }
        },
      )
  }, [isOverriding.value])
  const names = { this: t('scopeThis'), following: t('scopeFollowing'), all: t('scopeAll') }
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
      <p class="dim" dir="auto">
        {te('youChanged', { fields: fieldNames(changed.value) })}
      </p>
      <Scopes
        label={t('scopeTitle')}
        scopes={scopes}
        names={names}
        chosen={scope.value}
        onChoose={(one) => {
          scope.value = one
        }}
        hintOf={(one) => {
          if (one === 'this') return record.value ? longDay(record.value.start_date) : ''
          return one === 'following' ? te('beforeStays') : ''
        }}
      />
      <div class="effect">
        <b>{te('whatHappens')}</b>
        <div role="status">
          <Effect of={effect} />
          {leavesOut && scope.value !== 'this' && <p class="hint">{te('leftOutGoes')}</p>}
        </div>
        {kept > 0 && (
          <label class="check">
            <input
              type="checkbox"
              checked={isOverriding.value}
              onChange={({ currentTarget }) => {
                isOverriding.value = currentTarget.checked
              }}
            />
            <span>{ten('changeKept', kept)}</span>
          </label>
        )}
      </div>
      <p class="hint">{te('scopeUndo')}</p>
    </Dialog>
  )
}

function countOf({ changed, created, removed }: Applied): number {
  return changed.length + created.length + removed.length
}

function Effect({ of }: { readonly of: Applied | string | undefined }) {
  if (of === undefined) return <p>{t('loading')}</p>
  if (typeof of === 'string')
    return (
      <p class="fault" dir="auto">
        {of}
      </p>
    )
  const { changed, created, removed, kept, held = [] } = of
  const lines = [
    changed.length > 0 && tn('effectChanged', changed.length),
    created.length > 0 && tn('effectCreated', created.length),
    removed.length > 0 && tn('effectRemoved', removed.length),
    held.length > 0 && ten('effectHeld', held.length),
    kept.length > 0 && tn('effectKept', kept.length),
  ].filter((line) => line !== false)
  return (
    <ul>
      {lines.map((line) => (
        <li class="plain-line" key={line}>
          {line}
        </li>
      ))}
      {lines.length === 0 && <li class="plain-line">{t('effectNone')}</li>}
    </ul>
  )
}
