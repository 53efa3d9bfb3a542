import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import { faultText } from '../faults.ts'
import type { EventRecord } from '../records.ts'
import { Scopes } from '../scopes.tsx'
import { StayingLines } from '../series/staying.tsx'
import { settle } from '../settle.ts'
import { t as tFrame } from '../texts.ts'
import { tryAll } from '../common/change.ts'
import type { Deed, Scope } from '../common/deed.ts'
import { t, tn } from './texts.ts'

const scopes: readonly Scope[] = ['this', 'following', 'all']

/** What a deed would reach. */
interface Reach {
  readonly scope: Scope
  /** How many events it would change; 0 as long as that is not known, or it is refused. */
  readonly count: number
  /** Which these are. */
  readonly ids: readonly number[]
  /** Asks which dates of series are meant, or says why nothing can be done. */
  readonly part: JSX.Element | null
}

/** Tries what would be done with the events, for each choice of dates where any is of a series; `undefined`: there is nothing to do yet. */
export function useReach(events: readonly EventRecord[], deed: Deed | undefined): Reach {
  const scope = useSignal<Scope>('this')
  const reaches = useSignal<Readonly<Partial<Record<Scope, readonly number[] | string>>>>({})
  const hasSeries = events.some(({ series }) => series)
  const asked = JSON.stringify(deed && { ...deed, reason: '' })
  useEffect(() => {
    let isOld = false
    reaches.value = {}
    if (deed === undefined) return () => {}
    for (const one of hasSeries ? scopes : scopes.slice(0, 1)) {
      const tell = (says: readonly number[] | string) => {
        if (!isOld) reaches.value = { ...reaches.value, [one]: says }
      }
      void settle(tryAll(events, { ...deed, scope: one }), tell, (error: unknown) => tell(faultText(error)))
    }
    return () => {
      isOld = true
    }
  }, [asked])
  const reach = deed === undefined ? [] : reaches.value[scope.value]
  const ids = typeof reach === 'object' ? reach : []
  const [event, ...others] = events
  const choice = hasSeries && (
    <>
      <Scopes
        label={t('whichDates')}
        scopes={scopes}
        names={scopeNames(events)}
        chosen={scope.value}
        onChoose={(one) => {
          scope.value = one
        }}
        hintOf={(one) => reachText(reaches.value[one])}
      />
      {event && others.length === 0 && typeof reach === 'object' && (
        <div class="effect" role="status">
          <ul>
            <StayingLines event={event} scope={scope.value} />
          </ul>
        </div>
      )}
    </>
  )
  const fault = typeof reach === 'string' && (
    <p class="fault" role="alert" dir="auto">
      {reach}
    </p>
  )
  return {
    scope: scope.value,
    count: ids.length,
    ids,
    part: choice || fault || null,
  }
}

function scopeNames({ length }: readonly EventRecord[]): Readonly<Record<Scope, string>> {
  return length === 1
    ? { this: tFrame('scopeThis'), following: tFrame('scopeFollowing'), all: tFrame('scopeAll') }
    : { this: t('chosen'), following: t('chosenFollowing'), all: tFrame('scopeAll') }
}

function reachText(reach: readonly number[] | string | undefined): string {
  if (typeof reach !== 'object') return reach ?? ''
  return reach.length === 0 ? t('nothingChanges') : tn('reached', reach.length)
}
