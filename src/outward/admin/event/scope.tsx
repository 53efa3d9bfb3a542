import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { Dialog } from '../dialog.tsx'
import { faultText } from '../faults.ts'
import { ask, Refusal } from '../api.ts'
import { dayText, dayAndMonth } from '../dates.ts'
import type { EventPage } from '../records.ts'
import { Scopes } from '../scopes.tsx'
import { numberText, t, tn } from '../texts.ts'
import type { Scope } from '../events/change.ts'
import { fieldNames } from './describe.ts'
import type { Applied } from './progress.ts'
import { repeats } from './repeat.ts'
import type { Store } from './store.ts'
import { settle } from '../settle.ts'
import { t as te, tn as ten } from './texts.ts'

/** Asks for which dates of a series a change is, and says of each choice what it would do. */
export function ScopeDialog({ store }: { readonly store: Store }) {
  const { changed, record } = store
  const scopes = scopesOf(store)
  const scope = useSignal<Scope>(scopes[0] ?? 'this')
  const isOverriding = useSignal(false)
  const effects = useSignal<Readonly<Partial<Record<Scope, Applied | string>>>>({})
  /** How many dates keep what was changed on them alone, unless that is overwritten. */
  const held = useSignal<Readonly<Partial<Record<Scope, number>>>>({})
  /** When those are. */
  const byHand = useSignal<Readonly<Partial<Record<Scope, readonly string[]>>>>({})
  useEffect(() => {
    for (const one of scopes)
      void settle(
        store.tryOut({ scope: one, isOverriding: isOverriding.value }),
        (applied) => {
          const ids = applied.held ?? []
          if (!isOverriding.value) held.value = { ...held.value, [one]: ids.length }
          if (ids.length > 0 && byHand.peek()[one] === undefined)
            void settle(
              daysOf(ids),
              (days) => {
                byHand.value = { ...byHand.peek(), [one]: days }
              },
              // Their number is told anyway.
              () => {},
            )
          effects.value = { ...effects.value, [one]: applied }
        },
        (error: unknown) => {
          effects.value = { ...effects.value, [one]: refusedText(error) }
        },
      )
  }, [isOverriding.value])
  const start = record.value?.start_date ?? ''
  const names = {
    this: te('onlyDay', { day: dayAndMonth(start) }),
    following: te('dayAndAfter', { day: dayAndMonth(start) }),
    all: te('wholeSeries'),
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
          if (one === 'this') return te('othersStay')
          return one === 'following' ? te('beforeStays') : t('scopeAll')
        }}
      />
      <div class="effect">
        <b>{te('whatHappens')}</b>
        <div role="status">
          <Effect of={effect} byHand={isOverriding.value ? [] : (byHand.value[scope.value] ?? [])} />
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

function Effect(props: { readonly of: Applied | string | undefined; readonly byHand: readonly string[] }) {
  const { of, byHand } = props
  if (of === undefined) return <p>{t('loading')}</p>
  if (typeof of === 'string')
    return (
      <p class="fault" dir="auto">
        {of}
      </p>
    )
  const { changed, created, removed, kept, held = [] } = of
  const lines = [
    [changed.length, tn('effectChanged', changed.length)],
    [created.length, tn('effectCreated', created.length)],
    [removed.length, tn('effectRemoved', removed.length)],
    [held.length, ten('effectHeld', held.length)],
    [kept.length, tn('effectKept', kept.length)],
  ] as const
  const told = lines.filter(([count]) => count > 0)
  return (
    <ul>
      {told.map(([count, line]) => (
        <Figure key={line} count={count} line={line} />
      ))}
      {byHand.length > 0 && (
        <li>
          <span />
          <span dir="auto">{te('byHand', { days: byHand.map(dayText).join(', ') })}</span>
        </li>
      )}
      {told.length === 0 && <li class="plain-line">{t('effectNone')}</li>}
    </ul>
  )
}

/** A line that says how many, with the number large before it where the sentence begins with it. */
function Figure({ count, line }: { readonly count: number; readonly line: string }) {
  const number = numberText(count)
  if (!line.startsWith(number)) return <li class="plain-line">{line}</li>
  return (
    <li>
      <b>{number}</b> <span>{line.slice(number.length).trimStart()}</span>
    </li>
  )
}

/** The dates that can be meant: how it repeats is nothing that one date has, and that it repeats no more holds for all. */
function scopesOf({ changed, form }: Store): readonly Scope[] {
  if (!changed.value.includes('repeat')) return ['this', 'following', 'all']
  return repeats(form.value.repeat) ? ['following', 'all'] : ['all']
}

/** Why a choice of dates is none, in the words of the reader. */
function refusedText(error: unknown): string {
  const isOfDates = error instanceof Refusal && (error.status === 400 || error.status === 409)
  return isOfDates ? te('notForThese') : faultText(error)
}

/** The most dates that are named. */
const mostNamed = 5

/** When some dates of a series are, the first ones. Throws what {@link ask} throws. */
async function daysOf(ids: readonly number[]): Promise<readonly string[]> {
  const query = {
    include: ids.slice(0, mostNamed),
    per_page: mostNamed,
    status: everyStatus,
    orderby: 'start_date',
  }
  const { body } = await ask<EventPage>('events', { query })
  return body.events.map(({ start_date }) => start_date)
}

const everyStatus = ['publish', 'future', 'draft', 'pending', 'private']
