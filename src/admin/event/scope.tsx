import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { Dialog } from '../dialog.tsx'
import { faultText } from '../faults.ts'
import { longDay } from '../dates.ts'
import { Scopes } from '../scopes.tsx'
import { t, tn } from '../texts.ts'
import type { Scope } from '../events/change.ts'
import type { Applied } from './progress.ts'
import type { Store } from './store.ts'
import { settle } from '../settle.ts'

/** Asks for which dates of a series a change is, and says of each choice what it would do. */
export function ScopeDialog({ store }: { readonly store: Store }) {
  const { changed, record } = store
  // How it repeats is nothing that one date has.
  const scopes: readonly Scope[] = changed.value.includes('repeat')
    ? ['following', 'all']
    : ['this', 'following', 'all']
  const scope = useSignal<Scope>(scopes[0] ?? 'this')
  const effects = useSignal<Readonly<Partial<Record<Scope, Applied | string>>>>({})
  useEffect(() => {
    for (const one of scopes)
      void settle(
        store.tryOut(one),

        (applied) => {
          effects.value = { ...effects.value, [one]: applied }
        },
        (error: unknown) => {
          effects.value = { ...effects.value, [one]: faultText(error) }
        },
      )
  }, [])
  const names = { this: t('scopeThis'), following: t('scopeFollowing'), all: t('scopeAll') }
  const close = () => {
    store.isAskingScope.value = false
  }
  const effect = effects.value[scope.value]
  const count = typeof effect === 'object' ? countOf(effect) : 0
  return (
    <Dialog
      title={t('scopeTitle')}
      onClose={close}
      onAnswer={(answer) => {
        if (answer === 'save') void store.save({ as: 'chosen', scope: scope.value })
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
      <Scopes
        label={t('scopeTitle')}
        scopes={scopes}
        names={names}
        chosen={scope.value}
        onChoose={(one) => {
          scope.value = one
        }}
        hintOf={(one) => (one === 'this' && record.value ? longDay(record.value.start_date) : '')}
      />
      <div class="effect" role="status">
        <Effect of={effect} />
      </div>
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
  const { changed, created, removed, kept } = of
  const lines = [
    changed.length > 0 && tn('effectChanged', changed.length),
    created.length > 0 && tn('effectCreated', created.length),
    removed.length > 0 && tn('effectRemoved', removed.length),
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
